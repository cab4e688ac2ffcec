//! Everything around a processor: memory, ports, devices, lines.

use std::{ops::RangeInclusive, sync::Arc};

use arcadian_cpu::{Bus, Core, Ran};

use crate::{
    area::{Area, DeviceId, Kind, MapError},
    device::Device,
    lines::Lines,
    log::Log,
    memory::{LoadError, Memory},
    ports::Ports,
    watch::{Access, Watch},
};

/// What the processor is plugged into. At first all memory is RAM with zeros, and every port reads FF.
#[derive(Clone, Debug)]
pub struct Backplane {
    pub(crate) memory: Memory,
    ports: Ports,
    devices: Vec<Box<dyn Device>>,
    devices_changed: bool,
    lines: Lines,
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
    lines: Lines,
    printed: u64,
    sent: u64,
}

impl Default for Backplane {
    fn default() -> Self {
        Backplane {
            memory: Memory::new(),
            ports: Ports::default(),
            devices: Vec::new(),
            devices_changed: false,
            lines: Lines::default(),
            watch: Watch::default(),
            printed: Log::default(),
            sent: Log::default(),
        }
    }
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

    /// Adds a device without addresses, for ports only.
    pub fn plug(&mut self, device: impl Device + 'static) -> DeviceId {
        let id = DeviceId { slot: self.devices.len(), name: device.name() };
        self.devices.push(Box::new(device));
        self.look();
        id
    }

    /// Gives ports to a device. Of a port number the low eight bits count.
    pub fn attach(&mut self, ports: RangeInclusive<u8>, id: DeviceId) -> Result<(), MapError> {
        if id.slot >= self.devices.len() {
            return Err(MapError::NoDevice(id.name));
        }
        ports.for_each(|port| self.ports.attach(port, id.slot));
        Ok(())
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

    /// Whether an interrupt of either kind waits for the processor.
    pub fn interrupts(&self) -> bool {
        self.lines.irq || self.lines.risen
    }

    /// Whether the line of the interrupt that can be masked is active.
    pub fn irq_line(&self) -> bool {
        self.lines.irq
    }

    /// Whether a non-maskable interrupt has come that the processor has not yet noticed.
    pub fn nmi_waits(&self) -> bool {
        self.lines.risen
    }

    // What was noted is looked at between legs.
    pub(crate) fn longest_leg(&self) -> u64 {
        if self.watch.any { 1 } else { u64::MAX }
    }

    #[inline(never)]
    fn peek_device(&self, address: u16) -> u8 {
        match self.memory.area(address) {
            Some(&Area { first, kind: Kind::Device(id), .. }) => {
                self.get(id).map_or(0xFF, |device| device.peek(address - first))
            }
            _ => self.memory.byte(address),
        }
    }
}

/// Devices.
impl Backplane {
    /// Sends a byte to a device from outside. Without that device nothing happens.
    pub fn send(&mut self, id: DeviceId, value: u8) {
        self.with(id.slot, |device, _| device.receive(value));
    }

    fn look(&mut self) {
        self.devices_changed = true;
        self.lines.look(&self.devices);
    }

    fn with<T>(&mut self, slot: usize, access: impl FnOnce(&mut dyn Device, &mut Log<u8>) -> T) -> Option<T> {
        let result = access(self.devices.get_mut(slot)?.as_mut(), &mut self.printed);
        self.look();
        Some(result)
    }

    #[inline(never)]
    fn read_mapped(&mut self, address: u16) -> u8 {
        let value = match self.memory.area(address) {
            Some(&Area { first, kind: Kind::Device(id), .. }) => {
                self.with(id.slot, |device, _| device.read(address - first)).unwrap_or(0xFF)
            }
            _ => self.memory.byte(address),
        };
        self.watch.read(address, value);
        value
    }

    #[inline(never)]
    fn fetch_mapped(&mut self, address: u16) -> u8 {
        let noted = self.watch.noted;
        let value = self.read_mapped(address);
        self.watch.noted = noted;
        value
    }

    #[inline(never)]
    fn write_mapped(&mut self, address: u16, value: u8) {
        match self.memory.area(address) {
            Some(Area { kind: Kind::Rom, .. }) => self.watch.stray(address, value),
            Some(&Area { first, kind: Kind::Device(id), .. }) => {
                self.with(id.slot, |device, printed| device.write(address - first, value, printed));
            }
            _ => self.memory.set(address, value),
        }
        self.watch.written(address, value);
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

/// Going back.
impl Backplane {
    /// What changes, apart from memory. While no device was touched, the copies of them are `last`'s.
    pub(crate) fn surroundings(&mut self, last: Option<&Surroundings>) -> Surroundings {
        let devices = match last {
            Some(last) if !self.devices_changed => Arc::clone(&last.devices),
            _ => Arc::new(self.devices.clone()),
        };
        self.devices_changed = false;
        Surroundings { devices, lines: self.lines, printed: self.printed.count(), sent: self.sent.count() }
    }

    pub(crate) fn restore(&mut self, then: &Surroundings) {
        self.devices.clone_from(&then.devices);
        self.devices_changed = false;
        self.lines = then.lines;
        self.watch.noted = None;
        self.printed.truncate(then.printed);
        self.sent.truncate(then.sent);
    }
}

/// Running.
impl Backplane {
    /// Lets a processor run on it. See [`Core::run`].
    #[inline(always)]
    pub(crate) fn drive<C: Core>(&mut self, core: &mut C, most: u64, stop: impl FnMut(u16) -> bool) -> Ran {
        if self.devices.is_empty() && !self.watch.any {
            core.run(&mut Quiet(self), most, stop)
        } else {
            core.run(self, most, stop)
        }
    }
}

/// A backplane without devices and watches: reading is nothing but reading a byte, and no interrupt comes.
struct Quiet<'a>(&'a mut Backplane);

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
        if self.memory.reads_plainly(address) { self.memory.byte(address) } else { self.peek_device(address) }
    }

    fn input(&mut self, port: u16) -> u8 {
        let device = self.ports.device(port);
        let value = device.and_then(|slot| self.with(slot, |device, _| device.input(port)));
        value.unwrap_or_else(|| self.ports.byte(port))
    }

    fn output(&mut self, port: u16, value: u8) {
        match self.ports.device(port) {
            Some(slot) => {
                self.with(slot, |device, printed| device.output(port, value, printed));
            }
            None => self.sent.push((port, value)),
        }
    }

    #[inline(always)]
    fn irq(&mut self) -> bool {
        self.lines.irq
    }

    #[inline(always)]
    fn nmi(&mut self) -> bool {
        let risen = self.lines.risen;
        if risen {
            self.lines.risen = false;
        }
        risen
    }
}
