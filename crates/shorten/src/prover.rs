//! Proofs of candidates, and the first candidates: the given code without some of its instructions, and known idioms.

use arcadian_asm::{Line, NoFiles};
use arcadian_isa::Instruction;
use arcadian_parallel::cancellation::is_cancelled;
use arcadian_proof::{Bounds, CheckResult, CostRange, Engine, InitialState, Replay, Routine, prove};

use crate::{
    engine::{TestCase, TestCases, Tester},
    idioms::facts,
    model::Model,
    operation::Pool,
    options::{Cost, Goal, ShortenError},
    search::{Judge, ProofResult},
    sheet::{Cycles, Step, Surroundings, Template},
};

/// The maximum number of instructions that a run of the given routine takes, for its proof.
pub(crate) const INSTRUCTION_LIMIT: u64 = 1_000_000;

/// Proves candidates against the contract of the given sheet.
pub(crate) struct Prover<'a> {
    pub(crate) given: &'a Routine,
    pub(crate) model: &'a Model,
    pub(crate) template: &'a Template,
    pub(crate) frame: &'a Surroundings,
    pub(crate) end: Instruction,
    pub(crate) note: String,
    pub(crate) found: Option<(Found, Routine)>,
}

impl Judge for Prover<'_> {
    fn judge(&mut self, _: Cost, operations: &[u16], pool: &Pool) -> ProofResult {
        let step = |number: &u16| {
            let operation = &pool.operations[usize::from(*number)];
            Step { instruction: operation.instruction, kind: operation.kind }
        };
        let Surroundings { before, after, .. } = self.frame;
        let inside = operations.iter().map(step);
        let steps: Vec<Step> = before.iter().copied().chain(inside).chain(after.iter().copied()).collect();
        let text = self.template.sheet(&steps, self.end, None);
        let Some(candidate) = self.read(&text) else { return ProofResult::Undecided };
        match prove(&candidate, Bounds::default(), INSTRUCTION_LIMIT) {
            Ok(CheckResult { failing: Some(start), .. }) => ProofResult::Refuted(Box::new(start)),
            Ok(CheckResult { failing: None, cost: Some(cost), .. }) => {
                self.accept(&steps, &candidate, (cost.cycles.min, cost.cycles.max))
            }
            _ => ProofResult::Undecided,
        }
    }

    fn test(&mut self, start: &InitialState) -> Result<TestCase, ShortenError> {
        let test = Tester::new(self.given, self.model).test(start)?;
        let tests = self.frame.tests(self.model, TestCases::new(vec![test]));
        tests.all.into_iter().next().ok_or_else(|| ShortenError::NoReturn(self.given.name.clone()))
    }
}

impl Prover<'_> {
    /// Reads a sheet for the contract of the given one. It includes no files.
    fn read(&self, text: &str) -> Option<Routine> {
        self.given.read_like("candidate.asm", text, &mut NoFiles).ok()
    }

    /// Completes the sheet of a proven candidate.
    fn accept(&mut self, steps: &[Step], candidate: &Routine, cycles: Cycles) -> ProofResult {
        let text = self.template.sheet(steps, self.end, Some((cycles, &self.note)));
        let complete = self.read(&text).filter(|complete| complete.image() == candidate.image());
        let Some(complete) = complete else { return ProofResult::Undecided };
        let found = Found::of_sheet(&complete, cycles);
        let cost = found.cost;
        self.found = Some((found, complete));
        let Cost { bytes, cycles } = self.frame.cost;
        ProofResult::Proven(Cost { bytes: cost.bytes - bytes, cycles: cost.cycles.saturating_sub(cycles) })
    }
}

/// Proven code that is cheaper than the given code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The complete sheet.
    pub sheet: String,
    pub cost: Cost,
    /// The minimum and maximum of its cycles.
    pub cycles: (u64, u64),
    /// The instructions, the return included, as text.
    pub instructions: Vec<String>,
}

impl Found {
    pub(crate) fn of_sheet(complete: &Routine, cycles: Cycles) -> Self {
        let instructions = complete.assembly.lines.iter().filter(|line| line.row.is_some());
        Found {
            sheet: complete.assembly.sheet_text(),
            cost: Cost { bytes: complete.size() as u32, cycles: cycles.1 as u32 },
            cycles,
            instructions: instructions.map(source).collect(),
        }
    }
}

/// Returns an instruction without the label before it and the comment after it.
fn source(line: &Line) -> String {
    let code = if line.comment.is_empty() {
        &*line.text
    } else {
        line.text.rsplit_once(&*line.comment).map_or(&*line.text, |(code, _)| code)
    };
    let text = code.split_once(": ").map_or(code, |(_, text)| text);
    text.trim().trim_end_matches(';').trim().to_owned()
}

/// The maximum number of instructions of code from which some are deleted, and of code from which pairs are.
const MAX_CODE: usize = 256;
const MAX_PAIRS: usize = 40;

/// The maximum number of neighbors that are deleted together.
const MAX_RANGE: usize = 4;

/// Proves candidates that are cheaper than the best code.
pub(crate) struct Seeds<'a> {
    pub(crate) given: &'a Routine,
    pub(crate) template: &'a Template,
    pub(crate) goal: Goal,
    pub(crate) note: &'a str,
    /// The inputs on which a candidate is run before it is proven.
    pub(crate) inputs: &'a [Vec<u8>],
    /// The maximum number of instructions of a run.
    pub(crate) limit: u64,
    pub(crate) best: Cost,
    pub(crate) proofs: usize,
}

struct Proven {
    lines: Vec<String>,
    routine: Routine,
    cost: CostRange,
}

impl Seeds<'_> {
    /// Deletes instructions as long as the contract holds.
    pub(crate) fn shrink(&mut self) -> Option<(Found, Routine)> {
        let mut best: Option<Proven> = None;
        loop {
            let current = best.as_ref().map_or(self.given, |proven| &proven.routine).clone();
            let Some(better) = self.without_some(&current) else { break };
            best = Some(better);
        }
        best.and_then(|proven| self.complete(&proven))
    }

    /// Returns the first candidate without some instructions that is proven.
    fn without_some(&mut self, routine: &Routine) -> Option<Proven> {
        deletions(&routine.assembly.instructions()).into_iter().find_map(|deleted| {
            let lines = self.template.without_derived(&routine.assembly.source_without(&deleted));
            self.prove(lines)
        })
    }

    /// Returns the cheapest idiom that satisfies the contract.
    pub(crate) fn idiom(&mut self, memory: &[String]) -> Option<(Found, Routine)> {
        let mut best = None;
        for statements in facts(self.given.processor()).idioms.of(memory) {
            best = self.prove(self.template.with_statements(&statements)).or(best);
        }
        best.and_then(|proven| self.complete(&proven))
    }

    /// Proves a candidate that is cheaper than the best code and passes the tests.
    fn prove(&mut self, lines: Vec<String>) -> Option<Proven> {
        if is_cancelled() {
            return None;
        }
        let routine = self.given.read_like("candidate.asm", &(lines.join("\n") + "\n"), &mut NoFiles).ok()?;
        let is_short = self.goal == Goal::Cycles || routine.size() <= self.best.bytes as usize;
        if !is_short || !self.passes(&routine) {
            return None;
        }
        self.proofs += 1;
        let CheckResult { failing: None, cost: Some(cost), .. } =
            prove(&routine, Bounds::default(), self.limit).ok()?
        else {
            return None;
        };
        let own = Cost { bytes: routine.size() as u32, cycles: cost.cycles.max as u32 };
        (self.goal.key(own) < self.goal.key(self.best)).then(|| {
            self.best = own;
            Proven { lines, routine, cost }
        })
    }

    fn passes(&self, routine: &Routine) -> bool {
        let Some(mut replay) = Replay::new(routine, Engine::Own, self.limit) else { return false };
        let starts = self.inputs.iter().zip(0..);
        starts.into_iter().all(|(input, seed)| {
            replay.run(&routine.state_on_entry(input.clone(), seed)).is_ok_and(|result| result.is_ok())
        })
    }

    /// Completes the sheet of a proven candidate.
    fn complete(&self, proven: &Proven) -> Option<(Found, Routine)> {
        let cycles = (proven.cost.cycles.min, proven.cost.cycles.max);
        let text = self.template.with_derived(&proven.lines, proven.routine.size(), cycles, self.note);
        let routine = self.given.read_like("candidate.asm", &text, &mut NoFiles).ok()?;
        let is_same = routine.image() == proven.routine.image();
        is_same.then(|| (Found::of_sheet(&routine, cycles), routine))
    }
}

/// Returns what to delete: single instructions, a few neighbors, and pairs.
fn deletions(instructions: &[usize]) -> Vec<Vec<usize>> {
    if instructions.len() > MAX_CODE {
        return Vec::new();
    }
    let ranges = (1..=MAX_RANGE).flat_map(|length| instructions.windows(length)).map(<[usize]>::to_vec);
    let few = if instructions.len() > MAX_PAIRS { &[] } else { instructions };
    let pairs = few
        .iter()
        .enumerate()
        .flat_map(|(at, one)| few.iter().skip(at + 2).map(move |other| vec![*one, *other]));
    ranges.chain(pairs).collect()
}
