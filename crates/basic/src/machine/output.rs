//! The screen and the transcript: the output of PRINT, INPUT, LIST, errors and drawing.

use arcadian_screen::Ink;

use super::{Basic, Ending, Origin};
use crate::{
    Fault, Why,
    console::{Console, Transcript},
    cost, hint, line,
    store::Store,
    words,
};

/// The lines that LIST has yet to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Remaining {
    /// The line's text is at this address or after it.
    from: usize,
    lines: i16,
}

/// The screen, the transcript and the state of PRINT and LIST.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output {
    pub(super) console: Console,
    pub(super) transcript: Transcript,
    /// The width of PRINT's numeric fields, in columns.
    pub(super) field_width: i16,
    listing: Remaining,
}

/// The field width at the start of a PRINT. Evidence: patb.
pub(super) const DEFAULT_FIELD_WIDTH: i16 = 8;

impl Default for Output {
    fn default() -> Self {
        Self {
            console: Console::default(),
            transcript: Transcript::default(),
            field_width: DEFAULT_FIELD_WIDTH,
            listing: Remaining::default(),
        }
    }
}

impl Output {
    pub(super) fn print_byte(&mut self, byte: u8) {
        self.console.put(byte);
        self.transcript.push(byte);
    }

    /// Prints a number at the right of its field; one that is too wide is printed in full. Evidence: patb.
    pub(super) fn print_number(&mut self, value: i16) {
        let text = format!("{value:>width$}", width = self.field_width as usize);
        let digits = text.trim_start().len() as u64;
        self.console.tstates += u64::from(cost::PRINT_NUMBER) + u64::from(cost::DIGIT) * digits;
        text.bytes().for_each(|byte| self.print_byte(byte));
    }

    pub(super) fn end_line(&mut self) {
        self.console.new_line();
        self.transcript.end_line();
    }

    pub(super) fn clear(&mut self) {
        self.console.clear();
        self.transcript.end_open_line();
    }

    pub(super) fn set_cx(&mut self, value: i16) {
        if self.console.cx != value {
            self.transcript.end_open_line();
        }
        self.console.cx = value;
    }

    pub(super) fn set_cy(&mut self, value: i16) {
        if self.console.cy != value {
            self.transcript.end_open_line();
        }
        self.console.cy = value;
    }

    /// TV: a value that does not fit in a byte draws nothing. Evidence: choice.
    pub(super) fn send_to_screen(&mut self, value: i16) {
        if let Ok(byte) = u8::try_from(value) {
            self.console.put(byte);
        }
        self.console.last = value;
        self.console.tstates += u64::from(cost::SEND);
    }

    /// Shows the next line of LIST; returns false after the last.
    pub(super) fn list_next(&mut self, store: &Store) -> bool {
        let Remaining { from, lines } = self.listing;
        let place = store.places().find(|place| place.text >= from);
        let Some(place) = place.filter(|_| lines > 0) else { return false };
        self.show_line(place.number, store.text(place), None);
        self.listing = Remaining { from: place.end + 1, lines: lines - 1 };
        true
    }

    /// Shows a line as LIST does, its number in four columns (patb), with `?` before byte `mark`.
    fn show_line(&mut self, number: u16, text: &[u8], mark: Option<usize>) {
        self.console.tstates += u64::from(cost::LIST_LINE) + u64::from(cost::LIST_BYTE) * text.len() as u64;
        self.console.put_text(&format!("{number:4} "));
        let mut follows_word = false;
        for at in 0..=text.len() {
            if mark == Some(at) {
                self.console.put(b'?');
            }
            let Some(&byte) = text.get(at) else { break };
            if follows_word {
                self.console.put_blank_of_word();
            }
            self.console.put(byte);
            follows_word = words::word(byte).is_some();
        }
        self.console.new_line();
    }

    pub(super) fn show_trace(&mut self, number: u16) {
        self.console.put_text(&format!("{number} "));
    }

    /// Shows an error code on a line of its own. Evidence: patb.
    pub(super) fn show_error_code(&mut self, why: Why) {
        self.console.new_line();
        self.transcript.end_open_line();
        self.console.put_text(&why.code().to_string());
        self.console.new_line();
    }

    /// Shows the program line that contains address `at`, with `?` there, and returns the fault.
    fn fault_in_program(&mut self, store: &Store, why: Why, at: usize) -> Fault {
        let Some(place) = store.places().filter(|place| place.text <= at).last() else {
            return fault(why, None, &[], 0);
        };
        let (text, at) = (store.text(place), at - place.text);
        // A line whose number was overwritten by 0 is not shown, as that of a direct command. Evidence: choice.
        if place.number != 0 {
            self.show_line(place.number, text, Some(at));
        }
        fault(why, Some(place.number), text, at)
    }
}

impl Basic {
    pub(super) fn print_text(&mut self, text: (u16, u16)) {
        let text = self.translations.slice(self.control.at.origin, &self.store, text);
        text.iter().for_each(|&byte| self.output.print_byte(byte));
    }

    pub(super) fn draw_box(&mut self, mode: i16) -> Result<(), Why> {
        let operands = &mut self.operands;
        let (h, w, y, x) = (operands.pop(), operands.pop(), operands.pop(), operands.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let console = &mut self.output.console;
        let touched = console.picture.fill_box(x, y, w, h, ink);
        console.tstates += u64::from(cost::filled_box(touched.bytes, touched.rows));
        Ok(())
    }

    pub(super) fn draw_line(&mut self, mode: i16) -> Result<(), Why> {
        let (y, x) = (self.operands.pop(), self.operands.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let console = &mut self.output.console;
        let from = self.devices.point;
        let drawn = console.picture.line(from, (x, y), ink);
        let points = u32::from(from.0.abs_diff(x).max(from.1.abs_diff(y))) + 1;
        console.tstates +=
            u64::from(if ink == Ink::None { cost::LINE_MOVE } else { cost::line(drawn, points) });
        self.devices.point = (x, y);
        Ok(())
    }

    /// Begins LIST, LIST n or LIST n,m. Evidence: patb (from n on), choice (m).
    pub(super) fn begin_list(&mut self, numbers: u8, last: i16) {
        let (number, lines) = match numbers {
            0 => (0, i16::MAX),
            1 => (last, i16::MAX),
            _ => (self.operands.pop(), last),
        };
        let first = self.store.places().find(|place| i32::from(place.number) >= i32::from(number));
        let from = first.map_or(self.store.end(), |place| place.text);
        self.output.listing = Remaining { from, lines };
    }

    /// Ends the program with an error: shows the error code and, for a program line, the line with `?` at the
    /// place of failure. Evidence: patb.
    pub(super) fn fail(&mut self, why: Why) {
        let fault = self.show_fault(why);
        self.end(Ending::Error(fault));
    }

    /// Shows an error of the instruction just executed and returns it with its place.
    pub(super) fn show_fault(&mut self, why: Why) -> Fault {
        let (origin, at) = (self.control.at.origin, self.place());
        self.output.show_error_code(why);
        match origin {
            Origin::Program => self.output.fault_in_program(&self.store, why, at),
            _ => fault(why, None, self.translations.text(Origin::Direct, &self.store), at),
        }
    }
}

fn fault(why: Why, line: Option<u16>, text: &[u8], at: usize) -> Fault {
    let number = line.map(|line| format!("{line} ")).unwrap_or_default();
    let source = format!("{number}{}", line::text_of(text));
    let column = number.len() + line::width_before(text, at) + 1;
    let hint = hint::hint(text, at, why);
    Fault { why, line, column: column.min(source.chars().count() + 1), source, hint }
}
