//! The backplane as the bus of a processor.

use arcadian_cpu::{Bus, MachineCycle};

use super::Backplane;

/// An upper bound of the cycles of an instruction without wait states.
pub(super) const LONGEST: u64 = 32;

/// The fast path for a backplane without devices, watched addresses and wait states: every read is a memory access, no interrupt
/// occurs, and the clock is set after the run.
pub(super) struct PlainBus<'a>(pub(super) &'a mut Backplane);

impl Bus for PlainBus<'_> {
    const SUPPLIES_OPCODES: bool = false;

    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        self.0.memory.byte(address)
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        self.0.write(address, value);
    }

    #[inline(always)]
    fn peek(&self, address: u16) -> u8 {
        self.0.memory.byte(address)
    }

    #[inline(always)]
    fn may_have_active_line(&self) -> bool {
        false
    }

    fn input(&mut self, port: u16) -> u8 {
        self.0.input(port)
    }

    fn output(&mut self, port: u16, value: u8) {
        self.0.output(port, value);
    }
}

impl Bus for Backplane {
    #[inline(always)]
    fn read(&mut self, address: u16) -> u8 {
        if self.memory.is_plain_read(address) { self.memory.byte(address) } else { self.read_mapped(address) }
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        if self.memory.is_plain_read(address) {
            self.memory.byte(address)
        } else {
            self.fetch_mapped(address)
        }
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if self.memory.is_plain_write(address) {
            self.memory.set_without_saving(address, value);
        } else {
            self.write_mapped(address, value);
        }
    }

    #[inline(always)]
    fn peek(&self, address: u16) -> u8 {
        if self.memory.is_plain_read(address) { self.memory.byte(address) } else { self.peek_mapped(address) }
    }

    fn input(&mut self, port: u16) -> u8 {
        let device = self.ports.device(port);
        let value = device.and_then(|slot| self.with_device(slot, |device, cx| device.input(port, cx)));
        value.unwrap_or_else(|| self.ports.byte(port))
    }

    fn output(&mut self, port: u16, value: u8) {
        match self.ports.device(port) {
            Some(slot) => {
                self.with_device(slot, |device, cx| device.output(port, value, cx));
            }
            None => self.sent.push((port, value)),
        }
    }

    #[inline(always)]
    fn may_have_active_line(&self) -> bool {
        self.pins.is_any_active()
    }

    #[inline(always)]
    fn irq(&mut self) -> bool {
        self.pins.level().irq
    }

    #[inline(always)]
    fn nmi(&mut self) -> bool {
        self.pins.take_nmi()
    }

    #[inline(always)]
    fn is_nmi_active(&mut self) -> bool {
        self.pins.level().nmi
    }

    #[inline(always)]
    fn reset(&mut self) -> bool {
        self.pins.take_reset()
    }

    #[inline(always)]
    fn overflow(&mut self) -> bool {
        self.pins.take_overflow()
    }

    fn acknowledge(&mut self, first: bool) -> u8 {
        let device = self.responding_device(first);
        device
            .and_then(|slot| self.with_device(slot, |device, cx| device.acknowledge(first, cx)))
            .unwrap_or(0xFF)
    }

    fn supply(&mut self, pc: u16) -> u8 {
        let supplied = self
            .responding_device(false)
            .and_then(|slot| self.with_device(slot, |device, cx| device.supply(cx)));
        supplied.flatten().unwrap_or_else(|| self.read(pc))
    }

    #[inline(always)]
    fn wait_states(&mut self, cycle: MachineCycle, address: u16) -> u16 {
        if self.wait_states.is_used { self.lookup_wait_states(cycle, address) } else { 0 }
    }

    #[inline(always)]
    fn elapse(&mut self, cycles: u32) {
        if self.clock.elapse(cycles) {
            self.run_devices();
        }
    }

    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        self.watches.hit.is_some() | self.clock.is_past_deadline()
    }

    #[inline(always)]
    fn is_clocked(&self) -> bool {
        self.clock.has_due()
    }
}
