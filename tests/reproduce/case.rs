//! Counterexamples in reports of `arcadian compare --json` and `arcadian rules --json`.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use arcadian_isa::Processor;
use serde_json::Value;

/// A counterexample.
#[derive(Debug)]
pub(super) struct Case {
    /// The source.
    pub(super) name: String,
    pub(super) processor: Processor,
    pub(super) old: Part,
    pub(super) new: Part,
    pub(super) setup: Setup,
    /// The first and last addresses of volatile cells.
    pub(super) volatile: Vec<(u16, u16)>,
}

#[derive(Debug)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) expected: Expected,
}

/// The effects of a part that differ from those of the other one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Expected {
    pub(super) exit: Option<Exit>,
    pub(super) values: BTreeMap<String, u16>,
    pub(super) memory: Vec<(u16, u8)>,
    pub(super) events: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    End,
    Jump(u16),
    Stop,
}

/// The values of what is unknown.
#[derive(Debug)]
pub(super) struct Setup {
    pub(super) constants: BTreeMap<String, u16>,
    /// On entry and after each call.
    pub(super) states: Vec<State>,
    pub(super) inputs: Vec<u8>,
}

#[derive(Debug)]
pub(super) struct State {
    pub(super) registers: BTreeMap<String, u16>,
    pub(super) memory: Vec<(u16, u8)>,
}

impl Case {
    pub(super) fn shows_a_difference(&self) -> bool {
        self.old.expected != self.new.expected
    }

    /// Returns whether the parts differ in what is observed outside.
    pub(super) fn has_events(&self) -> bool {
        !(self.old.expected.events.is_empty() && self.new.expected.events.is_empty())
    }
}

pub(super) fn cases(report: &Value) -> Result<Vec<Case>> {
    let processor = processor(report)?;
    let Some(rules) = report["rules"].as_array() else {
        let is_shown = !report["counterexample"].is_null();
        let case = is_shown.then(|| case("compare".to_owned(), processor, report)).transpose()?;
        return Ok(case.into_iter().collect());
    };
    let mut cases = Vec::new();
    for rule in rules.iter().filter(|rule| !rule["example"].is_null()) {
        let name = format!("{}:{}", rule["file"].as_str().unwrap_or_default(), rule["line"]);
        cases.push(case(name.clone(), processor, &rule["example"]).context(name)?);
    }
    Ok(cases)
}

fn processor(report: &Value) -> Result<Processor> {
    // Older reports have another name for it.
    let name = report["cpu"]
        .as_str()
        .or(report["processor"].as_str())
        .context("the report does not name a processor")?;
    name.parse().ok().with_context(|| format!("`{name}` is unknown"))
}

fn case(name: String, processor: Processor, value: &Value) -> Result<Case> {
    let found = &value["counterexample"];
    let part = |which: &str| -> Result<Part> {
        let text = value[which].as_str().with_context(|| format!("the {which} code is missing"))?.to_owned();
        Ok(Part { text, expected: expected(&found[which])? })
    };
    let range = |value: &Value| Some((word(&value[0]).ok()?, word(&value[1]).ok()?));
    Ok(Case {
        name,
        processor,
        old: part("old")?,
        new: part("new")?,
        setup: setup(&found["setup"])?,
        volatile: value["volatile"].as_array().into_iter().flatten().filter_map(range).collect(),
    })
}

fn expected(value: &Value) -> Result<Expected> {
    let exit = match &value["exit"] {
        Value::Null => None,
        Value::String(text) if text == "end" => Some(Exit::End),
        Value::String(text) if text == "stop" => Some(Exit::Stop),
        address => Some(Exit::Jump(word(address)?)),
    };
    let events = list(&value["events"])?.iter().map(|event| event.as_str().map(str::to_owned));
    Ok(Expected {
        exit,
        values: words(&value["values"])?,
        memory: cells(&value["memory"])?,
        events: events.collect::<Option<_>>().context("an event is not a text")?,
    })
}

fn setup(value: &Value) -> Result<Setup> {
    let state = |value: &Value| -> Result<State> {
        Ok(State { registers: words(&value["registers"])?, memory: cells(&value["memory"])? })
    };
    let states: Vec<State> = list(&value["states"])?.iter().map(state).collect::<Result<_>>()?;
    if states.is_empty() {
        bail!("there is no state on entry");
    }
    let inputs = list(&value["inputs"])?.iter().map(byte).collect::<Result<_>>()?;
    Ok(Setup { constants: words(&value["constants"])?, states, inputs })
}

fn list(value: &Value) -> Result<&Vec<Value>> {
    value.as_array().with_context(|| format!("{value} is not a list"))
}

fn words(value: &Value) -> Result<BTreeMap<String, u16>> {
    let object = value.as_object().with_context(|| format!("{value} is not an object"))?;
    object.iter().map(|(name, value)| Ok((name.clone(), word(value)?))).collect()
}

fn cells(value: &Value) -> Result<Vec<(u16, u8)>> {
    list(value)?.iter().map(|cell| Ok((word(&cell["address"])?, byte(&cell["value"])?))).collect()
}

fn word(value: &Value) -> Result<u16> {
    let number = value.as_u64().and_then(|number| u16::try_from(number).ok());
    number.with_context(|| format!("{value} is not a number of 16 bits"))
}

fn byte(value: &Value) -> Result<u8> {
    u8::try_from(word(value)?).with_context(|| format!("{value} is not a byte"))
}
