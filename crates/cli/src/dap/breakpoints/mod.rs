//! Breakpoints. The client always sends all of one kind, or of one source.

mod hits;
mod met;
mod point;

use anyhow::{Result, anyhow, bail};
use arcadian_debugger::expression::Expression;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    memory,
    session::Session,
    sources::{Key, Source},
    target::Target,
    variables,
};
use point::{Placed, Point, What, Wish};

pub use met::{Met, met};

/// Every step looks at every breakpoint, so there are not any number of them.
const MOST: usize = 1000;

/// The client's breakpoints.
#[derive(Clone, Debug, Default)]
pub struct Points {
    all: Vec<Point>,
    made: i64,
}

impl Points {
    /// The stops of the debugger that only say something.
    pub fn logs(&self) -> Vec<u32> {
        let logs = self.all.iter().filter(|point| point.wish.log.is_some());
        logs.filter_map(|point| Some(point.placed.as_ref().ok()?.stop)).collect()
    }

    /// The breakpoint that is this stop of the debugger.
    fn of_stop(&self, stop: u32) -> Option<(&Point, &Placed)> {
        let placed = self.all.iter().filter_map(|point| Some((point, point.placed.as_ref().ok()?)));
        placed.into_iter().find(|(_, placed)| placed.stop == stop)
    }
}

#[derive(Debug, Deserialize)]
pub struct Lines {
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
pub struct All<T> {
    breakpoints: Vec<T>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AtFunction {
    name: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AtInstruction {
    instruction_reference: String,
    #[serde(default)]
    offset: i64,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OnData {
    data_id: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

/// All breakpoints of a source.
pub fn lines(session: &mut Session, given: &Lines) -> Result<Value> {
    let client = session.client();
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
    set(session, |what| matches!(what, What::Line(other, ..) if is_same(other)), wishes)
}

/// All breakpoints at labels, or lines of BASIC by their numbers.
pub fn functions(session: &mut Session, given: All<AtFunction>) -> Result<Value> {
    let wish = |at: AtFunction| Wish {
        what: What::Function(at.name),
        condition: at.condition,
        hits: at.hit_condition,
        log: None,
    };
    set(session, |what| matches!(what, What::Function(_)), given.breakpoints.into_iter().map(wish).collect())
}

/// All breakpoints at addresses.
pub fn instructions(session: &mut Session, given: All<AtInstruction>) -> Result<Value> {
    let wish = |at: AtInstruction| Wish {
        what: What::Instruction(at.instruction_reference, at.offset),
        condition: at.condition,
        hits: at.hit_condition,
        log: None,
    };
    set(
        session,
        |what| matches!(what, What::Instruction(..)),
        given.breakpoints.into_iter().map(wish).collect(),
    )
}

/// All watches.
pub fn data(session: &mut Session, given: All<OnData>) -> Result<Value> {
    let wish = |on: OnData| Wish {
        what: What::Data(on.data_id),
        condition: on.condition,
        hits: on.hit_condition,
        log: None,
    };
    set(session, |what| matches!(what, What::Data(_)), given.breakpoints.into_iter().map(wish).collect())
}

/// Puts these in the place of all such. One that is the same as before stays, and keeps its count.
fn set(session: &mut Session, is_such: impl Fn(&What) -> bool, wishes: Vec<Wish>) -> Result<Value> {
    let client = session.client();
    if wishes.len() > MOST {
        bail!("there are at most {MOST} breakpoints at a time");
    }
    let target = session.target()?;
    let (mut old, others): (Vec<_>, Vec<_>) =
        std::mem::take(&mut target.points.all).into_iter().partition(|point| is_such(&point.wish.what));
    let mut new = Vec::new();
    for wish in wishes {
        match old.iter().position(|point| point.wish == wish && point.placed.is_ok()) {
            Some(same) => new.push(old.remove(same)),
            None => new.push(place(target, wish)),
        }
    }
    for placed in old.iter().filter_map(|point| point.placed.as_ref().ok()) {
        target.debugger().delete_stoppoint(placed.stop);
    }
    let shown: Vec<Value> = new.iter().map(|point| point.json(target, client)).collect();
    target.points.all = others.into_iter().chain(new).collect();
    Ok(json!({"breakpoints": shown}))
}

fn place(target: &mut Target, wish: Wish) -> Point {
    target.points.made += 1;
    let placed = Placed::place(target, &wish).map_err(|error| format!("{error:#}"));
    Point { id: target.points.made, wish, placed }
}

/// The program was read again: every breakpoint is placed anew, and the client told where that differs.
pub fn place_again(session: &mut Session) -> Result<()> {
    let client = session.client();
    let target = session.target()?;
    let mut changed = Vec::new();
    for mut point in std::mem::take(&mut target.points.all) {
        let before = point.placed.as_ref().map_or_else(|why| Err(why.clone()), |placed| Ok(placed.spot));
        point.placed = Placed::place(target, &point.wish).map_err(|error| format!("{error:#}"));
        if before != point.placed.as_ref().map_or_else(|why| Err(why.clone()), |placed| Ok(placed.spot)) {
            changed.push(point.json(target, client));
        }
        target.points.all.push(point);
    }
    for breakpoint in changed {
        session.event("breakpoint", json!({"reason": "changed", "breakpoint": breakpoint}));
    }
    Ok(())
}

/// The breakpoints that stop a program before its first step.
pub fn here(target: &Target) -> Met {
    met::at_start(target)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OfData {
    variables_reference: Option<usize>,
    name: String,
    #[serde(default)]
    as_address: bool,
    bytes: Option<u32>,
}

/// Whether a value can be watched, and by which name.
pub fn data_info(session: &mut Session, given: &OfData) -> Result<Value> {
    let target = session.target()?;
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
        true => Err(anyhow!("{name} never changes")),
        false => Ok(name),
    }
}

fn range(name: &str, first: Option<i64>, bytes: u32) -> Result<String> {
    let first = first.and_then(|first| u16::try_from(first).ok());
    let last = first
        .zip(u16::try_from(bytes).ok())
        .and_then(|(first, bytes)| first.checked_add(bytes.checked_sub(1)?));
    let (first, last) = first.zip(last).ok_or_else(|| anyhow!("{name} has no {bytes} byte(s) of memory"))?;
    Ok(format!("[{first:04X}-{last:04X}]"))
}
