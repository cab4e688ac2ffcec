//! The chips as a device: magic memory, ports, interrupts.

use arcadian_cpu::MachineCycle;
use arcadian_machine::{Context, Device, Lines};

use super::{
    Chips, MAGIC_OFFSET, SoundWrite,
    magic::Magic,
    requests::{Requests, Source},
};
use crate::{
    event,
    input::port,
    registers::{ChipRegisters, INFBK, INLIN, INMOD, MAGIC, XPAND, inmod},
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
