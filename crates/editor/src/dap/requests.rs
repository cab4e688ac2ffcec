//! The table of requests.

use arcadian_asm::nearest;
use arcadian_files::error::{Result, message};
use serde_json::Value;

use crate::dap::{
    breakpoints, capabilities, console, disassemble, execution, frames, launch, memory,
    message::parse_arguments, sources, state::State, variables,
};

/// The condition under which a request is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precondition {
    /// Always.
    Always,
    /// After `initialize`.
    Initialized,
    /// While a program is loaded, running or not.
    Loaded,
    /// While the program is stopped.
    Stopped,
}

use Precondition::*;

/// A request and its handler.
pub(crate) struct Row {
    /// The command.
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

/// All requests.
#[rustfmt::skip]
const REQUESTS: &[Row] = &[
    row("initialize", Always, |state, arguments| capabilities::initialize(state, &parse_arguments(arguments)?)),
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
    row("breakpointLocations", Loaded, |state, arguments| sources::locations(state, &parse_arguments(arguments)?)),

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
    row("disassemble", Stopped, |state, arguments| disassemble::disassemble(state, &parse_arguments(arguments)?)),
    row("source", Loaded, |state, arguments| sources::source(state, &parse_arguments(arguments)?)),
    row("loadedSources", Loaded, |state, _| sources::loaded(state)),
];

/// Returns the request with this command.
pub(crate) fn find(command: &str) -> Result<&'static Row> {
    let found = REQUESTS.iter().find(|row| row.command == command);
    found.ok_or_else(|| match nearest(command, REQUESTS.iter().map(|row| row.command)) {
        Some(near) => message!("unknown request `{command}`; did you mean {near}?"),
        None => message!("unknown request `{command}`"),
    })
}
