//! Proving candidates of a search, and what was found.

use arcadian_asm::{Line, NoFiles};
use arcadian_isa::Instruction;
use arcadian_proof::{Bounds, CheckResult, InitialState, Routine, prove};

use crate::{
    error::ShortenError,
    model::Model,
    operation::Pool,
    options::Cost,
    search::{Judge, ProofResult},
    sheet::{Cycles, Step, Template},
    test_cases::{TestCase, TestCases, Tester},
    window::Surroundings,
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
            Ok(CheckResult { failing: None, cost: Some(cost) }) => {
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
    /// Returns the report of a proven sheet.
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
