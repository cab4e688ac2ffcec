//! The table of requests.

use anyhow::{Result, anyhow};
use arcadian_asm::nearest;
use serde_json::Value;

use super::{
    breakpoints, capabilities, console, disassemble, frames, launch, memory, message::arguments, motion,
    session::Session, sources, variables,
};

/// What a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
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
pub struct Row {
    /// Its name.
    pub command: &'static str,
    /// When it can be made.
    pub needs: Needs,
    /// Does it; the body of the answer.
    pub perform: fn(&mut Session, Value) -> Result<Value>,
}

const fn row(command: &'static str, needs: Needs, perform: fn(&mut Session, Value) -> Result<Value>) -> Row {
    Row { command, needs, perform }
}

/// All requests.
#[rustfmt::skip]
const REQUESTS: &[Row] = &[
    row("initialize", Nothing, |session, given| capabilities::initialize(session, &arguments(given)?)),
    row("disconnect", Nothing, |session, _| launch::disconnect(session)),
    row("cancel", Nothing, |_, _| Ok(Value::Null)),
    row("launch", Client, launch::launch),
    row("attach", Client, |_, _| launch::attach()),
    row("configurationDone", Program, |session, _| launch::configuration_done(session)),
    row("restart", Program, |session, given| launch::restart(session, arguments(given)?)),
    row("terminate", Program, |session, _| launch::terminate(session)),

    row("setBreakpoints", Program, |session, given| breakpoints::lines(session, &arguments(given)?)),
    row("setFunctionBreakpoints", Program, |session, given| breakpoints::functions(session, arguments(given)?)),
    row("setInstructionBreakpoints", Program, |session, given| breakpoints::instructions(session, arguments(given)?)),
    row("setDataBreakpoints", Program, |session, given| breakpoints::data(session, arguments(given)?)),
    row("setExceptionBreakpoints", Program, |_, _| Ok(Value::Null)),
    row("dataBreakpointInfo", Program, |session, given| breakpoints::data_info(session, &arguments(given)?)),
    row("breakpointLocations", Program, |session, given| sources::locations(session, &arguments(given)?)),

    row("continue", Stopped, |session, _| motion::resume(session)),
    row("next", Stopped, |session, given| motion::next(session, &arguments(given)?)),
    row("stepIn", Stopped, |session, given| motion::step_in(session, &arguments(given)?)),
    row("stepOut", Stopped, |session, given| motion::step_out(session, &arguments(given)?)),
    row("stepBack", Stopped, |session, given| motion::step_back(session, &arguments(given)?)),
    row("reverseContinue", Stopped, |session, _| motion::reverse(session)),
    row("pause", Program, |session, _| motion::pause(session)),

    row("threads", Program, |session, _| frames::threads(session)),
    row("stackTrace", Stopped, |session, given| frames::stack_trace(session, &arguments(given)?)),
    row("scopes", Stopped, |session, _| variables::scopes(session)),
    row("variables", Stopped, |session, given| variables::variables(session, &arguments(given)?)),
    row("setVariable", Stopped, |session, given| variables::set_variable(session, &arguments(given)?)),
    row("setExpression", Stopped, |session, given| variables::set_expression(session, &arguments(given)?)),
    row("evaluate", Stopped, |session, given| console::evaluate(session, &arguments(given)?)),
    row("exceptionInfo", Stopped, |session, _| motion::exception_info(session)),
    row("completions", Program, |session, given| console::completions(session, &arguments(given)?)),

    row("readMemory", Stopped, |session, given| memory::read(session, &arguments(given)?)),
    row("writeMemory", Stopped, |session, given| memory::write(session, &arguments(given)?)),
    row("disassemble", Stopped, |session, given| disassemble::disassemble(session, &arguments(given)?)),
    row("source", Program, |session, given| sources::source(session, &arguments(given)?)),
    row("loadedSources", Program, |session, _| sources::loaded(session)),
];

/// The request of this name.
pub fn find(command: &str) -> Result<&'static Row> {
    let found = REQUESTS.iter().find(|row| row.command == command);
    found.ok_or_else(|| match nearest(command, REQUESTS.iter().map(|row| row.command)) {
        Some(near) => anyhow!("there is no request `{command}` here; perhaps {near}"),
        None => anyhow!("there is no request `{command}` here"),
    })
}
