//! A client's session: messages in, messages out.

use std::rc::Rc;

use serde_json::{Value, json};

use super::{
    client::Interrupted,
    message::{self, Incoming, Request},
    motion,
    requests::{self, Needs},
    state::State,
    target::Standing,
};
use crate::{
    error::{Result, refuse},
    files::Files,
};

/// A client's session.
pub struct Session {
    state: State,
    sent: i64,
    outbox: Vec<Value>,
}

impl Session {
    /// Starts a session. A run asks now and then whether it is `interrupted`.
    pub fn new(interrupted: Interrupted, files: Rc<dyn Files>) -> Self {
        Session { state: State::new(interrupted, files), sent: 0, outbox: Vec::new() }
    }

    /// Returns whether the session is over.
    pub fn is_over(&self) -> bool {
        self.state.is_over
    }

    /// Returns whether the program runs.
    pub fn is_running(&self) -> bool {
        self.state.target.as_ref().is_some_and(|target| matches!(target.standing, Standing::Running(_)))
    }

    /// Handles what came from the client.
    pub fn take(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Message(message) => match Request::read(message) {
                Ok(Some(request)) => self.answer(request),
                Ok(None) => {}
                Err(error) => self.complain(&error.to_string()),
            },
            Incoming::Malformed(why) => self.complain(&why),
            Incoming::Lost(why) => {
                self.complain(&why);
                self.state.event("terminated", json!({}));
                self.state.is_over = true;
            }
            Incoming::End => self.state.is_over = true,
        }
        self.send_events();
    }

    /// Ends the session of a client that may not use it. `request` is answered first.
    pub fn refuse(&mut self, request: Option<Value>, why: &str) {
        if let Some(Ok(Some(request))) = request.map(Request::read) {
            self.sent += 1;
            self.outbox.push(message::failure(self.sent, request.seq, &request.command, why));
        }
        self.state.is_over = true;
    }

    /// Runs the program for a while.
    pub fn advance(&mut self) {
        motion::advance(&mut self.state);
        self.send_events();
    }

    /// Returns the messages for the client.
    pub fn drain(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }

    fn complain(&mut self, why: &str) {
        self.state.output("important", &format!("{why}\n"));
    }

    fn answer(&mut self, request: Request) {
        let answer = self.perform(&request);
        self.sent += 1;
        self.outbox.push(match answer {
            Ok(body) => message::response(self.sent, &request, body),
            Err(error) => message::failure(self.sent, request.seq, &request.command, &error.to_string()),
        });
    }

    fn perform(&mut self, request: &Request) -> Result<Value> {
        let row = requests::find(&request.command)?;
        self.check(row.needs)?;
        (row.perform)(&mut self.state, request.arguments.clone())
    }

    fn check(&self, needs: Needs) -> Result<()> {
        let standing = self.state.target.as_ref().map(|target| &target.standing);
        match (needs, self.state.client.is_some(), standing) {
            (Needs::Nothing, ..) | (Needs::Client, true, _) => Ok(()),
            (_, false, _) => refuse!("the client has not introduced itself; `initialize` comes first"),
            (_, _, None) => refuse!("no program is loaded; `launch` comes first"),
            (Needs::Program, _, Some(_)) | (Needs::Stopped, _, Some(Standing::Stopped)) => Ok(()),
            (_, _, Some(Standing::Running(_))) => refuse!("the program is running; `pause` it first"),
            (_, _, Some(Standing::Configuring)) => {
                refuse!("the program has not begun; `configurationDone` comes first")
            }
            (_, _, Some(Standing::Over)) => refuse!("the program has ended; `restart` it or disconnect"),
        }
    }

    fn send_events(&mut self) {
        for (event, body) in std::mem::take(&mut self.state.events) {
            self.sent += 1;
            self.outbox.push(message::event(self.sent, event, body));
        }
    }
}
