//! Decides whether a function is ever 1.

use super::{
    Failure, Limits, Literal, Solved, Solver, Wire,
    gates::{Cone, Gates, Simulation, Source},
};
use crate::cancellation::is_cancelled;

/// The gates of a comparison and what is known of them.
pub(super) struct Circuit {
    gates: Gates,
    simulation: Simulation,
    variables: Vec<Wire>,
    limits: Limits,
    solver: Option<Box<dyn Solver>>,
    /// The solver's variable of each gate that it knows.
    known: Vec<Option<u32>>,
    /// The number of the solver's variables.
    known_count: u32,
    failure: Option<Failure>,
    /// The decisions by trying all assignments, and by the solver.
    tried: u64,
    solved: u64,
    /// The conflicts as which the decisions so far count.
    overhead: u64,
}

/// The number of conflicts after which all assignments are tried, if they are not too many.
const FEW_CONFLICTS: u64 = 500;

/// The number of steps in which all assignments are tried at once: the solver takes longer to start.
const FEW_STEPS: u64 = 1 << 12;

/// The number of gates that the solver is told after which a cancellation is noticed.
const POLL_INTERVAL: usize = 1 << 10;

/// The conflicts as which a decision of the solver counts, and the number of gates that count as one more: a decision passes
/// over all.
const CONFLICTS_PER_DECISION: u64 = 10;
const GATES_PER_CONFLICT: u64 = 100;

impl Default for Circuit {
    fn default() -> Self {
        let limits = Limits { gates: 0, conflicts: 0, tried: 0 };
        Circuit {
            gates: Gates::new(),
            simulation: Simulation::new(),
            variables: Vec::new(),
            limits,
            solver: None,
            known: Vec::new(),
            known_count: 0,
            failure: None,
            tried: 0,
            solved: 0,
            overhead: 0,
        }
    }
}

impl Circuit {
    pub(super) fn new(limits: Limits, solver: Option<Box<dyn Solver>>) -> Self {
        // The index of a gate has 31 bits.
        let limits = Limits { gates: limits.gates.min(i32::MAX as usize), ..limits };
        let failure = is_cancelled().then_some(Failure::Limit);
        Circuit { limits, solver, failure, ..Circuit::default() }
    }

    pub(super) fn failure(&self) -> Option<Failure> {
        self.failure
    }

    pub(super) fn gates(&self) -> &Gates {
        &self.gates
    }

    pub(super) fn statistics(&self) -> [u64; 4] {
        [self.gates.len() as u64, self.tried, self.solved, self.conflicts()]
    }

    fn conflicts(&self) -> u64 {
        self.solver.as_ref().map_or(0, |solver| solver.conflicts())
    }

    fn is_full(&mut self) -> bool {
        if self.gates.len() >= self.limits.gates {
            self.failure = self.failure.or(Some(Failure::Limit));
        }
        self.failure.is_some()
    }

    pub(super) fn new_variable(&mut self) -> Wire {
        if self.is_full() {
            return Wire::FALSE;
        }
        let source = Source::Variable(self.variables.len() as u32);
        let wire = self.gates.push(source);
        self.simulation.push(source);
        self.variables.push(wire);
        wire
    }

    pub(super) fn variable(&self, number: usize) -> Wire {
        self.variables.get(number).copied().unwrap_or(Wire::FALSE)
    }

    pub(super) fn variable_of(&self, wire: Wire) -> Option<u32> {
        match self.gates.source(wire) {
            Source::Variable(number) => Some(number),
            _ => None,
        }
    }

    pub(super) fn gate(&mut self, inputs: [Wire; 3]) -> Wire {
        match self.gates.find(inputs) {
            Ok(wire) => wire,
            Err(_) if self.is_full() => Wire::FALSE,
            Err((inputs, is_complemented)) => {
                self.simulation.push(Source::Gate(inputs));
                self.gates.insert(inputs).complement_if(is_complemented)
            }
        }
    }

    pub(super) fn evaluate(&self, wire: Wire, assignment: &[bool]) -> bool {
        match self.gates.source(wire) {
            Source::Constant => wire.is_complemented(),
            Source::Variable(number) => {
                assignment.get(number as usize).copied().unwrap_or(false) != wire.is_complemented()
            }
            Source::Gate(_) => Cone::of(&self.gates, wire).evaluate(assignment),
        }
    }

    /// Returns whether a function is 1 for some assignment. If operations are aborted, the answer is invalid.
    pub(super) fn is_ever(&mut self, wire: Wire) -> bool {
        self.example(wire).is_some()
    }

    /// Returns the number of an assignment for which a function is 1.
    fn example(&mut self, wire: Wire) -> Option<usize> {
        let wire = self.gates.simplest(wire);
        if self.failure.is_some() || wire == Wire::FALSE {
            return None;
        }
        if let Some(example) = self.simulation.example(wire) {
            return Some(example);
        }
        if is_cancelled() {
            self.failure = Some(Failure::Limit);
            return None;
        }
        match self.decide(wire) {
            Ok(Some(assignment)) => {
                self.simulation.add(self.gates.sources(), &assignment);
                let example = self.simulation.example(wire);
                // An assignment that does not do what was said of it.
                self.failure = example.is_none().then_some(Failure::Unproven);
                example
            }
            Ok(None) => {
                self.gates.set_never(wire);
                None
            }
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    /// Returns an assignment for which a function is 1, or none if there is none.
    fn decide(&mut self, wire: Wire) -> Result<Option<Vec<bool>>, Failure> {
        let cone = Cone::of(&self.gates, wire);
        let steps = cone.steps().unwrap_or(u64::MAX);
        if steps > FEW_STEPS
            && let Some(decided) = self.solve(&cone, wire, FEW_CONFLICTS)?
        {
            return Ok(decided);
        }
        if steps <= self.limits.tried {
            self.tried += 1;
            return cone.find(&mut is_cancelled).map_err(|()| Failure::Limit);
        }
        self.solve(&cone, wire, u64::MAX)?.ok_or(Failure::Limit)
    }

    /// Asks the solver. Returns nothing if it gave up.
    fn solve(
        &mut self,
        cone: &Cone,
        wire: Wire,
        conflicts: u64,
    ) -> Result<Option<Option<Vec<bool>>>, Failure> {
        self.overhead += CONFLICTS_PER_DECISION + self.gates.len() as u64 / GATES_PER_CONFLICT;
        let left = self.limits.conflicts.saturating_sub(self.conflicts() + self.overhead);
        if self.solver.is_none() {
            return Ok(None);
        }
        let literal = self.explain(cone, wire)?;
        let Some(solver) = &mut self.solver else { return Ok(None) };
        self.solved += 1;
        if left == 0 {
            return Ok(None);
        }
        match solver.solve(&[literal], conflicts.min(left)) {
            Solved::Satisfiable(values) => Ok(Some(Some(self.assignment(cone, &values)))),
            Solved::Unsatisfiable => Ok(Some(None)),
            Solved::Unknown if is_cancelled() => Err(Failure::Limit),
            Solved::Unknown => Ok(None),
            Solved::Unproven => Err(Failure::Unproven),
        }
    }

    fn assignment(&self, cone: &Cone, values: &[bool]) -> Vec<bool> {
        let count = cone.variables().last().map_or(0, |last| *last as usize + 1);
        let mut assignment = vec![false; count];
        for number in cone.variables() {
            let known = self.known.get(self.variable(*number as usize).index()).copied().flatten();
            let value = known.and_then(|known| values.get(known as usize));
            assignment[*number as usize] = value.copied().unwrap_or(false);
        }
        assignment
    }

    /// Tells the solver what the gates of a cone do (Tseitin, "On the complexity of derivation in propositional calculus", 1968).
    /// Returns the literal of its output.
    fn explain(&mut self, cone: &Cone, wire: Wire) -> Result<Literal, Failure> {
        self.known.resize(self.gates.len().max(self.known.len()), None);
        for (number, member) in cone.wires().enumerate() {
            if number % POLL_INTERVAL == 0 && is_cancelled() {
                return Err(Failure::Limit);
            }
            if self.known[member.index()].is_none() {
                self.known[member.index()] = Some(self.known_count);
                self.known_count += 1;
                let clauses = self.clauses(member);
                if let Some(solver) = &mut self.solver {
                    clauses.iter().for_each(|clause| solver.add_clause(clause));
                }
            }
        }
        Ok(self.literal(wire))
    }

    fn literal(&self, wire: Wire) -> Literal {
        let known = self.known.get(wire.index()).copied().flatten().unwrap_or(0);
        known << 1 | u32::from(wire.is_complemented())
    }

    /// Returns the clauses that say what a gate does.
    fn clauses(&self, output: Wire) -> Vec<Vec<Literal>> {
        let clause = |wires: &[Wire]| wires.iter().map(|wire| self.literal(*wire)).collect();
        match self.gates.source(output) {
            Source::Constant => vec![clause(&[!output])],
            Source::Variable(_) => Vec::new(),
            Source::Gate([one, other, Wire::FALSE]) => {
                vec![clause(&[!output, one]), clause(&[!output, other]), clause(&[output, !one, !other])]
            }
            Source::Gate([condition, set, clear]) => {
                let mut clauses = vec![
                    clause(&[!condition, !set, output]),
                    clause(&[!condition, set, !output]),
                    clause(&[condition, !clear, output]),
                    clause(&[condition, clear, !output]),
                ];
                // These follow from the others, and let values be derived earlier.
                if set != !clear {
                    clauses.push(clause(&[!set, !clear, output]));
                    clauses.push(clause(&[set, clear, !output]));
                }
                clauses
            }
        }
    }

    /// Returns an assignment with few 1s for which a function is 1.
    pub(super) fn witness(&mut self, wire: Wire) -> Option<Vec<bool>> {
        let example = if wire == Wire::TRUE { Some(0) } else { self.example(wire) }?;
        let cone = Cone::of(&self.gates, self.gates.simplest(wire));
        let mut assignment = vec![false; self.variables.len()];
        for number in cone.variables() {
            let wire = self.variable(*number as usize);
            assignment[*number as usize] = self.simulation.value(wire, example);
        }
        for number in cone.variables() {
            let number = *number as usize;
            if assignment[number] {
                assignment[number] = false;
                assignment[number] = !cone.evaluate(&assignment);
            }
        }
        Some(assignment)
    }
}
