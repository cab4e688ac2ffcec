//! The interface of devices.

use std::{any::Any, fmt::Debug};

use arcadian_cpu::MachineCycle;

use crate::{context::Context, lines::Lines};

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
