//! The operations. The normal form of each is that of the equivalent if-then-else, except for [`Intersects`]: `f & g` is
//! `[f, g, 0]` and `f ^ g` is `[f, !g, g]`. So they share their results.

use Reduced::{Problem, Solved};

use super::{
    BddRef,
    manager::{Manager, OpenProblem},
    tables::Key,
};

/// The conjunction of the first two operands; the third is 0.
pub(super) struct And;

/// Exclusive or of the first operand and the third. The second is the complement of the third.
pub(super) struct Xor;

/// If-then-else.
pub(super) struct Ite;

/// The generalized cofactor of the first operand (Coudert, Berthet and Madre, "Verification of synchronous sequential machines
/// based on symbolic execution", 1989): a function that equals it wherever the second is 1. The third is equal to the second,
/// as in no normal form of the other operations.
pub(super) struct Constrain;

/// Whether the conjunction of the first two operands is satisfiable, as a constant. The third operand is 1, which no
/// normal form of the other operations has.
pub(super) struct Intersects;

fn sorted(one: BddRef, other: BddRef) -> [BddRef; 2] {
    if one <= other { [one, other] } else { [other, one] }
}

impl Operation for And {
    #[inline(always)]
    fn reduce([one, other, _]: Key) -> Reduced {
        match sorted(one, other) {
            [BddRef::FALSE, _] => Solved(BddRef::FALSE),
            [BddRef::TRUE, other] => Solved(other),
            [one, other] if one == other => Solved(one),
            [one, other] if one == !other => Solved(BddRef::FALSE),
            [one, other] => Problem([one, other, BddRef::FALSE], false),
        }
    }

    #[inline(always)]
    fn combine(manager: &mut Manager, variable: u32, low: BddRef, high: BddRef) -> BddRef {
        manager.make_node(variable, low, high)
    }
}

impl Operation for Xor {
    #[inline(always)]
    fn reduce([one, _, other]: Key) -> Reduced {
        let is_complemented = one.is_complemented() != other.is_complemented();
        match sorted(one.regular(), other.regular()) {
            [BddRef::FALSE, other] => Solved(other.complement_if(is_complemented)),
            [one, other] if one == other => Solved(is_complemented.into()),
            [one, other] => Problem([one, !other, other], is_complemented),
        }
    }

    #[inline(always)]
    fn combine(manager: &mut Manager, variable: u32, low: BddRef, high: BddRef) -> BddRef {
        manager.make_node(variable, low, high)
    }
}

impl Operation for Ite {
    #[inline(always)]
    fn reduce([condition, set, clear]: Key) -> Reduced {
        let [condition, set, clear] =
            if condition.is_complemented() { [!condition, clear, set] } else { [condition, set, clear] };
        // Within a branch, the condition is a constant.
        let set = if set.regular() == condition { (set == condition).into() } else { set };
        let clear = if clear.regular() == condition { (clear != condition).into() } else { clear };
        match [condition, set, clear] {
            [BddRef::FALSE, ..] => Solved(clear),
            _ if set == clear => Solved(set),
            _ if set == !clear => Xor::reduce([condition, set, clear]),
            [_, BddRef::FALSE, _] => And::reduce([!condition, clear, BddRef::FALSE]),
            [_, BddRef::TRUE, _] => And::reduce([!condition, !clear, BddRef::FALSE]).complement(),
            [_, _, BddRef::FALSE] => And::reduce([condition, set, BddRef::FALSE]),
            [_, _, BddRef::TRUE] => And::reduce([condition, !set, BddRef::FALSE]).complement(),
            _ if set.is_complemented() => Problem([condition, !set, !clear], true),
            operands => Problem(operands, false),
        }
    }

    #[inline(always)]
    fn combine(manager: &mut Manager, variable: u32, low: BddRef, high: BddRef) -> BddRef {
        manager.make_node(variable, low, high)
    }
}

impl Operation for Intersects {
    const DECISIVE: Option<BddRef> = Some(BddRef::TRUE);

    #[inline(always)]
    fn reduce([one, other, _]: Key) -> Reduced {
        match sorted(one, other) {
            [BddRef::FALSE, _] => Solved(BddRef::FALSE),
            [BddRef::TRUE, _] => Solved(BddRef::TRUE),
            [one, other] if one == !other => Solved(BddRef::FALSE),
            [one, other] if one == other => Solved(BddRef::TRUE),
            // Both are 1 where all variables are 0.
            [one, other] if one.is_complemented() && other.is_complemented() => Solved(BddRef::TRUE),
            [one, other] => Problem([one, other, BddRef::TRUE], false),
        }
    }

    #[inline(always)]
    fn combine(_: &mut Manager, _: u32, _: BddRef, high: BddRef) -> BddRef {
        // If it was computed at all, the result for 0 is 0. Otherwise both arguments are the decisive one.
        high
    }
}

/// The result of [`Constrain`] where the second operand is 0: any. It is never the result of a whole operation.
const ANY: BddRef = BddRef(u32::MAX);

impl Operation for Constrain {
    #[inline(always)]
    fn reduce([function, care, _]: Key) -> Reduced {
        match care {
            BddRef::FALSE => Solved(ANY),
            BddRef::TRUE => Solved(function),
            _ if function.index() == 0 => Solved(function),
            _ if function == care => Solved(BddRef::TRUE),
            _ if function == !care => Solved(BddRef::FALSE),
            _ => Problem([function.regular(), care, care], function.is_complemented()),
        }
    }

    #[inline(always)]
    fn combine(manager: &mut Manager, variable: u32, low: BddRef, high: BddRef) -> BddRef {
        match [low, high] {
            [ANY, known] | [known, ANY] => known,
            _ => manager.make_node(variable, low, high),
        }
    }
}

/// An operation that is defined by its results for the two values of the first variable.
pub(super) trait Operation {
    /// A result for the variable's value 0 that makes the other unnecessary.
    const DECISIVE: Option<BddRef> = None;

    /// Solves a problem that needs no recursion, or brings it into its normal form.
    fn reduce(operands: Key) -> Reduced;

    /// Combines the results for the variable's values 0 and 1.
    fn combine(manager: &mut Manager, variable: u32, low: BddRef, high: BddRef) -> BddRef;
}

/// An operation with its operands, after all simplification that needs no access to the nodes.
pub(crate) enum Reduced {
    Solved(BddRef),
    /// The normal form, and whether its result must be complemented.
    Problem(Key, bool),
}

impl Reduced {
    pub(super) fn complement(self) -> Self {
        match self {
            Solved(result) => Solved(!result),
            Problem(operands, is_complemented) => Problem(operands, !is_complemented),
        }
    }
}

impl Manager {
    /// The recursion that all operations share. It has a stack of its own: a diagram may be as deep as there are variables.
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
            Solved(result) => return Ok(result),
            Problem(operands, is_complemented) => (operands, is_complemented),
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
