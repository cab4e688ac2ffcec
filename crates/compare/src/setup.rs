//! The complete values of a counterexample, with which any emulator can repeat it.

use arcadian_parallel::{any_core::AnyCore, byte::Word, formula::FormulaByte};

use crate::{
    assignment::Assignment,
    unknowns::{Cell, Unknowns},
};

/// What is unknown in a comparison, with the values of a counterexample.
/// [`Counterexample::entry`](crate::Counterexample::entry) has only those that matter.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Setup {
    /// The values of names.
    pub constants: Vec<(String, u16)>,
    /// The state on entry, then the state after each call.
    pub states: Vec<MachineState>,
    /// What the ports and volatile cells return, in the order of the accesses.
    pub inputs: Vec<u8>,
}

/// A state of a processor and its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineState {
    /// The registers of eight bits, the stack pointer, and latches, by name.
    pub registers: Vec<(&'static str, u16)>,
    /// The bytes of memory that are read or written. The rest is 0.
    pub memory: Vec<(u16, u8)>,
}

impl Setup {
    pub(crate) fn of(unknowns: &Unknowns, assignment: &Assignment) -> Setup {
        let constant = |(name, (high, low)): &(String, (FormulaByte, FormulaByte))| {
            (name.clone(), assignment.word(Word::Bytes(*high, *low)))
        };
        let cores = [&unknowns.entry].into_iter().chain(&unknowns.after_calls).enumerate();
        let cells = |number: usize| unknowns.cells.get(number).map_or(&[][..], Vec::as_slice);
        let state = |(number, core)| MachineState {
            registers: registers(core, assignment),
            memory: memory(cells(number), assignment),
        };
        Setup {
            constants: unknowns.parameters.iter().map(constant).collect(),
            states: cores.map(state).collect(),
            inputs: unknowns.inputs.iter().map(|byte| assignment.byte(*byte)).collect(),
        }
    }
}

fn registers(core: &AnyCore<FormulaByte>, assignment: &Assignment) -> Vec<(&'static str, u16)> {
    let mut registers = Vec::new();
    let mut copy = *core;
    copy.combine(core, |name, word, _| {
        registers.push((name, assignment.word(word)));
        word
    });
    registers
}

/// Returns the bytes of memory. Of cells with the same address the first counts.
fn memory(cells: &[Cell], assignment: &Assignment) -> Vec<(u16, u8)> {
    let mut memory: Vec<(u16, u8)> = Vec::new();
    for cell in cells {
        let address = assignment.word(cell.address);
        if !memory.iter().any(|(known, _)| *known == address) {
            memory.push((address, assignment.byte(cell.value)));
        }
    }
    memory
}
