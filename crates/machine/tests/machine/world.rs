//! Devices for tests.

use arcadian_machine::{Context, Device, Lines};

/// Asks for an interrupt, or drives another line, every `period` cycles, and gives bytes when acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Ticker {
    pub(crate) period: u64,
    pub(crate) next: u64,
    /// The lines driven from a tick to the acknowledge, or for `pulse` cycles.
    pub(crate) drives: Lines,
    pub(crate) pulse: Option<u64>,
    pub(crate) active: bool,
    pub(crate) gives: Vec<u8>,
    pub(crate) supplies: Vec<u8>,
    pub(crate) given: usize,
    pub(crate) supplied: usize,
    pub(crate) resets: usize,
    /// Prints this at every tick.
    pub(crate) mark: Option<u8>,
}

impl Ticker {
    pub(crate) fn new(period: u64, drives: Lines) -> Self {
        Ticker {
            period,
            next: period,
            drives,
            pulse: None,
            active: false,
            gives: Vec::new(),
            supplies: Vec::new(),
            given: 0,
            supplied: 0,
            resets: 0,
            mark: None,
        }
    }

    pub(crate) fn gives(self, gives: &[u8], supplies: &[u8]) -> Self {
        Ticker { gives: gives.to_vec(), supplies: supplies.to_vec(), ..self }
    }
}

impl Device for Ticker {
    fn name(&self) -> &'static str {
        "ticker"
    }

    fn peek(&self, _offset: u16) -> u8 {
        self.active.into()
    }

    /// Reads as the time.
    fn read(&mut self, _offset: u16, cx: &mut Context) -> u8 {
        cx.now().to_le_bytes()[0]
    }

    /// Writes go to memory 1000 higher, with all bits turned over.
    fn write(&mut self, offset: u16, value: u8, cx: &mut Context) {
        cx.write(offset.wrapping_add(0x1000), !value);
    }

    fn input(&mut self, _port: u16, cx: &mut Context) -> u8 {
        cx.now().to_le_bytes()[0]
    }

    fn output(&mut self, _port: u16, value: u8, cx: &mut Context) {
        self.period = self.period.max(1) + u64::from(value);
        self.next = cx.now() + self.period;
    }

    fn receive(&mut self, _value: u8, cx: &mut Context) {
        self.next = cx.now();
    }

    fn lines(&self) -> Lines {
        if self.active { self.drives } else { Lines::NONE }
    }

    fn wired(&self) -> Lines {
        self.drives
    }

    fn acknowledge(&mut self, first: bool, _cx: &mut Context) -> u8 {
        if first {
            (self.given, self.supplied) = (0, 0);
        }
        self.active = false;
        self.given += 1;
        self.gives.get(self.given - 1).copied().unwrap_or(0xFF)
    }

    fn supply(&mut self, _cx: &mut Context) -> Option<u8> {
        self.supplied += 1;
        self.supplies.get(self.supplied - 1).copied()
    }

    fn due(&self) -> Option<u64> {
        Some(self.next)
    }

    fn run(&mut self, cx: &mut Context) {
        if let Some(mark) = self.mark {
            cx.print(mark);
        }
        match self.pulse {
            Some(pulse) if !self.active => self.next += pulse,
            _ => self.next += self.period,
        }
        self.active = self.pulse.is_none() || !self.active;
    }

    fn reset(&mut self, _cx: &mut Context) {
        self.resets += 1;
    }
}
