//! Everything around a processor: memory, ports, devices, lines, time.

mod bus;
mod devices;

use std::{ops::RangeInclusive, sync::Arc};

use arcadian_cpu::{Core, RunCost};

use crate::{
    area::{Area, DeviceId, Kind, MapError},
    clock::Clock,
    device::Device,
    lines::{Lines, Pins},
    log::Log,
    memory::{LoadError, Memory},
    ports::Ports,
    waits::{WaitStates, Waits},
    watch::{Access, Watch},
};

/// What the processor is plugged into. At first all memory is RAM with zeros, and every port reads FF.
#[derive(Clone, Debug, Default)]
pub struct Backplane {
    pub(crate) memory: Memory,
    ports: Ports,
    devices: Vec<Box<dyn Device>>,
    devices_changed: bool,
    pins: Pins,
    // The device that gives the bytes of a response to an interrupt.
    answering: Option<usize>,
    pub(crate) clock: Clock,
    waits: WaitStates,
    pub(crate) watch: Watch,
    /// Bytes printed by devices and services.
    pub printed: Log<u8>,
    /// Bytes put out at ports without a device: port and value.
    pub sent: Log<(u16, u8)>,
}

/// What of it changes in a run, without the bytes of memory.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings {
    devices: Arc<Vec<Box<dyn Device>>>,
    pins: Pins,
    answering: Option<usize>,
    now: u64,
    printed: u64,
    sent: u64,
    // About what the copies of the devices take, if they are its own.
    size: usize,
}

/// Building it.
impl Backplane {
    /// Makes a range read-only for the processor.
    pub fn rom(&mut self, range: RangeInclusive<u16>) -> Result<(), MapError> {
        self.memory.map(range, Kind::Rom)
    }

    /// Says that a range is RAM, so that nothing else can be mapped there.
    pub fn ram(&mut self, range: RangeInclusive<u16>) -> Result<(), MapError> {
        self.memory.map(range, Kind::Ram)
    }

    /// Adds a device and gives it addresses.
    pub fn device(
        &mut self,
        range: RangeInclusive<u16>,
        device: impl Device + 'static,
    ) -> Result<DeviceId, MapError> {
        let id = DeviceId { slot: self.devices.len(), name: device.name() };
        self.memory.map(range, Kind::Device(id))?;
        Ok(self.plug(device))
    }

    /// Adds a device without addresses. Of several that ask for an interrupt, the one added first is acknowledged.
    pub fn plug(&mut self, device: impl Device + 'static) -> DeviceId {
        let id = DeviceId { slot: self.devices.len(), name: device.name() };
        self.devices.push(Box::new(device));
        self.look();
        id
    }

    /// Gives more addresses to a device.
    pub fn map(&mut self, range: RangeInclusive<u16>, id: DeviceId) -> Result<(), MapError> {
        self.known(id)?;
        self.memory.map(range, Kind::Device(id))
    }

    /// Gives a device the writes to a range. Reads come from memory and cost nothing.
    pub fn map_writes(&mut self, range: RangeInclusive<u16>, id: DeviceId) -> Result<(), MapError> {
        self.known(id)?;
        self.memory.map(range, Kind::Writes(id))
    }

    /// Gives ports to a device. Of a port number the low eight bits count.
    pub fn attach(&mut self, ports: RangeInclusive<u8>, id: DeviceId) -> Result<(), MapError> {
        self.known(id)?;
        ports.for_each(|port| self.ports.attach(port, id.slot));
        Ok(())
    }

    /// Holds up accesses to memory. Where ranges overlap, the one given last counts.
    pub fn slow(&mut self, range: RangeInclusive<u16>, waits: Waits) -> Result<(), MapError> {
        self.known_waits(waits)?;
        self.waits.add_memory(range, waits);
        Ok(())
    }

    /// Holds up accesses to ports.
    pub fn slow_ports(&mut self, ports: RangeInclusive<u8>, waits: Waits) -> Result<(), MapError> {
        self.known_waits(waits)?;
        self.waits.add_ports(ports, waits);
        Ok(())
    }

    /// Holds up the acknowledging of interrupts.
    pub fn slow_acknowledge(&mut self, waits: Waits) -> Result<(), MapError> {
        self.known_waits(waits)?;
        self.waits.set_acknowledge(waits);
        Ok(())
    }

    fn known(&self, id: DeviceId) -> Result<(), MapError> {
        if id.slot < self.devices.len() { Ok(()) } else { Err(MapError::NoDevice(id.name)) }
    }

    fn known_waits(&self, waits: Waits) -> Result<(), MapError> {
        match waits {
            Waits::Fixed(_) => Ok(()),
            Waits::By(id) => self.known(id),
        }
    }

    /// Makes ports without a device read as this byte.
    pub fn set_ports(&mut self, ports: RangeInclusive<u8>, value: u8) {
        ports.for_each(|port| self.ports.set(port, value));
    }

    /// Puts an image into memory, read-only or not.
    pub fn load(&mut self, origin: u16, image: &[u8]) -> Result<(), LoadError> {
        self.memory.load(origin, image)
    }

    /// Puts one byte into memory, read-only or not. Where a device answers, it lies unseen beneath it.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.memory.set(address, value);
    }
}

/// Looking.
impl Backplane {
    /// The bytes of memory, as they lie beneath the devices.
    pub fn bytes(&self) -> &[u8; 0x1_0000] {
        self.memory.all()
    }

    /// What is mapped, in the order in which it was.
    pub fn areas(&self) -> &[Area] {
        self.memory.areas()
    }

    /// A device, by what adding it gave.
    pub fn get(&self, id: DeviceId) -> Option<&dyn Device> {
        self.devices.get(id.slot).map(AsRef::as_ref)
    }

    /// Every device.
    pub fn devices(&self) -> impl Iterator<Item = &dyn Device> {
        self.devices.iter().map(AsRef::as_ref)
    }

    /// Whether the line of the interrupt that can be masked is active.
    pub fn irq_line(&self) -> bool {
        self.pins.level.irq
    }

    /// Whether a non-maskable interrupt has come that the processor has not yet noticed.
    pub fn nmi_waits(&self) -> bool {
        self.pins.edges.nmi
    }

    /// The time in clock cycles since the machine was made.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// What the processor would notice of the lines now.
    pub(crate) fn lines(&self) -> Lines {
        self.pins.noticed()
    }

    /// The lines that may change if nothing but time changes the devices.
    pub(crate) fn lines_in_time(&self) -> Lines {
        let clocked = self.devices.iter().filter(|device| device.due().is_some());
        clocked.fold(Lines::NONE, |lines, device| lines | device.wired())
    }
}

/// Watching.
impl Backplane {
    /// Makes runs stop after an instruction that accesses one of these addresses so.
    pub fn watch(&mut self, range: RangeInclusive<u16>, access: Access) {
        let write = access == Access::Write;
        for address in range {
            let set = if write { &mut self.watch.writes } else { &mut self.watch.reads };
            set.insert(address);
            self.memory.watch(address, write);
            self.watch.any = true;
        }
    }

    /// Watches nothing any more.
    pub fn watch_nothing(&mut self) {
        self.watch = Watch::default();
        self.memory.watch_nothing();
    }
}

/// Reverse execution.
impl Backplane {
    /// What changes, apart from memory. While no device was touched, the copies of them are `last`'s.
    pub(crate) fn surroundings(&mut self, last: Option<&Surroundings>) -> Surroundings {
        let (devices, size) = match last {
            Some(last) if !self.devices_changed => (Arc::clone(&last.devices), 0),
            _ => (Arc::new(self.devices.clone()), self.devices.iter().map(|device| device.size()).sum()),
        };
        self.devices_changed = false;
        Surroundings {
            devices,
            pins: self.pins,
            answering: self.answering,
            now: self.clock.now(),
            printed: self.printed.count(),
            sent: self.sent.count(),
            size,
        }
    }

    pub(crate) fn restore(&mut self, then: &Surroundings) {
        self.devices.clone_from(&then.devices);
        self.devices_changed = false;
        self.pins = then.pins;
        self.answering = then.answering;
        self.clock.set_now(then.now);
        self.clock.set_due(self.due());
        self.watch.noted = None;
        self.printed.truncate(then.printed);
        self.sent.truncate(then.sent);
    }
}

impl Surroundings {
    /// About the bytes that it takes beside its own fields.
    pub(crate) fn size(&self) -> usize {
        self.size
    }
}

/// Running.
impl Backplane {
    /// Lets a processor run on it. See [`Core::run`].
    #[inline(always)]
    pub(crate) fn drive<C: Core>(
        &mut self,
        core: &mut C,
        most: u64,
        stop: impl FnMut(u16) -> bool,
    ) -> RunCost {
        if self.is_quiet() {
            let most = most.min(self.clock.left().div_ceil(bus::LONGEST));
            let ran = core.run(&mut bus::Quiet(self), most, stop);
            self.clock.set_now(self.clock.now() + ran.cycles);
            ran
        } else {
            core.run(self, most, stop)
        }
    }

    /// Whether reading is nothing but reading a byte, and nothing changes the lines or takes time.
    #[inline(always)]
    fn is_quiet(&self) -> bool {
        self.devices.is_empty()
            && !self.watch.any
            && !self.watch.strays
            && !self.waits.any
            && self.pins.edges == Lines::NONE
    }
}
