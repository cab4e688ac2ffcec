//! The gates of a circuit. Equal gates are stored once.

use std::collections::HashMap;

use super::Wire;
use crate::bdd::{self, BddRef, Reduced};

/// The inputs of a gate, and whether its output is complemented; or a wire that does the same.
pub(super) type Normal = Result<Wire, ([Wire; 3], bool)>;

/// Returns the normal form of a gate, which is that of an operation on decision diagrams.
pub(super) fn normal_form(inputs: [Wire; 3]) -> Normal {
    let wire = |bit: BddRef| Wire(bit.number());
    match bdd::normal_form(inputs.map(|input| BddRef::from_number(input.0))) {
        Reduced::Solved(result) => Ok(wire(result)),
        Reduced::Problem(operands, is_complemented) => Err((operands.map(wire), is_complemented)),
    }
}

/// What a wire comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// The constant 0.
    Constant,
    Variable(u32),
    /// If the first wire then the second, else the third. `f & g` is `[f, g, 0]` and `f ^ g` is `[f, !g, g]`.
    Gate([Wire; 3]),
}

/// All gates, each after those that it depends on.
pub(super) struct Gates {
    sources: Vec<Source>,
    known: HashMap<[Wire; 3], u32>,
    /// Of each gate the wire that was proven to be the same, itself at first.
    same: Vec<Wire>,
}

impl Gates {
    pub(super) fn new() -> Self {
        Gates { sources: vec![Source::Constant], known: HashMap::new(), same: vec![Wire::FALSE] }
    }

    pub(super) fn len(&self) -> usize {
        self.sources.len()
    }

    pub(super) fn source(&self, wire: Wire) -> Source {
        // A stale handle has no meaning, and must not panic.
        self.sources.get(wire.index()).copied().unwrap_or(Source::Constant)
    }

    pub(super) fn sources(&self) -> &[Source] {
        &self.sources
    }

    pub(super) fn push(&mut self, source: Source) -> Wire {
        let wire = Wire((self.sources.len() as u32) << 1);
        self.sources.push(source);
        self.same.push(wire);
        wire
    }

    /// Returns the wire that a wire was proven to be the same as.
    pub(super) fn simplest(&self, wire: Wire) -> Wire {
        let same = self.same.get(wire.index()).copied().unwrap_or(Wire::FALSE);
        same.complement_if(wire.is_complemented())
    }

    /// Notes that a wire is 0 for all values of the variables.
    pub(super) fn set_never(&mut self, wire: Wire) {
        if let Some(same) = self.same.get_mut(wire.index()) {
            *same = Wire::FALSE.complement_if(wire.is_complemented());
        }
    }

    /// Returns the wire of a gate, or what the gate must be if it is new, with whether its output is complemented.
    pub(super) fn find(&self, inputs: [Wire; 3]) -> Normal {
        let (inputs, is_complemented) = match normal_form(inputs.map(|wire| self.simplest(wire))) {
            Ok(wire) => return Ok(wire),
            Err(gate) => gate,
        };
        if let Some(wire) = self.reduced(inputs) {
            return Ok(wire.complement_if(is_complemented));
        }
        match self.known.get(&inputs) {
            Some(index) => Ok(self.simplest(Wire(index << 1)).complement_if(is_complemented)),
            None => Err((inputs, is_complemented)),
        }
    }

    pub(super) fn insert(&mut self, inputs: [Wire; 3]) -> Wire {
        let wire = self.push(Source::Gate(inputs));
        self.known.insert(inputs, wire.index() as u32);
        wire
    }

    /// Returns the inputs of a conjunction.
    fn factors(&self, wire: Wire) -> Option<[Wire; 2]> {
        match self.source(wire) {
            Source::Gate([one, other, Wire::FALSE]) => Some([one, other]),
            _ => None,
        }
    }

    /// Returns what a conjunction with another conjunction is without a new gate, by rules of Brummayer and Biere ("Local two-level
    /// and-inverter graph minimization without blowup", 2006).
    fn reduced(&self, inputs: [Wire; 3]) -> Option<Wire> {
        let [one, other, Wire::FALSE] = inputs else { return None };
        self.reduced_by(one, other).or_else(|| self.reduced_by(other, one))
    }

    fn reduced_by(&self, one: Wire, other: Wire) -> Option<Wire> {
        let factors = self.factors(one)?;
        let others = self.factors(other).filter(|_| !other.is_complemented());
        let has = |wire: Wire| other == wire || others.is_some_and(|others| others.contains(&wire));
        if !one.is_complemented() {
            // Idempotence and contradiction.
            return match factors {
                [first, second] if other == first || other == second => Some(one),
                [first, second] if has(!first) || has(!second) => Some(Wire::FALSE),
                _ => None,
            };
        }
        let [first, second] = factors;
        // Subsumption: what contradicts a factor implies the complement of their product.
        if has(!first) || has(!second) {
            return Some(other);
        }
        // Resolution.
        let against = self.factors(other).filter(|_| other.is_complemented())?;
        let resolves = |common: Wire, rest: Wire| against == [common, !rest] || against == [!rest, common];
        if resolves(first, second) {
            Some(!first)
        } else if resolves(second, first) {
            Some(!second)
        } else {
            None
        }
    }
}
