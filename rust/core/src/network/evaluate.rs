//! What a network says of positions: every layer with weights is a product of matrices.
//!
//! A matrix of weights lies in panels of [`LANES`] outputs, which compilers turn into vectors. What a
//! linear layer is given is mostly zeros, planes and numbers after `relu`: it takes the weights of
//! the others alone. A convolution copies the nine neighbours of each cell into a row, and some rows are
//! multiplied by a panel at once, so that its weights are loaded once for all of them. Products and sums
//! are not fused, and each sum has one order: results are the same at every level of the processor.

use std::array;

use super::layers::{Layer, Weights};
use super::sights::{self, Board};
use crate::control::Control;
use crate::cpu::{self, Work};
use crate::error::Result;
use crate::memory;
use crate::search::mcts::exp;

/// Weights nearer to 0 count as 0: the decay of weights makes some so small that their products are
/// subnormal, with which processors take a hundred times as long.
const LEAST: f32 = 1e-20;
/// Outputs of a panel.
const LANES: usize = 16;
/// Rows that are multiplied at once: their sums fit the registers of AVX2.
const ROWS: usize = 6;
/// Panels that the rows of a linear layer are multiplied by, one after the other: their weights stay in the
/// fastest cache.
const PANELS: usize = 2;
/// Positions that go through all layers together, as many as stay in the cache.
const POSITIONS: usize = 4 * ROWS;

/// A number for each output of a panel.
type Lanes = [f32; LANES];

/// Weights in the order of their use.
#[derive(Debug)]
struct Matrix {
    inputs: usize,
    outputs: usize,
    /// For each panel the lanes of all inputs.
    panels: Vec<Lanes>,
    /// For each panel.
    biases: Vec<Lanes>,
}

impl Matrix {
    /// A matrix of weights that lie at `place` of an output and an input.
    fn new(of: &Weights, inputs: usize, place: impl Fn(usize, usize) -> usize) -> Self {
        let mut matrix =
            Matrix { inputs, outputs: of.outputs, panels: Vec::new(), biases: Vec::new() };
        for panel in 0..of.outputs.div_ceil(LANES) {
            let lanes = |number: &dyn Fn(usize) -> f32| {
                let mut numbers = (panel * LANES..of.outputs).map(number);
                array::from_fn(|_| numbers.next().unwrap_or_default())
            };
            matrix.biases.push(lanes(&|output| of.biases[output]));
            let weight = |output, input| of.weights[place(output, input)];
            let heard = |weight: f32| if weight.abs() < LEAST { 0.0 } else { weight };
            let row = |input| lanes(&|output| heard(weight(output, input)));
            matrix.panels.extend((0..inputs).map(row));
        }
        matrix
    }
}

#[derive(Debug)]
enum Step {
    /// What the sides see, beside their planes.
    See(Board),
    /// Each cell with its neighbours, times a matrix.
    Convolve(Matrix),
    /// All numbers of a position, times a matrix.
    Multiply(Matrix),
    Relu,
    Keep,
    Add,
}

/// The layers of a network, ready to be computed. Numbers lie position by position, cell by cell and
/// channel by channel.
#[derive(Debug)]
pub(super) struct Plan {
    shape: [usize; 3],
    steps: Vec<Step>,
    /// Most numbers of a position at any layer.
    width: usize,
    /// Numbers that are kept at a time, of a position.
    kept: usize,
    /// Most inputs of a matrix.
    inputs: usize,
}

impl Plan {
    /// Of layers that were checked.
    pub(super) fn new(shape: [usize; 3], layers: &[Layer]) -> Self {
        let [planes, height, width] = shape;
        let mut plan = Plan { shape, steps: Vec::new(), width: 0, kept: 0, inputs: 0 };
        let (mut channels, mut cells) = (planes, height * width);
        let mut kept = Vec::new();
        for layer in layers {
            plan.width = plan.width.max(channels * cells);
            plan.steps.push(match layer {
                Layer::Sight(sight) => {
                    channels = sights::PLANES;
                    Step::See(Board { height, width, sight: *sight })
                }
                Layer::Convolution(of) => {
                    let (inputs, before) = (of.inputs * 9, of.inputs);
                    let place = |output, input| {
                        let (tap, channel) = (input / before, input % before);
                        (output * before + channel) * 9 + tap
                    };
                    channels = of.outputs;
                    Step::Convolve(Matrix::new(of, inputs, place))
                }
                Layer::Linear(of) => {
                    let place = |output, input| {
                        let (cell, channel) = (input / channels, input % channels);
                        output * of.inputs + channel * cells + cell
                    };
                    let matrix = Matrix::new(of, of.inputs, place);
                    (channels, cells) = (of.outputs, 1);
                    Step::Multiply(matrix)
                }
                Layer::Relu => Step::Relu,
                Layer::Keep => {
                    kept.push(channels * cells);
                    plan.kept = plan.kept.max(kept.iter().sum());
                    Step::Keep
                }
                Layer::Add => {
                    kept.pop();
                    Step::Add
                }
            });
        }
        plan.width = plan.width.max(channels * cells);
        let matrices = plan.steps.iter().filter_map(Step::matrix);
        plan.inputs = matrices.map(|matrix| matrix.inputs).max().unwrap_or_default();
        plan
    }

    /// Evaluates positions; there are as many as values.
    pub(super) fn run(
        &self,
        planes: &[u8],
        logits: &mut [f32],
        values: &mut [f32],
        control: &Control<'_>,
    ) -> Result<()> {
        if values.is_empty() {
            return Ok(());
        }
        let most = values.len().min(POSITIONS);
        let mut scratch = Scratch {
            now: memory::filled(0.0, most * self.width)?,
            next: memory::filled(0.0, most * self.width)?,
            kept: memory::filled(0.0, most * self.kept)?,
            rows: memory::filled(0.0, ROWS * self.inputs)?,
            set: Set::new(most.max(ROWS), self.inputs)?,
        };
        let (inputs, rows) = (self.shape.iter().product::<usize>(), values.len());
        let moves = logits.len() / rows;
        let planes = planes.chunks(POSITIONS * inputs);
        let outputs = logits.chunks_mut(POSITIONS * moves).zip(values.chunks_mut(POSITIONS));
        for (planes, (logits, values)) in planes.zip(outputs) {
            control.poll()?;
            chunk(self, planes, logits, values, &mut scratch);
        }
        Ok(())
    }
}

impl Step {
    fn matrix(&self) -> Option<&Matrix> {
        match self {
            Step::Convolve(matrix) | Step::Multiply(matrix) => Some(matrix),
            Step::See(_) | Step::Relu | Step::Keep | Step::Add => None,
        }
    }
}

/// The numbers of some positions on their way through the layers.
struct Scratch {
    now: Vec<f32>,
    next: Vec<f32>,
    kept: Vec<f32>,
    /// Cells with their neighbours.
    rows: Vec<f32>,
    set: Set,
}

/// The layers for some positions.
fn chunk(
    plan: &Plan,
    planes: &[u8],
    logits: &mut [f32],
    values: &mut [f32],
    scratch: &mut Scratch,
) {
    let Scratch { now, next, kept, rows, set } = scratch;
    let (count, [channels, height, width]) = (values.len(), plan.shape);
    let cells = height * width;
    let mut size = channels * cells;
    for (planes, now) in planes.chunks_exact(size).zip(now.chunks_exact_mut(size)) {
        for (channel, plane) in planes.chunks_exact(cells).enumerate() {
            for (cell, &set) in plane.iter().enumerate() {
                now[cell * channels + channel] = f32::from(set);
            }
        }
    }
    let mut kept_end = 0;
    for step in &plan.steps {
        match step {
            Step::See(board) => {
                let before = now.chunks_exact(size).take(count);
                size = cells * sights::PLANES;
                for (before, next) in before.zip(next.chunks_exact_mut(size)) {
                    board.add(before, next);
                }
                std::mem::swap(now, next);
            }
            Step::Convolve(matrix) => {
                let before = &now[..count * size];
                let board = Neighbours { height, width, channels: matrix.inputs / 9 };
                let gather = |row, out: &mut [f32]| board.copy(before, row, out);
                size = cells * matrix.outputs;
                convolve(matrix, gather, rows, set, &mut next[..count * size]);
                std::mem::swap(now, next);
            }
            Step::Multiply(matrix) => {
                let before = &now[..count * size];
                size = matrix.outputs;
                multiply(matrix, before, set, &mut next[..count * size]);
                std::mem::swap(now, next);
            }
            Step::Relu => {
                for x in &mut now[..count * size] {
                    // Not `max`, which would hide what is not a number.
                    *x = if *x < 0.0 { 0.0 } else { *x };
                }
            }
            Step::Keep => {
                kept[kept_end..][..count * size].copy_from_slice(&now[..count * size]);
                kept_end += count * size;
            }
            Step::Add => {
                kept_end -= count * size;
                for (x, kept) in now[..count * size].iter_mut().zip(&kept[kept_end..]) {
                    *x += kept;
                }
            }
        }
    }
    let outputs = now.chunks_exact(size);
    let moves = size - 1;
    for (out, (logits, value)) in outputs.zip(logits.chunks_exact_mut(moves).zip(values)) {
        logits.copy_from_slice(&out[..moves]);
        *value = tanh(out[moves]);
    }
}

/// The place of an input, and its number.
type Input = (u32, f32);

/// What is not zero in some rows.
struct Set {
    /// In pairs, a list for each row, whose last pair may have a zero.
    inputs: Vec<[Input; 2]>,
    /// Room for pairs in each list.
    room: usize,
    /// Pairs in each list.
    counts: Vec<usize>,
}

impl Set {
    /// For this number of rows, of this number of inputs.
    fn new(rows: usize, inputs: usize) -> Result<Self> {
        let room = inputs / 2 + 1;
        let pairs = memory::filled([(0, 0.0); 2], rows * room)?;
        Ok(Set { inputs: pairs, room, counts: memory::filled(0, rows)? })
    }

    /// Notes what is not zero in rows of this number of inputs.
    fn fill(&mut self, rows: &[f32], inputs: usize) {
        let lists = self.inputs.chunks_exact_mut(self.room).zip(&mut self.counts);
        for (row, (list, pairs)) in rows.chunks_exact(inputs).zip(lists) {
            let (list, mut count) = (list.as_flattened_mut(), 0);
            for (place, &x) in row.iter().enumerate() {
                list[count] = (place as u32, x);
                count += usize::from(x != 0.0);
            }
            list[count] = (0, 0.0);
            *pairs = count.div_ceil(2);
        }
    }

    fn row(&self, number: usize) -> &[[Input; 2]] {
        &self.inputs[number * self.room..][..self.counts[number]]
    }
}

/// Rows, times a matrix.
fn multiply(matrix: &Matrix, rows: &[f32], set: &mut Set, out: &mut [f32]) {
    set.fill(rows, matrix.inputs);
    cpu::tuned(Sparse { matrix, set, out });
}

/// Rows that `gather` makes by their numbers, times a matrix.
fn convolve(
    matrix: &Matrix,
    gather: impl Fn(usize, &mut [f32]),
    rows: &mut [f32],
    set: &mut Set,
    out: &mut [f32],
) {
    for (group, out) in out.chunks_mut(ROWS * matrix.outputs).enumerate() {
        let count = out.len() / matrix.outputs;
        let rows = &mut rows[..count * matrix.inputs];
        for (row, place) in rows.chunks_exact_mut(matrix.inputs).enumerate() {
            gather(group * ROWS + row, place);
        }
        if count == ROWS {
            cpu::tuned(Several { matrix, rows, out });
        } else {
            multiply(matrix, rows, set, out);
        }
    }
}

/// [`ROWS`] rows, times a matrix.
struct Several<'a> {
    matrix: &'a Matrix,
    rows: &'a [f32],
    out: &'a mut [f32],
}

#[allow(clippy::inline_always)] // as `Work` says
impl Work for Several<'_> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let Matrix { inputs, outputs, panels, biases } = self.matrix;
        for (number, (panel, biases)) in panels.chunks_exact(*inputs).zip(biases).enumerate() {
            let sums = rows_by_panel(self.rows, panel, biases);
            for (out, sums) in self.out.chunks_exact_mut(*outputs).zip(&sums) {
                store(sums, number, out);
            }
        }
    }
}

/// The rows of a set, times a matrix.
struct Sparse<'a> {
    matrix: &'a Matrix,
    set: &'a Set,
    out: &'a mut [f32],
}

#[allow(clippy::inline_always)] // as `Work` says
impl Work for Sparse<'_> {
    type Result = ();

    #[inline(always)]
    fn run(self) {
        let Matrix { inputs, outputs, panels, biases } = self.matrix;
        let groups = panels.chunks(PANELS * inputs).zip(biases.chunks(PANELS));
        for (number, (panels, biases)) in groups.enumerate() {
            for (row, out) in self.out.chunks_exact_mut(*outputs).enumerate() {
                let set = self.set.row(row);
                let (whole, last) = out[number * PANELS * LANES..].as_chunks_mut::<LANES>();
                if let (Some(out), Some(biases)) = (whole.first_chunk_mut(), biases.first_chunk()) {
                    *out = row_by_panels(set, panels, biases);
                    continue;
                }
                let single = panels.chunks_exact(*inputs).zip(biases).enumerate();
                for (number, (panel, biases)) in single {
                    let sums = row_by_panel(set, panel, biases);
                    match whole.get_mut(number) {
                        Some(out) => *out = sums,
                        None => store_part(sums, last),
                    }
                }
            }
        }
    }
}

/// Adds the products of an input with the weights of a panel.
#[allow(clippy::inline_always)] // as `Work` says
#[inline(always)]
fn add(sums: &mut Lanes, input: f32, weights: &Lanes) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += input * weight;
    }
}

/// Some rows, each times a panel. The rows have names: in a loop over them their sums would stay in
/// memory, where compilers do not unroll it.
#[allow(clippy::inline_always)] // as `Work` says
#[inline(always)]
fn rows_by_panel(rows: &[f32], panel: &[Lanes], biases: &Lanes) -> [Lanes; ROWS] {
    let row = |number: usize| rows[number * panel.len()..][..panel.len()].iter();
    let [mut a, mut b, mut c, mut d, mut e, mut f] = [*biases; ROWS];
    let rows = row(0).zip(row(1)).zip(row(2)).zip(row(3)).zip(row(4)).zip(row(5));
    for ((((((u, v), w), x), y), z), weights) in rows.zip(panel) {
        add(&mut a, *u, weights);
        add(&mut b, *v, weights);
        add(&mut c, *w, weights);
        add(&mut d, *x, weights);
        add(&mut e, *y, weights);
        add(&mut f, *z, weights);
    }
    [a, b, c, d, e, f]
}

/// A row, times a panel.
#[allow(clippy::inline_always)] // as `Work` says
#[inline(always)]
fn row_by_panel(set: &[[Input; 2]], panel: &[Lanes], biases: &Lanes) -> Lanes {
    let (mut a, mut b) = (*biases, [0.0; LANES]);
    for &[(i, x), (j, y)] in set {
        add(&mut a, x, &panel[i as usize]);
        add(&mut b, y, &panel[j as usize]);
    }
    sum(&a, &b)
}

/// A row, times some panels, in the same order.
#[allow(clippy::inline_always)] // as `Work` says
#[inline(always)]
fn row_by_panels(
    set: &[[Input; 2]],
    panels: &[Lanes],
    [first, second]: &[Lanes; PANELS],
) -> [Lanes; PANELS] {
    let (p, q) = panels.split_at(panels.len() / PANELS);
    let (mut a, mut b) = (*first, [0.0; LANES]);
    let (mut c, mut d) = (*second, [0.0; LANES]);
    for &[(i, x), (j, y)] in set {
        let (i, j) = (i as usize, j as usize);
        add(&mut a, x, &p[i]);
        add(&mut b, y, &p[j]);
        add(&mut c, x, &q[i]);
        add(&mut d, y, &q[j]);
    }
    [sum(&a, &b), sum(&c, &d)]
}

#[allow(clippy::inline_always)] // as `Work` says
#[inline(always)]
fn sum(a: &Lanes, b: &Lanes) -> Lanes {
    array::from_fn(|lane| a[lane] + b[lane])
}

/// Writes the lanes of a panel that are no more than the outputs. A function of its own: what is read in
/// pieces is not kept in registers.
#[inline(never)]
fn store_part(sums: Lanes, out: &mut [f32]) {
    out.copy_from_slice(&sums[..out.len()]);
}

/// Writes what a panel has given, without the lanes that are beyond the outputs.
#[allow(clippy::inline_always)] // as `Work` says
#[inline(always)]
fn store(sums: &Lanes, panel: usize, out: &mut [f32]) {
    let out = &mut out[panel * LANES..];
    match out.first_chunk_mut() {
        Some(whole) => *whole = *sums,
        // Lane by lane: a slice of the sums would keep all of them from the registers. As a call of
        // `store_part` it is 5 to 8 % slower on AVX-512; in `Sparse` it is the call that is faster.
        None => {
            for (lane, sum) in sums.iter().enumerate() {
                if lane < out.len() {
                    out[lane] = *sum;
                }
            }
        }
    }
}

/// A board whose cells are copied with their neighbours.
struct Neighbours {
    height: usize,
    width: usize,
    channels: usize,
}

impl Neighbours {
    /// Copies a cell and its neighbours, of which those beyond the edge are zeros; cells are counted
    /// through all boards.
    fn copy(&self, boards: &[f32], cell: usize, out: &mut [f32]) {
        let &Neighbours { height, width, channels } = self;
        let (board, cell) = (cell / (height * width), cell % (height * width));
        let boards = &boards[board * height * width * channels..];
        let (y, x) = (cell / width, cell % width);
        for (tap, out) in out.chunks_exact_mut(channels).enumerate() {
            // One more than the place, so that it has no sign.
            let (y, x) = (y + tap / 3, x + tap % 3);
            if (1..=height).contains(&y) && (1..=width).contains(&x) {
                let place = ((y - 1) * width + x - 1) * channels;
                out.copy_from_slice(&boards[place..][..channels]);
            } else {
                out.fill(0.0);
            }
        }
    }
}

/// The hyperbolic tangent, the same on every machine.
fn tanh(x: f32) -> f32 {
    let double = exp(2.0 * x.abs());
    // For small numbers the difference of numbers near 1 has few digits: the series has more.
    let size = if x.abs() < 0.1 {
        let square = x * x;
        x.abs() * (1.0 - square * (1.0 / 3.0 - square * (2.0 / 15.0 - square * (17.0 / 315.0))))
    } else {
        1.0 - 2.0 / (double + 1.0)
    };
    size.copysign(x)
}
