//! Registers by name.

use crate::core::MachineCore;
use arcadian_cpu::Register;
use arcadian_isa::Processor;

/// The error for a name that is not a register of the processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a register of the {processor} ({known})")]
pub struct UnknownRegister {
    /// The name.
    pub name: String,
    /// The processor.
    pub processor: Processor,
    /// The names of its registers.
    pub known: String,
}

/// Returns the register with this name.
pub fn register<C: MachineCore>(name: &str) -> Result<&'static Register<C>, UnknownRegister> {
    C::register(name).ok_or_else(|| {
        let names: Vec<_> = C::REGISTERS.iter().map(|register| register.name).collect();
        UnknownRegister { name: name.to_owned(), processor: C::PROCESSOR, known: names.join(", ") }
    })
}

/// A register or a pair of 8-bit registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RegisterOrPair<C: MachineCore> {
    high: Option<&'static Register<C>>,
    low: &'static Register<C>,
}

impl<C: MachineCore> RegisterOrPair<C> {
    /// Looks up a name. `DE` is the pair of D and E if the processor has no register with that name.
    pub(crate) fn find(name: &str) -> Result<Self, UnknownRegister> {
        match (register(name), name.split_at_checked(1)) {
            (Err(_), Some((high, low))) if name.len() == 2 => {
                Ok(RegisterOrPair { high: Some(register(high)?), low: register(low)? })
            }
            (whole, _) => Ok(RegisterOrPair { high: None, low: whole? }),
        }
    }

    pub(crate) fn get(&self, core: &C) -> u16 {
        let high = self.high.map_or(0, |high| (high.get)(core) << 8);
        high | (self.low.get)(core)
    }

    pub(crate) fn set(&self, core: &mut C, value: u16) {
        let [high, low] = value.to_be_bytes();
        match self.high {
            Some(register) => {
                (register.set)(core, high.into());
                (self.low.set)(core, low.into());
            }
            None => (self.low.set)(core, value),
        }
    }
}
