//! Values of the variables, and the choice of a branch by them.

use std::collections::BTreeSet;

use arcadian_cpu::Domain;
use arcadian_parallel::{
    any_core::AnyCore,
    bit::ParallelBit,
    byte::Word,
    formula::{Formula, FormulaByte},
};

use crate::{random::Random, state::Component};

/// Choices of a branch when the states in a mask disagree.
#[derive(Clone, Copy)]
pub(crate) enum Choices<'a> {
    /// These choices first, then the states whose bit is clear.
    First(&'a [bool]),
    /// The choices of the state of an assignment.
    Of(&'a Assignment),
}

/// Chooses a branch where states disagree.
pub(crate) struct Chooser<'a> {
    /// The states for which the choices hold.
    pub(crate) mask: Formula,
    pub(crate) given: Choices<'a>,
    pub(crate) made: Vec<bool>,
}

impl Chooser<'_> {
    pub(crate) fn choose(&mut self, bit: Formula) -> bool {
        if let Some(value) = bit.constant(self.mask) {
            return value;
        }
        let choice = match self.given {
            Choices::First(given) => given.get(self.made.len()).copied().unwrap_or(false),
            Choices::Of(assignment) => assignment.bit(bit),
        };
        self.made.push(choice);
        self.mask = self.mask & if choice { bit } else { !bit };
        choice
    }
}

pub(crate) struct Assignment(pub(crate) Vec<bool>);

impl Assignment {
    pub(crate) fn bit(&self, bit: Formula) -> bool {
        bit.evaluate(&self.0)
    }

    /// Gives a byte of variables a value. Bits that are no variables stay as they are.
    pub(crate) fn set(&mut self, byte: FormulaByte, value: u8) {
        for (n, bit) in byte.0.iter().enumerate().filter(|(_, bit)| bit.is_variable()) {
            let Some(variable) = bit.root() else { continue };
            let variable = variable as usize;
            if self.0.len() <= variable {
                self.0.resize(variable + 1, false);
            }
            self.0[variable] = value >> n & 1 != 0;
        }
    }

    pub(crate) fn clear_except(&mut self, kept: &BTreeSet<usize>) {
        let others = self.0.iter_mut().enumerate().filter(|(variable, _)| !kept.contains(variable));
        others.for_each(|(_, value)| *value = false);
    }

    pub(crate) fn clear(&mut self, variables: &BTreeSet<usize>) {
        for variable in variables {
            if let Some(bit) = self.0.get_mut(*variable) {
                *bit = false;
            }
        }
    }

    pub(crate) fn set_all(&mut self, variables: &BTreeSet<usize>, random: &mut Random) {
        for variable in variables {
            if self.0.len() <= *variable {
                self.0.resize(variable + 1, false);
            }
            self.0[*variable] = random.below(2) == 0;
        }
    }

    pub(crate) fn byte(&self, byte: FormulaByte) -> u8 {
        (0..8).fold(0, |value, n| value | u8::from(self.bit(byte.0[n])) << n)
    }

    pub(crate) fn component(&self, component: Component, core: &AnyCore<FormulaByte>) -> u16 {
        if component.name == "SP" {
            return self.word(core.stack());
        }
        u16::from(self.byte(core.get(component.register))) & component.mask
    }

    pub(crate) fn word(&self, word: Word<Formula>) -> u16 {
        let (high, low) = FormulaByte::split(word);
        u16::from_be_bytes([self.byte(high), self.byte(low)])
    }
}
