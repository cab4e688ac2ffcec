//! The report of a routine as JSON.

use std::collections::BTreeMap;

use arcadian_isa::hex;
use arcadian_proof::{Counterexample, CycleProof, Extremes, Fate, Method, Routine};
use serde::{Serialize, Serializer};

use crate::{
    RoutineReport, StepCommand, Tally,
    text::{input, places},
};

/// A routine in `arcadian verify --json`.
#[derive(Clone, Debug, Serialize)]
pub struct RoutineEntry {
    name: String,
    cpu: String,
    method: String,
    inputs: String,
    ok: bool,
    verdict: &'static str,
    sampled: bool,
    undecided: bool,
    bytes: usize,
    /// The minimum and maximum cycles: those that a proof by induction has confirmed, else those found.
    cycles: Option<Span>,
    instructions: Option<Span>,
    seconds: f64,
    counterexample: Option<CounterexampleEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    examples: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_proof: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles_sampled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions_sampled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_cycle_proof: Option<String>,
    /// `true` if the counterexample is one of the routine that this one is compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    of_reference: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<ReferenceEntry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mutants: Option<MutantsEntry>,
    /// An input with the fewest cycles and one with the most.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles_at: Option<InputsEntry>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Span {
    min: u64,
    max: u64,
}

impl From<(u64, u64)> for Span {
    fn from((min, max): (u64, u64)) -> Self {
        Span { min, max }
    }
}

/// The bytes of fields in hexadecimal, in the order of the fields.
#[derive(Clone, Debug)]
struct Fields(Vec<(String, String)>);

impl Fields {
    fn of(fields: &[(impl ToString, impl AsRef<[u8]>)]) -> Self {
        let field = |(name, bytes): &(_, _)| {
            (ToString::to_string(name), hex::bytes(AsRef::as_ref(bytes)).to_string())
        };
        Fields(fields.iter().map(field).collect())
    }
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, bytes)| (name, bytes)))
    }
}

#[derive(Clone, Debug, Serialize)]
struct CounterexampleEntry {
    input: Fields,
    placed: BTreeMap<String, u16>,
    registers: BTreeMap<&'static str, u8>,
    memory: BTreeMap<String, u8>,
    expected: Fields,
    found: Fields,
    faults: Vec<String>,
    /// The command line that steps through it.
    command: Option<String>,
}

impl CounterexampleEntry {
    fn of(failing: &Routine, wrong: &Counterexample) -> Self {
        CounterexampleEntry {
            input: Fields::of(&wrong.input),
            placed: wrong.placed.iter().map(|(what, at)| (what.to_string(), *at)).collect(),
            registers: wrong.registers.iter().copied().collect(),
            memory: wrong.memory.iter().map(|(at, byte)| (format!("{at:04X}"), *byte)).collect(),
            expected: Fields::of(&wrong.expected),
            found: Fields::of(&wrong.found),
            faults: wrong.faults.iter().map(ToString::to_string).collect(),
            command: StepCommand::of(failing, wrong).map(|shown| shown.to_string()),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct ReferenceEntry {
    name: String,
    file: String,
    kept_only_there: Vec<&'static str>,
    kept_only_here: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct MutantsEntry {
    killed: usize,
    equivalent: Vec<String>,
    survived: Vec<String>,
    undecided: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct InputsEntry {
    min: Fields,
    max: Fields,
}

impl InputsEntry {
    fn of(routine: &Routine, cycles: &Extremes) -> Self {
        let [min, max] =
            [&cycles.min_input, &cycles.max_input].map(|bytes| Fields::of(&input(routine, bytes)));
        InputsEntry { min, max }
    }
}

impl RoutineReport<'_> {
    pub fn entry(&self) -> RoutineEntry {
        let RoutineReport { routine, outcome, verdict, .. } = *self;
        let times = outcome.finding.cost.as_ref();
        let span = |extent: &Extremes| Span::from((extent.min, extent.max));
        let stated = routine.stated_cycles.map(|stated| Span::from((stated.least, stated.most)));
        let proven = stated.filter(|_| outcome.cycles == CycleProof::Proven);
        let is_inductive = outcome.method == Method::Induction;
        let fault = outcome.specification_fault.as_ref().map(ToString::to_string);
        RoutineEntry {
            name: routine.name.clone(),
            cpu: routine.processor().to_string(),
            method: outcome.method.to_string(),
            inputs: outcome.inputs.clone(),
            ok: verdict.is_passed(),
            verdict: verdict.word(),
            sampled: verdict.is_sampled(),
            undecided: verdict.is_open(),
            bytes: routine.size(),
            cycles: proven.or(times.map(|times| span(&times.cycles))),
            instructions: times.map(|times| span(&times.instructions)),
            seconds: outcome.seconds,
            counterexample: outcome
                .counterexample
                .as_ref()
                .map(|wrong| CounterexampleEntry::of(self.failing(), wrong)),
            examples: Some(routine.specification.example_count()).filter(|count| *count > 0),
            no_proof: outcome.no_proof.as_ref().map(ToString::to_string),
            cycles_sampled: is_inductive.then_some(outcome.cycles != CycleProof::Proven),
            instructions_sampled: is_inductive.then_some(true),
            no_cycle_proof: match &outcome.cycles {
                CycleProof::NotProven(reason) => Some(reason.to_string()),
                _ => None,
            },
            of_reference: outcome.is_of_reference.then_some(true),
            same_as: routine.reference().map(|reference| ReferenceEntry {
                name: reference.name.clone(),
                file: reference.file.clone(),
                kept_only_there: reference.kept_unlike(routine),
                kept_only_here: routine.kept_unlike(reference),
            }),
            fault: fault.or_else(|| self.fault.clone()),
            mutants: outcome.mutants.as_ref().map(|fates| MutantsEntry {
                killed: Tally::of(fates).killed,
                equivalent: places(fates, Some(Fate::Equivalent)),
                survived: places(fates, Some(Fate::Survived)),
                undecided: places(fates, None),
            }),
            cycles_at: times
                .filter(|_| self.shows_times)
                .map(|times| InputsEntry::of(routine, &times.cycles)),
        }
    }
}
