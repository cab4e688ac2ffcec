//! What a device is, and the devices of a machine.

use std::fmt::Debug;

use arcadian_cpu::MachineCycle;

use crate::{context::Context, lines::Lines};

/// Something at addresses or ports other than bytes.
///
/// A device changes only when it is accessed, is sent something, or runs at a time that it asked for; it knows neither the
/// host's time nor chance. That is what makes reverse execution possible. Its lines and the time at which it wants to run are
/// looked at after each of these.
///
/// A counter that interrupts every 1,000 cycles and gives a vector:
///
/// ```
/// use arcadian_cpu::{Core, Z80};
/// use arcadian_machine::{Context, Device, Lines, Machine, Until};
///
/// #[derive(Clone, Debug)]
/// struct Timer {
///     next: u64,
///     asks: bool,
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
///         self.asks = true;
///     }
///
///     fn lines(&self) -> Lines {
///         Lines { irq: self.asks, ..Lines::NONE }
///     }
///
///     fn acknowledge(&mut self, _first: bool, _cx: &mut Context) -> u8 {
///         self.asks = false;
///         0x40
///     }
/// }
///
/// // LD A,20; LD I,A; IM 2; EI; HALT; JR to the HALT; and at 0300: INC B; EI; RET
/// let mut machine = Machine::<Z80>::new();
/// machine.backplane.plug(Timer { next: 1000, asks: false });
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
    /// What people call it.
    fn name(&self) -> &'static str;

    /// Returns what a read would give, without the device noticing. Offsets count from the beginning of its area.
    fn peek(&self, _offset: u16) -> u8 {
        0xFF
    }

    /// Reads.
    fn read(&mut self, offset: u16, _cx: &mut Context) -> u8 {
        self.peek(offset)
    }

    /// Writes.
    fn write(&mut self, _offset: u16, _value: u8, _cx: &mut Context) {}

    /// Reads a port; all sixteen bits of its address are given.
    fn input(&mut self, _port: u16, _cx: &mut Context) -> u8 {
        0xFF
    }

    /// Writes a port.
    fn output(&mut self, _port: u16, _value: u8, _cx: &mut Context) {}

    /// Takes a byte from outside, such as a key.
    fn receive(&mut self, _value: u8, _cx: &mut Context) {}

    /// The lines that it holds active now.
    fn lines(&self) -> Lines {
        Lines::NONE
    }

    /// The lines that it may ever hold active. While a device that runs by itself may, a processor that waits for one of
    /// them is not stuck.
    fn wired(&self) -> Lines {
        Lines::ALL
    }

    /// Gives a byte to the processor that acknowledges its interrupt: a vector (Z80, IM 2), an opcode (Z80, IM 0), or each
    /// byte of an instruction (8080). In IM 1 nobody looks at it. `first` says that a new response begins. Of several
    /// devices that ask, the one plugged in first is acknowledged.
    fn acknowledge(&mut self, _first: bool, _cx: &mut Context) -> u8 {
        0xFF
    }

    /// Gives an operand byte of the instruction that it gave when acknowledged (Z80, IM 0), or lets the processor read it
    /// from memory at PC.
    fn supply(&mut self, _cx: &mut Context) -> Option<u8> {
        None
    }

    /// The time in clock cycles at which it wants to [run](Device::run) next. A time that has passed means the next cycle.
    fn due(&self) -> Option<u64> {
        None
    }

    /// Does what is due. It must then ask for a later time, or for none.
    fn run(&mut self, _cx: &mut Context) {}

    /// The wait states of an access that begins at `now`, where it was asked for them by
    /// [`Waits::By`](crate::Waits::By).
    fn wait_states(&self, _cycle: MachineCycle, _address: u16, _now: u64) -> u16 {
        0
    }

    /// Follows RESET.
    fn reset(&mut self, _cx: &mut Context) {}
}

/// Copies a device; every device that is `Clone` has this.
pub trait CloneDevice {
    /// A copy with all its state.
    fn clone_device(&self) -> Box<dyn Device>;

    /// The bytes of a copy, apart from what it keeps elsewhere.
    fn size(&self) -> usize;
}

impl<T: Device + Clone + 'static> CloneDevice for T {
    fn clone_device(&self) -> Box<dyn Device> {
        Box::new(self.clone())
    }

    fn size(&self) -> usize {
        size_of::<T>()
    }
}

impl Clone for Box<dyn Device> {
    fn clone(&self) -> Self {
        self.as_ref().clone_device()
    }
}
