//! Machines around the three real processors.

mod clocked;
mod devices;
mod history;
mod run;
mod services;

use arcadian_machine::{Context, Device, Lines};

/// A device that drives lines every `period` cycles and supplies bytes when acknowledged.
#[derive(Clone, Debug)]
pub(crate) struct Ticker {
    pub(crate) period: u64,
    pub(crate) next: u64,
    /// The lines driven from a tick to the acknowledge, or for `pulse` cycles.
    pub(crate) drives: Lines,
    pub(crate) pulse: Option<u64>,
    pub(crate) active: bool,
    /// The bytes supplied in acknowledge cycles, and the number supplied so far.
    pub(crate) acknowledge_bytes: Vec<u8>,
    pub(crate) acknowledged: usize,
    /// The operand bytes, and the number supplied so far.
    pub(crate) operand_bytes: Vec<u8>,
    pub(crate) operands: usize,
    pub(crate) resets: usize,
    /// The byte printed at every tick.
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
            acknowledge_bytes: Vec::new(),
            acknowledged: 0,
            operand_bytes: Vec::new(),
            operands: 0,
            resets: 0,
            mark: None,
        }
    }

    pub(crate) fn supplying(self, acknowledge_bytes: &[u8], operand_bytes: &[u8]) -> Self {
        Ticker {
            acknowledge_bytes: acknowledge_bytes.to_vec(),
            operand_bytes: operand_bytes.to_vec(),
            ..self
        }
    }
}

impl Device for Ticker {
    fn name(&self) -> &'static str {
        "ticker"
    }

    fn peek(&self, _offset: u16) -> u8 {
        self.active.into()
    }

    /// Returns the low byte of the time.
    fn read(&mut self, _offset: u16, cx: &mut Context) -> u8 {
        cx.now().to_le_bytes()[0]
    }

    /// Writes the complement to memory at 1000 + offset.
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
            (self.acknowledged, self.operands) = (0, 0);
        }
        self.active = false;
        self.acknowledged += 1;
        self.acknowledge_bytes.get(self.acknowledged - 1).copied().unwrap_or(0xFF)
    }

    fn supply(&mut self, _cx: &mut Context) -> Option<u8> {
        self.operands += 1;
        self.operand_bytes.get(self.operands - 1).copied()
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
