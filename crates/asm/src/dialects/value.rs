//! Values of expressions.

use super::operator::{Binary, Unary};
use super::study::Tree;
use crate::fault::Fault;

/// What a value is relative to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// It is a number.
    Number,
    /// It is an address in this segment.
    Segment(usize),
    /// It depends on addresses in another way.
    Mixed,
}

/// A value of this pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) number: i64,
    pub(super) base: Base,
    /// Whether it depends on a name that is defined below.
    pub(super) is_forward: bool,
    /// Whether it is a byte for any values of its names.
    pub(super) is_byte: bool,
    /// The number that it would be if relocatable code were moved.
    pub(super) relocated: i64,
    /// The memory page of an address.
    pub(super) page: Option<u16>,
    /// Its expression, in the dialect that keeps expressions; a number has none.
    pub(super) node: Option<usize>,
}

impl Value {
    pub(super) const fn number(number: i64) -> Self {
        Self {
            number,
            base: Base::Number,
            is_forward: false,
            is_byte: false,
            page: None,
            relocated: number,
            node: None,
        }
    }

    pub(super) const fn address(number: i64, segment: usize) -> Self {
        Self { base: Base::Segment(segment), ..Self::number(number) }
    }

    /// Returns its expression.
    pub(super) fn tree(self) -> Tree {
        self.node.map_or(Tree::Number(self.number), Tree::Node)
    }

    /// Returns the value with an expression.
    pub(super) fn with_tree(self, tree: Tree) -> Self {
        match tree {
            Tree::Number(number) => Self { node: None, is_forward: false, ..self.with_number(number) },
            Tree::Node(node) => Self { node: Some(node), ..self },
        }
    }

    pub(super) const fn with_number(self, number: i64) -> Self {
        Self { number, relocated: number, ..self }
    }

    /// Returns the value plus a number.
    pub(super) fn plus(self, by: i64) -> Self {
        Self { number: self.number + by, relocated: self.relocated + by, ..self }
    }

    pub(super) fn unary(self, operator: Unary, truth: i64) -> Self {
        let number = operator.apply(self.number, truth);
        let is_byte = matches!(operator, Unary::Low | Unary::High | Unary::Bank);
        let base = match (operator, self.base) {
            (Unary::Plus, base) => base,
            _ if operator.cuts() => Base::Number,
            (_, Base::Number) => Base::Number,
            _ => Base::Mixed,
        };
        let relocated = operator.apply(self.relocated, truth);
        Self { number, base, is_byte, relocated, node: None, ..self }
    }

    pub(super) fn binary(self, operator: Binary, right: Self, truth: i64) -> Result<Self, Fault> {
        let number = operator.apply(self.number, right.number, truth)?;
        let base = match (operator, self.base, right.base) {
            _ if operator.tests() => Base::Number,
            (_, Base::Number, Base::Number) => Base::Number,
            (Binary::Add | Binary::Subtract, base, Base::Number) | (Binary::Add, Base::Number, base) => base,
            (Binary::Subtract, Base::Segment(left), Base::Segment(right)) if left == right => Base::Number,
            (Binary::And, ..) if right.base == Base::Number && (0..=0xFF).contains(&right.number) => {
                Base::Number
            }
            _ => Base::Mixed,
        };
        let is_fixed = (self.relocated, right.relocated) == (self.number, right.number);
        let relocated = if is_fixed {
            number
        } else {
            operator.apply(self.relocated, right.relocated, truth).unwrap_or(number)
        };
        Ok(Self {
            number,
            relocated,
            base,
            is_forward: self.is_forward || right.is_forward,
            is_byte: false,
            page: self.page,
            node: None,
        })
    }
}
