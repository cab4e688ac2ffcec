//! The table of requests, and the capabilities of both sides.

use std::rc::Rc;

use Precondition::*;
use arcadian_asm::nearest;
use arcadian_files::error::{Result, message, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    breakpoints, console, editor_session::State, execution, frames, launch, memory, message::parse_arguments,
    variables,
};

/// The condition under which a request is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precondition {
    Always,
    /// After `initialize`.
    Initialized,
    /// While a program is loaded, running or not.
    Loaded,
    /// While the program is stopped.
    Stopped,
}

/// A request and its handler.
pub(crate) struct Row {
    pub command: &'static str,
    /// When the request is accepted.
    pub precondition: Precondition,
    /// Handles the request and returns the body of the response.
    pub handle: fn(&mut State, Value) -> Result<Value>,
}

const fn row(
    command: &'static str,
    precondition: Precondition,
    handle: fn(&mut State, Value) -> Result<Value>,
) -> Row {
    Row { command, precondition, handle }
}

#[rustfmt::skip]
const REQUESTS: &[Row] = &[
    row("initialize", Always, |state, arguments| initialize(state, &parse_arguments(arguments)?)),
    row("disconnect", Always, |state, _| launch::disconnect(state)),
    row("cancel", Always, |_, _| Ok(Value::Null)),
    row("launch", Initialized, launch::launch),
    row("attach", Initialized, |_, _| launch::attach()),
    row("configurationDone", Loaded, |state, _| launch::configuration_done(state)),
    row("restart", Loaded, |state, arguments| launch::restart(state, parse_arguments(arguments)?)),
    row("terminate", Loaded, |state, _| launch::terminate(state)),

    row("setBreakpoints", Loaded, |state, arguments| breakpoints::set_lines(state, &parse_arguments(arguments)?)),
    row("setFunctionBreakpoints", Loaded, |state, arguments| breakpoints::set_functions(state, parse_arguments(arguments)?)),
    row("setInstructionBreakpoints", Loaded, |state, arguments| breakpoints::set_instructions(state, parse_arguments(arguments)?)),
    row("setDataBreakpoints", Loaded, |state, arguments| breakpoints::set_data(state, parse_arguments(arguments)?)),
    row("setExceptionBreakpoints", Loaded, |_, arguments| breakpoints::set_exceptions(&parse_arguments(arguments)?)),
    row("dataBreakpointInfo", Loaded, |state, arguments| breakpoints::data_info(state, &parse_arguments(arguments)?)),
    row("breakpointLocations", Loaded, |state, arguments| frames::locations(state, &parse_arguments(arguments)?)),

    row("continue", Stopped, |state, _| execution::resume(state)),
    row("next", Stopped, |state, arguments| execution::next(state, &parse_arguments(arguments)?)),
    row("stepIn", Stopped, |state, arguments| execution::step_in(state, &parse_arguments(arguments)?)),
    row("stepOut", Stopped, |state, arguments| execution::step_out(state, &parse_arguments(arguments)?)),
    row("stepBack", Stopped, |state, arguments| execution::step_back(state, &parse_arguments(arguments)?)),
    row("reverseContinue", Stopped, |state, _| execution::reverse_continue(state)),
    row("pause", Loaded, |state, _| execution::pause(state)),

    row("threads", Loaded, |state, _| frames::threads(state)),
    row("stackTrace", Stopped, |state, arguments| frames::stack_trace(state, &parse_arguments(arguments)?)),
    row("scopes", Stopped, |state, _| variables::scopes(state)),
    row("variables", Stopped, |state, arguments| variables::variables(state, &parse_arguments(arguments)?)),
    row("setVariable", Stopped, |state, arguments| variables::set_variable(state, &parse_arguments(arguments)?)),
    row("setExpression", Stopped, |state, arguments| variables::set_expression(state, &parse_arguments(arguments)?)),
    row("evaluate", Stopped, |state, arguments| console::evaluate(state, &parse_arguments(arguments)?)),
    row("exceptionInfo", Stopped, |state, _| execution::exception_info(state)),
    row("completions", Loaded, |state, arguments| console::completions(state, &parse_arguments(arguments)?)),

    row("readMemory", Stopped, |state, arguments| memory::read(state, &parse_arguments(arguments)?)),
    row("writeMemory", Stopped, |state, arguments| memory::write(state, &parse_arguments(arguments)?)),
    row("disassemble", Stopped, |state, arguments| memory::disassemble(state, &parse_arguments(arguments)?)),
    row("source", Loaded, |state, arguments| frames::source(state, &parse_arguments(arguments)?)),
    row("loadedSources", Loaded, |state, _| frames::loaded(state)),
];

/// Returns the request with this command.
pub(crate) fn find(command: &str) -> Result<&'static Row> {
    let found = REQUESTS.iter().find(|row| row.command == command);
    found.ok_or_else(|| match nearest(command, REQUESTS.iter().map(|row| row.command)) {
        Some(near) => message!("unknown request `{command}`; did you mean {near}?"),
        None => message!("unknown request `{command}`"),
    })
}

/// What the client says about itself; the defaults are those of the protocol.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Initialize {
    #[serde(rename = "linesStartAt1", default = "yes")]
    lines_start_at_1: bool,
    #[serde(rename = "columnsStartAt1", default = "yes")]
    columns_start_at_1: bool,
    path_format: Option<String>,
    #[serde(default)]
    supports_invalidated_event: bool,
    #[serde(default)]
    supports_memory_event: bool,
}

fn yes() -> bool {
    true
}

/// The capabilities of the adapter.
const CAPABILITIES: [&str; 25] = [
    "supportsConfigurationDoneRequest",
    "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsLogPoints",
    "supportsDataBreakpoints",
    "supportsBreakpointLocationsRequest",
    "supportsStepBack",
    "supportsSteppingGranularity",
    "supportsSetVariable",
    "supportsSetExpression",
    "supportsEvaluateForHovers",
    "supportsCompletionsRequest",
    "supportsLoadedSourcesRequest",
    "supportsRestartRequest",
    "supportsTerminateRequest",
    "supportsExceptionInfoRequest",
    "supportsDisassembleRequest",
    "supportsInstructionBreakpoints",
    "supportsDataBreakpointBytes",
    "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",
    "supportsValueFormattingOptions",
    "supportsCancelRequest",
    "supportsClipboardContext",
];

/// The capabilities that a BASIC program lacks.
const MACHINE_CODE_ONLY: [&str; 3] =
    ["supportsDisassembleRequest", "supportsInstructionBreakpoints", "supportsDataBreakpointBytes"];

/// Records what the client supports and returns the capabilities of the adapter.
pub(crate) fn initialize(state: &mut State, arguments: &Initialize) -> Result<Value> {
    if state.client.is_some() {
        refuse!("the session is already initialized");
    }
    if let Some(format) = arguments.path_format.as_deref().filter(|format| *format != "path") {
        refuse!("`pathFormat` `{format}` is not supported; use `path`");
    }
    state.client = Some(Client {
        first_line: arguments.lines_start_at_1.into(),
        first_column: arguments.columns_start_at_1.into(),
        supports_invalidated_event: arguments.supports_invalidated_event,
        supports_memory_event: arguments.supports_memory_event,
    });
    Ok(CAPABILITIES.iter().map(|name| ((*name).to_owned(), Value::Bool(true))).collect())
}

/// Returns the body of the `capabilities` event for a BASIC program.
pub(crate) fn of_basic() -> Value {
    let missing: serde_json::Map<_, _> =
        MACHINE_CODE_ONLY.iter().map(|name| ((*name).to_owned(), Value::Bool(false))).collect();
    json!({"capabilities": missing})
}

/// Returns whether a running program has to be interrupted because a message has arrived.
pub type InterruptCheck = Rc<dyn Fn() -> bool>;

/// What the client said about itself.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// The number of the first line: 0 or 1.
    pub first_line: usize,
    /// The number of the first column: 0 or 1.
    pub first_column: usize,
    /// Whether the client handles the `invalidated` event.
    pub supports_invalidated_event: bool,
    /// Whether the client handles the `memory` event.
    pub supports_memory_event: bool,
}
