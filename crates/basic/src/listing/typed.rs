//! A program as the keys that type it, which is how it is on a tape of Bally BASIC: the tape takes the place of the keypad.
//!
//! Evidence: period (a tape has the characters of the language, one byte each), choice (the rest).

use std::collections::BTreeMap;

use crate::{
    Dialect, LAST_NUMBER, Line, line,
    translate::first_error,
    words::{FIRST_WORD, WORDS, code},
};

const LAST_KEY: u8 = FIRST_WORD + WORDS.len() as u8 - 1;
/// Stands for a key that could not be read.
const UNREADABLE: u8 = b'?';
/// The prompt, which a recording of what the machine shows has at the start of a row.
const PROMPT: u8 = b'>';
/// Filling between rows: null, line feed, delete.
const FILLING: [u8; 3] = [0, 10, 127];
/// Returns the machine to its keypad.
const END: [u8; 3] = [b':', code::RETURN, code::GO];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The lines, by number. A later line replaces an earlier one, and a number alone deletes it.
    pub lines: Vec<Line>,
    /// The numbers of lines in whose place a later row has another one, and of those that their number alone deletes.
    pub replaced: Vec<u16>,
    pub deleted: Vec<u16>,
    /// The direct commands, such as `RUN`.
    pub commands: Vec<String>,
    /// The numbers of lines with keys that could not be read, in whose place the line has `?`.
    pub damaged: Vec<u16>,
    /// The rows whose line number could not be read, or that no line can have, and those without a number that are not valid commands
    /// or stand between lines.
    pub unnumbered: Vec<String>,
    /// Whether the last row is a line of the program without its GO, so that more may have followed.
    pub is_cut_off: bool,
    /// The number of keys that could not be read.
    pub unreadable: usize,
}

/// The eighth bit of a byte with a seven-bit code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parity {
    Zero,
    Even,
    Odd,
    One,
}

impl Parity {
    const ALL: [Self; 4] = [Self::Zero, Self::Even, Self::Odd, Self::One];

    fn fits(self, byte: u8) -> bool {
        match self {
            Self::Zero => byte < 128,
            Self::Even => byte.count_ones().is_multiple_of(2),
            Self::Odd => !byte.count_ones().is_multiple_of(2),
            Self::One => byte >= 128,
        }
    }

    /// Returns the parity that most bytes have.
    fn of(bytes: &[Option<u8>]) -> Self {
        let fitting = |parity: Self| bytes.iter().flatten().filter(|byte| parity.fits(**byte)).count();
        // The first one of those with the same count.
        Self::ALL.into_iter().rev().max_by_key(|parity| fitting(*parity)).unwrap_or(Self::Zero)
    }
}

/// Reads the bytes of a tape; `None` is a byte that could not be read. The eighth bit may be a parity bit.
pub fn read(bytes: &[Option<u8>]) -> Typed {
    let parity = Parity::of(bytes);
    let keys = bytes.iter().map(|byte| byte.filter(|byte| parity.fits(*byte)).map(|byte| byte & 127));
    let mut typed = Typed::default();
    let mut entered = Entered::default();
    let mut row = Row::default();
    for key in keys {
        match key {
            Some(code::GO) => typed.enter(std::mem::take(&mut row), &mut entered),
            Some(code::ERASE) => row.erase(),
            Some(key) if FILLING.contains(&key) => {}
            key => {
                let key = key.filter(|key| matches!(key, b' '..=code::DIVIDE | FIRST_WORD..=LAST_KEY));
                typed.unreadable += usize::from(key.is_none());
                row.push(key);
            }
        }
    }
    typed.is_cut_off = row.keys.iter().any(u8::is_ascii_digit);
    typed.enter(row, &mut entered);
    typed.commands.extend(entered.after.drain(..).map(|(command, _)| command));
    let entered = entered.lines;
    typed.damaged =
        entered.values().filter(|(_, is_damaged)| *is_damaged).map(|(line, _)| line.number).collect();
    typed.lines = entered.into_values().map(|(line, _)| line).collect();
    typed
}

/// Returns the keys that type a program, and after it `:RETURN`. An error is the number of a line that cannot be typed.
pub fn write(lines: &[Line]) -> Result<Vec<u8>, u16> {
    let mut keys = Vec::new();
    for line in lines {
        let row = keys.len();
        keys.extend(line.number.to_string().bytes());
        // A digit would continue the line number.
        keys.extend(line.text.first().is_some_and(u8::is_ascii_digit).then_some(b' '));
        keys.extend(&line.text);
        keys.push(code::GO);
        let typed = read(&keys[row..].iter().copied().map(Some).collect::<Vec<_>>());
        if typed.lines != [line.clone()] || !typed.damaged.is_empty() {
            return Err(line.number);
        }
    }
    keys.extend(END);
    Ok(keys)
}

#[derive(Default)]
struct Row {
    keys: Vec<u8>,
    /// The index of the first key that could not be read.
    damage: Option<usize>,
}

impl Row {
    fn push(&mut self, key: Option<u8>) {
        if key.is_none() {
            self.damage.get_or_insert(self.keys.len());
        }
        self.keys.push(key.unwrap_or(UNREADABLE));
    }

    fn erase(&mut self) {
        self.keys.pop();
        self.damage = self.damage.filter(|damage| *damage < self.keys.len());
    }
}

/// The longest command between lines that cannot be a line without its number: `:RETURN`.
const LONGEST_BETWEEN: usize = 2;

#[derive(Default)]
struct Entered {
    /// The lines by number, and whether a key of each could not be read.
    lines: BTreeMap<u16, (Line, bool)>,
    /// The commands after the last line, and their lengths.
    after: Vec<(String, usize)>,
}

impl Typed {
    /// Sorts the commands before a line. Those between lines can be lines that have lost their numbers.
    fn sort(&mut self, entered: &mut Entered) {
        for (command, length) in entered.after.drain(..) {
            let is_line = !entered.lines.is_empty() && length > LONGEST_BETWEEN;
            if is_line { &mut self.unnumbered } else { &mut self.commands }.push(command);
        }
    }

    fn enter(&mut self, row: Row, entered: &mut Entered) {
        let keys = row.keys.strip_prefix(&[PROMPT]).unwrap_or(&row.keys).trim_ascii_start();
        let digits = keys.iter().take_while(|key| key.is_ascii_digit()).count();
        let (digits, text) = keys.split_at(digits);
        let number = std::str::from_utf8(digits).unwrap_or_default().parse();
        let text_at = row.keys.len() - text.len();
        if row.damage.is_some_and(|damage| damage <= text_at) {
            // The number may have more digits.
            self.unnumbered.push(line::text_of(keys));
        } else if let Ok(number @ 1..=LAST_NUMBER) = number {
            let text = line::scan_keys(text, usize::MAX).unwrap_or_default();
            let is_deleted = self.deleted.contains(&number);
            self.sort(entered);
            let entered = &mut entered.lines;
            if entered.remove(&number).is_some_and(|(line, _)| line.text != text) || is_deleted {
                self.deleted.retain(|deleted| *deleted != number);
                if text.is_empty() { &mut self.deleted } else { &mut self.replaced }.push(number);
            }
            entered.extend(
                (!text.is_empty()).then_some((number, (Line { number, text }, row.damage.is_some()))),
            );
        } else if !keys.is_empty() {
            let text = line::scan_keys(keys, usize::MAX).unwrap_or_default();
            let is_command = digits.is_empty() && first_error(&text, Dialect::Bally).is_none();
            match is_command {
                true => entered.after.push((line::text_of(keys), text.len())),
                false => self.unnumbered.push(line::text_of(keys)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::listing::{Form, Listing};

    fn program(text: &str) -> Vec<Line> {
        Listing::read(text, Form::Text).expect("a program").lines()
    }

    fn typed(bytes: &[u8]) -> Typed {
        read(&bytes.iter().copied().map(Some).collect::<Vec<_>>())
    }

    fn texts(typed: &Typed) -> Vec<String> {
        typed.lines.iter().map(Line::to_text).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        let lines = program("10 PRINT \"A  ÷×\n20 5\n30 GOTO 10;.GOTO\n32767 FOR I=1TO 9;NEXT I\n");
        let keys = write(&lines).expect("keys");
        assert_eq!(&keys[..5], [b'1', b'0', code::PRINT, b'"', b'A']);
        assert_eq!(&keys[keys.len() - 4..], [code::GO, b':', code::RETURN, code::GO]);
        let read = typed(&keys);
        assert_eq!((read.lines, read.commands, read.damaged), (lines, vec![":RETURN".to_owned()], vec![]));
    }

    #[test]
    fn words_may_be_letters() {
        assert_eq!(texts(&typed(b"10PRINT \"GOTO\";GOTO 10\r")), ["10 PRINT \"GOTO\";GOTO 10"]);
        assert_eq!(typed(b"10PRINT A\r").lines, program("10 PRINT A\n"));
    }

    #[test]
    fn rows_are_entered_as_on_the_machine() {
        let read = typed(b"\0\0>20A=2\r\n10A=1\r\0\n20A=3\r30A=4\r30\r RUN\r:RETURN\r40A=5\x1F6");
        assert_eq!(texts(&read), ["10 A=1", "20 A=3", "40 A=6"]);
        assert_eq!(read.commands, ["RUN", ":RETURN"]);
        assert_eq!((read.replaced, read.deleted), (vec![20], vec![30]));
        let again = typed(b"10A=1\r10\r10A=2\r20A=3\r20\r20\r");
        assert_eq!((again.replaced, again.deleted), (vec![10], vec![20]));
        assert_eq!(typed(b""), Typed::default());
        assert_eq!(typed(b"0A=1\r32768A=1\r99999999999A=1\r").unnumbered.len(), 3);
        let damaged = typed(b"NT=0\rA=1\r10A=1\rB0A=2\rA=3\r40A=4\rA=5\rC=\rRUN\r");
        assert_eq!(damaged.unnumbered, ["B0A=2", "A=3", "C="]);
        assert_eq!(damaged.commands, ["NT=0", "A=1", "A=5", "RUN"]);
    }

    #[test]
    fn the_eighth_bit_may_be_a_parity_bit() {
        let text = b"10A=1;GOTO 10\r20B=2\r";
        let even = |key: u8| key | if key.count_ones() % 2 == 1 { 128 } else { 0 };
        let parities: [fn(u8) -> u8; 4] = [
            |key| key,
            |key| key | if key.count_ones() % 2 == 1 { 128 } else { 0 },
            |key| key | 128,
            |key| key | if key.count_ones() % 2 == 0 { 128 } else { 0 },
        ];
        for parity in parities {
            let read = typed(&text.map(parity));
            assert_eq!(
                (texts(&read), read.damaged),
                (vec!["10 A=1;GOTO 10".into(), "20 B=2".into()], vec![])
            );
        }
        let mut wrong = text.map(even);
        wrong[3] ^= 1;
        let read = typed(&wrong);
        assert_eq!((texts(&read)[0].as_str(), read.damaged), ("10 A?1;GOTO 10", vec![10]));
    }

    #[test]
    fn what_could_not_be_read_is_marked() {
        let bytes = b"10A~1\r20B=1\r2~A=2\r~30C=1\r40D=~\x1F1\r50E=\x01"
            .map(|byte| Some(byte).filter(|byte| *byte != b'~'));
        let read = read(&bytes);
        assert_eq!(texts(&read), ["10 A?1", "20 B=1", "40 D=1", "50 E=?"]);
        assert_eq!((read.damaged, read.unreadable), (vec![10, 50], 5));
        assert_eq!(read.unnumbered, ["2?A=2", "?30C=1"]);
        assert!(read.commands.is_empty());
    }

    #[test]
    fn lines_that_no_keys_type() {
        for text in [&[1][..], b" A", b"GOTO 5", &[100]] {
            assert_eq!(write(&[Line { number: 7, text: text.to_vec() }]), Err(7), "{text:?}");
        }
    }
}
