//! The parts of conditions: those as stated, and those with products and quotients that are too large to be computed as functions.

use super::{Binary, Evaluator, Expr, Node, Side, Unary, Variable};

/// The size in bytes of the factors of a product from which on it is large.
const LARGE: usize = 3;

/// One of the conditions that together are equivalent to one with a large product.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// Where it matters, if it is the conclusion of an implication.
    pub(crate) premises: Vec<Expr>,
    pub(crate) expr: Expr,
    /// Whether it has a large product itself.
    pub(crate) is_large: bool,
}

/// Returns the parts of a condition, or nothing if it has no large product. `bytes` is the size of a field.
pub(crate) fn parts(condition: &Expr, bytes: &dyn Fn(Side, usize) -> usize) -> Vec<Part> {
    let mut all = Vec::new();
    condition.collect_parts(&[], &mut all);
    if condition.has_variables() && all.iter().any(Part::has_variables) {
        // The number of a variable is its depth, which differs once a `let` around it is gone.
        all = vec![Part { premises: Vec::new(), expr: condition.clone(), is_large: false }];
    }
    for part in &mut all {
        let is_large = part.exprs().any(|expr| expr.has_large_product(bytes));
        part.is_large = is_large;
    }
    if all.iter().any(|part| part.is_large) { all } else { Vec::new() }
}

impl Part {
    fn exprs(&self) -> impl Iterator<Item = &Expr> {
        self.premises.iter().chain([&self.expr])
    }

    fn has_variables(&self) -> bool {
        self.exprs().any(Expr::has_variables)
    }
}

impl Expr {
    fn collect_parts(&self, premises: &[Expr], all: &mut Vec<Part>) {
        match &self.node {
            Node::Binary(Binary::And, operands) => {
                operands.0.collect_parts(premises, all);
                operands.1.collect_parts(premises, all);
            }
            Node::Binary(Binary::Implies, operands) => {
                operands.1.collect_parts(&[premises, std::slice::from_ref(&operands.0)].concat(), all);
            }
            // The right side matters where the left one is false.
            Node::Binary(Binary::Or, operands) if !operands.0.has_product() => {
                operands.1.collect_parts(&[premises, &[operands.0.negated()]].concat(), all);
            }
            Node::If(operands) => {
                let (condition, set, clear) = &**operands;
                set.collect_parts(&[premises, std::slice::from_ref(condition)].concat(), all);
                clear.collect_parts(&[premises, &[condition.negated()]].concat(), all);
            }
            Node::Let(variable, operands) if !operands.0.has_variables() => {
                let (value, body) = &**operands;
                // That the value is defined matters even where it is not used.
                let is_defined = Node::Binary(Binary::Equal, Box::new((value.clone(), value.clone())));
                let expr = Expr { node: is_defined, span: value.span.clone() };
                all.push(Part { premises: premises.to_vec(), expr, is_large: false });
                body.clone().with_value(*variable, value).collect_parts(premises, all);
            }
            _ => all.push(Part { premises: premises.to_vec(), expr: self.clone(), is_large: false }),
        }
    }

    /// Returns the opposite of a condition.
    fn negated(&self) -> Self {
        Expr { node: Node::Unary(Unary::Not, Box::new(self.clone())), span: self.span.clone() }
    }

    /// Returns whether the expression introduces variables.
    fn has_variables(&self) -> bool {
        matches!(self.node, Node::Let(..) | Node::Loop(..) | Node::Fold(..))
            || self.parts().into_iter().any(Expr::has_variables)
    }

    /// Replaces a variable by its value.
    fn with_value(mut self, variable: Variable, value: &Expr) -> Self {
        match self.node {
            Node::Variable(own) if own == variable => value.clone(),
            _ => {
                for part in self.parts_mut() {
                    *part = part.clone().with_value(variable, value);
                }
                self
            }
        }
    }

    /// Returns whether the expression has a product or a quotient whose operands have many bits together.
    fn has_large_product(&self, bytes: &dyn Fn(Side, usize) -> usize) -> bool {
        let size = |operand: &Expr| {
            let mut fields = operand.fields();
            fields.sort_unstable();
            fields.dedup();
            fields.into_iter().map(|(side, number)| bytes(side, number)).sum::<usize>()
        };
        let own = self.factors().is_some_and(|(one, other)| size(one) + size(other) >= LARGE);
        own || self.parts().into_iter().any(|part| part.has_large_product(bytes))
    }

    /// Returns whether the expression has a product or a quotient of what is not constant.
    pub(crate) fn has_product(&self) -> bool {
        self.factors().is_some() || self.parts().into_iter().any(Expr::has_product)
    }

    /// If the expression is a product or a quotient of what is not constant, returns the operands. Powers of two do not count: they
    /// only shift.
    fn factors(&self) -> Option<(&Expr, &Expr)> {
        let Node::Binary(Binary::Multiply | Binary::Divide | Binary::Modulo, operands) = &self.node else {
            return None;
        };
        let (one, other) = &**operands;
        let is_simple = |operand: &Expr| operand.fields().is_empty() && !operand.has_free_variables();
        (![one, other].into_iter().any(|operand| is_simple(operand) || operand.is_power()))
            .then_some((one, other))
    }

    /// Returns whether the expression is a quotient or a remainder of what is not constant.
    pub(crate) fn is_quotient(&self) -> bool {
        !matches!(self.node, Node::Binary(Binary::Multiply, _)) && self.factors().is_some()
    }

    fn has_free_variables(&self) -> bool {
        matches!(self.node, Node::Variable(_)) || self.parts().into_iter().any(Expr::has_free_variables)
    }

    /// Returns whether the expression is `1 << n`.
    fn is_power(&self) -> bool {
        match &self.node {
            Node::Binary(Binary::ShiftLeft, operands) => matches!(operands.0.node, Node::Number(1)),
            _ => false,
        }
    }

    /// Returns the fields in counts of shifts.
    pub(crate) fn shift_counts(&self) -> Vec<(Side, usize)> {
        let own = match &self.node {
            Node::Binary(Binary::ShiftLeft | Binary::ShiftRight, operands) => operands.1.fields(),
            _ => Vec::new(),
        };
        let parts = self.parts().into_iter().flat_map(Expr::shift_counts);
        own.into_iter().chain(parts).collect()
    }

    /// If the expression is a quotient by a constant power of two, written as a shift, returns the dividend and the power.
    pub(crate) fn as_shift(&self) -> Option<(&Expr, i64)> {
        let Node::Binary(Binary::ShiftRight, operands) = &self.node else { return None };
        let count = u32::try_from(operands.1.as_constant()?).ok()?;
        Some((&operands.0, 1_i64.checked_shl(count).filter(|power| *power > 0)?))
    }

    /// Returns the value of an expression that does not depend on fields or variables.
    fn as_constant(&self) -> Option<i64> {
        let is_closed = self.fields().is_empty() && !self.has_free_variables();
        Evaluator::constant(self).filter(|_| is_closed)
    }

    /// If the expression is a remainder modulo a constant power of two, returns the dividend and the exponent.
    pub(crate) fn as_residue(&self) -> Option<(&Expr, u32)> {
        let Node::Binary(Binary::Modulo, operands) = &self.node else { return None };
        let modulus = operands.1.as_constant()?;
        let is_power = modulus > 0 && modulus & (modulus - 1) == 0;
        is_power.then_some((&operands.0, modulus.trailing_zeros()))
    }
}
