//! What PRINT and INPUT show, as lines.
//!
//! The cartridge has one routine that shows a character. Its caller decides whether the character belongs to PRINT or INPUT.

use std::{collections::VecDeque, ops::Range};

use arcadian_basic::words::{self, code};
use arcadian_cpu::{Core, Z80};
use arcadian_screen::font;

use super::{
    BasicBally,
    memory::{
        BREAK, HOME, NEWLINE, PIXEL, POWERS, PUT, PUTNUM, PUTSTRING, READLINE, SCLEAR, SHOWCODE, SINPUT,
        SLIST, SPRINT, STACK, STATEA, STORED, WAITS,
    },
};

/// The most lines kept.
const KEPT_LINES: usize = 10_000;
/// A longer line is broken, in bytes.
const LONGEST_LINE: usize = 2_000;

/// The value of WAITS while INPUT waits.
const INPUT_WAITS: u8 = 3;

const IN_PRINT: Range<u16> = SPRINT..PUTSTRING;
const IN_STRING: Range<u16> = PUTSTRING..PUTNUM;
const IN_NUMBER: Range<u16> = PUTNUM..POWERS;
const IN_INPUT: Range<u16> = SINPUT..SLIST;
const IN_EDITOR: Range<u16> = READLINE..STORED;
/// The routines that move the cursor because a character is shown.
const IN_SCREEN: Range<u16> = HOME..PIXEL;

/// The lines of PRINT and INPUT. A line ends at a new line and when the program moves the cursor.
#[derive(Clone, Debug, Default)]
pub(super) struct Printed {
    lines: VecDeque<String>,
    open: String,
    dropped: u64,
    /// PRINT shows a number.
    is_number: bool,
}

impl Printed {
    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        let open = (!self.open.is_empty()).then_some(&self.open);
        self.lines.iter().chain(open).map(String::as_str)
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    fn push(&mut self, byte: u8) {
        match words::word(byte) {
            Some(word) => self.open.push_str(word),
            None => self.open.extend(font::char_of(byte)),
        }
        if self.open.len() >= LONGEST_LINE {
            self.end_line();
        }
    }

    fn end_line(&mut self) {
        self.lines.push_back(std::mem::take(&mut self.open));
        if self.lines.len() > KEPT_LINES {
            self.lines.pop_front();
            self.dropped += 1;
        }
    }

    /// Ends an unfinished line.
    pub(super) fn end_open_line(&mut self) {
        if !self.open.is_empty() {
            self.end_line();
        }
    }
}

impl BasicBally {
    /// Records what the routine at this address is about to do.
    pub(super) fn observe_output(&mut self, address: u16) {
        match address {
            STATEA => self.printed.is_number = false,
            PUTNUM => self.printed.is_number = true,
            PUT => self.observe_character(),
            NEWLINE if self.is_end_of_line() => self.printed.end_line(),
            SCLEAR | SHOWCODE | BREAK => self.printed.end_open_line(),
            _ => {}
        }
    }

    /// Records that the instruction before the next one wrote another value to the cursor.
    pub(super) fn observe_cursor(&mut self) {
        if !IN_SCREEN.contains(&self.bally.machine().core.pc()) {
            self.printed.end_open_line();
        }
    }

    fn observe_character(&mut self) {
        let byte = self.register("A") as u8;
        let caller = self.return_address();
        let is_typed = IN_EDITOR.contains(&caller) && self.peek(WAITS) == INPUT_WAITS;
        if is_typed && byte == code::ERASE {
            self.printed.open.pop();
        } else if is_typed
            || IN_STRING.contains(&caller)
            || IN_INPUT.contains(&caller)
            || self.is_of_number(caller)
        {
            self.printed.push(byte);
        }
    }

    /// Numbers are also shown by LIST and TRACE, which have other callers.
    fn is_of_number(&self, caller: u16) -> bool {
        let outermost = self.word(STACK - 2);
        self.printed.is_number && IN_NUMBER.contains(&caller) && IN_PRINT.contains(&outermost)
    }

    /// Returns whether PRINT ends its line, or GO an answer. After the last column of the screen a character ends the row,
    /// but not the line.
    fn is_end_of_line(&self) -> bool {
        let caller = self.return_address();
        let called = self.word(caller.wrapping_sub(2));
        IN_PRINT.contains(&caller) || IN_INPUT.contains(&caller) && called == READLINE
    }

    fn return_address(&self) -> u16 {
        self.word(self.register("SP"))
    }

    pub(super) fn register(&self, name: &str) -> u16 {
        let register = Z80::REGISTERS.iter().find(|register| register.name == name);
        register.map_or(0, |register| (register.get)(&self.bally.machine().core))
    }
}
