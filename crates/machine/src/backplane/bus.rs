//! The backplane as the bus of a processor: access to memory and devices, the execution of devices, and the lines that they
//! drive.

use arcadian_cpu::{Bus, MachineCycle};

use super::Backplane;
use crate::{
    device::{Context, Device, WaitStates},
    lines::Lines,
    memory::{Area, AreaKind, DeviceId},
};

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

impl Backplane {
    /// Sends a byte to a device from outside. A device of another machine is ignored.
    pub fn send(&mut self, id: DeviceId, value: u8) {
        self.with_device(id.slot, |device, cx| device.receive(value, cx));
    }

    /// Changes a device from outside. Returns `None` if the device is not of this type. A recording does not know of the
    /// change: what a recorded run needs from outside is [sent](Self::send).
    pub fn change_device<T: Device + 'static, R>(
        &mut self,
        id: DeviceId,
        change: impl FnOnce(&mut T) -> R,
    ) -> Option<R> {
        self.with_device(id.slot, |device, _| device.as_any_mut().downcast_mut().map(change)).flatten()
    }

    /// Pulses RESET. The devices are reset immediately, the processor in its next step.
    pub fn reset(&mut self) {
        self.pins.set_edges(Lines { reset: true, ..self.pins.edges() });
        self.reset_devices();
    }

    /// Calls a function on a device and then updates the lines and the next due time.
    pub(super) fn with_device<T>(
        &mut self,
        slot: usize,
        function: impl FnOnce(&mut dyn Device, &mut Context) -> T,
    ) -> Option<T> {
        let result = self.call_device(slot, function)?;
        self.update_lines();
        Some(result)
    }

    fn call_device<T>(
        &mut self,
        slot: usize,
        function: impl FnOnce(&mut dyn Device, &mut Context) -> T,
    ) -> Option<T> {
        let device = self.devices.get_mut(slot)?;
        let mut context = Context {
            now: self.clock.now(),
            memory: &mut self.memory,
            watches: &mut self.watches,
            printed: &mut self.printed,
        };
        Some(function(device.as_mut(), &mut context))
    }

    /// Updates the lines and the next due time from all devices.
    pub(super) fn update_lines(&mut self) {
        self.devices_changed = true;
        if self.pins.drive(self.driven_lines()) {
            self.reset_devices();
        }
        self.clock.set_due(self.next_due());
    }

    fn driven_lines(&self) -> Lines {
        match &*self.devices {
            // The usual number, called often.
            [device] => device.lines(),
            devices => devices.iter().fold(Lines::NONE, |lines, device| lines | device.lines()),
        }
    }

    /// Returns the time at which the next device is due. A time in the past means the next cycle.
    pub(super) fn next_due(&self) -> u64 {
        let due = match &*self.devices {
            [device] => device.due(),
            devices => devices.iter().filter_map(|device| device.due()).min(),
        };
        due.map_or(u64::MAX, |due| due.max(self.clock.now() + 1))
    }

    fn reset_devices(&mut self) {
        for slot in 0..self.devices.len() {
            self.call_device(slot, |device, cx| device.reset(cx));
        }
        self.devices_changed = true;
        self.pins.drive(self.driven_lines());
        self.clock.set_due(self.next_due());
    }

    /// Runs the devices that are due, in the order of their due times.
    #[cold]
    #[inline(never)]
    pub(super) fn run_devices(&mut self) {
        let now = self.clock.now();
        while self.clock.due() <= now {
            let at = self.clock.due();
            self.clock.set_now(at);
            for slot in 0..self.devices.len() {
                if self.devices[slot].due().is_some_and(|due| due <= at) {
                    self.call_device(slot, |device, cx| device.run(cx));
                }
            }
            self.update_lines();
        }
        self.clock.set_now(now);
    }

    /// Returns the device that responds to an acknowledge cycle. In the first cycle of an interrupt it is the first device that
    /// drives the interrupt line; later cycles use the same device.
    pub(super) fn responding_device(&mut self, first: bool) -> Option<usize> {
        if first {
            self.responding = self.devices.iter().position(|device| device.lines().irq);
        }
        self.responding
    }

    #[cold]
    #[inline(never)]
    pub(super) fn lookup_wait_states(&self, cycle: MachineCycle, address: u16) -> u16 {
        match self.wait_states.get(cycle, address) {
            None => 0,
            Some(WaitStates::Fixed(states)) => states,
            Some(WaitStates::Device(id)) => {
                self.get(id).map_or(0, |device| device.wait_states(cycle, address, self.clock.now()))
            }
        }
    }
}

/// Accesses to pages with ROM, devices or watched addresses.
impl Backplane {
    #[cold]
    #[inline(never)]
    pub(super) fn peek_mapped(&self, address: u16) -> u8 {
        match self.memory.area(address) {
            Some(&Area { first, kind: AreaKind::Device(id) | AreaKind::Reads(id), .. }) => {
                self.get(id).map_or(0xFF, |device| device.peek(address - first))
            }
            _ => self.memory.byte(address),
        }
    }

    /// Fetches an opcode. Watched addresses do not apply to fetches.
    #[cold]
    #[inline(never)]
    pub(super) fn fetch_mapped(&mut self, address: u16) -> u8 {
        match self.memory.area(address) {
            Some(&Area { first, kind: AreaKind::Device(id) | AreaKind::Reads(id), .. }) => {
                self.with_device(id.slot, |device, cx| device.read(address - first, cx)).unwrap_or(0xFF)
            }
            _ => self.memory.byte(address),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn read_mapped(&mut self, address: u16) -> u8 {
        let value = self.fetch_mapped(address);
        self.watches.read(address, value);
        value
    }

    #[inline(never)]
    pub(super) fn write_mapped(&mut self, address: u16, value: u8) {
        match self.memory.area(address) {
            Some(Area { kind: AreaKind::Rom | AreaKind::Reads(_), .. }) => {
                self.watches.rom_written(address, value);
            }
            Some(&Area { first, kind: AreaKind::Device(id), .. }) => {
                self.with_device(id.slot, |device, cx| device.write(address - first, value, cx));
            }
            Some(&Area { first, kind: AreaKind::Writes(id), .. }) => {
                self.devices_changed = true;
                self.call_device(id.slot, |device, cx| device.write(address - first, value, cx));
            }
            Some(&Area { kind: AreaKind::Mirrored(distance), .. }) => {
                self.memory.store(address, value);
                self.watches.written(address.wrapping_add(distance), value);
            }
            _ => self.memory.set(address, value),
        }
        self.watches.written(address, value);
    }
}
