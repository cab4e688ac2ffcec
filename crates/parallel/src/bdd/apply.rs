//! The recursion that all operations share. It has a stack of its own: a diagram may be as deep as there are variables.

use super::{
    BddRef,
    computed_table::Key,
    manager::{Manager, OpenProblem},
};

/// An operation that is defined by its results for the two values of the first variable.
pub(super) trait Operation {
    /// A result for the variable's value 0 that makes the other unnecessary.
    const DECISIVE: Option<BddRef> = None;

    /// Solves a problem that needs no recursion, or brings it into its normal form.
    fn reduce(operands: Key) -> Reduced;

    /// Combines the results for the variable's values 0 and 1.
    fn combine(manager: &mut Manager, variable: u32, low: BddRef, high: BddRef) -> BddRef;
}

/// An operation with its operands, as far as it can be simplified without access to the nodes.
pub(crate) enum Reduced {
    Solved(BddRef),
    /// The normal form, and whether its result must be complemented.
    Problem(Key, bool),
}

impl Reduced {
    pub(super) fn complement(self) -> Self {
        match self {
            Reduced::Solved(result) => Reduced::Solved(!result),
            Reduced::Problem(operands, is_complemented) => Reduced::Problem(operands, !is_complemented),
        }
    }
}

impl Manager {
    pub(super) fn apply<O: Operation>(&mut self, mut operands: Key) -> BddRef {
        let mut stack = std::mem::take(&mut self.stack);
        let result = loop {
            match self.solve::<O>(operands) {
                Ok(result) => match self.unwind::<O>(&mut stack, result) {
                    Ok(result) => break result,
                    Err(high) => operands = high,
                },
                Err((open, low)) => {
                    stack.push(open);
                    operands = low;
                }
            }
        };
        self.stack = stack;
        result
    }

    /// Solves a problem, or divides it in two: an open one, and the operands for the variable's value 0.
    #[inline(always)]
    fn solve<O: Operation>(&mut self, operands: Key) -> Result<BddRef, (OpenProblem, Key)> {
        let (operands, is_complemented) = match O::reduce(operands) {
            Reduced::Solved(result) => return Ok(result),
            Reduced::Problem(operands, is_complemented) => (operands, is_complemented),
        };
        if let Some(result) = self.computed.get(operands) {
            return Ok(result.complement_if(is_complemented));
        }
        if self.must_stop() {
            return Ok(BddRef::FALSE);
        }
        let nodes = operands.map(|operand| self.nodes.node(operand));
        let variable = nodes[0].variable.min(nodes[1].variable).min(nodes[2].variable);
        let cofactors: [_; 3] = std::array::from_fn(|n| nodes[n].cofactors(operands[n], variable));
        let high = cofactors.map(|(_, high)| high);
        let open = OpenProblem { operands, is_complemented, variable, high, low_result: None };
        Err((open, cofactors.map(|(low, _)| low)))
    }

    /// Completes open problems with a result, up to one whose other half has to be solved first: it returns the operands for
    /// the variable's value 1.
    #[inline(always)]
    fn unwind<O: Operation>(
        &mut self,
        stack: &mut Vec<OpenProblem>,
        mut result: BddRef,
    ) -> Result<BddRef, Key> {
        while let Some(open) = stack.last_mut() {
            if open.low_result.is_none() && O::DECISIVE != Some(result) {
                open.low_result = Some(result);
                return Err(open.high);
            }
            let low = open.low_result.unwrap_or(result);
            result = O::combine(self, open.variable, low, result);
            self.computed.insert(open.operands, result);
            result = result.complement_if(open.is_complemented);
            stack.pop();
        }
        Ok(result)
    }
}
