//! The table of requests.

use crate::error::{Result, message};
use arcadian_asm::nearest;
use serde_json::Value;

use super::{
    breakpoints, capabilities, console, disassemble, frames, launch, memory, message::arguments, motion,
    sources, state::State, variables,
};

/// What a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing.
    Nothing,
    /// A client that introduced itself.
    Client,
    /// A program, running or not.
    Program,
    /// A program that stands still.
    Stopped,
}

use Needs::*;

/// A request.
pub(super) struct Row {
    /// Its name.
    pub command: &'static str,
    /// When it can be made.
    pub needs: Needs,
    /// Does it; the body of the answer.
    pub perform: fn(&mut State, Value) -> Result<Value>,
}

const fn row(command: &'static str, needs: Needs, perform: fn(&mut State, Value) -> Result<Value>) -> Row {
    Row { command, needs, perform }
}

/// All requests.
#[rustfmt::skip]
const REQUESTS: &[Row] = &[
    row("initialize", Nothing, |state, given| capabilities::initialize(state, &arguments(given)?)),
    row("disconnect", Nothing, |state, _| launch::disconnect(state)),
    row("cancel", Nothing, |_, _| Ok(Value::Null)),
    row("launch", Client, launch::launch),
    row("attach", Client, |_, _| launch::attach()),
    row("configurationDone", Program, |state, _| launch::configuration_done(state)),
    row("restart", Program, |state, given| launch::restart(state, arguments(given)?)),
    row("terminate", Program, |state, _| launch::terminate(state)),

    row("setBreakpoints", Program, |state, given| breakpoints::lines(state, &arguments(given)?)),
    row("setFunctionBreakpoints", Program, |state, given| breakpoints::functions(state, arguments(given)?)),
    row("setInstructionBreakpoints", Program, |state, given| breakpoints::instructions(state, arguments(given)?)),
    row("setDataBreakpoints", Program, |state, given| breakpoints::data(state, arguments(given)?)),
    row("setExceptionBreakpoints", Program, |_, _| Ok(Value::Null)),
    row("dataBreakpointInfo", Program, |state, given| breakpoints::data_info(state, &arguments(given)?)),
    row("breakpointLocations", Program, |state, given| sources::locations(state, &arguments(given)?)),

    row("continue", Stopped, |state, _| motion::resume(state)),
    row("next", Stopped, |state, given| motion::next(state, &arguments(given)?)),
    row("stepIn", Stopped, |state, given| motion::step_in(state, &arguments(given)?)),
    row("stepOut", Stopped, |state, given| motion::step_out(state, &arguments(given)?)),
    row("stepBack", Stopped, |state, given| motion::step_back(state, &arguments(given)?)),
    row("reverseContinue", Stopped, |state, _| motion::reverse(state)),
    row("pause", Program, |state, _| motion::pause(state)),

    row("threads", Program, |state, _| frames::threads(state)),
    row("stackTrace", Stopped, |state, given| frames::stack_trace(state, &arguments(given)?)),
    row("scopes", Stopped, |state, _| variables::scopes(state)),
    row("variables", Stopped, |state, given| variables::variables(state, &arguments(given)?)),
    row("setVariable", Stopped, |state, given| variables::set_variable(state, &arguments(given)?)),
    row("setExpression", Stopped, |state, given| variables::set_expression(state, &arguments(given)?)),
    row("evaluate", Stopped, |state, given| console::evaluate(state, &arguments(given)?)),
    row("exceptionInfo", Stopped, |state, _| motion::exception_info(state)),
    row("completions", Program, |state, given| console::completions(state, &arguments(given)?)),

    row("readMemory", Stopped, |state, given| memory::read(state, &arguments(given)?)),
    row("writeMemory", Stopped, |state, given| memory::write(state, &arguments(given)?)),
    row("disassemble", Stopped, |state, given| disassemble::disassemble(state, &arguments(given)?)),
    row("source", Program, |state, given| sources::source(state, &arguments(given)?)),
    row("loadedSources", Program, |state, _| sources::loaded(state)),
];

/// The request of this name.
pub(super) fn find(command: &str) -> Result<&'static Row> {
    let found = REQUESTS.iter().find(|row| row.command == command);
    found.ok_or_else(|| match nearest(command, REQUESTS.iter().map(|row| row.command)) {
        Some(near) => message!("there is no request `{command}` here; perhaps {near}"),
        None => message!("there is no request `{command}` here"),
    })
}
