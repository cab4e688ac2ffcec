//! Programs for CP/M: a file loaded at 0100, and 0005 to print with.

use arcadian_cpu::Core;

use crate::{
    machine::Machine,
    memory::LoadError,
    registers::{UnknownRegister, register},
    service::CPM,
    until::Until,
};

/// Where programs begin.
pub const START: u16 = 0x0100;

/// The first address that programs are told not to use; their stack goes down from here.
pub const TOP: u16 = 0xFE00;

/// Why a program cannot be prepared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CpmError {
    /// It is too long.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The processor is none for CP/M.
    #[error("CP/M needs an 8080 or Z80")]
    Processor(#[from] UnknownRegister),
}

/// Loads a program and makes it the next thing to run. A return from it leads to 0000.
pub fn prepare<C: Core>(machine: &mut Machine<C>, program: &[u8]) -> Result<(), CpmError> {
    machine.serve(CPM)?;
    let [high, low] = TOP.to_be_bytes();
    machine.backplane.load(6, &[low, high])?;
    machine.backplane.load(TOP - 2, &[0, 0])?;
    machine.backplane.load(START, program)?;
    (register("SP")?.set)(&mut machine.core, TOP - 2);
    machine.core.set_pc(START);
    Ok(())
}

/// Until the program returns to CP/M, or stands still.
pub fn until() -> Until {
    Until::halted().address(0).trap()
}
