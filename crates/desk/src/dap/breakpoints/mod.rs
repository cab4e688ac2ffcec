//! Breakpoints. The client always sends all of one kind, or of one source.

mod met;
mod place;

use crate::error::{Result, message, refuse};
use arcadian_debugger::expression::Expression;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    memory,
    state::State,
    target::{
        Target,
        points::{Point, What, Wish},
        sources::{Key, Source},
    },
    variables,
};

pub(super) use met::{Met, met};

/// Every step looks at every breakpoint, so there are not any number of them.
const MOST: usize = 1000;

#[derive(Debug, Deserialize)]
pub(super) struct Lines {
    source: Source,
    #[serde(default)]
    breakpoints: Vec<AtLine>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct AtLine {
    line: i64,
    column: Option<i64>,
    condition: Option<String>,
    hit_condition: Option<String>,
    log_message: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct All<T> {
    breakpoints: Vec<T>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AtFunction {
    name: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct AtInstruction {
    instruction_reference: String,
    #[serde(default)]
    offset: i64,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OnData {
    data_id: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

/// All breakpoints of a source.
pub(super) fn lines(state: &mut State, given: &Lines) -> Result<Value> {
    let client = state.client();
    let key = given.source.key()?;
    let from_1 = |number: i64, first: usize| {
        usize::try_from(number.saturating_sub(first as i64).saturating_add(1)).unwrap_or(0)
    };
    let wish = |at: &AtLine| Wish {
        what: What::Line(
            key.clone(),
            from_1(at.line, client.first_line),
            at.column.map(|column| from_1(column, client.first_column)),
        ),
        condition: at.condition.clone(),
        hits: at.hit_condition.clone(),
        log: at.log_message.clone(),
    };
    let wishes = given.breakpoints.iter().map(wish).collect();
    let is_same = |other: &Key| *other == key;
    set(state, |what| matches!(what, What::Line(other, ..) if is_same(other)), wishes)
}

/// All breakpoints at labels, or lines of BASIC by their numbers.
pub(super) fn functions(state: &mut State, given: All<AtFunction>) -> Result<Value> {
    let wish = |at: AtFunction| Wish {
        what: What::Function(at.name),
        condition: at.condition,
        hits: at.hit_condition,
        log: None,
    };
    set(state, |what| matches!(what, What::Function(_)), given.breakpoints.into_iter().map(wish).collect())
}

/// All breakpoints at addresses.
pub(super) fn instructions(state: &mut State, given: All<AtInstruction>) -> Result<Value> {
    let wish = |at: AtInstruction| Wish {
        what: What::Instruction(at.instruction_reference, at.offset),
        condition: at.condition,
        hits: at.hit_condition,
        log: None,
    };
    set(
        state,
        |what| matches!(what, What::Instruction(..)),
        given.breakpoints.into_iter().map(wish).collect(),
    )
}

/// All watches.
pub(super) fn data(state: &mut State, given: All<OnData>) -> Result<Value> {
    let wish = |on: OnData| Wish {
        what: What::Data(on.data_id),
        condition: on.condition,
        hits: on.hit_condition,
        log: None,
    };
    set(state, |what| matches!(what, What::Data(_)), given.breakpoints.into_iter().map(wish).collect())
}

/// Puts these in the place of all such. One that is the same as before stays, and keeps its count.
fn set(state: &mut State, is_such: impl Fn(&What) -> bool, wishes: Vec<Wish>) -> Result<Value> {
    let client = state.client();
    if wishes.len() > MOST {
        refuse!("there are at most {MOST} breakpoints at a time");
    }
    let target = state.target()?;
    let (mut old, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut target.points.all).into_iter().partition(|point| is_such(&point.wish.what));
    let mut new = Vec::new();
    for wish in wishes {
        match old.iter().position(|point| point.wish == wish && point.placed.is_ok()) {
            Some(same) => new.push(old.remove(same)),
            None => new.push(placed(target, wish)),
        }
    }
    for placed in old.iter().filter_map(|point| point.placed.as_ref().ok()) {
        target.debugger().delete_stoppoint(placed.stop);
    }
    let shown: Vec<Value> = new.iter().map(|point| place::json(point, target, client)).collect();
    target.points.all = others.into_iter().chain(new).collect();
    Ok(json!({"breakpoints": shown}))
}

fn placed(target: &mut Target, wish: Wish) -> Point {
    target.points.made += 1;
    let placed = place::place(target, &wish).map_err(|error| format!("{error:#}"));
    Point { id: target.points.made, wish, placed }
}

/// The program was read again: every breakpoint is placed anew, and the client told where that differs.
pub(super) fn place_again(state: &mut State) -> Result<()> {
    let client = state.client();
    let target = state.target()?;
    let mut changed = Vec::new();
    for mut point in std::mem::take(&mut target.points.all) {
        let before = point.placed.as_ref().map_or_else(|why| Err(why.clone()), |placed| Ok(placed.spot));
        point.placed = place::place(target, &point.wish).map_err(|error| format!("{error:#}"));
        if before != point.placed.as_ref().map_or_else(|why| Err(why.clone()), |placed| Ok(placed.spot)) {
            changed.push(place::json(&point, target, client));
        }
        target.points.all.push(point);
    }
    for breakpoint in changed {
        state.event("breakpoint", json!({"reason": "changed", "breakpoint": breakpoint}));
    }
    Ok(())
}

/// The breakpoints that stop a program before its first step.
pub(super) fn here(target: &Target) -> Met {
    met::at_start(target)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfData {
    variables_reference: Option<usize>,
    name: String,
    #[serde(default)]
    as_address: bool,
    bytes: Option<u32>,
}

/// Whether a value can be watched, and by which name.
pub(super) fn data_info(state: &mut State, given: &OfData) -> Result<Value> {
    let target = state.target()?;
    let id = match watchable(target, given) {
        Ok(id) => id,
        Err(why) => return Ok(json!({"dataId": null, "description": format!("{why:#}")})),
    };
    let description = format!("when {id} changes");
    Ok(json!({"dataId": id, "description": description, "accessTypes": ["write"], "canPersist": true}))
}

fn watchable(target: &mut Target, given: &OfData) -> Result<String> {
    let name = match given.variables_reference.filter(|reference| *reference > 0) {
        Some(scope) => variables::expression_of(target, scope, &given.name)?,
        None => given.name.clone(),
    };
    if given.as_address || given.bytes.is_some() {
        let first = match given.as_address {
            true => memory::plain(&name),
            false => variables::address_of(target, &name),
        };
        return range(&name, first, given.bytes.unwrap_or(1));
    }
    let expression: Expression = target.debugger().parse(&name)?;
    match expression.is_constant() {
        true => Err(message!("{name} never changes")),
        false => Ok(name),
    }
}

fn range(name: &str, first: Option<i64>, bytes: u32) -> Result<String> {
    let first = first.and_then(|first| u16::try_from(first).ok());
    let last = first
        .zip(u16::try_from(bytes).ok())
        .and_then(|(first, bytes)| first.checked_add(bytes.checked_sub(1)?));
    let (first, last) = first.zip(last).ok_or_else(|| message!("{name} has no {bytes} byte(s) of memory"))?;
    Ok(format!("[{first:04X}-{last:04X}]"))
}
