//! The state of a session, which the handlers of requests work on.

use std::rc::Rc;

use arcadian_files::{
    Files,
    error::{Result, message},
};
use serde_json::{Value, json};

use crate::dap::{
    client::Client,
    debuggee::{InterruptCheck, Target},
};

pub(crate) struct State {
    /// The client, after `initialize`.
    pub client: Option<Client>,
    /// The program, after `launch`.
    pub target: Option<Box<Target>>,
    /// Interrupts a running program when a message arrives.
    pub interrupted: InterruptCheck,
    /// The files that programs are loaded from.
    pub files: Rc<dyn Files>,
    pub is_over: bool,
    /// The events to send after the response.
    pub events: Vec<(&'static str, Value)>,
}

impl State {
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

    pub(crate) fn target(&mut self) -> Result<&mut Target> {
        self.target.as_deref_mut().ok_or_else(|| message!("no program is loaded; send `launch` first"))
    }

    /// Returns the client; before `initialize`, one with the protocol's defaults.
    pub(crate) fn client(&self) -> Client {
        self.client.unwrap_or_default()
    }
}
