//! What the handlers of requests work on.

use std::rc::Rc;

use serde_json::{Value, json};

use super::{
    client::{Client, Interrupted},
    target::Target,
};
use crate::{
    error::{Result, message},
    files::Files,
};

/// The state of a session: the client, the program, and the events that the client has not been sent yet.
pub(super) struct State {
    /// The client, after it has introduced itself.
    pub client: Option<Client>,
    /// The program, after it has been launched.
    pub target: Option<Box<Target>>,
    /// Whether a running program has to stop for a message.
    pub interrupted: Interrupted,
    /// The files that a program is loaded from.
    pub files: Rc<dyn Files>,
    /// Whether the session is over.
    pub is_over: bool,
    /// The events that follow the answer.
    pub events: Vec<(&'static str, Value)>,
}

impl State {
    /// Returns the state before the first message.
    pub(super) fn new(interrupted: Interrupted, files: Rc<dyn Files>) -> Self {
        State { client: None, target: None, interrupted, files, is_over: false, events: Vec::new() }
    }

    /// Sends an event after the answer to the request.
    pub(super) fn event(&mut self, event: &'static str, body: Value) {
        self.events.push((event, body));
    }

    /// Shows a text in the client's console.
    pub(super) fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({"category": category, "output": text}));
    }

    /// Returns the program.
    pub(super) fn target(&mut self) -> Result<&mut Target> {
        self.target.as_deref_mut().ok_or_else(|| message!("no program is loaded; `launch` comes first"))
    }

    /// Returns the client; before it introduced itself, one that counts from 1.
    pub(super) fn client(&self) -> Client {
        let unknown =
            Client { first_line: 1, first_column: 1, takes_invalidated: false, takes_memory: false };
        self.client.unwrap_or(unknown)
    }
}
