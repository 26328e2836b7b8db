//! Judge: the winner of a game that is written as digits.
//!
//! A record is a line of digits; the `i`-th is the cell played, 1 to 9 row by row, o first. A move
//! on a taken cell loses at once, a line wins, and nine marks without a line are a draw. The moves
//! after the decision are not judged, but must be digits too. The problem was set at the first
//! "offline real-time how-to-write" meeting ("Tick-Tack-Toe", Yokohama, 6 July 2012); the method,
//! nine 16-bit words whose AND shows a line, comes from the fourth seed article.

use std::io::{self, Read, Write};

use crate::control::Control;
use crate::error::{Error, Result};

/// How a record ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Verdict {
    /// o played a taken cell.
    OFouled,
    /// x played a taken cell.
    XFouled,
    /// o completed a line.
    OWon,
    /// x completed a line.
    XWon,
    /// Nine marks, no line.
    Draw,
}

/// The problem's spelling, in the order of [`Verdict`], padded so that a copy has a fixed size.
const LINES: [&[u8; 16]; 5] = [
    b"Foul : x won.\n\0\0",
    b"Foul : o won.\n\0\0",
    b"o won.\n\0\0\0\0\0\0\0\0\0",
    b"x won.\n\0\0\0\0\0\0\0\0\0",
    b"Draw game.\n\0\0\0\0\0",
];
const LENGTHS: [usize; 5] = [14, 14, 7, 7, 11];

impl Verdict {
    /// Every verdict.
    pub const ALL: [Verdict; 5] =
        [Verdict::OFouled, Verdict::XFouled, Verdict::OWon, Verdict::XWon, Verdict::Draw];

    /// The verdict in the problem's spelling, without a line end.
    pub const fn text(self) -> &'static str {
        ["Foul : x won.", "Foul : o won.", "o won.", "x won.", "Draw game."][self as usize]
    }

    /// The winner's seat, 0 for o; `None` for a draw.
    pub const fn winner(self) -> Option<u8> {
        match self {
            Verdict::XFouled | Verdict::OWon => Some(0),
            Verdict::OFouled | Verdict::XWon => Some(1),
            Verdict::Draw => None,
        }
    }

    /// True if a move on a taken cell decided the game.
    pub const fn is_foul(self) -> bool {
        matches!(self, Verdict::OFouled | Verdict::XFouled)
    }
}

/// A judged record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Judgement {
    /// How it ended.
    pub verdict: Verdict,
    /// Moves until the decision, the deciding one included.
    pub plies: usize,
}

/// The nine words. Each of the eight lines has a bit, once in the low byte (o) and once in the high
/// byte (x); a cell's word has zeros at its own lines and ones elsewhere. A mark fills its colour's
/// byte with ones, so the AND of all nine words keeps a line's bit exactly when the line is full:
///
/// ```text
/// bit              0 1 2    3 4 5    6   7
/// line             rows     columns  \   /
/// cell 1 (top left) is on row 1, column 1 and the diagonal \:
/// byte of word 1   . 1 1    . 1 1    .   1     = 0xb6 read from bit 7 down, twice = 0xb6b6
/// ```
///
/// A cell is taken when its two bytes differ.
const CELLS: [u16; 9] = [0xb6b6, 0xeeee, 0x5e5e, 0xf5f5, 0x2d2d, 0xdddd, 0x7373, 0xebeb, 0x9b9b];

/// The nine words in three machine words, four lanes each; lanes without a cell hold ones, so that
/// the AND of the machine words and of their lanes is the AND of the nine.
const LANES: [u64; 3] = lanes();

const fn lanes() -> [u64; 3] {
    let mut lanes = [u64::MAX; 3];
    let mut cell = 0;
    while cell < 9 {
        lanes[cell / 4] &= !((!CELLS[cell] as u64) << (16 * (cell % 4)));
        cell += 1;
    }
    lanes
}

/// First move that can complete a line, from 0.
const FIRST_LINE: usize = 4;

/// Judges digits 1 to 9 by the words alone; `None` if they end before the game does.
#[inline]
fn decide(digits: &[u8]) -> Option<Judgement> {
    let mut words = LANES;
    for (i, &digit) in digits.iter().take(9).enumerate() {
        let side = i & 1;
        let decided =
            |verdict: usize| Some(Judgement { verdict: Verdict::ALL[verdict], plies: i + 1 });
        let cell = usize::from(digit - b'1');
        let lane = 16 * (cell % 4);
        let word = &mut words[cell / 4 % 3];
        let bytes = *word >> lane;
        if (bytes ^ bytes >> 8) & 0xff != 0 {
            return decided(side);
        }
        *word |= 0xff << (lane + 8 * side);
        if i >= FIRST_LINE {
            let all = words[0] & words[1] & words[2];
            let all = all & all >> 32;
            if all & all >> 16 & 0xffff != 0 {
                return decided(2 + side);
            }
        }
    }
    (digits.len() >= 9).then_some(Judgement { verdict: Verdict::Draw, plies: 9 })
}

/// Length of the digits 1 to 9 that `text` begins with.
#[inline]
fn digits(text: &[u8]) -> usize {
    text.iter().position(|byte| !(b'1'..=b'9').contains(byte)).unwrap_or(text.len())
}

/// Judges one record, without its line end.
///
/// ```
/// use bitgames_core::games::tictactoe::judge::judge;
/// let judgement = judge(b"79538246")?;
/// assert_eq!(judgement.verdict.text(), "x won.");
/// assert!(judge(b"12").is_err());
/// # Ok::<(), bitgames_core::Error>(())
/// ```
pub fn judge(record: &[u8]) -> Result<Judgement> {
    let wrong =
        |reason: String| Err(Error::parse("record", &String::from_utf8_lossy(record), reason));
    if record.is_empty() {
        return wrong("a record is a line of digits 1 to 9, not empty".into());
    }
    let at = digits(record);
    if at < record.len() {
        let found = String::from_utf8_lossy(&record[at..]).chars().next().unwrap_or_default();
        return wrong(format!("cells are digits 1 to 9, not {found:?} at place {}", at + 1));
    }
    match decide(record) {
        Some(judgement) => Ok(judgement),
        None => wrong(format!("the game is not decided after {} moves", record.len())),
    }
}

/// The counts of a stream of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Lines read, good and bad.
    pub records: u64,
    /// Lines that are not valid records.
    pub errors: u64,
}

const INPUT_BYTES: usize = 1 << 18;
const OUTPUT_BYTES: usize = 1 << 16;
/// Longest line that is stored; a longer one cannot be a game and is reported without being stored.
const LONGEST_LINE: usize = 1 << 16;

/// Judges every line of `input` in constant memory: verdicts go to `output`, errors to `complaints`
/// as `name:line: reason`. Bad records do not end it; an I/O error or a stopped control does.
pub fn judge_stream(
    name: &str,
    input: &mut dyn Read,
    output: &mut dyn Write,
    complaints: &mut dyn Write,
    control: &Control<'_>,
) -> io::Result<Tally> {
    let mut stream = Stream { name, tally: Tally::default(), out: vec![0; OUTPUT_BYTES], used: 0 };
    let mut buffer = vec![0; INPUT_BYTES];
    let mut kept = 0;
    let mut skipping = false;
    loop {
        let read = match input.read(&mut buffer[kept..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                control.poll().map_err(io::Error::other)?;
                continue;
            }
            read => read?,
        };
        control.poll().map_err(io::Error::other)?;
        let end = kept + read;
        let mut line_start = 0;
        loop {
            // One pass finds the end of a clean record; other lines are scanned again.
            let mut line_end = line_start + digits(&buffer[line_start..end]);
            let mut verdict = None;
            if line_end < end {
                if buffer[line_end] == b'\n' {
                    verdict = decide(&buffer[line_start..line_end]);
                } else {
                    line_end += rest_of_line(&buffer[line_end..end]);
                }
            }
            if line_end == end {
                break;
            }
            let line = &buffer[line_start..line_end];
            line_start = line_end + 1;
            match verdict {
                _ if skipping => skipping = false,
                Some(judgement) => stream.judged(judgement.verdict, output)?,
                None => stream.line(line, output, complaints)?,
            }
        }
        if read == 0 {
            if line_start < end && !skipping {
                stream.line(&buffer[line_start..end], output, complaints)?;
            }
            output.write_all(&stream.out[..stream.used])?;
            output.flush()?;
            return Ok(stream.tally);
        }
        kept = end - line_start;
        if skipping {
            kept = 0;
        } else if kept > LONGEST_LINE {
            stream.line(&buffer[line_start..end], output, complaints)?;
            (skipping, kept) = (true, 0);
        }
        buffer.copy_within(end - kept..end, 0);
    }
}

fn rest_of_line(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

struct Stream<'a> {
    name: &'a str,
    tally: Tally,
    out: Vec<u8>,
    used: usize,
}

impl Stream<'_> {
    /// Judges a line that the first pass did not find clean.
    fn line(
        &mut self,
        line: &[u8],
        output: &mut dyn Write,
        complaints: &mut dyn Write,
    ) -> io::Result<()> {
        match judge(line.strip_suffix(b"\r").unwrap_or(line)) {
            Ok(judgement) => self.judged(judgement.verdict, output),
            Err(error) => {
                self.tally.records += 1;
                self.tally.errors += 1;
                writeln!(complaints, "{}:{}: {error}", self.name, self.tally.records)
            }
        }
    }

    #[inline]
    fn judged(&mut self, verdict: Verdict, output: &mut dyn Write) -> io::Result<()> {
        self.tally.records += 1;
        if self.used + 16 > self.out.len() {
            output.write_all(&self.out[..self.used])?;
            self.used = 0;
        }
        self.out[self.used..self.used + 16].copy_from_slice(LINES[verdict as usize]);
        self.used += LENGTHS[verdict as usize];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_texts_agree() {
        for verdict in Verdict::ALL {
            let line = &LINES[verdict as usize][..LENGTHS[verdict as usize]];
            assert_eq!(line, format!("{}\n", verdict.text()).as_bytes());
        }
    }

    fn run(input: &[u8]) -> (Tally, String, String) {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let control = Control::default();
        let tally = judge_stream("in", &mut &*input, &mut out, &mut err, &control)
            .expect("memory does not fail");
        let text = |bytes| String::from_utf8(bytes).expect("texts are ASCII");
        (tally, text(out), text(err))
    }

    #[test]
    fn a_stream_names_its_bad_lines_and_goes_on() {
        let (tally, out, err) = run(b"79538246\r\n\nab\n12\n61978543");
        assert_eq!(tally, Tally { records: 5, errors: 3 });
        assert_eq!(out, "x won.\nx won.\n");
        let places: Vec<_> = err.lines().map(|line| &line[..5]).collect();
        assert_eq!(places, ["in:2:", "in:3:", "in:4:"]);
        assert_eq!(run(b"").0, Tally::default());
    }

    #[test]
    fn lines_across_buffers_and_endless_lines() {
        let mut input = b"79538246\n".repeat(3 * INPUT_BYTES / 9);
        input.extend(std::iter::repeat_n(b'x', 3 * INPUT_BYTES));
        input.extend(b"\n61978543\n");
        let (tally, out, err) = run(&input);
        assert_eq!(tally.errors, 1);
        assert_eq!(out.lines().count() as u64, tally.records - 1);
        assert!(err.len() < 1000);
    }
}
