//! Networks against a slow twin: loops over the definition of each layer, in double precision.

use super::*;
use crate::control::Control;
use crate::cpu::{self, Level};
use crate::files::tests::Folder;
use crate::rng::Rng;

fn number(rng: &mut Rng) -> f32 {
    rng.below(2001) as f32 / 1000.0 - 1.0
}

fn weights(rng: &mut Rng, inputs: usize, outputs: usize, each: usize) -> Weights {
    let scale = (2.0 / (inputs * each) as f32).sqrt();
    let mut some = |count| (0..count).map(|_| number(rng) * scale).collect();
    Weights { outputs, inputs, weights: some(inputs * outputs * each), biases: some(outputs) }
}

fn purpose() -> Purpose {
    Purpose { game: "connect4".into(), shape: [2, 6, 7], moves: 7 }
}

/// Widths on both sides of a panel and of four panels, with a block of residuals.
fn convolutions(rng: &mut Rng, channels: usize) -> Vec<Layer> {
    vec![
        Layer::Convolution(weights(rng, 2, channels, 9)),
        Layer::Relu,
        Layer::Keep,
        Layer::Convolution(weights(rng, channels, channels, 9)),
        Layer::Relu,
        Layer::Convolution(weights(rng, channels, channels, 9)),
        Layer::Add,
        Layer::Relu,
        Layer::Linear(weights(rng, channels * 42, 8, 1)),
    ]
}

/// The same behind planes of what the sides see.
fn seeing(rng: &mut Rng, channels: usize, sight: Sight) -> Vec<Layer> {
    let mut layers = convolutions(rng, channels);
    layers[0] = Layer::Convolution(weights(rng, 4, channels, 9));
    layers.insert(0, Layer::Sight(sight));
    layers
}

fn dense(rng: &mut Rng, hidden: usize) -> Vec<Layer> {
    vec![
        Layer::Linear(weights(rng, 84, hidden, 1)),
        Layer::Relu,
        Layer::Linear(weights(rng, hidden, 8, 1)),
    ]
}

/// The planes of a position and those of what the sides see, cell by cell in all directions.
fn with_sight(planes: &[f64], sight: Sight) -> Vec<f64> {
    let on_board = |y: i32, x: i32| (0..6).contains(&y) && (0..7).contains(&x);
    let set = |side: usize, y: i32, x: i32| {
        on_board(y, x) && planes[side * 42 + (y * 7 + x) as usize] > 0.0
    };
    // Whether a side has a line through an empty cell with others of its own.
    let completes = |side, length: i32, y: i32, x: i32, (dy, dx): (i32, i32)| {
        let mut others =
            (0..length).map(|first| (0..length).map(move |at| at - first).filter(|&at| at != 0));
        others.any(|mut line| line.all(|at| set(side, y + at * dy, x + at * dx)))
    };
    // Whether it encloses a row of the other from an empty cell.
    let encloses = |side: usize, y: i32, x: i32, (dy, dx): (i32, i32)| {
        let row = (1..7).take_while(|at| set(1 - side, y + at * dy, x + at * dx));
        row.into_iter().any(|at| set(side, y + (at + 1) * dy, x + (at + 1) * dx))
    };
    let mut all = planes.to_vec();
    for side in 0..2 {
        for (y, x) in (0..6).flat_map(|y| (0..7).map(move |x| (y, x))) {
            let sees = |(dy, dx): (i32, i32)| match sight {
                Sight::Threats(length) => completes(side, length as i32, y, x, (dy, dx)),
                Sight::Mobility => {
                    encloses(side, y, x, (dy, dx)) || encloses(side, y, x, (-dy, -dx))
                }
            };
            let any = [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(sees);
            all.push(f64::from(u8::from(any && !set(0, y, x) && !set(1, y, x))));
        }
    }
    all
}

/// The outputs for one position, channel by channel.
fn twin(layers: &[Layer], planes: &[u8]) -> Vec<f64> {
    let (height, width) = (6_i32, 7_i32);
    let mut now: Vec<f64> = planes.iter().map(|&set| f64::from(set)).collect();
    let mut kept = Vec::new();
    for layer in layers {
        match layer {
            Layer::Sight(sight) => now = with_sight(&now, *sight),
            Layer::Linear(of) => {
                let output = |o: usize| {
                    let sum: f64 = (0..of.inputs)
                        .map(|i| f64::from(of.weights[o * of.inputs + i]) * now[i])
                        .sum();
                    sum + f64::from(of.biases[o])
                };
                now = (0..of.outputs).map(output).collect();
            }
            Layer::Convolution(of) => {
                let mut next = Vec::new();
                for o in 0..of.outputs {
                    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
                        let mut sum = f64::from(of.biases[o]);
                        for i in 0..of.inputs {
                            for (dy, dx) in (0..3).flat_map(|dy| (0..3).map(move |dx| (dy, dx))) {
                                let (py, px) = (y + dy - 1, x + dx - 1);
                                if (0..height).contains(&py) && (0..width).contains(&px) {
                                    let place = (i as i32 * height + py) * width + px;
                                    let tap = (o * of.inputs + i) * 9 + (dy * 3 + dx) as usize;
                                    sum += f64::from(of.weights[tap]) * now[place as usize];
                                }
                            }
                        }
                        next.push(sum);
                    }
                }
                now = next;
            }
            Layer::Relu => now.iter_mut().for_each(|x| *x = x.max(0.0)),
            Layer::Keep => kept.push(now.clone()),
            Layer::Add => {
                let kept: Vec<f64> = kept.pop().expect("kept before");
                now.iter_mut().zip(kept).for_each(|(x, kept)| *x += kept);
            }
        }
    }
    now
}

fn positions(rng: &mut Rng, count: usize) -> Vec<u8> {
    (0..count * 84).map(|_| u8::from(rng.below(3) == 0)).collect()
}

fn evaluated(network: &Network, planes: &[u8]) -> (Vec<f32>, Vec<f32>) {
    let rows = planes.len() / 84;
    let (mut logits, mut values) = (vec![0.0; rows * 7], vec![0.0; rows]);
    network.evaluate(planes, &mut logits, &mut values, &Control::default()).expect("finite");
    (logits, values)
}

#[test]
fn networks_say_what_the_slow_twin_says() {
    let mut rng = Rng::new(3);
    let mut all: Vec<_> = [1, 5, 16, 33, 70].map(|width| convolutions(&mut rng, width)).into();
    all.extend([2, 3, 4, 5, 6].map(|length| seeing(&mut rng, 3, Sight::Threats(length))));
    all.push(seeing(&mut rng, 3, Sight::Mobility));
    all.extend([1, 16, 40, 100].map(|width| dense(&mut rng, width)));
    for layers in all {
        let network = Network::new(purpose(), layers.clone()).expect("they fit");
        for count in [1, 5, 6, 31] {
            let planes = positions(&mut rng, count);
            let (logits, values) = evaluated(&network, &planes);
            for (row, planes) in planes.chunks_exact(84).enumerate() {
                let mut slow = twin(&layers, planes);
                slow[7] = slow[7].tanh();
                let fast = logits[row * 7..][..7].iter().chain([&values[row]]);
                for (fast, slow) in fast.zip(slow) {
                    assert!((f64::from(*fast) - slow).abs() < 1e-5, "{fast} {slow} of {count}");
                }
            }
        }
    }
}

#[test]
fn neither_the_level_of_the_processor_nor_the_company_changes_a_bit() {
    let mut rng = Rng::new(4);
    let network = Network::new(purpose(), convolutions(&mut rng, 20)).expect("they fit");
    let planes = positions(&mut rng, 40);
    let together = evaluated(&network, &planes);
    for level in cpu::levels() {
        cpu::limit(level);
        assert_eq!(evaluated(&network, &planes), together, "{level:?}");
    }
    cpu::limit(Level::Avx512);
    for (row, planes) in planes.chunks_exact(84).enumerate() {
        let (logits, values) = evaluated(&network, planes);
        assert_eq!((&logits[..], values[0]), (&together.0[row * 7..][..7], together.1[row]));
    }
}

#[test]
fn what_does_not_fit_together_is_refused_by_its_reason() {
    let mut rng = Rng::new(5);
    let good = convolutions(&mut rng, 4);
    let threats = |length| Layer::Sight(Sight::Threats(length));
    let changed = |change: &dyn Fn(&mut Vec<Layer>)| {
        let mut layers = good.clone();
        change(&mut layers);
        Network::new(purpose(), layers).expect_err("it does not fit").to_string()
    };
    let mut wide = weights(&mut rng, 3, 4, 9);
    for (change, reason) in [
        (
            &(|layers: &mut Vec<Layer>| drop(layers.pop())) as &dyn Fn(&mut Vec<Layer>),
            "168 outputs",
        ),
        (&|layers| drop(layers.remove(6)), "never added"),
        (&|layers| drop(layers.remove(2)), "layer 5 adds what was not kept"),
        (&|layers| layers[0] = Layer::Convolution(wide.clone()), "layer 0 convolves 3 channels"),
        (&|layers| layers.insert(0, threats(4)), "layer 1 convolves 2 channels, not 4 of 42"),
        (&|layers| layers.insert(1, threats(4)), "layer 1 adds threats 4 to what is no planes"),
        (&|layers| layers.insert(0, threats(1)), "threats 1 in a row to 6 rows of 7"),
        (&|layers| layers.insert(0, threats(7)), "threats 7 in a row to 6 rows of 7"),
        (&|layers| layers.push(good[8].clone()), "layer 9 has 168 inputs, not 8"),
        (&|layers| layers.push(good[3].clone()), "layer 9 convolves 4 channels, not 8 of 1"),
        (&|layers| weights_of(&mut layers[8]).biases.push(0.0), "layer 8 has weights of another"),
        (
            &|layers| weights_of(&mut layers[3]).weights[7] = f32::NAN,
            "layer 3 has weights that are",
        ),
    ] {
        let text = changed(change);
        assert!(text.contains(reason), "{text}");
    }
    wide.weights.clear();
    for (shape, reason) in [([4, 6, 7], "to 4 planes"), ([2, 12, 12], "a board that is too large")]
    {
        for sight in [Sight::Threats(4), Sight::Mobility] {
            let made = Network::new(Purpose { shape, ..purpose() }, vec![Layer::Sight(sight)]);
            assert!(made.expect_err("nothing is seen").to_string().contains(reason));
        }
    }
    let huge = Purpose { shape: [1 << 20, 1, 1], ..purpose() };
    assert!(Network::new(huge, Vec::new()).is_err());
}

fn weights_of(layer: &mut Layer) -> &mut Weights {
    match layer {
        Layer::Convolution(weights) | Layer::Linear(weights) => weights,
        Layer::Sight(_) | Layer::Relu | Layer::Keep | Layer::Add => {
            unreachable!("it has weights")
        }
    }
}

#[test]
fn an_output_beyond_all_numbers_is_an_error_with_its_row() {
    let mut layers = dense(&mut Rng::new(6), 4);
    weights_of(&mut layers[0]).weights.fill(f32::MAX);
    weights_of(&mut layers[2]).weights.fill(f32::MAX);
    let network = Network::new(purpose(), layers).expect("finite weights");
    let mut planes = vec![0; 2 * 84];
    planes[84..].fill(1);
    let found = network.evaluate(&planes, &mut [0.0; 14], &mut [0.0; 2], &Control::default());
    let text = found.expect_err("it overflows").to_string();
    assert!(text.ends_with("the output of the network of row 1 is not finite"), "{text}");
    let short = network.evaluate(&planes, &mut [0.0; 14], &mut [0.0], &Control::default());
    assert!(short.is_err());
}

#[test]
fn a_file_holds_a_network_and_every_changed_byte_and_every_cut_is_noticed() {
    let folder = Folder::new("network");
    let path = folder.0.join("some.net");
    let layers = seeing(&mut Rng::new(7), 2, Sight::Threats(4));
    let network = Network::new(purpose(), layers.clone()).expect("they fit");
    network.save(&path, Precision::Single).expect("written");
    let again = Network::open(&path).expect("read");
    assert_eq!((again.layers, again.purpose), (layers, purpose()));
    network.save(&path, Precision::Half).expect("written");
    let again = Network::open(&path).expect("read");
    let planes = positions(&mut Rng::new(8), 9);
    let (fine, coarse) = (evaluated(&network, &planes), evaluated(&again, &planes));
    assert!(fine.0.iter().zip(&coarse.0).all(|(fine, coarse)| (fine - coarse).abs() < 0.01));
    assert_ne!(fine, coarse);
    for (bits, most) in [(8, 0.02), (5, 0.2)] {
        network.save(&path, Precision::Byte(bits)).expect("written");
        let whole = evaluated(&Network::open(&path).expect("read"), &planes);
        let far = fine.0.iter().zip(&whole.0).map(|(fine, whole)| (fine - whole).abs());
        assert!((most / 100.0..most).contains(&far.fold(0.0, f32::max)), "{bits} bits");
    }
    assert!(again.check_plays(&purpose(), "it").is_ok());
    let other = Purpose { game: "othello:6".into(), ..purpose() };
    let text = again.check_plays(&other, "player net").expect_err("another game").to_string();
    assert!(text.starts_with("player net is not defined for othello:6: its network is made for"));
    let whole = std::fs::read(&path).expect("it is there");
    for at in (0..whole.len()).filter(|at| *at < 400 || at % 11 == 0) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x10;
        assert!(file::read(&bytes).is_err() && file::read(&whole[..at]).is_err(), "{at}");
    }
    // What has a right checksum may be wrong, too.
    let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        let sum = files::checksum(&bytes[24..]).to_le_bytes();
        bytes[16..24].copy_from_slice(&sum);
        std::fs::write(&path, bytes).expect("it can be written");
        Network::open(&path).expect_err("damaged").to_string()
    };
    let infinite = sealed(&|bytes| *bytes.last_mut().expect("bytes") = 0x7C);
    assert!(infinite.ends_with("layer 9 has weights that are not finite"), "{infinite}");
    assert!(sealed(&|bytes| bytes.push(0)).ends_with("its header is damaged"));
    assert!(sealed(&|bytes| bytes[8] = 1).contains("its format is 1, not this program's 3"));
    assert!(sealed(&|bytes| bytes[12] = b'B').ends_with("it is not a network"));
    let large = Weights { outputs: 8, inputs: 84, weights: vec![7e4; 672], biases: vec![0.0; 8] };
    let large = Network::new(purpose(), vec![Layer::Linear(large)]).expect("finite");
    assert!(large.save(&path, Precision::Half).is_err());
}
