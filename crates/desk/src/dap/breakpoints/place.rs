//! Placing a breakpoint of the client in the debugger.

use arcadian_debugger::{
    Debugger, Location,
    debugger::{Breakpoint, Trigger, Watched},
};
use serde_json::{Value, json};

use crate::{
    dap::{
        client::Client,
        memory,
        target::{
            Target,
            hits::Hits,
            points::{Placed, Point, What, Wish},
        },
        value,
    },
    error::{Context, Result, message, refuse},
};

/// Gives the debugger what the client wants.
pub(super) fn place(target: &mut Target, wish: &Wish) -> Result<Placed> {
    if target.launch.only_runs() {
        refuse!("the program runs without the debugger");
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
                u16::try_from(address).map_err(|_| message!("there is no address {reference} {offset:+}"))?;
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

/// Returns a breakpoint as the protocol writes it.
pub(super) fn json(point: &Point, target: &mut Target, client: Client) -> Value {
    let placed = match &point.placed {
        Ok(placed) => placed,
        Err(why) => return json!({"id": point.id, "verified": false, "message": why}),
    };
    let mut body = json!({"id": point.id, "verified": true});
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
