//! Devices: how they are accessed, how they run, what they drive.

use arcadian_cpu::MachineCycle;

use super::Backplane;
use crate::{
    area::{Area, DeviceId, Kind},
    context::Context,
    device::Device,
    lines::Lines,
    waits::Waits,
};

impl Backplane {
    /// Sends a byte to a device from outside. Without that device nothing happens.
    pub fn send(&mut self, id: DeviceId, value: u8) {
        self.with(id.slot, |device, cx| device.receive(value, cx));
    }

    /// Pulls RESET for a moment: the devices follow at once, the processor with its next step.
    pub fn reset(&mut self) {
        self.pins.edges.reset = true;
        self.reset_devices();
    }

    /// Lets a device do something, and then looks at it.
    pub(super) fn with<T>(
        &mut self,
        slot: usize,
        act: impl FnOnce(&mut dyn Device, &mut Context) -> T,
    ) -> Option<T> {
        let result = self.act(slot, act)?;
        self.look();
        Some(result)
    }

    fn act<T>(&mut self, slot: usize, act: impl FnOnce(&mut dyn Device, &mut Context) -> T) -> Option<T> {
        let device = self.devices.get_mut(slot)?;
        let mut context = Context {
            now: self.clock.now(),
            memory: &mut self.memory,
            watch: &mut self.watch,
            printed: &mut self.printed,
        };
        Some(act(device.as_mut(), &mut context))
    }

    /// Looks at the lines of all devices, and at when they want to run.
    pub(super) fn look(&mut self) {
        self.devices_changed = true;
        if self.pins.drive(self.driven()) {
            self.reset_devices();
        }
        self.clock.set_due(self.due());
    }

    fn driven(&self) -> Lines {
        self.devices.iter().fold(Lines::NONE, |lines, device| lines | device.lines())
    }

    /// When the next device wants to run. A time that has passed is the next cycle.
    pub(super) fn due(&self) -> u64 {
        let due = self.devices.iter().filter_map(|device| device.due()).min();
        due.map_or(u64::MAX, |due| due.max(self.clock.now() + 1))
    }

    fn reset_devices(&mut self) {
        for slot in 0..self.devices.len() {
            self.act(slot, |device, cx| device.reset(cx));
        }
        self.devices_changed = true;
        self.pins.drive(self.driven());
        self.clock.set_due(self.due());
    }

    /// Lets devices run at the times that they have asked for, in the order of these times.
    #[cold]
    #[inline(never)]
    pub(super) fn run_devices(&mut self) {
        let now = self.clock.now();
        while self.clock.due() <= now {
            let at = self.clock.due();
            self.clock.set_now(at);
            for slot in 0..self.devices.len() {
                if self.devices[slot].due().is_some_and(|due| due <= at) {
                    self.act(slot, |device, cx| device.run(cx));
                }
            }
            self.look();
        }
        self.clock.set_now(now);
    }

    /// The device that is acknowledged: at the beginning of a response the first that asks, then the same.
    pub(super) fn acknowledged(&mut self, first: bool) -> Option<usize> {
        if first {
            self.answering = self.devices.iter().position(|device| device.lines().irq);
        }
        self.answering
    }

    #[inline(never)]
    pub(super) fn held_up(&self, cycle: MachineCycle, address: u16) -> u16 {
        match self.waits.of(cycle, address) {
            None => 0,
            Some(Waits::Fixed(states)) => states,
            Some(Waits::By(id)) => {
                self.get(id).map_or(0, |device| device.wait_states(cycle, address, self.clock.now()))
            }
        }
    }
}

/// Accesses where a page has more than RAM.
impl Backplane {
    #[inline(never)]
    pub(super) fn peek_mapped(&self, address: u16) -> u8 {
        match self.memory.area(address) {
            Some(&Area { first, kind: Kind::Device(id), .. }) => {
                self.get(id).map_or(0xFF, |device| device.peek(address - first))
            }
            _ => self.memory.byte(address),
        }
    }

    /// Reads without a watchpoint noticing, as an opcode is fetched.
    #[inline(never)]
    pub(super) fn fetch_mapped(&mut self, address: u16) -> u8 {
        match self.memory.area(address) {
            Some(&Area { first, kind: Kind::Device(id), .. }) => {
                self.with(id.slot, |device, cx| device.read(address - first, cx)).unwrap_or(0xFF)
            }
            _ => self.memory.byte(address),
        }
    }

    #[inline(never)]
    pub(super) fn read_mapped(&mut self, address: u16) -> u8 {
        let value = self.fetch_mapped(address);
        self.watch.read(address, value);
        value
    }

    #[inline(never)]
    pub(super) fn write_mapped(&mut self, address: u16, value: u8) {
        match self.memory.area(address) {
            Some(Area { kind: Kind::Rom, .. }) => self.watch.stray(address, value),
            Some(&Area { first, kind: Kind::Device(id) | Kind::Writes(id), .. }) => {
                self.with(id.slot, |device, cx| device.write(address - first, value, cx));
            }
            _ => self.memory.set(address, value),
        }
        self.watch.written(address, value);
    }
}
