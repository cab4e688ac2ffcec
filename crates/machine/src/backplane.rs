//! The backplane: memory, ports, devices, lines and clock.

mod bus;

use std::{ops::RangeInclusive, sync::Arc};

use arcadian_cpu::{Core, RunCost};

use crate::{
    device::{Device, WaitStateMap, WaitStates},
    keyboard::{Keyboard, KeyboardState, Log},
    lines::{Clock, Lines, Pins, Ports},
    memory::{Area, AreaKind, DeviceId, LoadError, MapError, Memory},
    until::{Access, DeviceEvent, Watches},
};

/// The backplane around a processor. Initially all memory is RAM filled with zeros, and every port reads as FF.
#[derive(Clone, Debug, Default)]
pub struct Backplane {
    pub(crate) memory: Memory,
    ports: Ports,
    devices: Vec<Box<dyn Device>>,
    devices_changed: bool,
    pins: Pins,
    // The device that responds to the acknowledge cycles of the current interrupt.
    responding: Option<usize>,
    pub(crate) clock: Clock,
    wait_states: WaitStateMap,
    pub(crate) watches: Watches,
    /// Bytes typed for services.
    pub keyboard: Keyboard,
    /// Bytes printed by devices and services.
    pub printed: Log<u8>,
    /// Writes to ports without a device: port and value.
    pub sent: Log<(u16, u8)>,
}

/// The state of the backplane that changes during a run, except for memory.
#[derive(Clone, Debug)]
pub(crate) struct BackplaneState {
    devices: Arc<Vec<Box<dyn Device>>>,
    pins: Pins,
    responding: Option<usize>,
    now: u64,
    keyboard: KeyboardState,
    printed: u64,
    sent: u64,
    // The approximate size of the devices in bytes; 0 if they are shared with an earlier state.
    size: usize,
}

/// Configuration.
impl Backplane {
    /// Makes a range read-only for the processor.
    pub fn rom(&mut self, range: RangeInclusive<u16>) -> Result<(), MapError> {
        self.memory.map(range, AreaKind::Rom)
    }

    /// Reserves a range for RAM, so that nothing else can be mapped there.
    pub fn ram(&mut self, range: RangeInclusive<u16>) -> Result<(), MapError> {
        self.memory.map(range, AreaKind::Ram)
    }

    /// Makes a range RAM that is also read and written at the addresses from `mirror` on.
    pub fn mirrored_ram(&mut self, range: RangeInclusive<u16>, mirror: u16) -> Result<(), MapError> {
        let distance = mirror.wrapping_sub(*range.start());
        let last = range.end().wrapping_add(distance);
        self.memory.map(range, AreaKind::Mirrored(distance))?;
        self.memory.map(mirror..=last, AreaKind::Mirrored(distance.wrapping_neg()))
    }

    /// Adds a device and maps it to addresses.
    pub fn device(
        &mut self,
        range: RangeInclusive<u16>,
        device: impl Device + 'static,
    ) -> Result<DeviceId, MapError> {
        let id = DeviceId { slot: self.devices.len(), name: device.name() };
        self.memory.map(range, AreaKind::Device(id))?;
        Ok(self.plug(device))
    }

    /// Adds a device without addresses. If several devices request an interrupt, the one added first is acknowledged.
    pub fn plug(&mut self, device: impl Device + 'static) -> DeviceId {
        let id = DeviceId { slot: self.devices.len(), name: device.name() };
        self.devices.push(Box::new(device));
        self.update_lines();
        id
    }

    /// Maps a device to further addresses.
    pub fn map(&mut self, range: RangeInclusive<u16>, id: DeviceId) -> Result<(), MapError> {
        self.check_device(id)?;
        self.memory.map(range, AreaKind::Device(id))
    }

    /// Maps a device to the reads in a range. Writes are lost, as in ROM.
    pub fn map_reads(&mut self, range: RangeInclusive<u16>, id: DeviceId) -> Result<(), MapError> {
        self.check_device(id)?;
        self.memory.map(range, AreaKind::Reads(id))
    }

    /// Maps a device to the writes in a range, which must change neither its lines nor its due time. Reads access memory, at
    /// full speed.
    pub fn map_writes(&mut self, range: RangeInclusive<u16>, id: DeviceId) -> Result<(), MapError> {
        self.check_device(id)?;
        self.memory.map(range, AreaKind::Writes(id))
    }

    /// Maps a device to ports. Only the low eight bits of a port address are decoded.
    pub fn attach(&mut self, ports: RangeInclusive<u8>, id: DeviceId) -> Result<(), MapError> {
        self.check_device(id)?;
        ports.for_each(|port| self.ports.attach(port, id.slot));
        Ok(())
    }

    /// Adds wait states to memory accesses. If ranges overlap, the last one counts.
    pub fn add_wait_states(
        &mut self,
        range: RangeInclusive<u16>,
        states: WaitStates,
    ) -> Result<(), MapError> {
        self.check_wait_states(states)?;
        self.wait_states.add_memory(range, states);
        Ok(())
    }

    /// Adds wait states to port accesses.
    pub fn add_port_wait_states(
        &mut self,
        ports: RangeInclusive<u8>,
        states: WaitStates,
    ) -> Result<(), MapError> {
        self.check_wait_states(states)?;
        self.wait_states.add_ports(ports, states);
        Ok(())
    }

    /// Sets the wait states of interrupt acknowledge cycles.
    pub fn set_acknowledge_wait_states(&mut self, states: WaitStates) -> Result<(), MapError> {
        self.check_wait_states(states)?;
        self.wait_states.set_acknowledge(states);
        Ok(())
    }

    fn check_device(&self, id: DeviceId) -> Result<(), MapError> {
        if id.slot < self.devices.len() { Ok(()) } else { Err(MapError::NoDevice(id.name)) }
    }

    fn check_wait_states(&self, states: WaitStates) -> Result<(), MapError> {
        match states {
            WaitStates::Fixed(_) => Ok(()),
            WaitStates::Device(id) => self.check_device(id),
        }
    }

    /// Sets the byte that ports without a device read as.
    pub fn set_ports(&mut self, ports: RangeInclusive<u8>, value: u8) {
        ports.for_each(|port| self.ports.set(port, value));
    }

    /// Loads an image into memory, including ROM.
    pub fn load(&mut self, origin: u16, image: &[u8]) -> Result<(), LoadError> {
        self.memory.load(origin, image)
    }

    /// Writes a byte of memory, including ROM and memory hidden by a device.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.memory.store(address, value);
    }
}

/// Inspection.
impl Backplane {
    /// Returns all memory, including bytes hidden by devices.
    pub fn bytes(&self) -> &[u8; 0x1_0000] {
        self.memory.all()
    }

    /// Returns the mapped areas in the order of mapping.
    pub fn areas(&self) -> &[Area] {
        self.memory.areas()
    }

    /// Returns a device.
    pub fn get(&self, id: DeviceId) -> Option<&dyn Device> {
        self.devices.get(id.slot).map(AsRef::as_ref)
    }

    /// Returns the first device of a type.
    pub fn find<T: Device + 'static>(&self) -> Option<&T> {
        self.devices.iter().find_map(|device| device.as_ref().as_any().downcast_ref())
    }

    /// Returns all devices.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.devices.iter().map(AsRef::as_ref)
    }

    /// Returns whether the maskable interrupt line is active.
    pub fn is_irq_active(&self) -> bool {
        self.pins.level().irq
    }

    /// Returns whether a non-maskable interrupt is pending.
    pub fn is_nmi_pending(&self) -> bool {
        self.pins.edges().nmi
    }

    /// Returns whether the processor sees RESET in its next step.
    pub fn is_reset_pending(&self) -> bool {
        self.lines().reset
    }

    /// Returns the time in clock cycles since the machine was created.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Returns the lines as the processor sees them: levels, and pending edges.
    pub(crate) fn lines(&self) -> Lines {
        self.pins.effective()
    }

    /// Returns the lines that clocked devices may activate.
    pub(crate) fn clocked_lines(&self) -> Lines {
        let clocked = self.devices.iter().filter(|device| device.due().is_some());
        clocked.fold(Lines::NONE, |lines, device| lines | device.wired())
    }
}

/// Watched addresses.
impl Backplane {
    /// Watches these addresses.
    pub fn watch(&mut self, range: RangeInclusive<u16>, access: Access) {
        let is_write = access == Access::Write;
        for address in range {
            let set = if is_write { &mut self.watches.writes } else { &mut self.watches.reads };
            set.insert(address);
            self.memory.watch(address, is_write);
            self.watches.is_used = true;
        }
    }

    /// Stops runs at events of this name and these values, which a device [reports](crate::Context::report).
    pub fn stop_at_event(&mut self, name: &'static str, values: RangeInclusive<u16>) {
        self.watches.stop_at_event(name, values);
    }

    /// Notes the events of each instruction from now on, for observers of runs. Noting does not stop a run.
    pub fn note_events(&mut self) {
        self.watches.note_events();
    }

    /// Returns the events of the last instruction, in the order in which they occurred; none unless they are
    /// [noted](Backplane::note_events), and none after a run without an observer.
    pub fn events(&self) -> &[DeviceEvent] {
        self.watches.noted()
    }

    /// Removes all watched addresses and stops at events, and ends the noting of events.
    pub fn clear_watchpoints(&mut self) {
        self.watches = Watches::default();
        self.memory.clear_watchpoints();
    }
}

/// Reverse execution.
impl Backplane {
    /// Returns the current state, except for memory. If no device has been called since `last`, it shares the copies of the
    /// devices.
    pub(crate) fn state(&mut self, last: Option<&BackplaneState>) -> BackplaneState {
        let (devices, size) = match last {
            Some(last) if !self.devices_changed => (Arc::clone(&last.devices), 0),
            _ => (Arc::new(self.devices.clone()), self.devices.iter().map(|device| device.size()).sum()),
        };
        self.devices_changed = false;
        BackplaneState {
            devices,
            pins: self.pins,
            responding: self.responding,
            now: self.clock.now(),
            keyboard: self.keyboard.state(),
            printed: self.printed.count(),
            sent: self.sent.count(),
            size,
        }
    }

    /// Sets the time, and discards pending edges. `responding` is the device that supplies the rest of an instruction.
    pub(crate) fn resume(&mut self, now: u64, responding: Option<DeviceId>) {
        self.pins.set_edges(Lines::NONE);
        self.responding = responding.map(|id| id.slot);
        self.clock.set_now(now);
        self.update_lines();
    }

    pub(crate) fn restore(&mut self, state: &BackplaneState) {
        self.devices.clone_from(&state.devices);
        self.devices_changed = false;
        self.pins = state.pins;
        self.responding = state.responding;
        self.clock.set_now(state.now);
        self.clock.set_due(self.next_due());
        self.watches.hit = None;
        self.watches.forget_noted();
        self.keyboard.restore(state.keyboard);
        self.printed.truncate(state.printed);
        self.sent.truncate(state.sent);
    }
}

impl BackplaneState {
    /// Returns the approximate size in bytes of the data it owns indirectly.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

/// Execution.
impl Backplane {
    /// Runs a processor on [`bus::PlainBus`]. See [`Core::run`].
    #[inline(always)]
    pub(crate) fn run_plain<C: Core>(
        &mut self,
        core: &mut C,
        limit: u64,
        stop: impl FnMut(u16) -> bool,
    ) -> RunCost {
        let limit = limit.min(self.clock.cycles_to_deadline().div_ceil(bus::LONGEST));
        let cost = core.run(&mut bus::PlainBus(self), limit, stop);
        self.clock.set_now(self.clock.now() + cost.cycles);
        cost
    }

    /// Returns whether [`bus::PlainBus`] can replace the full bus.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.devices.is_empty()
            && !self.watches.is_used
            && !self.watches.catches_rom_writes
            && !self.wait_states.is_used
            && self.pins.edges() == Lines::NONE
    }
}
