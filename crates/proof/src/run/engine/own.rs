//! This project's cores as an engine.

use arcadian_cpu::RunCost;
use arcadian_machine::{Addresses, MachineCore};

use super::Ram;

/// A core with its memory.
pub(super) struct Machine<C> {
    core: C,
    ram: Ram,
}

impl<C: MachineCore> Machine<C> {
    pub(super) fn new(ram: Ram) -> Self {
        Machine { core: C::default(), ram }
    }
}

impl<C: MachineCore> super::ScalarMachine for Machine<C> {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn reset(&mut self) {
        self.core = C::default();
    }

    fn get(&self, register: &str) -> Option<u8> {
        C::register(register).map(|register| (register.get)(&self.core).to_le_bytes()[0])
    }

    fn set(&mut self, register: &str, value: u8) {
        if let Some(register) = C::register(register) {
            (register.set)(&mut self.core, value.into());
        }
    }

    fn stack(&self) -> u16 {
        self.core.stack()
    }

    fn set_stack(&mut self, pointer: u16) {
        if let Some(register) = C::register("SP").or(C::register("S")) {
            (register.set)(&mut self.core, pointer);
        }
    }

    fn pc(&self) -> u16 {
        self.core.pc()
    }

    fn is_halted(&self) -> bool {
        self.core.is_halted()
    }

    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> RunCost {
        self.core.set_pc(entry);
        self.core.run_on_any(&mut self.ram, limit, &mut |next| next == return_address || !code.contains(next))
    }
}
