//! The interface of devices, the context of their calls, and wait states.

use std::{any::Any, fmt::Debug, ops::RangeInclusive};

use arcadian_cpu::MachineCycle;

use crate::{
    keyboard::Log,
    lines::Lines,
    memory::{DeviceId, LoadError, Memory},
    until::{DeviceEvent, Watches},
};

/// A device at addresses or ports, with optional lines and a clock.
///
/// A device changes its state only when it is accessed, receives a byte, or runs when it is due. It must not depend on the
/// host's time or on random numbers, so that reverse execution can replay it. Its lines and its due time are evaluated after
/// each call, except for writes in a range of [`Backplane::map_writes`](crate::Backplane::map_writes).
///
/// A timer that interrupts every 1,000 cycles and supplies a vector:
///
/// ```
/// use arcadian_cpu::{Core, Z80};
/// use arcadian_machine::{Context, Device, Lines, Machine, Until};
///
/// #[derive(Clone, Debug)]
/// struct Timer {
///     next: u64,
///     is_pending: bool,
/// }
///
/// impl Device for Timer {
///     fn name(&self) -> &'static str {
///         "timer"
///     }
///
///     fn due(&self) -> Option<u64> {
///         Some(self.next)
///     }
///
///     fn run(&mut self, _cx: &mut Context) {
///         self.next += 1000;
///         self.is_pending = true;
///     }
///
///     fn lines(&self) -> Lines {
///         Lines { irq: self.is_pending, ..Lines::NONE }
///     }
///
///     fn acknowledge(&mut self, _first: bool, _cx: &mut Context) -> u8 {
///         self.is_pending = false;
///         0x40
///     }
/// }
///
/// // LD A,20; LD I,A; IM 2; EI; HALT; JR to the HALT; and at 0300: INC B; EI; RET
/// let mut machine = Machine::<Z80>::new();
/// machine.backplane.plug(Timer { next: 1000, is_pending: false });
/// machine.backplane.load(0x0100, &[0x3E, 0x20, 0xED, 0x47, 0xED, 0x5E, 0xFB, 0x76, 0x18, 0xFD])?;
/// machine.backplane.load(0x2040, &[0x00, 0x03])?;
/// machine.backplane.load(0x0300, &[0x04, 0xFB, 0xC9])?;
/// machine.core.set_pc(0x0100);
/// machine.set_register("B", 0)?;
///
/// machine.run(&Until::halted().cycles(10_500));
/// assert_eq!(machine.register("B")?, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Device: CloneDevice + Debug + Send + Sync {
    /// Returns the name of the device.
    fn name(&self) -> &'static str;

    /// Returns the value that a read would return, without side effects. The offset is relative to the start of the area.
    fn peek(&self, _offset: u16) -> u8 {
        0xFF
    }

    /// Reads a byte.
    fn read(&mut self, offset: u16, _cx: &mut Context) -> u8 {
        self.peek(offset)
    }

    /// Writes a byte.
    fn write(&mut self, _offset: u16, _value: u8, _cx: &mut Context) {}

    /// Reads a port. All sixteen bits of its address are passed.
    fn input(&mut self, _port: u16, _cx: &mut Context) -> u8 {
        0xFF
    }

    /// Writes a port.
    fn output(&mut self, _port: u16, _value: u8, _cx: &mut Context) {}

    /// Receives a byte from outside, such as a key.
    fn receive(&mut self, _value: u8, _cx: &mut Context) {}

    /// Returns the lines that the device drives active.
    fn lines(&self) -> Lines {
        Lines::NONE
    }

    /// Returns the lines that the device may ever drive active. A processor that waits for a line of a clocked device is not
    /// considered stuck.
    fn wired(&self) -> Lines {
        Lines::ALL
    }

    /// Returns a byte in an interrupt acknowledge cycle: a vector (Z80, IM 2), an opcode (Z80, IM 0), or each byte of an
    /// instruction (8080). The Z80 ignores it in IM 1. `first` is set in the first acknowledge cycle of an interrupt. If several
    /// devices request an interrupt, the one added first is acknowledged.
    fn acknowledge(&mut self, _first: bool, _cx: &mut Context) -> u8 {
        0xFF
    }

    /// Returns an operand byte of the instruction supplied in the acknowledge cycle (Z80, IM 0), or `None` if the processor
    /// reads it from memory at PC.
    fn supply(&mut self, _cx: &mut Context) -> Option<u8> {
        None
    }

    /// Returns the time in clock cycles at which the device [runs](Device::run) next. A time in the past means the next cycle.
    fn due(&self) -> Option<u64> {
        None
    }

    /// Runs the device when it is due. Afterwards [`due`](Device::due) must return a later time or `None`.
    fn run(&mut self, _cx: &mut Context) {}

    /// Returns the wait states of an access that starts at `now`, for ranges with
    /// [`WaitStates::Device`](crate::WaitStates::Device).
    fn wait_states(&self, _cycle: MachineCycle, _address: u16, _now: u64) -> u16 {
        0
    }

    /// Resets the device.
    fn reset(&mut self, _cx: &mut Context) {}
}

/// Cloning of boxed devices. Implemented for every device that is `Clone`.
pub trait CloneDevice {
    /// Returns a copy.
    fn clone_device(&self) -> Box<dyn Device>;

    /// Returns the size of the device in bytes, without heap data.
    fn size(&self) -> usize;

    /// Returns the device as a value of any type, for [`Backplane::find`](crate::Backplane::find).
    fn as_any(&self) -> &dyn Any;

    /// Returns the device as a mutable value of any type.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Device + Clone + 'static> CloneDevice for T {
    fn clone_device(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }

    fn size(&self) -> usize {
        size_of::<T>()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Self {
        self.as_ref().clone_device()
    }
}

/// The part of the machine that a device can access while it is called.
#[derive(Debug)]
pub struct Context<'a> {
    pub(crate) now: u64,
    pub(crate) memory: &'a mut Memory,
    pub(crate) watches: &'a mut Watches,
    pub(crate) printed: &'a mut Log<u8>,
}

impl Context<'_> {
    /// Returns the time in clock cycles since the machine was created. In [`Device::run`](crate::Device::run) it is the time at
    /// which the device was due, although the processor may be some cycles ahead.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Prints a byte.
    pub fn print(&mut self, byte: u8) {
        self.printed.push(byte);
    }

    /// Returns all memory, including bytes hidden by devices.
    #[inline]
    pub fn bytes(&self) -> &[u8; 0x1_0000] {
        self.memory.all()
    }

    /// Writes a byte of memory by DMA, including ROM. Watched addresses apply.
    #[inline]
    pub fn write(&mut self, address: u16, value: u8) {
        self.memory.store(address, value);
        self.watches.written(address, value);
    }

    /// Exchanges what memory holds from an address on, including ROM, as a bank switch does. Watched addresses do not apply.
    pub fn load(&mut self, origin: u16, bytes: &[u8]) -> Result<(), LoadError> {
        self.memory.load(origin, bytes)
    }

    /// Reports an event. The run stops if [`Backplane::stop_at_event`](crate::Backplane::stop_at_event) asked for it.
    #[inline]
    pub fn report(&mut self, name: &'static str, value: u16) {
        self.watches.reported(DeviceEvent { name, value });
    }
}

/// The wait states of an access (WAIT, READY, RDY). Writes of the NMOS 6502 have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitStates {
    /// A fixed number of cycles.
    Fixed(u16),
    /// A number computed by a device: [`Device::wait_states`](crate::Device::wait_states).
    Device(DeviceId),
}

/// The wait states of all addresses. If ranges overlap, the last one counts.
#[derive(Clone, Debug)]
pub(crate) struct WaitStateMap {
    pub(crate) is_used: bool,
    memory: Vec<(RangeInclusive<u16>, WaitStates)>,
    // The pages that the ranges in `memory` overlap.
    pages: [bool; 256],
    ports: [Option<WaitStates>; 256],
    acknowledge: Option<WaitStates>,
}

impl Default for WaitStateMap {
    fn default() -> Self {
        WaitStateMap {
            is_used: false,
            memory: Vec::new(),
            pages: [false; 256],
            ports: [None; 256],
            acknowledge: None,
        }
    }
}

impl WaitStateMap {
    pub(crate) fn add_memory(&mut self, range: RangeInclusive<u16>, states: WaitStates) {
        for page in high(*range.start())..=high(*range.end()) {
            self.pages[page] = true;
        }
        self.memory.push((range, states));
        self.is_used = true;
    }

    pub(crate) fn add_ports(&mut self, ports: RangeInclusive<u8>, states: WaitStates) {
        ports.for_each(|port| self.ports[usize::from(port)] = Some(states));
        self.is_used = true;
    }

    pub(crate) fn set_acknowledge(&mut self, states: WaitStates) {
        self.acknowledge = Some(states);
        self.is_used = true;
    }

    pub(crate) fn get(&self, cycle: MachineCycle, address: u16) -> Option<WaitStates> {
        match cycle {
            MachineCycle::Fetch | MachineCycle::Read | MachineCycle::Write => self.get_memory(address),
            MachineCycle::Input | MachineCycle::Output => self.ports[usize::from(address.to_be_bytes()[1])],
            MachineCycle::Acknowledge => self.acknowledge,
        }
    }

    fn get_memory(&self, address: u16) -> Option<WaitStates> {
        if !self.pages[high(address)] {
            return None;
        }
        let last = self.memory.iter().rev().find(|(range, _)| range.contains(&address));
        last.map(|(_, states)| *states)
    }
}

fn high(address: u16) -> usize {
    usize::from(address.to_be_bytes()[0])
}
