//! The chips as a device: magic memory, ports, wait states, and what happens as the beam moves.

use arcadian_cpu::MachineCycle;
use arcadian_machine::{Context, Device, Lines};

use super::{
    Chips, MAGIC_OFFSET, SCREEN, SoundWrite,
    beam::{Magic, Requests, Source},
};
use crate::{
    event,
    frame::{FIRST_DATA_DOT, FIRST_DATA_LINE, Line, VISIBLE_LINES, interrupt_line},
    input::port,
    registers::{ChipRegisters, INFBK, INLIN, INMOD, MAGIC, VERBL, XPAND, inmod},
};

impl Chips {
    /// Writes a register. The two block ports take the number of the register from the high byte of the address.
    fn write_register(&mut self, port: u16, value: u8, now: u64) {
        let [high, low] = port.to_be_bytes();
        let register = match low {
            port::COLOR_BLOCK => high & 7,
            port::SOUND_BLOCK => port::FIRST_SOUND | high & 7,
            _ => low,
        };
        self.registers.set(register, value);
        match register {
            MAGIC => self.magic.set_mode(value),
            XPAND => self.magic.set_expanded(value),
            INFBK | INMOD | INLIN => self.requests = Requests::NONE,
            port::FIRST_SOUND..=port::LAST_SOUND => {
                self.sound.push(SoundWrite { at: now, register: register & 7, value });
            }
            _ => {}
        }
    }
}

impl Device for Chips {
    fn name(&self) -> &'static str {
        "custom chips"
    }

    /// Returns what an address that selects a bank reads as: the number of the bank. The chips are mapped to no other reads.
    fn peek(&self, offset: u16) -> u8 {
        offset.to_be_bytes()[1]
    }

    fn read(&mut self, offset: u16, cx: &mut Context) -> u8 {
        if let Some(banks) = &mut self.banks {
            banks.select(offset, cx);
        }
        self.peek(offset)
    }

    /// Writes magic memory.
    fn write(&mut self, offset: u16, value: u8, cx: &mut Context) {
        let target = offset + MAGIC_OFFSET;
        if let Some(stored) = self.magic.write(cx.bytes()[usize::from(target)], value) {
            cx.write(target, stored);
        }
        cx.report(event::MAGIC_WRITE, offset);
    }

    fn input(&mut self, port: u16, cx: &mut Context) -> u8 {
        let [_, low] = port.to_be_bytes();
        cx.report(event::PORT_READ, low.into());
        match low {
            0x08 => self.magic.take_intercept(),
            low => self.peek_port(low),
        }
    }

    fn output(&mut self, port: u16, value: u8, cx: &mut Context) {
        let [_, low] = port.to_be_bytes();
        cx.report(event::PORT_WRITE, low.into());
        if low < 0x20 {
            self.write_register(port, value, cx.now());
            self.schedule();
        }
    }

    fn receive(&mut self, value: u8, _cx: &mut Context) {
        self.inputs.receive(value);
        self.schedule();
    }

    fn lines(&self) -> Lines {
        Lines { irq: self.requests.is_pending(), ..Lines::NONE }
    }

    fn wired(&self) -> Lines {
        let enabled = self.registers[INMOD] & (inmod::SCREEN_ENABLE | inmod::PEN_ENABLE) != 0;
        Lines { irq: enabled, ..Lines::NONE }
    }

    /// Supplies INFBK in every interrupt mode of the processor; its low nibble is 0 for the light pen.
    fn acknowledge(&mut self, first: bool, cx: &mut Context) -> u8 {
        let vector = self.registers[INFBK];
        if !first {
            return vector;
        }
        let vector = match self.requests.acknowledge() {
            Source::Screen => vector,
            Source::Pen => vector & 0xF0,
        };
        self.schedule();
        cx.report(event::INTERRUPT, vector.into());
        vector
    }

    fn due(&self) -> Option<u64> {
        Some(self.due)
    }

    fn run(&mut self, cx: &mut Context) {
        let now = cx.now();
        self.requests.drop_until(now);
        if self.pen_due().is_some_and(|due| due <= now) {
            self.latch_pen(now);
        }
        if self.beam.next() <= now {
            self.next_line(cx);
        }
        self.schedule();
    }

    fn wait_states(&self, cycle: MachineCycle, address: u16, now: u64) -> u16 {
        self.wait_states_of(cycle, address, now)
    }

    /// Clears all registers. The beam moves on, and keys stay pressed.
    fn reset(&mut self, cx: &mut Context) {
        self.registers = ChipRegisters::default();
        self.magic = Magic::default();
        self.requests = Requests::NONE;
        for register in 0..8 {
            self.sound.push(SoundWrite { at: cx.now(), register, value: 0 });
        }
        if let Some(banks) = &mut self.banks {
            banks.select(0, cx);
        }
        self.schedule();
    }
}

impl Chips {
    /// Ends the line that is being drawn and starts the next one.
    pub(super) fn next_line(&mut self, cx: &mut Context) {
        self.draw_line(cx.bytes());
        self.beam.advance();
        match self.beam.visible() {
            Some(0) => self.requests = Requests::NONE,
            None if self.beam.raster() == VISIBLE_LINES => self.end_frame(),
            _ => {}
        }
        if self.registers[INMOD] & inmod::SCREEN_ENABLE != 0
            && self.beam.raster() == interrupt_line(self.registers[INLIN])
        {
            self.request(Source::Screen, inmod::SCREEN_MODE, cx.now());
        }
        cx.report(event::RASTER_LINE, self.beam.raster());
    }

    /// Draws a line at its end, with the memory and the registers as they are then.
    fn draw_line(&mut self, memory: &[u8; 0x1_0000]) {
        if let Some(line) = self.beam.visible() {
            let data_line = self.data_line();
            self.frame.lines[line] = Line::new(memory, data_line, &self.registers);
        }
    }

    /// Returns the number of the line in screen memory, or `None` outside the data.
    pub(super) fn data_line(&self) -> Option<u16> {
        let line = self.beam.raster().checked_sub(FIRST_DATA_LINE)?;
        (line < self.registers[VERBL].into()).then_some(line)
    }

    fn end_frame(&mut self) {
        self.frame.number += 1;
        self.sound.end_frame();
    }

    /// Requests an interrupt: held until it is acknowledged or, in mode 1, for one instruction.
    fn request(&mut self, source: Source, mode: u8, now: u64) {
        let is_dropped = self.registers[INMOD] & mode != 0;
        self.requests.raise(source, is_dropped.then(|| now + self.timing.longest_instruction()));
    }

    /// Determines when something happens next, after a change of the beam, the requests, the inputs or the registers.
    pub(super) fn schedule(&mut self) {
        let next = self.beam.next().min(self.requests.due());
        self.due = self.pen_due().map_or(next, |due| due.min(next));
    }

    /// Returns the cycle at which the beam reaches the light pen, if that is in the current line. The pen also sees the border
    /// below the data.
    pub(super) fn pen_due(&self) -> Option<u64> {
        let (position, line) = (self.inputs.pen()?, self.beam.raster().checked_sub(FIRST_DATA_LINE)?);
        (line == u16::from(position.y) * 2).then(|| self.pen.due(self.beam.line(), position)).flatten()
    }

    pub(super) fn latch_pen(&mut self, now: u64) {
        let Some(position) = self.inputs.pen() else { return };
        self.pen.latch(self.beam.line(), position);
        if self.registers[INMOD] & inmod::PEN_ENABLE != 0 {
            self.request(Source::Pen, inmod::PEN_MODE, now);
        }
    }
}

impl Chips {
    pub(super) fn wait_states_of(&self, cycle: MachineCycle, address: u16, now: u64) -> u16 {
        match cycle {
            // The processor itself adds one wait state to every access to a port.
            MachineCycle::Input if matches!(address.to_be_bytes()[1], 0x10..=0x17) => 3,
            MachineCycle::Input | MachineCycle::Output => 1,
            MachineCycle::Acknowledge => 0,
            _ => self.memory_wait_states(cycle, address, now),
        }
    }

    /// Returns the number of wait states of an access to RAM or a port.
    fn memory_wait_states(&self, cycle: MachineCycle, address: u16, now: u64) -> u16 {
        if address < SCREEN && cycle != MachineCycle::Write {
            return 0;
        }
        1 + u16::from(self.is_display_fetch(now)) + u16::from(cycle == MachineCycle::Fetch)
    }

    /// Returns whether the display fetches a byte at a cycle: in every second of the 80 cycles in which a line has data.
    fn is_display_fetch(&self, now: u64) -> bool {
        const FIRST: u64 = FIRST_DATA_DOT as u64 / 4;
        let into_data = (now - self.beam.start().min(now)).checked_sub(FIRST);
        self.data_line().is_some() && into_data.is_some_and(|cycle| cycle < 80 && cycle % 2 == 0)
    }
}
