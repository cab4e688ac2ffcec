//! The backplane as a processor sees it.

use arcadian_cpu::{Bus, MachineCycle};

use super::Backplane;

/// No instruction takes more cycles, wait states aside.
pub(super) const LONGEST: u64 = 32;

/// A backplane without devices, watchpoints and wait states: reading is nothing but reading a byte, no interrupt comes, and
/// the time is counted afterwards.
pub(super) struct Quiet<'a>(pub(super) &'a mut Backplane);

impl Bus for Quiet<'_> {
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
        if self.memory.reads_plainly(address) { self.memory.byte(address) } else { self.read_mapped(address) }
    }

    #[inline(always)]
    fn fetch(&mut self, address: u16) -> u8 {
        if self.memory.reads_plainly(address) {
            self.memory.byte(address)
        } else {
            self.fetch_mapped(address)
        }
    }

    #[inline(always)]
    fn write(&mut self, address: u16, value: u8) {
        if self.memory.writes_plainly(address) {
            self.memory.set_plainly(address, value);
        } else {
            self.write_mapped(address, value);
        }
    }

    #[inline(always)]
    fn peek(&self, address: u16) -> u8 {
        if self.memory.reads_plainly(address) { self.memory.byte(address) } else { self.peek_mapped(address) }
    }

    fn input(&mut self, port: u16) -> u8 {
        let device = self.ports.device(port);
        let value = device.and_then(|slot| self.with(slot, |device, cx| device.input(port, cx)));
        value.unwrap_or_else(|| self.ports.byte(port))
    }

    fn output(&mut self, port: u16, value: u8) {
        match self.ports.device(port) {
            Some(slot) => {
                self.with(slot, |device, cx| device.output(port, value, cx));
            }
            None => self.sent.push((port, value)),
        }
    }

    #[inline(always)]
    fn irq(&mut self) -> bool {
        self.pins.level.irq
    }

    #[inline(always)]
    fn nmi(&mut self) -> bool {
        noticed(&mut self.pins.edges.nmi)
    }

    #[inline(always)]
    fn reset(&mut self) -> bool {
        noticed(&mut self.pins.edges.reset) | self.pins.level.reset
    }

    #[inline(always)]
    fn overflow(&mut self) -> bool {
        noticed(&mut self.pins.edges.overflow)
    }

    fn acknowledge(&mut self, first: bool) -> u8 {
        let device = self.acknowledged(first);
        device.and_then(|slot| self.with(slot, |device, cx| device.acknowledge(first, cx))).unwrap_or(0xFF)
    }

    fn supply(&mut self, pc: u16) -> u8 {
        let supplied =
            self.acknowledged(false).and_then(|slot| self.with(slot, |device, cx| device.supply(cx)));
        supplied.flatten().unwrap_or_else(|| self.read(pc))
    }

    #[inline(always)]
    fn wait_states(&mut self, cycle: MachineCycle, address: u16) -> u16 {
        if self.waits.any { self.held_up(cycle, address) } else { 0 }
    }

    #[inline(always)]
    fn elapse(&mut self, cycles: u32) {
        if self.clock.elapse(cycles.into()) {
            self.run_devices();
        }
    }

    #[inline(always)]
    fn ends_run(&mut self) -> bool {
        self.watch.noted.is_some() | self.clock.is_late()
    }

    #[inline(always)]
    fn is_clocked(&self) -> bool {
        self.clock.is_set()
    }
}

/// Asks for an edge, and forgets it. Written only if there is one.
#[inline(always)]
fn noticed(edge: &mut bool) -> bool {
    let noticed = *edge;
    if noticed {
        *edge = false;
    }
    noticed
}
