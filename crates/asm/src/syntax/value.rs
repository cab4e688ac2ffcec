//! Values of expressions.

use crate::fault::{DialectFault, Fault};
use crate::syntax::operator::{Arithmetic, Binary, Unary};

/// The first number of a section in another module. The sections of the source have smaller ones.
pub(crate) const ELSEWHERE: usize = 1 << 20;

/// The base that a value is relative to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Base {
    /// No base: the value is a number.
    #[default]
    Number,
    /// The beginning of this segment: the value is an address in it.
    Segment(usize),
    /// Another dependence on addresses.
    Mixed,
    /// An address of which the linker takes the low or the high byte.
    Part { is_high: bool },
}

/// An expression: a number, or the index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    Number(i64),
    Node(usize),
}

/// A value of this pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) number: i64,
    pub(crate) base: Base,
    /// Whether it depends on a name that is defined below.
    pub(crate) is_forward: bool,
    /// Whether it is a byte for any values of its names.
    pub(crate) is_byte: bool,
    /// The number of bytes that an address needs by how it is written: in ACME 2 for `$00FF`, 3 for `$0000FF`, 0 for `$FF`; in zmac
    /// 2 for what depends on two characters.
    pub(crate) width: u8,
    /// The number that it would be if relocatable code were moved.
    pub(crate) relocated: i64,
    /// The memory page of an address.
    pub(crate) page: Option<u16>,
    /// Its expression, in the dialect that keeps expressions; a number has none.
    pub(crate) node: Option<usize>,
}

impl Value {
    pub(crate) fn number(number: i64) -> Self {
        Self { number, relocated: number, ..Self::default() }
    }

    pub(crate) fn address(number: i64, segment: usize) -> Self {
        Self { base: Base::Segment(segment), ..Self::number(number) }
    }

    /// Returns its expression.
    pub(crate) fn tree(self) -> Tree {
        self.node.map_or(Tree::Number(self.number), Tree::Node)
    }

    /// Returns the value with an expression.
    pub(crate) fn with_tree(self, tree: Tree) -> Self {
        match tree {
            Tree::Number(number) => Self { node: None, is_forward: false, ..self.with_number(number) },
            Tree::Node(node) => Self { node: Some(node), ..self },
        }
    }

    pub(crate) const fn with_number(self, number: i64) -> Self {
        Self { number, relocated: number, ..self }
    }

    /// Returns the value plus a number.
    pub(crate) fn plus(self, by: i64) -> Self {
        Self { number: self.number + by, relocated: self.relocated + by, ..self }
    }

    pub(crate) fn unary(
        self,
        operator: Unary,
        (arithmetic, truth): (Arithmetic, i64),
    ) -> Result<Self, Fault> {
        if arithmetic == Arithmetic::Linked
            && matches!(operator, Unary::Low | Unary::High)
            && self.base != Base::Number
        {
            let is_high = operator == Unary::High || self.base == Base::Part { is_high: true };
            return Ok(Self { base: Base::Part { is_high }, ..self });
        }
        let number = arithmetic.unary(operator, self.number, truth);
        let is_byte = matches!(operator, Unary::Low | Unary::High | Unary::Bank);
        let base = match (operator, self.base) {
            (Unary::Plus, base) => base,
            _ if operator.cuts() => Base::Number,
            (_, Base::Number) => Base::Number,
            (_, Base::Segment(_)) if arithmetic == Arithmetic::Linked => {
                return Err(DialectFault::PartOfAddress.into());
            }
            _ => Base::Mixed,
        };
        let relocated = arithmetic.unary(operator, self.relocated, truth);
        let width = if is_byte && arithmetic == Arithmetic::Long { 0 } else { self.width };
        Ok(Self { number, base, is_byte, relocated, width, node: None, ..self })
    }

    pub(crate) fn binary(
        self,
        operator: Binary,
        right: Self,
        (arithmetic, truth): (Arithmetic, i64),
    ) -> Result<Self, Fault> {
        let is_linked = arithmetic == Arithmetic::Linked;
        let is_address = is_linked && matches!(self.base, Base::Segment(_));
        if is_address && operator == Binary::Right && right.number == 8 {
            return Ok(Self { base: Base::Part { is_high: true }, ..self });
        }
        let number = arithmetic.binary(operator, self.number, right.number, truth)?;
        let base = match (operator, self.base, right.base) {
            (Binary::Add | Binary::Subtract, part @ Base::Part { .. }, Base::Number)
            | (Binary::Add, Base::Number, part @ Base::Part { .. }) => part,
            (_, Base::Part { .. }, _) | (_, _, Base::Part { .. }) => {
                return Err(DialectFault::PartOfAddress.into());
            }
            _ if operator.tests() => Base::Number,
            (_, Base::Number, Base::Number) => Base::Number,
            (Binary::Add | Binary::Subtract, base, Base::Number) | (Binary::Add, Base::Number, base) => base,
            (Binary::Subtract, Base::Segment(left), Base::Segment(right))
                if left == right && left < ELSEWHERE =>
            {
                Base::Number
            }
            (Binary::And, ..)
                if !is_linked && right.base == Base::Number && (0..=0xFF).contains(&right.number) =>
            {
                Base::Number
            }
            // What is not defined yet may be a number.
            (_, Base::Mixed, _) | (_, _, Base::Mixed) => Base::Mixed,
            _ if is_linked => return Err(DialectFault::PartOfAddress.into()),
            _ => Base::Mixed,
        };
        let is_fixed = (self.relocated, right.relocated) == (self.number, right.number);
        let relocated = if is_fixed {
            number
        } else {
            arithmetic.binary(operator, self.relocated, right.relocated, truth).unwrap_or(number)
        };
        Ok(Self {
            number,
            relocated,
            base,
            is_forward: self.is_forward || right.is_forward,
            // A truth value is one.
            is_byte: operator.tests(),
            width: if operator.tests() && arithmetic == Arithmetic::Long {
                0
            } else {
                self.width.max(right.width)
            },
            page: self.page,
            node: None,
        })
    }

    /// Returns the value as one byte, where the linker takes that of an address.
    pub(crate) const fn byte(self) -> Self {
        let Base::Part { is_high } = self.base else { return self };
        let number = if is_high { self.number >> 8 & 0xFF } else { self.number & 0xFF };
        Self { number, base: Base::Number, ..self }
    }

    /// Refuses the byte of an address where the linker takes none.
    pub(crate) fn whole(self) -> Result<Self, Fault> {
        match self.base {
            Base::Part { .. } => Err(DialectFault::PartOfAddress.into()),
            _ => Ok(self),
        }
    }
}
