//! The module of the web page that compares two pieces of code, for a worker.

mod answer;
mod gallery;
mod question;

use crate::{Handler, Module, Reply};
use arcadian_compare::{Component, compare, components};
use arcadian_isa::Processor;
use serde_json::{Map, Value, json};

use crate::compare::question::{Asked, PROCESSORS};

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
    Ok(json!({ "faults": faults, "answer": answer::json(&question, &compare(&question)) }))
}
