//! The module of the web page that compares two pieces of code, for a worker.

mod gallery;

use arcadian_asm::{
    Diagnostic, Failure,
    fragment::{Fragment, read_pair},
};
use arcadian_compare::{
    Answer, Aspect, Component, Condition, Counterexample, ExitValue, Outcome, Question, Stepped,
    Value as Named, Verdict, compare, components, conditions, list, named, unknown_in_conditions, words,
};
use arcadian_files::Error;
use arcadian_isa::Processor;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{Handler, Module, Reply, refuse};

/// The module. It keeps nothing between requests.
#[derive(Default)]
pub struct Compare;

impl Module for Compare {
    const REQUESTS: &'static [Handler<Self>] =
        &[("contents", |_, _| contents()), ("compare", |_, request| answer(&request.read()?))];
}

/// Returns the processors with their registers and flags, and the gallery.
fn contents() -> Reply {
    let processors = PROCESSORS.map(|processor| (processor.to_string(), Value::Array(state(processor))));
    Ok(json!({ "processors": Map::from_iter(processors), "gallery": gallery::json() }))
}

/// Returns what is compared at the end.
fn state(processor: Processor) -> Vec<Value> {
    let component = |component: Component| json!({ "name": component.name, "isFlag": component.is_flag });
    components(processor).into_iter().map(component).collect()
}

/// Compares two parts, or returns the errors in their texts.
fn answer(asked: &Asked) -> Reply {
    let (parts, faults) = asked.parts()?;
    let Some(parts) = parts else { return Ok(json!({ "faults": faults, "answer": null })) };
    let question = asked.question(&parts)?;
    Ok(json!({ "faults": faults, "answer": json(&question, &compare(&question)) }))
}

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

/// Two texts, and what counts.
#[derive(Deserialize)]
pub(crate) struct Asked {
    cpu: String,
    old: String,
    new: String,
    /// The registers and flags that nothing uses afterwards.
    #[serde(default)]
    dead: Vec<String>,
    /// Conditions on entry.
    #[serde(default)]
    requires: String,
}

fn processor(name: &str) -> Result<Processor, Error> {
    let found = PROCESSORS.into_iter().find(|processor| processor.to_string().eq_ignore_ascii_case(name));
    found.ok_or_else(|| refuse(format!("there is no processor `{name}`; write 8080, Z80 or 6502")))
}

impl Asked {
    /// Reads both texts. Returns the parts unless one has errors, and the errors and warnings of both.
    pub(crate) fn parts(&self) -> Result<(Option<[Fragment; 2]>, Vec<Value>), Error> {
        let processor = processor(&self.cpu)?;
        let mut faults = Vec::new();
        let mut read = |part: &str, read: Result<Fragment, Failure>| {
            let (fragment, found) = match read {
                Ok(fragment) => (Some(fragment.clone()), fragment.warnings),
                Err(failure) => (None, failure.diagnostics),
            };
            faults.extend(found.iter().map(|found| fault(part, found)));
            fragment
        };
        let [old, new] = read_pair([("old", &self.old), ("new", &self.new)], processor);
        let (old, new) = (read("old", old), read("new", new));
        Ok((old.zip(new).map(<[Fragment; 2]>::from), faults))
    }

    /// Returns the question about both parts.
    pub(crate) fn question<'a>(&self, [old, new]: &'a [Fragment; 2]) -> Result<Question<'a>, Error> {
        let mut question = Question::new(old, new);
        let dead = self.dead.iter().map(|name| named(old.processor, name));
        let dead: Vec<Vec<Component>> =
            dead.collect::<Result<_, _>>().map_err(|error| refuse(error.to_string()))?;
        let dead = dead.concat();
        question.live.retain(|component| !dead.contains(component));
        question.requires = self.conditions()?;
        question.infers = true;
        if let Some(name) = unknown_in_conditions(&question) {
            return Err(refuse(format!(
                "On entry: `{name}` is no register, no flag and no constant of the code"
            )));
        }
        Ok(question)
    }

    fn conditions(&self) -> Result<Vec<Condition>, Error> {
        if self.requires.trim().is_empty() {
            return Ok(Vec::new());
        }
        conditions(&self.requires).map_err(|error| {
            let before = self.requires.get(..error.at).unwrap_or_default().chars().count();
            refuse(format!("On entry, character {}: {error}", before + 1))
        })
    }
}

/// Returns an error or a warning of a part.
fn fault(part: &str, found: &Diagnostic) -> Value {
    let mut fault = crate::fault(found);
    fault["part"] = part.into();
    fault
}

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
