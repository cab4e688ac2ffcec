//! Windows of straight-line code: parts that are replaced while the code around them stays.

use std::ops::Range;

use arcadian_isa::{Instruction, Processor};
use arcadian_parallel::flow::Resources;
use arcadian_proof::Routine;

use crate::{
    engine::run,
    model::{Effects, Model},
    operation::{Kind, Operation},
    options::Cost,
    sheet::Step,
    test_cases::{TestCase, TestCases},
};

/// Straight-line code, without its return.
#[derive(Clone, Debug, Default)]
pub(crate) struct Code {
    operations: Vec<Operation>,
    effects: Vec<Effects>,
}

/// The code around a window. Both parts are empty if all code is replaced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Surroundings {
    pub(crate) before: Vec<Step>,
    pub(crate) after: Vec<Step>,
    /// The cost of both parts and of the return.
    pub(crate) cost: Cost,
    /// The operations before and inside the window, if there is one.
    window: Option<(Vec<Operation>, Vec<Operation>)>,
}

impl Code {
    /// Reads the code of a routine. Returns `None` if it is not straight-line code that ends with this return, if it contains what
    /// code for the contract must not contain, or if the contract lets it change itself.
    pub(crate) fn read(routine: &Routine, model: &Model, end: Instruction) -> Option<Code> {
        let decoded = decode(routine.processor(), routine.image())?;
        let (last, body) = decoded.split_last()?;
        let is_whole = routine.entry == routine.assembly.origin && routine.size() == routine.image().len();
        // What a part does is known from its bytes only if nothing changes them.
        if *last != end || !is_whole || model.may_change_code(routine, routine.size()) {
            return None;
        }
        let effects: Option<Vec<_>> =
            body.iter().map(|instruction| model.effects(&instruction.bytes())).collect();
        let effects = effects.filter(|all| all.iter().all(|effects| effects.branches_on.is_none()))?;
        let operations = body.iter().zip(&effects).map(|(found, effects)| Operation::new(*found, effects));
        Some(Code { operations: operations.collect(), effects })
    }

    /// Returns the number of instructions.
    pub(crate) fn len(&self) -> usize {
        self.operations.len()
    }

    /// Returns all windows of up to a length, the short ones first.
    pub(crate) fn windows(&self, longest: usize) -> Vec<Range<usize>> {
        let count = self.operations.len();
        let of_length = |length| (0..=count - length).map(move |first| first..first + length);
        (1..=count.min(longest)).flat_map(of_length).collect()
    }

    pub(crate) fn cost(&self, part: Range<usize>) -> Cost {
        self.operations[part].iter().fold(Cost::default(), |all, operation| all + operation.cost)
    }

    pub(crate) fn frame(&self, window: &Range<usize>, end: Cost) -> Surroundings {
        let step = |operation: &Operation| Step { instruction: operation.instruction, kind: Kind::Plain };
        let steps = |part: Range<usize>| self.operations[part].iter().map(step).collect();
        let count = self.operations.len();
        Surroundings {
            before: steps(0..window.start),
            after: steps(window.end..count),
            cost: self.cost(0..window.start) + self.cost(window.end..count) + end,
            window: Some((
                self.operations[..window.start].to_vec(),
                self.operations[window.clone()].to_vec(),
            )),
        }
    }

    /// Returns the resources that matter after the first instructions.
    pub(crate) fn live_after(&self, count: usize, model: &Model) -> Resources {
        let suffix = self.effects[count..].iter().rev();
        suffix.fold(model.required_resources(), |live, effects| effects.live_before(live))
    }
}

fn decode(processor: Processor, mut bytes: &[u8]) -> Option<Vec<Instruction>> {
    let mut all = Vec::new();
    while !bytes.is_empty() {
        let instruction = processor.decode(bytes).ok()?;
        bytes = bytes.get(usize::from(instruction.length())..)?;
        all.push(instruction);
    }
    Some(all)
}

impl Surroundings {
    /// Turns tests of the whole code into tests of the window.
    pub(crate) fn tests(&self, model: &Model, tests: TestCases) -> TestCases {
        let Some((before, inside)) = &self.window else { return tests };
        let entries: Vec<_> = tests.all.into_iter().map(|test| test.entry).collect();
        let entries = run(model, before, &entries);
        let results = run(model, inside, &entries);
        let tests = entries.into_iter().zip(results);
        TestCases::new(tests.map(|(entry, result)| TestCase { entry, result, allowed: None }).collect())
    }
}
