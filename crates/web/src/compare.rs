//! The module of the web page that compares two pieces of code, for a worker.

mod gallery;

use arcadian_asm::{
    Diagnostic, Failure,
    fragment::{Fragment, read_pair},
};
use arcadian_compare::{
    Answer, Component, Condition, Question, Report, compare, components, conditions, list, named,
    unknown_in_conditions,
};
use arcadian_files::Error;
use arcadian_isa::Processor;
use serde::{Deserialize, Serialize};
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
fn answer(asked: &PartTexts) -> Reply {
    let (parts, faults) = asked.parts()?;
    let Some(parts) = parts else { return Ok(json!({ "faults": faults, "answer": null })) };
    let question = asked.question(&parts)?;
    Ok(json!({ "faults": faults, "answer": json(&question, &compare(&question)) }))
}

pub(crate) const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];

/// Two texts, and what counts.
#[derive(Deserialize)]
pub(crate) struct PartTexts {
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
    name.parse().map_err(|_| refuse(format!("there is no processor `{name}`; write 8080, Z80 or 6502")))
}

impl PartTexts {
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

fn fault(part: &str, found: &Diagnostic) -> Value {
    let mut fault = crate::fault(found);
    fault["part"] = part.into();
    fault
}

/// An answer as it is reported everywhere, and the registers and flags that do not count, as a list in words.
#[derive(Serialize)]
struct PageReport<'a> {
    #[serde(flatten)]
    report: Report<'a>,
    not_compared: String,
}

pub(crate) fn json(question: &Question, answer: &Answer) -> Value {
    let processor = question.old.processor;
    let mut dead = components(processor);
    dead.retain(|component| !question.live.contains(component));
    let report = Report::new(processor, Ok(answer));
    json!(PageReport { report, not_compared: list(processor, &dead) })
}
