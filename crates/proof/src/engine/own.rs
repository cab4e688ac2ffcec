//! This project's cores as an engine.

use arcadian_cpu::{Core, RunCost};
use arcadian_machine::Addresses;

use super::Ram;

/// A core with its memory.
pub(super) struct Machine<C> {
    core: C,
    ram: Ram,
    interrupt_enable: Option<fn(&mut C) -> &mut bool>,
}

impl<C: Core> Machine<C> {
    pub(super) fn new(ram: Ram, interrupt_enable: Option<fn(&mut C) -> &mut bool>) -> Self {
        Machine { core: C::default(), ram, interrupt_enable }
    }
}

impl<C: Core> super::ScalarMachine for Machine<C> {
    fn ram(&mut self) -> &mut Ram {
        &mut self.ram
    }

    fn get(&self, register: &str) -> u8 {
        C::register(register).map_or(0, |register| (register.get)(&self.core).to_le_bytes()[0])
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

    fn interrupt_enable(&self) -> Option<bool> {
        // A copy, because the accessor also serves to write.
        let mut core = self.core;
        self.interrupt_enable.map(|access| *access(&mut core))
    }

    fn set_interrupt_enable(&mut self, enabled: bool) {
        if let Some(access) = self.interrupt_enable {
            *access(&mut self.core) = enabled;
        }
    }

    fn is_halted(&self) -> bool {
        self.core.is_halted()
    }

    fn run(&mut self, entry: u16, return_address: u16, limit: u64, code: &Addresses) -> Option<RunCost> {
        self.core.set_pc(entry);
        let ran = self.core.run(&mut self.ram, limit, |next| next == return_address || !code.contains(next));
        (self.core.pc() == return_address).then_some(ran)
    }
}
