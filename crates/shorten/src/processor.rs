//! Facts about the processors that are neither in the opcode tables of `isa` nor in the cores of `cpu`.

use arcadian_isa::Processor;
use arcadian_parallel::flow::BytePlace;

use crate::idioms::{self, Idioms};

pub(crate) struct Facts {
    /// The statement that returns to the caller.
    pub(crate) end: &'static str,
    /// The bytes of the stack pointer, which candidates must not touch.
    pub(crate) stack: &'static [BytePlace],
    pub(crate) idioms: Idioms,
}

const SP: &[BytePlace] = &[BytePlace::Half("SP", true), BytePlace::Half("SP", false)];

pub(crate) fn facts(processor: Processor) -> Facts {
    match processor {
        Processor::I8080 => Facts { end: "RET", stack: SP, idioms: idioms::I8080 },
        Processor::Z80 => Facts { end: "RET", stack: SP, idioms: idioms::Z80 },
        Processor::Mos6502 => {
            Facts { end: "RTS", stack: &[BytePlace::Register("S")], idioms: idioms::MOS6502 }
        }
    }
}

/// Evaluates an expression with the type of the core that runs a processor's test machines.
macro_rules! with_core {
    ($processor:expr, $Core:ident => $value:expr) => {
        match $processor {
            arcadian_isa::Processor::I8080 => {
                type $Core = arcadian_cpu::I8080<$crate::lanes::Lanes>;
                $value
            }
            arcadian_isa::Processor::Z80 => {
                type $Core = arcadian_cpu::Z80<$crate::lanes::Lanes>;
                $value
            }
            arcadian_isa::Processor::Mos6502 => {
                type $Core = arcadian_cpu::Mos6502<$crate::lanes::Lanes>;
                $value
            }
        }
    };
}
pub(crate) use with_core;
