//! Binding a breakpoint of the client to a stoppoint of the debugger.

use arcadian_debugger::{
    Debugger, Location,
    debugger::{Breakpoint, Trigger, Watched},
};
use arcadian_files::error::{Context, Result, message, refuse};
use arcadian_isa::hex;
use serde_json::{Value, json};

use crate::dap::{
    arguments::from_first,
    debuggee::{
        Target,
        breakpoints::{Binding, BreakpointKind, BreakpointRequest, ClientBreakpoint, HitCondition},
    },
    memory,
    requests::Client,
    variables,
};

/// Adds the stoppoint that implements a requested breakpoint.
pub(super) fn bind(target: &mut Target, request: &BreakpointRequest, client: Client) -> Result<Binding> {
    if target.launch.is_without_debugger() {
        refuse!("the program runs without the debugger");
    }
    let hit_condition = request.hit_condition.as_deref().filter(|text| !text.trim().is_empty());
    let hit_condition = hit_condition.map(HitCondition::parse).transpose()?;
    let (text, trigger, line) = trigger(target, request, client)?;
    let locations = match &trigger {
        Trigger::At(breakpoint) => breakpoint.locations().to_vec(),
        Trigger::BecomesTrue(_) | Trigger::Changes(_) | Trigger::Catches(_) => Vec::new(),
    };
    let id = target.debugger().add_stoppoint(&text, trigger);
    if let (Some(condition), Some(stoppoint)) = (hit_condition, target.debugger().stoppoint_mut(id)) {
        stoppoint.ignored = condition.ignored();
    }
    Ok(Binding { stoppoint: id, locations, line, hit_condition })
}

/// Returns the trigger of a requested breakpoint, with its description and the line that it is in.
fn trigger(
    target: &mut Target,
    request: &BreakpointRequest,
    client: Client,
) -> Result<(String, Trigger, Option<usize>)> {
    let condition = request.condition.as_deref().filter(|text| !text.trim().is_empty());
    let condition = condition.map(|text| target.debugger().parse(text).with_context(|| format!("`{text}`")));
    let condition = condition.transpose()?;
    let (text, locations, line) = match &request.kind {
        BreakpointKind::Line(source, line, column) => {
            let program = target.console.program();
            let line = from_first("line", *line, client.first_line)?;
            let column =
                column.map(|column| from_first("column", column, client.first_column)).transpose()?;
            let (found, locations) = target.sources.find_locations(program, source, line, column)?;
            (format!("line {found}"), locations, Some(found))
        }
        BreakpointKind::Function(name) => {
            (name.clone(), target.debugger().find_locations(name).without_context()?, None)
        }
        BreakpointKind::Instruction(reference, offset) => {
            let address = memory::address(target, reference, *offset)?;
            let address =
                u16::try_from(address).map_err(|_| message!("there is no address {reference} {offset:+}"))?;
            (format!("{address:04X}"), vec![Location(address.into())], None)
        }
        BreakpointKind::Data(_, Some(access)) if access != "write" => {
            refuse!(
                "a data breakpoint cannot stop at the access `{access}`; it stops when the value changes: `write`"
            )
        }
        BreakpointKind::Data(text, _) => {
            return Ok((text.clone(), Trigger::Changes(watched(target.debugger(), text)?), None));
        }
    };
    Ok((text, Trigger::At(Breakpoint::new(locations, condition)), line))
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
    let Some(location) = binding.locations.first().copied() else { return body };
    let Target { sources, console, .. } = target;
    let program = console.program();
    let found = sources.locate(program, location, client);
    match (&breakpoint.request.kind, binding.line) {
        // The first instruction of a macro that the line calls is in another line.
        (BreakpointKind::Line(source, ..), Some(line)) => {
            let line = line - 1 + client.first_line;
            let described = sources.describe_id(source);
            let own = found.filter(|found| found.line == line && Some(&found.source) == described.as_ref());
            if let Some(described) = described {
                body["source"] = described;
            }
            body["line"] = line.into();
            own.into_iter().for_each(|found| body["column"] = found.column.into());
        }
        _ => {
            if let Some(found) = found {
                (body["source"], body["line"], body["column"]) =
                    (found.source, found.line.into(), found.column.into());
            }
        }
    }
    if let Some(address) = program.address(location) {
        body["instructionReference"] = variables::reference(address.into()).into();
    }
    body
}
