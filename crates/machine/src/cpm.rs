//! CP/M programs: loaded at 0100, with the console functions of BDOS at 0005.

use crate::core::MachineCore;

use crate::{
    core::{UnknownRegister, register},
    machine::Machine,
    memory::LoadError,
    service::CPM,
    until::Until,
};

/// The load address of programs.
pub const START: u16 = 0x0100;

/// The top of the memory available to programs, stored at 0006. The stack begins below it.
pub const TOP: u16 = 0xFE00;

/// The error for a program that cannot be prepared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CpmError {
    /// The program is too long.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The processor cannot run CP/M.
    #[error("CP/M needs an 8080 or Z80")]
    Processor(#[from] UnknownRegister),
}

/// Loads a program and prepares the machine to run it. A return from the program jumps to 0000.
pub fn prepare<C: MachineCore>(machine: &mut Machine<C>, program: &[u8]) -> Result<(), CpmError> {
    machine.serve(CPM)?;
    let [high, low] = TOP.to_be_bytes();
    machine.backplane.load(6, &[low, high])?;
    machine.backplane.load(TOP - 2, &[0, 0])?;
    machine.backplane.load(START, program)?;
    (register("SP")?.set)(&mut machine.core, TOP - 2);
    machine.core.set_pc(START);
    Ok(())
}

/// Returns the stop conditions for a program: it returns to CP/M, halts, or jumps to itself.
pub fn until() -> Until {
    Until::halted().address(0).trap()
}
