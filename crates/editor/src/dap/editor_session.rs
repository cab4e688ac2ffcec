//! A session, which is one connection of a client, such as an editor, and the table of its requests.

use std::rc::Rc;

use ExecutionKind::{Next, ReverseContinue, StepBack, StepIn, StepOut};
use Precondition::*;
use arcadian_asm::{nearest, or_near};
use arcadian_files::{
    Files,
    error::{Result, message, refuse},
};
use serde_json::{Value, json};

use crate::dap::{
    breakpoints, console,
    debuggee::{InterruptCheck, Phase, execution::ExecutionKind},
    execution, frames, launch, memory,
    message::{self, Incoming, Request, parse_arguments},
    state::State,
    variables,
};

/// A debug session. It receives the client's messages and queues responses and events, which [`EditorSession::drain`] returns.
pub struct EditorSession {
    state: State,
    /// The sequence number of the last message sent.
    last_seq: i64,
    outbox: Vec<Value>,
}

impl EditorSession {
    /// Starts a session. While a program runs, `interrupted` is called regularly; if it returns true, the current part of the
    /// run ends, so that the host can deliver a message.
    pub fn new(interrupted: InterruptCheck, files: Rc<dyn Files>) -> Self {
        EditorSession { state: State::new(interrupted, files), last_seq: 0, outbox: Vec::new() }
    }

    pub fn is_over(&self) -> bool {
        self.state.is_over
    }

    pub fn is_running(&self) -> bool {
        self.state.target.as_ref().is_some_and(|target| matches!(target.phase, Phase::Running(_)))
    }

    pub fn receive(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Message(message) => match Request::parse(message) {
                Ok(Some(request)) => self.respond(request),
                Ok(None) => {}
                Err(error) => self.report(&error.to_string()),
            },
            Incoming::Malformed(why) => self.report(&why),
            Incoming::OutOfSync(why) => {
                self.report(&why);
                self.state.event("terminated", json!({}));
                self.state.is_over = true;
            }
            Incoming::End => self.state.is_over = true,
        }
        self.send_events();
    }

    /// Ends the session because the client is not allowed to use it. If there is a `request`, it gets a failure response first.
    pub fn refuse(&mut self, request: Option<Value>, why: &str) {
        if let Some(Ok(Some(request))) = request.map(Request::parse) {
            self.last_seq += 1;
            self.outbox.push(message::failure(self.last_seq, request.seq, &request.command, why));
        }
        self.state.is_over = true;
    }

    /// Executes the next part of a running program. The host calls it in turn with [`EditorSession::receive`].
    pub fn advance(&mut self) {
        execution::advance(&mut self.state);
        self.send_events();
    }

    pub fn drain(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }

    fn report(&mut self, why: &str) {
        self.state.output("important", &format!("{why}\n"));
    }

    fn respond(&mut self, request: Request) {
        let result = self.perform(&request);
        self.last_seq += 1;
        self.outbox.push(match result {
            Ok(body) => message::response(self.last_seq, &request, body),
            Err(error) => message::failure(self.last_seq, request.seq, &request.command, &error.to_string()),
        });
    }

    fn perform(&mut self, request: &Request) -> Result<Value> {
        let row = find(&request.command)?;
        self.check(row.precondition)?;
        check_places(&self.state, &request.arguments)?;
        (row.handle)(&mut self.state, request.arguments.clone())
    }

    fn check(&self, precondition: Precondition) -> Result<()> {
        let phase = self.state.target.as_ref().map(|target| &target.phase);
        match (precondition, self.state.client.is_some(), phase) {
            (Always, ..) | (Initialized, true, _) => Ok(()),
            (_, false, _) => refuse!("the session is not initialized; send `initialize` first"),
            (_, _, None) => refuse!("no program is loaded; send `launch` first"),
            (Loaded, _, Some(_)) | (Stopped, _, Some(Phase::Stopped)) => Ok(()),
            (_, _, Some(Phase::Running(_))) => refuse!("the program is running; send `pause` first"),
            (_, _, Some(Phase::Configuring)) => {
                refuse!("the program has not started; send `configurationDone` first")
            }
            (_, _, Some(Phase::Ended)) => refuse!("the program has ended; `restart` it or disconnect"),
        }
    }

    fn send_events(&mut self) {
        for (event, body) in std::mem::take(&mut self.state.events) {
            self.last_seq += 1;
            self.outbox.push(message::event(self.last_seq, event, body));
        }
    }
}

/// Refuses a thread or a stack frame that does not exist.
fn check_places(state: &State, arguments: &Value) -> Result<()> {
    if let Some(thread) = arguments.get("threadId").filter(|thread| !thread.is_null() && **thread != 1) {
        refuse!("there is no thread {thread}; the only one is 1");
    }
    if let Some(frame) = arguments.get("frameId").filter(|frame| !frame.is_null()) {
        let count = state.target.as_deref().map_or(0, frames::count);
        let is_frame = frame.as_u64().is_some_and(|frame| (1..=count as u64).contains(&frame));
        if !is_frame {
            refuse!("there is no stack frame {frame}; they are 1 to {count}");
        }
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Precondition {
    Always,
    Initialized,
    /// While a program is loaded, running or not.
    Loaded,
    Stopped,
}

/// A request and its handler.
struct Row {
    command: &'static str,
    precondition: Precondition,
    /// Handles the request and returns the body of the response.
    handle: fn(&mut State, Value) -> Result<Value>,
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
    row("initialize", Always, |state, arguments| launch::initialize(state, &parse_arguments(arguments)?)),
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
    row("next", Stopped, |state, arguments| execution::start(state, Next, Some(&parse_arguments(arguments)?))),
    row("stepIn", Stopped, |state, arguments| execution::start(state, StepIn, Some(&parse_arguments(arguments)?))),
    row("stepOut", Stopped, |state, arguments| execution::start(state, StepOut, Some(&parse_arguments(arguments)?))),
    row("stepBack", Stopped, |state, arguments| execution::start(state, StepBack, Some(&parse_arguments(arguments)?))),
    row("reverseContinue", Stopped, |state, _| execution::start(state, ReverseContinue, None)),
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

fn find(command: &str) -> Result<&'static Row> {
    let found = REQUESTS.iter().find(|row| row.command == command);
    found.ok_or_else(|| {
        let near = or_near(nearest(command, REQUESTS.iter().map(|row| row.command)));
        message!("unknown request `{command}`{near}")
    })
}
