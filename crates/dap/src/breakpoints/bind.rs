//! Binding a breakpoint of the client to a stoppoint of the debugger.

use arcadian_debugger::{
    Debugger, Location,
    debugger::{Breakpoint, Trigger, Watched},
};
use arcadian_files::error::{Context, Result, message, refuse};
use arcadian_isa::hex;
use serde_json::{Value, json};

use crate::{
    client::Client,
    memory,
    target::{
        Target,
        breakpoints::{Binding, BreakpointKind, BreakpointRequest, ClientBreakpoint},
        hit_condition::HitCondition,
    },
    value,
};

/// Adds the stoppoint that implements a requested breakpoint.
pub(super) fn bind(target: &mut Target, request: &BreakpointRequest) -> Result<Binding> {
    if target.launch.is_without_debugger() {
        refuse!("the program runs without the debugger");
    }
    let hit_condition = request.hit_condition.as_deref().filter(|text| !text.trim().is_empty());
    let hit_condition = hit_condition.map(HitCondition::parse).transpose()?;
    let (text, trigger) = trigger(target, request)?;
    let location = match &trigger {
        Trigger::At(breakpoint) => Some(breakpoint.location),
        Trigger::BecomesTrue(_) | Trigger::Changes(_) | Trigger::Catches(_) => None,
    };
    let id = target.debugger().add_stoppoint(&text, trigger);
    if let (Some(condition), Some(stoppoint)) = (hit_condition, target.debugger().stoppoint_mut(id)) {
        stoppoint.ignored = condition.ignored();
    }
    Ok(Binding { stoppoint: id, location, hit_condition })
}

/// Returns the trigger of a requested breakpoint, with its description.
fn trigger(target: &mut Target, request: &BreakpointRequest) -> Result<(String, Trigger)> {
    let condition = request.condition.as_deref().filter(|text| !text.trim().is_empty());
    let condition = condition.map(|text| target.debugger().parse(text).with_context(|| format!("`{text}`")));
    let condition = condition.transpose()?;
    let (text, location) = match &request.kind {
        BreakpointKind::Line(source, line, column) => {
            let location = target.sources.find_location(target.console.program(), source, *line, *column)?;
            let found = target.program().source_line(location).map_or(*line, |found| found.line);
            (format!("line {found}"), location)
        }
        BreakpointKind::Function(name) => {
            (name.clone(), target.debugger().find_location(name).without_context()?)
        }
        BreakpointKind::Instruction(reference, offset) => {
            let address = memory::address(target, reference, *offset)?;
            let address =
                u16::try_from(address).map_err(|_| message!("there is no address {reference} {offset:+}"))?;
            (format!("{address:04X}"), Location(address.into()))
        }
        BreakpointKind::Data(text) => {
            return Ok((text.clone(), Trigger::Changes(watched(target.debugger(), text)?)));
        }
    };
    Ok((text, Trigger::At(Breakpoint { location, condition })))
}

/// Parses a range of bytes such as `[0300-0303]`, or an expression.
fn watched(debugger: &Debugger, text: &str) -> Result<Watched> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    let range = inner.and_then(|inner| inner.split_once('-'));
    let address = |text: &str| hex::parse_digits(text)?.try_into().ok();
    if let Some((first, last)) = range.and_then(|(first, last)| address(first).zip(address(last)))
        && first <= last
    {
        return Ok(Watched::Bytes(first, last));
    }
    Ok(Watched::Value(debugger.parse(text).with_context(|| format!("`{text}`"))?))
}

/// Returns a breakpoint as a `Breakpoint` object of the protocol.
pub(super) fn json(breakpoint: &ClientBreakpoint, target: &mut Target, client: Client) -> Value {
    let binding = match &breakpoint.binding {
        Ok(binding) => binding,
        Err(why) => return json!({"id": breakpoint.id, "verified": false, "message": why}),
    };
    let mut body = json!({"id": breakpoint.id, "verified": true});
    let Some(location) = binding.location else { return body };
    let Target { sources, console, .. } = target;
    let program = console.program();
    if let Some(found) = sources.locate(program, location, client) {
        (body["source"], body["line"], body["column"]) =
            (found.source, found.line.into(), found.column.into());
    }
    if let Some(address) = program.address(location) {
        body["instructionReference"] = value::reference(address.into()).into();
    }
    body
}
