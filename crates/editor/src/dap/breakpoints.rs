//! Breakpoint requests. Each request replaces all breakpoints of one kind, or of one source.

mod bind;

use arcadian_debugger::{Location, expression::Expression};
use arcadian_files::error::{Context, Result, message, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    client::Client,
    debuggee::{
        Target,
        breakpoints::{Binding, BreakpointKind, BreakpointRequest, ClientBreakpoint},
        sources::{Source, SourceId},
    },
    state::State,
    variables,
};

pub(crate) use bind::{BreakpointHits, at_start, at_stop};

/// The limit per request; the debugger compares every step with every breakpoint.
const MAX_BREAKPOINTS: usize = 1000;

#[derive(Debug, Deserialize)]
pub(crate) struct SetBreakpoints {
    source: Source,
    breakpoints: Option<Vec<SourceBreakpoint>>,
    /// The lines of old clients, which know nothing else of breakpoints.
    #[serde(default)]
    lines: Vec<i64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SourceBreakpoint {
    line: i64,
    column: Option<i64>,
    condition: Option<String>,
    hit_condition: Option<String>,
    log_message: Option<String>,
}

/// The arguments of the requests that replace all breakpoints of a kind.
#[derive(Debug, Deserialize)]
pub(crate) struct ReplaceAll<T> {
    breakpoints: Vec<T>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FunctionBreakpoint {
    name: String,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstructionBreakpoint {
    instruction_reference: String,
    #[serde(default)]
    offset: i64,
    condition: Option<String>,
    hit_condition: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpoint {
    data_id: String,
    access_type: Option<String>,
    condition: Option<String>,
    hit_condition: Option<String>,
}

pub(crate) fn set_lines(state: &mut State, arguments: &SetBreakpoints) -> Result<Value> {
    let id = arguments.source.id()?;
    let of_lines = || {
        let lines = arguments.lines.iter();
        lines.map(|line| SourceBreakpoint { line: *line, ..SourceBreakpoint::default() }).collect()
    };
    let breakpoints = arguments.breakpoints.clone().unwrap_or_else(of_lines);
    let request = |breakpoint: &SourceBreakpoint| BreakpointRequest {
        kind: BreakpointKind::Line(id.clone(), breakpoint.line, breakpoint.column),
        condition: breakpoint.condition.clone(),
        hit_condition: breakpoint.hit_condition.clone(),
        log_message: breakpoint.log_message.clone(),
    };
    let requests = breakpoints.iter().map(request).collect();
    let is_same = |other: &SourceId| *other == id;
    replace(state, |kind| matches!(kind, BreakpointKind::Line(other, ..) if is_same(other)), requests)
}

/// Sets all breakpoints at labels, or at lines of BASIC by number.
pub(crate) fn set_functions(state: &mut State, arguments: ReplaceAll<FunctionBreakpoint>) -> Result<Value> {
    let request = |breakpoint: FunctionBreakpoint| BreakpointRequest {
        kind: BreakpointKind::Function(breakpoint.name),
        condition: breakpoint.condition,
        hit_condition: breakpoint.hit_condition,
        log_message: None,
    };
    let requests = arguments.breakpoints.into_iter().map(request).collect();
    replace(state, |kind| matches!(kind, BreakpointKind::Function(_)), requests)
}

pub(crate) fn set_instructions(
    state: &mut State,
    arguments: ReplaceAll<InstructionBreakpoint>,
) -> Result<Value> {
    let request = |breakpoint: InstructionBreakpoint| BreakpointRequest {
        kind: BreakpointKind::Instruction(breakpoint.instruction_reference, breakpoint.offset),
        condition: breakpoint.condition,
        hit_condition: breakpoint.hit_condition,
        log_message: None,
    };
    let requests = arguments.breakpoints.into_iter().map(request).collect();
    replace(state, |kind| matches!(kind, BreakpointKind::Instruction(..)), requests)
}

pub(crate) fn set_data(state: &mut State, arguments: ReplaceAll<DataBreakpoint>) -> Result<Value> {
    let request = |breakpoint: DataBreakpoint| BreakpointRequest {
        kind: BreakpointKind::Data(breakpoint.data_id, breakpoint.access_type),
        condition: breakpoint.condition,
        hit_condition: breakpoint.hit_condition,
        log_message: None,
    };
    let requests = arguments.breakpoints.into_iter().map(request).collect();
    replace(state, |kind| matches!(kind, BreakpointKind::Data(..)), requests)
}

/// Replaces all breakpoints of a kind. A breakpoint that is requested again unchanged keeps its id and hit count.
fn replace(
    state: &mut State,
    is_replaced: impl Fn(&BreakpointKind) -> bool,
    requests: Vec<BreakpointRequest>,
) -> Result<Value> {
    let client = state.client();
    if requests.len() > MAX_BREAKPOINTS {
        refuse!("cannot set {} breakpoints: there are at most {MAX_BREAKPOINTS}", requests.len());
    }
    let target = state.target()?;
    let (mut old, others): (Vec<_>, Vec<_>) = std::mem::take(&mut target.breakpoints.all)
        .into_iter()
        .partition(|breakpoint| is_replaced(&breakpoint.request.kind));
    let mut new = Vec::new();
    for request in requests {
        match old.iter().position(|breakpoint| breakpoint.request == request && breakpoint.binding.is_ok()) {
            Some(same) => new.push(old.remove(same)),
            None => new.push(create(target, request, client)),
        }
    }
    for binding in old.iter().filter_map(|breakpoint| breakpoint.binding.as_ref().ok()) {
        target.debugger().delete_stoppoint(binding.stoppoint);
    }
    let body: Vec<Value> = new.iter().map(|breakpoint| bind::json(breakpoint, target, client)).collect();
    target.breakpoints.all = others.into_iter().chain(new).collect();
    Ok(json!({"breakpoints": body}))
}

fn create(target: &mut Target, request: BreakpointRequest, client: Client) -> ClientBreakpoint {
    target.breakpoints.last_id += 1;
    let binding = bind::bind(target, &request, client).map_err(|error| format!("{error:#}"));
    ClientBreakpoint { id: target.breakpoints.last_id, request, binding }
}

/// Binds all breakpoints again after the program was reloaded, and reports those whose location differs.
pub(crate) fn rebind(state: &mut State) -> Result<()> {
    let client = state.client();
    let target = state.target()?;
    let mut changed = Vec::new();
    for mut breakpoint in std::mem::take(&mut target.breakpoints.all) {
        let before = place(&breakpoint);
        breakpoint.binding =
            bind::bind(target, &breakpoint.request, client).map_err(|error| format!("{error:#}"));
        if before != place(&breakpoint) {
            changed.push(bind::json(&breakpoint, target, client));
        }
        target.breakpoints.all.push(breakpoint);
    }
    for breakpoint in changed {
        state.event("breakpoint", json!({"reason": "changed", "breakpoint": breakpoint}));
    }
    Ok(())
}

/// Returns the locations and the line of a breakpoint, or why the breakpoint cannot be set.
fn place(breakpoint: &ClientBreakpoint) -> Result<(Vec<Location>, Option<usize>), String> {
    let place = |binding: &Binding| (binding.locations.clone(), binding.line);
    breakpoint.binding.as_ref().map(place).map_err(String::clone)
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DataBreakpointInfo {
    variables_reference: Option<usize>,
    name: String,
    #[serde(default)]
    as_address: bool,
    bytes: Option<u32>,
}

/// Returns the id with which a value can be watched, or why it cannot be.
pub(crate) fn data_info(state: &mut State, arguments: &DataBreakpointInfo) -> Result<Value> {
    let target = state.target()?;
    let id = match data_id(target, arguments) {
        Ok(id) => id,
        Err(why) => return Ok(json!({"dataId": null, "description": format!("{why:#}")})),
    };
    let description = format!("when {id} changes");
    Ok(json!({"dataId": id, "description": description, "accessTypes": ["write"], "canPersist": true}))
}

fn data_id(target: &mut Target, arguments: &DataBreakpointInfo) -> Result<String> {
    let name = match arguments.variables_reference.filter(|reference| *reference > 0) {
        Some(scope) => variables::expression_of(target, scope, &arguments.name)?,
        None => arguments.name.clone(),
    };
    if arguments.as_address || arguments.bytes.is_some() {
        let first = if arguments.as_address {
            variables::parse_number(&name)
        } else {
            variables::address_of(target, &name)
        };
        return range(&name, first, arguments.bytes.unwrap_or(1));
    }
    let expression: Expression = target.debugger().parse(&name).without_context()?;
    if expression.is_constant() { Err(message!("{name} never changes")) } else { Ok(name) }
}

fn range(name: &str, first: Option<i64>, bytes: u32) -> Result<String> {
    let first = first.and_then(|first| u16::try_from(first).ok());
    let last = first
        .zip(u16::try_from(bytes).ok())
        .and_then(|(first, bytes)| first.checked_add(bytes.checked_sub(1)?));
    let (first, last) =
        first.zip(last).ok_or_else(|| message!("cannot watch {bytes} byte(s) of memory at {name}"))?;
    Ok(format!("[{first:04X}-{last:04X}]"))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExceptionBreakpoints {
    #[serde(default)]
    filters: Vec<String>,
    #[serde(default)]
    filter_options: Vec<ExceptionOption>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ExceptionOption {
    filter_id: String,
}

/// Refuses kinds of exceptions: every error stops a program.
pub(crate) fn set_exceptions(arguments: &ExceptionBreakpoints) -> Result<Value> {
    let options = arguments.filter_options.iter().map(|option| &option.filter_id);
    match arguments.filters.iter().chain(options).next() {
        None => Ok(Value::Null),
        Some(filter) => refuse!("there is no kind of exception `{filter}`; every error stops a program"),
    }
}
