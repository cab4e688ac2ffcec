//! The answer as JSON.

use arcadian_compare::{
    Answer, Aspect, Counterexample, ExitValue, Outcome, Question, Stepped, Value as Named, Verdict,
    components, list, words,
};
use serde_json::{Value, json};

pub(crate) fn json(question: &Question, answer: &Answer) -> Value {
    let mut value = verdict(question, &answer.verdict);
    value["bytes"] = json!([answer.bytes.0, answer.bytes.1]);
    value["cyclesSaved"] = json!(answer.cycles);
    value["byteConstants"] = json!(answer.byte_constants);
    value["offsetConstants"] = json!(answer.offset_constants);
    value["needs"] = json!(answer.needs);
    value["notCompared"] = json!(not_compared(question));
    value
}

/// Returns what the question leaves out, as a list in words.
fn not_compared(question: &Question) -> String {
    let mut dead = components(question.old.processor);
    dead.retain(|component| !question.live.contains(component));
    list(question.old.processor, &dead)
}

fn verdict(question: &Question, verdict: &Verdict) -> Value {
    match verdict {
        Verdict::Same => json!({ "verdict": "same" }),
        Verdict::SameIf { dead, counterexample } => json!({
            "verdict": "sameIf",
            "dead": dead.iter().map(|component| component.name).collect::<Vec<_>>(),
            "deadText": list(question.old.processor, dead),
            "example": example(counterexample),
        }),
        Verdict::Different { aspect, counterexample } => json!({
            "verdict": "different",
            "aspect": match aspect {
                Aspect::Events => "events",
                Aspect::Exit => "exit",
                Aspect::Memory => "memory",
            },
            "example": example(counterexample),
        }),
        Verdict::Undecided(reason) => json!({ "verdict": "undecided", "reason": reason.to_string() }),
    }
}

fn example(found: &Counterexample) -> Value {
    let mut entry = values(&found.entry);
    entry.extend(cells(&found.memory));
    entry.extend(
        found.inputs.iter().map(|(number, value)| json!([format!("input {}", number + 1), hex(*value, 2)])),
    );
    json!({
        "entry": entry,
        "isSampled": found.is_sampled,
        "old": steps(&found.old_steps.list),
        "new": steps(&found.new_steps.list),
        "ends": [outcome(&found.old), outcome(&found.new)],
    })
}

/// Returns what a part does differently, each with a name and a value.
fn outcome(outcome: &Outcome) -> Vec<Value> {
    let mut all: Vec<Value> =
        outcome.events.iter().map(|event| json!(["outside", words::event(*event)])).collect();
    all.extend(outcome.exit.map(|exit| json!(["continues", exit_text(exit)])));
    all.extend(values(&outcome.components));
    all.extend(cells(&outcome.memory));
    all
}

fn steps(steps: &[Stepped]) -> Vec<Value> {
    let step = |step: &Stepped| {
        let mut changes = values(&step.values);
        changes.extend(cells(&last_written(&step.memory)));
        let events: Vec<String> = step.events.iter().map(|event| words::event(*event)).collect();
        json!({ "line": step.line, "text": step.text, "changes": changes, "events": events })
    };
    steps.iter().map(step).collect()
}

/// Returns what is left in each cell: INC of the 6502 writes twice.
fn last_written(written: &[(u16, u8)]) -> Vec<(u16, u8)> {
    let is_last = |(number, (address, _)): &(usize, &(u16, u8))| {
        written[number + 1..].iter().all(|(other, _)| other != address)
    };
    written.iter().enumerate().filter(is_last).map(|(_, cell)| *cell).collect()
}

fn values(values: &[Named]) -> Vec<Value> {
    let digits = |bits| match bits {
        1 => 1,
        16 => 4,
        _ => 2,
    };
    values.iter().map(|value| json!([value.name, hex(value.value, digits(value.bits))])).collect()
}

fn cells(cells: &[(u16, u8)]) -> Vec<Value> {
    cells.iter().map(|(address, value)| json!([format!("({address:04X})"), hex(*value, 2)])).collect()
}

fn hex(value: impl Into<u16>, digits: usize) -> String {
    format!("{:0digits$X}", value.into())
}

fn exit_text(exit: ExitValue) -> String {
    match exit {
        ExitValue::End => "after the last instruction".to_owned(),
        ExitValue::Jump(address) => format!("at {address:04X}"),
        ExitValue::Stop => "nowhere: the processor stops".to_owned(),
    }
}
