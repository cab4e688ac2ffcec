//! The calling convention of the processors: what a call pushes, and where the stack starts.

use arcadian_isa::Processor;

/// What a call instruction pushes, and the stack pointer after it.
///
/// ```
/// use arcadian_isa::Processor;
/// use arcadian_machine::CallFrame;
///
/// let frame = CallFrame::new(Processor::I8080, 0xF000, 0x1234);
/// assert_eq!((frame.bytes, frame.stack), ([(0xEFFF, 0x12), (0xEFFE, 0x34)], 0xEFFE));
///
/// // RTS adds 1 to the address that it pulls, and the stack pointer points to a free byte in page 1.
/// let frame = CallFrame::new(Processor::Mos6502, 0x0100, 0x1234);
/// assert_eq!((frame.bytes, frame.stack), ([(0x0100, 0x12), (0x01FF, 0x33)], 0x01FE));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallFrame {
    /// The addresses and bytes in the order in which they are pushed.
    pub bytes: [(u16, u8); 2],
    /// The stack pointer after the call.
    pub stack: u16,
}

impl CallFrame {
    /// Returns the frame of a call that will return to `return_address`, from the stack pointer before it.
    pub fn new(processor: Processor, stack: u16, return_address: u16) -> Self {
        let down = |pointer: u16, count: u8| match processor {
            Processor::Mos6502 => 0x0100 | u16::from((pointer as u8).wrapping_sub(count)),
            Processor::I8080 | Processor::Z80 => pointer.wrapping_sub(count.into()),
        };
        let (first, pushed) = match processor {
            Processor::Mos6502 => (down(stack, 0), return_address.wrapping_sub(1)),
            Processor::I8080 | Processor::Z80 => (down(stack, 1), return_address),
        };
        let [high, low] = pushed.to_be_bytes();
        CallFrame { bytes: [(first, high), (down(first, 1), low)], stack: down(stack, 2) }
    }

    /// Returns the stack pointer at which programs of the time started: F000, and 01FF on the 6502.
    pub fn initial_stack(processor: Processor) -> u16 {
        match processor {
            Processor::Mos6502 => 0x01FF,
            Processor::I8080 | Processor::Z80 => 0xF000,
        }
    }
}
