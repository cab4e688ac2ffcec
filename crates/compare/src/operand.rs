//! Operands that are computed from unknown numbers.

use arcadian_asm::fragment::Term;
use arcadian_cpu::Domain;
use arcadian_parallel::{
    byte::Byte,
    formula::{Formula, FormulaByte},
};

use crate::reason::Reason;

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
