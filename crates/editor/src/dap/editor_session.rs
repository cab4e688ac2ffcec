//! A session: one connection of a client, such as an editor, and its state.

use std::rc::Rc;

use arcadian_files::{
    Files,
    error::{Result, message, refuse},
};
use serde_json::{Value, json};

use crate::dap::{
    arguments,
    debuggee::{Phase, Target},
    execution,
    message::{self, Incoming, Request},
    requests::{self, Client, InterruptCheck, Precondition},
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

    /// Returns whether the session is over.
    pub fn is_over(&self) -> bool {
        self.state.is_over
    }

    /// Returns whether the program is running.
    pub fn is_running(&self) -> bool {
        self.state.target.as_ref().is_some_and(|target| matches!(target.phase, Phase::Running(_)))
    }

    /// Handles a message of the client.
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

    /// Removes and returns the messages for the client.
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
        let row = requests::find(&request.command)?;
        self.check(row.precondition)?;
        arguments::check_places(&mut self.state, &request.arguments)?;
        (row.handle)(&mut self.state, request.arguments.clone())
    }

    fn check(&self, precondition: Precondition) -> Result<()> {
        let phase = self.state.target.as_ref().map(|target| &target.phase);
        match (precondition, self.state.client.is_some(), phase) {
            (Precondition::Always, ..) | (Precondition::Initialized, true, _) => Ok(()),
            (_, false, _) => refuse!("the session is not initialized; send `initialize` first"),
            (_, _, None) => refuse!("no program is loaded; send `launch` first"),
            (Precondition::Loaded, _, Some(_)) | (Precondition::Stopped, _, Some(Phase::Stopped)) => Ok(()),
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

/// The state of a session.
pub(crate) struct State {
    /// The client, after `initialize`.
    pub client: Option<Client>,
    /// The program, after `launch`.
    pub target: Option<Box<Target>>,
    /// Interrupts a running program when a message arrives.
    pub interrupted: InterruptCheck,
    /// The files that programs are loaded from.
    pub files: Rc<dyn Files>,
    /// Whether the session is over.
    pub is_over: bool,
    /// The events to send after the response.
    pub events: Vec<(&'static str, Value)>,
}

impl State {
    /// Returns the state before the first message.
    pub(crate) fn new(interrupted: InterruptCheck, files: Rc<dyn Files>) -> Self {
        State { client: None, target: None, interrupted, files, is_over: false, events: Vec::new() }
    }

    /// Queues an event, which is sent after the response.
    pub(crate) fn event(&mut self, event: &'static str, body: Value) {
        self.events.push((event, body));
    }

    /// Queues a text for the client's console.
    pub(crate) fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({"category": category, "output": text}));
    }

    /// Returns the program.
    pub(crate) fn target(&mut self) -> Result<&mut Target> {
        self.target.as_deref_mut().ok_or_else(|| message!("no program is loaded; send `launch` first"))
    }

    /// Returns the client; before `initialize`, one with the protocol's defaults.
    pub(crate) fn client(&self) -> Client {
        let default = Client {
            first_line: 1,
            first_column: 1,
            supports_invalidated_event: false,
            supports_memory_event: false,
        };
        self.client.unwrap_or(default)
    }
}
