//! Arithmetic in 16 bits, with the overflow rules of Palo Alto Tiny BASIC (patb).

use super::Basic;
use crate::{
    Why,
    op::{Indexed, Operator},
};

impl Basic {
    /// Computes `a` operator `b`. Multiplication and division use magnitudes, so −32768 is HOW? for them.
    #[inline]
    pub(super) fn operate(&mut self, operator: Operator, a: i16, b: i16) -> Result<i16, Why> {
        match operator {
            Operator::Add => a.checked_add(b).ok_or(Why::Overflow),
            Operator::Subtract => a.checked_sub(b).ok_or(Why::Overflow),
            Operator::Multiply => multiply(a, b),
            Operator::Divide => self.divide(a, b),
        }
    }

    /// Divides, truncating toward zero. RM becomes the remainder of the magnitudes. Evidence: patb, listing.
    fn divide(&mut self, a: i16, b: i16) -> Result<i16, Why> {
        if b == 0 {
            return Err(Why::DivisionByZero);
        }
        let (left, right) = (magnitude(a)?, magnitude(b)?);
        self.devices.remainder = left % right;
        let quotient = left / right;
        Ok(if (a < 0) == (b < 0) { quotient } else { -quotient })
    }

    /// Returns the address of an element; for memory and ports, `n` itself.
    pub(super) fn address(&self, kind: Indexed, n: i16) -> Result<i16, Why> {
        let found = match kind {
            Indexed::Memory | Indexed::Port => return Ok(n),
            _ if n < 0 => return Err(Why::NegativeElement(n)),
            Indexed::At => self.store.at(n),
            Indexed::Star => self.store.star(n),
        };
        found.map(|address| address as i16).ok_or(Why::NoElement(n))
    }

    /// Returns the value of an element, a memory word or a port.
    pub(super) fn element(&self, kind: Indexed, n: i16) -> Result<i16, Why> {
        let address = self.address(kind, n)?;
        Ok(match kind {
            Indexed::Memory => self.peek_word(address),
            Indexed::Port => self.devices.port(address),
            Indexed::At | Indexed::Star => self.store.word(address as usize),
        })
    }
}

fn magnitude(n: i16) -> Result<i16, Why> {
    n.checked_abs().ok_or(Why::Overflow)
}

fn multiply(a: i16, b: i16) -> Result<i16, Why> {
    let product = magnitude(a)?.checked_mul(magnitude(b)?).ok_or(Why::Overflow)?;
    Ok(if (a < 0) == (b < 0) { product } else { -product })
}
