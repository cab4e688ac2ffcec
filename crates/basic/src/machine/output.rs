//! What statements and errors put on the screen.

use arcadian_screen::Ink;

use super::{Basic, Ending, Origin};
use crate::{Fault, Why, cost, hint, line, words};

impl Basic {
    pub(super) fn print_byte(&mut self, byte: u8) {
        self.console.put(byte);
        self.transcript.push(byte);
    }

    pub(super) fn print_text(&mut self, from: u16, length: u16) {
        for at in 0..usize::from(length) {
            let byte = self.text_bytes(from, length).get(at).copied();
            byte.into_iter().for_each(|byte| self.print_byte(byte));
        }
    }

    /// A part of the text that is executed.
    pub(super) fn text_bytes(&self, from: u16, length: u16) -> &[u8] {
        let text: &[u8] = match self.origin {
            Origin::Program => self.store.bytes(),
            Origin::Direct => &self.direct_text,
            Origin::Answer => &self.answer_text,
        };
        let from = usize::from(from).min(text.len());
        &text[from..(from + usize::from(length)).min(text.len())]
    }

    /// Right-justified in the field; a number too wide is shown in full. Evidence: patb.
    pub(super) fn print_number(&mut self, value: i16) {
        let text = format!("{value:>width$}", width = self.field as usize);
        self.tstates += u64::from(cost::DIGIT) * text.trim_start().len() as u64;
        text.bytes().for_each(|byte| self.print_byte(byte));
    }

    pub(super) fn draw_box(&mut self, mode: i16) -> Result<(), Why> {
        let (h, w, y, x) = (self.pop(), self.pop(), self.pop(), self.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let touched = self.console.picture.fill_box(x, y, w, h, ink);
        self.tstates += u64::from(cost::BOX) + u64::from(cost::SCREEN_BYTE) * u64::from(touched);
        Ok(())
    }

    pub(super) fn draw_line(&mut self, mode: i16) -> Result<(), Why> {
        let (y, x) = (self.pop(), self.pop());
        let ink = Ink::from_mode(mode).ok_or(Why::NoMode(mode))?;
        let drawn = self.console.picture.line(self.point, (x, y), ink);
        self.tstates += u64::from(cost::PIXEL) * u64::from(drawn);
        self.point = (x, y);
        Ok(())
    }

    /// LIST, LIST n, LIST n,m. Evidence: patb (from n on), choice (m).
    pub(super) fn list_from(&mut self, numbers: u8, last: i16) {
        self.listing = match numbers {
            0 => (0, i16::MAX),
            1 => (last, i16::MAX),
            _ => (self.pop(), last),
        };
    }

    /// Shows the next line of LIST; false behind the last.
    pub(super) fn list_next(&mut self) -> bool {
        let (from, left) = self.listing;
        let line = self.store.lines().find(|line| i32::from(line.number) >= i32::from(from));
        let Some(line) = line.filter(|_| left > 0) else { return false };
        self.show_line(line.number, &line.text, None);
        // Behind the highest number there is nothing: no line has it twice.
        let next = i16::try_from(line.number).ok().and_then(|number| number.checked_add(1));
        self.listing = (next.unwrap_or(i16::MAX), if next.is_some() { left - 1 } else { 0 });
        true
    }

    /// A line as LIST shows it, its number in four columns (patb), with `?` before byte `mark`.
    pub(super) fn show_line(&mut self, number: u16, text: &[u8], mark: Option<usize>) {
        self.console.put_text(&format!("{number:4} "));
        let mut own_blank = false;
        for at in 0..=text.len() {
            if mark == Some(at) {
                self.console.put(b'?');
            }
            let Some(&byte) = text.get(at) else { break };
            if own_blank {
                self.console.put(b' ');
            }
            self.console.put(byte);
            own_blank = words::word(byte).is_some();
        }
        self.console.new_line();
    }

    pub(super) fn show_trace(&mut self, number: u16) {
        self.console.put_text(&format!("{number} "));
    }

    /// A new line, the word, a new line. Evidence: patb.
    pub(super) fn show_word(&mut self, why: Why) {
        self.console.new_line();
        self.transcript.moved();
        self.console.put_text(&why.word().to_string());
        self.console.new_line();
    }

    /// Ends the program with an error: the word, and for a program line the line with `?` at the place.
    /// Evidence: patb.
    pub(super) fn fail(&mut self, why: Why) {
        let fault = self.fault(why);
        self.end(Ending::Error(fault));
    }

    /// Shows an error and says where it is.
    pub(super) fn fault(&mut self, why: Why) -> Fault {
        let at = self.place();
        self.show_word(why);
        match self.origin {
            Origin::Program => self.fault_in_program(why, at),
            _ => fault(why, None, &self.direct_text, at),
        }
    }

    pub(super) fn fault_in_program(&mut self, why: Why, at: usize) -> Fault {
        let Some(place) = self.store.places().filter(|place| place.text <= at).last() else {
            return fault(why, None, &[], 0);
        };
        let text = self.store.text(place).to_vec();
        self.show_line(place.number, &text, Some(at - place.text));
        fault(why, Some(place.number), &text, at - place.text)
    }
}

fn fault(why: Why, line: Option<u16>, text: &[u8], at: usize) -> Fault {
    let number = line.map(|line| format!("{line} ")).unwrap_or_default();
    let source = format!("{number}{}", line::text_of(text));
    let column = number.len() + line::width_before(text, at) + 1;
    let hint = hint::hint(text, at, why).map(Into::into);
    Fault { why, line, column: column.min(source.chars().count() + 1), source, hint }
}
