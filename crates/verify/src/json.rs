//! The report of a routine as JSON.

use std::collections::BTreeMap;

use arcadian_isa::hex;
use arcadian_proof::{CycleProof, Extremes, Fate, Method, Routine};
use serde_json::{Map, Value, json};

use crate::StepCommand;
use crate::{
    RoutineReport, Tally, Verdict,
    text::{input, places},
};

fn fields(fields: &[(impl ToString, impl AsRef<[u8]>)]) -> Map<String, Value> {
    fields
        .iter()
        .map(|(name, bytes)| (name.to_string(), json!(hex::bytes(bytes.as_ref()).to_string())))
        .collect()
}

/// Returns an input with the minimum and one with the maximum cycles.
fn cycles_at(routine: &Routine, cycles: &Extremes) -> Value {
    let [min, max] = [&cycles.min_input, &cycles.max_input].map(|bytes| fields(&input(routine, bytes)));
    json!({ "min": min, "max": max })
}

impl RoutineReport<'_> {
    /// Returns the minimum and maximum cycles: those that a proof by induction has confirmed, else those found.
    fn cycles(&self) -> Value {
        let found = self.outcome.finding.cost.as_ref().map(|cost| (cost.cycles.min, cost.cycles.max));
        let stated = self.routine.stated_cycles.map(|stated| (stated.least, stated.most));
        let proven = stated.filter(|_| self.outcome.cycles == CycleProof::Proven);
        proven.or(found).map_or(Value::Null, |(min, max)| json!({ "min": min, "max": max }))
    }

    /// Returns the entry of the routine in `arcadian verify --json`.
    pub fn json(&self) -> Value {
        let RoutineReport { routine, outcome, verdict, .. } = *self;
        let fault = self.fault.as_deref();
        let times = outcome.finding.cost.as_ref();
        let range = |extent: Option<&Extremes>| {
            extent.map_or(Value::Null, |it| json!({ "min": it.min, "max": it.max }))
        };
        let failing = self.failing();
        let wrong = outcome.counterexample.as_ref().map(|wrong| {
        json!({
            "input": fields(&wrong.input),
            "placed": wrong.placed.iter().map(|(what, at)| (what.to_string(), *at)).collect::<BTreeMap<_, _>>(),
            "registers": wrong.registers.iter().copied().collect::<BTreeMap<_, _>>(),
            "memory": wrong.memory.iter().map(|(at, byte)| (format!("{at:04X}"), *byte)).collect::<BTreeMap<_, _>>(),
            "expected": fields(&wrong.expected),
            "found": fields(&wrong.found),
            "faults": wrong.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "command": StepCommand::of(failing, wrong).map(|shown| shown.to_string()),
        })
    });
        let mut value = json!({
            "name": routine.name,
            "cpu": routine.processor().to_string(),
            "method": outcome.method.to_string(),
            "inputs": outcome.inputs,
            "ok": verdict.is_passed(),
            "verdict": verdict.word(),
            "sampled": verdict.is_sampled(),
            "undecided": verdict == Verdict::Undecided,
            "bytes": routine.size(),
            "cycles": self.cycles(),
            "instructions": range(times.map(|times| &times.instructions)),
            "seconds": outcome.seconds,
            "counterexample": wrong,
        });
        if routine.specification.example_count() > 0 {
            value["examples"] = routine.specification.example_count().into();
        }
        if let Some(reason) = &outcome.no_proof {
            value["no_proof"] = json!(reason.to_string());
        }
        if outcome.method == Method::Induction {
            value["cycles_sampled"] = (outcome.cycles != CycleProof::Proven).into();
            value["instructions_sampled"] = true.into();
        }
        if let CycleProof::NotProven(reason) = &outcome.cycles {
            value["no_cycle_proof"] = json!(reason.to_string());
        }
        let fault =
            outcome.specification_fault.as_ref().map(ToString::to_string).or(fault.map(str::to_owned));
        if outcome.is_of_reference {
            value["of_reference"] = true.into();
        }
        if let Some(reference) = routine.reference() {
            value["same_as"] = json!({
                "name": reference.name,
                "file": reference.file,
                "kept_only_there": reference.kept_unlike(routine),
                "kept_only_here": routine.kept_unlike(reference),
            });
        }
        if let (Some(fault), Some(value)) = (fault, value.as_object_mut()) {
            value.insert("fault".to_owned(), json!(fault));
        }
        if let (Some(fates), Some(value)) = (&outcome.mutants, value.as_object_mut()) {
            let [equivalent, survived, undecided] =
                [Some(Fate::Equivalent), Some(Fate::Survived), None].map(|which| places(fates, which));
            let killed = Tally::of(fates).killed;
            let mutants = json!({
                "killed": killed, "equivalent": equivalent, "survived": survived, "undecided": undecided,
            });
            value.insert("mutants".to_owned(), mutants);
        }
        if let Some(times) = times.filter(|_| self.shows_times) {
            value["cycles_at"] = cycles_at(routine, &times.cycles);
        }
        value
    }
}
