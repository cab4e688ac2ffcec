//! Breakpoints of the client: bound to stoppoints of the debugger, and reported when they are hit.

use arcadian_debugger::{
    Cause, Debuggee, Debugger, Location,
    debugger::{Breakpoint, Stoppoint, Trigger, Watched},
};
use arcadian_files::error::{Context, Result, message, refuse};
use arcadian_isa::hex;
use serde_json::{Value, json};

use crate::dap::{
    client::Client,
    debuggee::{
        Target,
        breakpoints::{Binding, BreakpointKind, BreakpointRequest, ClientBreakpoint, HitCondition},
    },
    memory,
    message::from_first,
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

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct BreakpointHits {
    /// Whether the program remains stopped. It continues after log messages and unmet hit conditions.
    pub stops: bool,
    /// The `reason` of the `stopped` event.
    pub reason: &'static str,
    /// The client's breakpoints for `hitBreakpointIds`.
    pub ids: Vec<i64>,
    pub log_messages: Vec<String>,
}

/// Returns the breakpoints that are hit when the debugger stops for `cause`.
///
/// Hit conditions, log messages and conditions of data breakpoints apply to forward execution only.
pub(crate) fn at_stop(target: &Target, cause: &Cause, is_forward: bool) -> BreakpointHits {
    let (stopped, is_at_location) = match cause {
        Cause::Breakpoint { id, .. } | Cause::ConditionError { id, .. } => (*id, true),
        Cause::Watchpoint { id, .. } => (*id, is_forward),
        Cause::Catchpoint { id, .. } => (*id, false),
        _ => return BreakpointHits::default(),
    };
    let program = target.program();
    let is_hit = |stop: &&Stoppoint| {
        stop.enabled
            && (stop.id == stopped
                || is_at_location && is_at_program_counter(stop, program) && stop.hits > stop.ignored)
    };
    let mut hits = BreakpointHits::default();
    for stop in target.console.debugger().stoppoints().iter().filter(is_hit) {
        hits.add(target, stop, stop.hits, is_forward);
    }
    hits
}

/// Returns the breakpoints at the first step. The debugger counts no hits there, because no step leads to it.
pub(crate) fn at_start(target: &Target) -> BreakpointHits {
    let program = target.program();
    let is_hit = |stop: &&Stoppoint| stop.enabled && is_at_program_counter(stop, program);
    let mut hits = BreakpointHits::default();
    for stop in target.console.debugger().stoppoints().iter().filter(is_hit) {
        hits.add(target, stop, stop.hits + 1, true);
    }
    hits
}

/// Returns whether a breakpoint is at the program counter, and its condition is true or cannot be evaluated.
fn is_at_program_counter(stop: &Stoppoint, program: &dyn Debuggee) -> bool {
    let Trigger::At(breakpoint) = stop.trigger() else { return false };
    let holds = || breakpoint.condition.as_ref().is_none_or(|condition| condition.value(program) != Ok(0));
    breakpoint.is_at(program.location()) && holds()
}

impl BreakpointHits {
    fn add(&mut self, target: &Target, stop: &Stoppoint, hit_count: u64, is_forward: bool) {
        let Some((breakpoint, binding)) = target.breakpoints.of_stoppoint(stop.id) else {
            let is_watchpoint = matches!(stop.trigger(), Trigger::Changes(_));
            self.stop(if is_watchpoint { "data breakpoint" } else { "breakpoint" });
            return;
        };
        if is_forward && !applies(target, breakpoint, binding, hit_count) {
            return;
        }
        match &breakpoint.request.log_message {
            None => {
                self.stop(breakpoint.request.kind.stop_reason());
                self.ids.push(breakpoint.id);
            }
            Some(text) if is_forward => self.log_messages.push(interpolate(target, text)),
            Some(_) => {}
        }
    }

    fn stop(&mut self, reason: &'static str) {
        self.reason = if self.stops { self.reason } else { reason };
        self.stops = true;
    }
}

/// Returns whether the condition and the hit condition of a breakpoint hold.
fn applies(target: &Target, breakpoint: &ClientBreakpoint, binding: &Binding, hit_count: u64) -> bool {
    // The debugger evaluates the condition of a breakpoint at a location, but has none for a watchpoint.
    let condition = breakpoint.request.condition.as_deref();
    let condition = condition.filter(|text| binding.locations.is_empty() && !text.trim().is_empty());
    let holds = condition.is_none_or(|text| target.console.debugger().evaluate(text) != Ok(0));
    holds && binding.hit_condition.is_none_or(|condition| condition.stops_at(hit_count))
}

/// Replaces each expression in braces by its value.
fn interpolate(target: &Target, text: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some((before, after_brace)) = rest.split_once('{') {
        let Some((expression, after)) = after_brace.split_once('}') else { break };
        result.push_str(before);
        result.push_str(&match target.console.debugger().evaluate(expression) {
            Ok(number) => variables::format_value(number, 0, target.notation(), None),
            Err(why) => format!("{{{expression}: {why}}}"),
        });
        rest = after;
    }
    result + rest
}
