//! BASIC on the emulated machine: a Bally with the Arcadian BASIC cartridge, its program, its keys and its results.
//!
//! A script drives [`BasicBally`] as it drives [`arcadian_basic::Basic`], so that one program can run in both. To have its
//! operations, the machine stops where the cartridge begins a statement, waits for a key, shows a character or shows the
//! prompt.
//!
//! | file | contents |
//! |---|---|
//! | `memory.rs` | addresses of the cartridge: text bytes, the program, variables, elements, the picture |
//! | `enter.rs` | programs, commands, seed and keys, written to memory |
//! | `execute.rs` | runs from one stop of the cartridge to the next |
//!
//! `Printed` has as lines what PRINT and INPUT show. The cartridge has one routine that shows a character. Its caller decides
//! whether the character belongs to PRINT or INPUT.

mod enter;
mod execute;
mod memory;

use std::{collections::VecDeque, ops::Range};

use arcadian_bally::{Bally, Cartridge, Config, Input};
use arcadian_basic::{
    Dialect, Ending, Key,
    script::Scripted,
    words::{self, code},
};
use arcadian_cpu::{Core, Z80};
use arcadian_files::{
    error::{Context, Result, refuse},
    program::LoadedProgram,
};
use arcadian_machine::{Access, Until};
use arcadian_screen::font;

use crate::report::{Results, array_elements};
use memory::{
    BREAK, HOME, NEWLINE, PIXEL, POWERS, PUT, PUTNUM, PUTSTRING, READLINE, SCLEAR, SHOWCODE, SINPUT, SLIST,
    SPRINT, STACK, STATEA, STORED, WAITS,
};

pub use enter::{EnterError, strokes};
pub(crate) use memory::Ram;
pub use memory::{lines, pause};

pub fn cartridge() -> Result<Cartridge> {
    Cartridge::new(arcadian_bally::ARCADIAN_BASIC).context("the BASIC cartridge")
}

pub fn has_cartridge(bally: &Bally) -> bool {
    bally
        .config()
        .cartridge
        .as_ref()
        .is_some_and(|cartridge| cartridge.bytes() == arcadian_bally::ARCADIAN_BASIC)
}

/// A Bally that runs the Arcadian BASIC cartridge.
#[derive(Clone)]
pub struct BasicBally {
    bally: Bally,
    input: Input,
    /// The key of the pad that is down.
    held: Option<Key>,
    /// The stops of every run.
    until: Until,
    printed: Printed,
    statements: u64,
    /// The run stopped before a statement that is not counted yet.
    is_before_statement: bool,
    ending: Ending,
    /// A statement was begun since the last prompt.
    is_command: bool,
    /// An error code was shown since the last prompt.
    has_failed: bool,
    /// The keys of the last line at the prompt.
    line: Vec<u8>,
    /// Keys are pressed on the keypad, not written to memory.
    is_typed: bool,
    /// The cycles before the program was entered.
    started: u64,
    /// The state of RND when the last command ended.
    seed: u16,
    /// The writes to the sound ports, if the host listens.
    record: Option<memory::Record>,
}

impl BasicBally {
    /// Switches a machine on, without sound, and runs it to the first prompt.
    pub fn new() -> Result<Self> {
        Self::with_sample_rate(0)
    }

    /// The same with this number of samples of sound per second.
    pub fn with_sample_rate(sample_rate: u32) -> Result<Self> {
        let config = Config { cartridge: Some(cartridge()?), sample_rate, ..Config::default() };
        let mut basic = BasicBally {
            bally: Bally::new(config),
            input: Input::default(),
            held: None,
            until: Until::halted(),
            printed: Printed::default(),
            statements: 0,
            is_before_statement: false,
            ending: Ending::End,
            is_command: false,
            has_failed: false,
            line: Vec::new(),
            is_typed: false,
            started: 0,
            seed: 0,
            record: None,
        };
        basic.watch_cursor();
        basic.boot();
        basic.started = basic.bally.cycles();
        Ok(basic)
    }

    /// The same with a program in its memory and the seed of RND. `is_typed` is that of [`set_typed`](Self::set_typed).
    pub fn loaded(program: &LoadedProgram, seed: u64, is_typed: bool, sample_rate: u32) -> Result<Self> {
        if program.dialect != Dialect::Bally {
            refuse!(
                "the BASIC cartridge runs the dialect bally, and {} is {}; run it without --engine bally, or choose --dialect bally",
                program.name,
                program.dialect
            );
        }
        let mut basic = Self::with_sample_rate(sample_rate)?;
        basic.set_typed(is_typed);
        basic.load(&program.lines).with_context(|| format!("cannot enter {}", program.name))?;
        basic.set_seed(seed);
        Ok(basic)
    }

    /// Selects whether programs and keys are pressed on the keypad.
    pub fn set_typed(&mut self, is_typed: bool) {
        self.is_typed = is_typed;
    }

    pub fn bally(&self) -> &Bally {
        &self.bally
    }

    /// Returns the machine without the stops of this module, to be run by others.
    pub fn into_bally(mut self) -> Bally {
        self.bally.clear_stops();
        self.bally
    }

    /// Returns the T-states since the program was entered.
    pub fn tstates(&self) -> u64 {
        self.bally.cycles() - self.started
    }

    /// Returns the newest lines of PRINT and INPUT, at most 10,000, an unfinished one last.
    pub fn printed(&self) -> impl Iterator<Item = &str> {
        self.printed.lines()
    }

    /// Returns the number of older lines that were dropped.
    pub fn printed_dropped(&self) -> u64 {
        self.printed.dropped()
    }

    /// Returns the address outside the cartridge at which it was about to execute something; none, unless it has an error.
    pub fn runaway(&self) -> Option<u16> {
        Some(self.bally.machine().core.pc()).filter(|address| !memory::CODE.contains(address))
    }

    /// Returns the number of bytes of the stack that were never used.
    pub fn unused_stack(&self) -> usize {
        let stack = memory::TEXTEND + 2..STACK;
        stack.take_while(|address| self.peek(*address) == 0).count()
    }

    /// Runs from the boot ROM to the first prompt. After that only the cartridge is executed.
    fn boot(&mut self) {
        self.until.addresses = memory::STOPS.into_iter().collect();
        self.until_prompt();
        let outside = (0..=u16::MAX).filter(|address| !memory::CODE.contains(address));
        self.until.addresses = outside.chain(memory::STOPS).collect();
    }

    /// The cursor is watched, because a line of [`printed`](Self::printed) ends when a program moves it.
    fn watch_cursor(&mut self) {
        let backplane = &mut self.bally.machine_mut().backplane;
        backplane.watch(memory::CURX..=memory::CURY + 1, Access::Write);
    }
}

impl From<&BasicBally> for Results {
    fn from(basic: &BasicBally) -> Self {
        Results {
            statements: basic.statements(),
            tstates: basic.tstates(),
            sz: basic.free(),
            variables: basic.variables(),
            array: array_elements(|n| basic.array(n)),
            printed: basic.printed().map(str::to_owned).collect(),
            printed_dropped: basic.printed_dropped(),
            picture: basic.picture(),
        }
    }
}

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
