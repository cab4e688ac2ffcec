//! A breakpoint of the client, and the debugger's stop that it is.

use anyhow::{Context, Result, anyhow, bail};
use arcadian_debugger::{
    Debugger, Location,
    debugger::{Breakpoint, Trigger, Watched},
};
use serde_json::{Value, json};

use super::hits::Hits;
use crate::dap::{memory, session::Client, sources::Key, target::Target, value};

/// What the client wants.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Where to stop.
    pub what: What,
    /// What must be true.
    pub condition: Option<String>,
    /// How often it must be met.
    pub hits: Option<String>,
    /// What to say instead of stopping.
    pub log: Option<String>,
}

/// Where to stop.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    /// At a line, and perhaps a column, both from 1.
    Line(Key, usize, Option<usize>),
    /// At a label, or a line of BASIC by its number.
    Function(String),
    /// At an address, and so many bytes behind it.
    Instruction(String, i64),
    /// When a value changes.
    Data(String),
}

impl What {
    /// What the protocol calls a stop there.
    pub fn reason(&self) -> &'static str {
        match self {
            What::Line(..) => "breakpoint",
            What::Function(_) => "function breakpoint",
            What::Instruction(..) => "instruction breakpoint",
            What::Data(_) => "data breakpoint",
        }
    }
}

/// A breakpoint of the client.
#[derive(Clone, Debug)]
pub struct Point {
    /// Its number for the client.
    pub id: i64,
    /// What the client wants.
    pub wish: Wish,
    /// What came of it: or why nothing did.
    pub placed: Result<Placed, String>,
}

/// A breakpoint that the debugger has.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The debugger's number.
    pub stop: u32,
    /// Where it is, if it is at a place.
    pub spot: Option<Location>,
    /// How often it must be met.
    pub hits: Option<Hits>,
}

impl Placed {
    /// Gives the debugger what the client wants.
    pub fn place(target: &mut Target, wish: &Wish) -> Result<Placed> {
        if target.launch.only_runs() {
            bail!("the program runs without the debugger");
        }
        let hits = wish.hits.as_deref().filter(|text| !text.trim().is_empty()).map(Hits::read).transpose()?;
        let (text, condition) = condition(target, wish)?;
        let spot = match &condition {
            Trigger::At(breakpoint) => Some(breakpoint.location),
            Trigger::BecomesTrue(_) | Trigger::Changes(_) => None,
        };
        let stop = target.debugger().add_stoppoint(&text, condition);
        if let (Some(hits), Some(stop)) = (hits, target.debugger().stoppoint_mut(stop)) {
            stop.ignored = hits.ignored();
        }
        Ok(Placed { stop, spot, hits })
    }
}

fn condition(target: &mut Target, wish: &Wish) -> Result<(String, Trigger)> {
    let condition = wish.condition.as_deref().filter(|text| !text.trim().is_empty());
    let condition = condition.map(|text| target.debugger().parse(text).with_context(|| format!("`{text}`")));
    let condition = condition.transpose()?;
    let (text, spot) = match &wish.what {
        What::Line(key, line, column) => {
            let spot = target.sources.spot(target.console.program(), key, *line, *column)?;
            let found = target.program().source_line(spot).map_or(*line, |found| found.line);
            (format!("line {found}"), spot)
        }
        What::Function(name) => (name.clone(), target.debugger().find_location(name)?),
        What::Instruction(reference, offset) => {
            let address = memory::address(target, reference, *offset)?;
            let address =
                u16::try_from(address).map_err(|_| anyhow!("there is no address {reference} {offset:+}"))?;
            (format!("{address:04X}"), Location(address.into()))
        }
        What::Data(text) => {
            return Ok((text.clone(), Trigger::Changes(watched(target.debugger(), text)?)));
        }
    };
    Ok((text, Trigger::At(Breakpoint { location: spot, condition })))
}

/// Bytes, as `[0300-0303]`, or an expression.
fn watched(debugger: &Debugger, text: &str) -> Result<Watched> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let range = inner.and_then(|inner| inner.split_once('-'));
    let address = |text: &str| u16::from_str_radix(text, 16).ok();
    if let Some((first, last)) = range.and_then(|(first, last)| address(first).zip(address(last)))
        && first <= last
    {
        return Ok(Watched::Bytes(first, last));
    }
    Ok(Watched::Value(debugger.parse(text).with_context(|| format!("`{text}`"))?))
}

impl Point {
    /// As the protocol has it.
    pub fn json(&self, target: &mut Target, client: Client) -> Value {
        let placed = match &self.placed {
            Ok(placed) => placed,
            Err(why) => return json!({"id": self.id, "verified": false, "message": why}),
        };
        let mut body = json!({"id": self.id, "verified": true});
        let Some(spot) = placed.spot else { return body };
        let Target { sources, console, .. } = target;
        let program = console.program();
        if let Some(place) = sources.locate(program, spot, client) {
            (body["source"], body["line"], body["column"]) =
                (place.source, place.line.into(), place.column.into());
        }
        if let Some(address) = program.address(spot) {
            body["instructionReference"] = value::reference(address.into()).into();
        }
        body
    }
}
