//! Operands that are computed from unknown numbers; values of the variables, and the choice of a branch by them.

use std::collections::BTreeSet;

use arcadian_asm::fragment::Term;
use arcadian_cpu::Domain;
use arcadian_parallel::{
    any_core::AnyCore,
    byte::ParallelBit,
    byte::{Byte, Word},
    formula::{Formula, FormulaByte},
};

use crate::{random::Random, reason::Reason, state::Component};

/// A number of 32 bits, bit 0 first.
type Number = [Formula; BITS];

const BITS: usize = 32;

/// Computes an operand; returns its bits 0 to 15, the high byte first. `line` is the line of its instruction.
pub(crate) fn value(
    terms: &[Term],
    parameters: &[(FormulaByte, FormulaByte)],
    line: usize,
) -> Result<(FormulaByte, FormulaByte), Reason> {
    let mut stack: Vec<Number> = Vec::new();
    let wrong = || Reason::Operator { line };
    for term in terms {
        let result = match term {
            Term::Number(number) => number_of(*number),
            Term::Parameter(parameter) => {
                let (high, low) = parameters.get(*parameter).ok_or_else(wrong)?;
                std::array::from_fn(|n| match n {
                    0..8 => low.0[n],
                    8..16 => high.0[n - 8],
                    _ => Formula::FALSE,
                })
            }
            Term::Address(_) => return Err(Reason::OwnAddress { line }),
            Term::Within => return Err(Reason::Within { line }),
            Term::Minus | Term::Not | Term::Low | Term::High => unary(*term, stack.pop().ok_or_else(wrong)?),
            _ => {
                let (right, left) = (stack.pop().ok_or_else(wrong)?, stack.pop().ok_or_else(wrong)?);
                binary(*term, &left, &right).ok_or_else(wrong)?
            }
        };
        stack.push(result);
    }
    let [result] = stack[..] else { return Err(wrong()) };
    Ok((Byte::from_fn(|n| result[n + 8]), Byte::from_fn(|n| result[n])))
}

fn number_of(number: i64) -> Number {
    std::array::from_fn(|n| (number >> n & 1 != 0).into())
}

fn unary(term: Term, number: Number) -> Number {
    match term {
        Term::Minus => sum(&number_of(0), &number.map(|bit| !bit), Formula::TRUE),
        Term::Not => number.map(|bit| !bit),
        Term::Low => std::array::from_fn(|n| if n < 8 { number[n] } else { Formula::FALSE }),
        _ => std::array::from_fn(|n| if n < 8 { number[n + 8] } else { Formula::FALSE }),
    }
}

fn binary(term: Term, left: &Number, right: &Number) -> Option<Number> {
    let bitwise =
        |combine: fn(Formula, Formula) -> Formula| Some(std::array::from_fn(|n| combine(left[n], right[n])));
    match term {
        Term::Add => Some(sum(left, right, Formula::FALSE)),
        Term::Subtract => Some(sum(left, &right.map(|bit| !bit), Formula::TRUE)),
        Term::And => bitwise(|one, other| one & other),
        Term::Or => bitwise(|one, other| one | other),
        Term::Xor => bitwise(|one, other| one ^ other),
        Term::Multiply => {
            let (factor, number) =
                constant(left).map(|left| (left, right)).or(constant(right).map(|right| (right, left)))?;
            let places = (0..BITS).filter(|place| factor >> place & 1 != 0);
            Some(
                places.fold(number_of(0), |all, place| {
                    sum(&all, &shifted(number, place as i64), Formula::FALSE)
                }),
            )
        }
        Term::Left => Some(shifted(left, i64::from(constant(right)?))),
        Term::Right => Some(shifted(left, -i64::from(constant(right)?))),
        _ => None,
    }
}

/// Shifts to the left, or to the right if `by` is negative.
fn shifted(number: &Number, by: i64) -> Number {
    std::array::from_fn(|n| {
        let from = usize::try_from(n as i64 - by).ok();
        from.and_then(|from| number.get(from)).copied().unwrap_or(Formula::FALSE)
    })
}

fn sum(one: &Number, other: &Number, mut carry: Formula) -> Number {
    let mut result = number_of(0);
    for n in (0..BITS).step_by(8) {
        let byte = |number: &Number| Byte::from_fn(|bit| number[n + bit]);
        let (sum, carries) = byte(one).sum(byte(other), carry);
        result[n..n + 8].copy_from_slice(&sum.0);
        carry = carries.0[7];
    }
    result
}

fn constant(number: &Number) -> Option<u32> {
    number.iter().rev().try_fold(0, |value, bit| match *bit {
        Formula::FALSE => Some(value << 1),
        Formula::TRUE => Some(value << 1 | 1),
        _ => None,
    })
}

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
