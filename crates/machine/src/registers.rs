//! Registers by name.

use arcadian_cpu::{Core, Register};
use arcadian_isa::Processor;

/// A name that is no register of this processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no register of the {processor}; it has {known}")]
pub struct UnknownRegister {
    /// What was asked for.
    pub name: String,
    /// Of which processor.
    pub processor: Processor,
    /// The names there are.
    pub known: String,
}

/// The register of this name.
pub fn register<C: Core>(name: &str) -> Result<&'static Register<C>, UnknownRegister> {
    C::register(name).ok_or_else(|| {
        let names: Vec<_> = C::REGISTERS.iter().map(|register| register.name).collect();
        UnknownRegister { name: name.to_owned(), processor: C::PROCESSOR, known: names.join(", ") }
    })
}

/// A register, or two of eight bits side by side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<C: Core> {
    high: Option<&'static Register<C>>,
    low: &'static Register<C>,
}

impl<C: Core> Value<C> {
    /// `DE` is D and E where the processor knows no register of that name.
    pub(crate) fn of(name: &str) -> Result<Self, UnknownRegister> {
        match (register(name), name.split_at_checked(1)) {
            (Err(_), Some((high, low))) if name.len() == 2 => {
                Ok(Value { high: Some(register(high)?), low: register(low)? })
            }
            (whole, _) => Ok(Value { high: None, low: whole? }),
        }
    }

    pub(crate) fn get(&self, core: &C) -> u16 {
        let high = self.high.map_or(0, |high| (high.get)(core) << 8);
        high | (self.low.get)(core)
    }
}
