//! A client's session: messages in, messages out.

use std::rc::Rc;

use anyhow::{Result, anyhow, bail};
use serde_json::{Value, json};

use super::{
    gate::Refusal,
    message::{self, Request},
    motion,
    requests::{self, Needs},
    target::{Standing, Target},
    wire::Incoming,
};

/// Whether somebody wants a running program to stop for a moment.
pub type Interrupted = Rc<dyn Fn() -> bool>;

/// What the client is like.
#[derive(Clone, Copy, Debug)]
pub struct Client {
    /// What it calls the first line.
    pub first_line: usize,
    /// What it calls the first column.
    pub first_column: usize,
    /// Whether it wants to know when values changed.
    pub takes_invalidated: bool,
    /// Whether it wants to know when memory changed.
    pub takes_memory: bool,
}

/// A client's session.
pub struct Session {
    pub(super) client: Option<Client>,
    pub(super) target: Option<Box<Target>>,
    pub(super) interrupted: Interrupted,
    is_over: bool,
    sent: i64,
    outbox: Vec<Value>,
    /// What comes behind the answer.
    events: Vec<(&'static str, Value)>,
}

impl Session {
    /// Begins. A run asks now and then whether to stop for a moment.
    pub fn new(interrupted: Interrupted) -> Self {
        let (outbox, events) = (Vec::new(), Vec::new());
        Session { client: None, target: None, interrupted, is_over: false, sent: 0, outbox, events }
    }

    /// Whether there is nothing more to say.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Whether the program runs.
    pub fn is_running(&self) -> bool {
        self.target.as_ref().is_some_and(|target| matches!(target.standing, Standing::Running(_)))
    }

    /// Takes what came from the client.
    pub fn take(&mut self, incoming: Incoming) {
        match incoming {
            Incoming::Message(message) => match Request::read(message) {
                Ok(Some(request)) => self.answer(request),
                Ok(None) => {}
                Err(error) => self.complain(&format!("{error:#}")),
            },
            Incoming::Malformed(why) => self.complain(&why),
            Incoming::Lost(why) => {
                self.complain(&why);
                self.event("terminated", json!({}));
                self.leave();
            }
            Incoming::End => self.leave(),
        }
        self.send_events();
    }

    /// Ends the session of a client that may not use it.
    pub fn refuse(&mut self, refusal: Refusal) {
        if let Some(Ok(Some(request))) = refusal.request.map(Request::read) {
            self.sent += 1;
            self.outbox.push(message::failure(self.sent, request.seq, &request.command, &refusal.why));
        }
        self.leave();
    }

    /// Lets the running program go on for a while.
    pub fn advance(&mut self) {
        motion::advance(self);
        self.send_events();
    }

    /// The messages for the client.
    pub fn drain(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }

    /// Ends the session.
    pub(super) fn leave(&mut self) {
        self.is_over = true;
    }

    /// Says that something happened, behind the answer to the request.
    pub(super) fn event(&mut self, event: &'static str, body: Value) {
        self.events.push((event, body));
    }

    /// Shows a text in the client's console.
    pub(super) fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({"category": category, "output": text}));
    }

    /// The program.
    pub(super) fn target(&mut self) -> Result<&mut Target> {
        self.target.as_deref_mut().ok_or_else(|| anyhow!("no program is loaded; `launch` comes first"))
    }

    /// The client; before it introduced itself, one that counts from 1.
    pub(super) fn client(&self) -> Client {
        let unknown =
            Client { first_line: 1, first_column: 1, takes_invalidated: false, takes_memory: false };
        self.client.unwrap_or(unknown)
    }

    fn complain(&mut self, why: &str) {
        self.output("important", &format!("{why}\n"));
    }

    fn answer(&mut self, request: Request) {
        let answer = self.perform(&request);
        self.sent += 1;
        self.outbox.push(match answer {
            Ok(body) => message::response(self.sent, &request, body),
            Err(error) => message::failure(self.sent, request.seq, &request.command, &format!("{error:#}")),
        });
    }

    fn perform(&mut self, request: &Request) -> Result<Value> {
        let row = requests::find(&request.command)?;
        self.check(row.needs)?;
        (row.perform)(self, request.arguments.clone())
    }

    fn check(&self, needs: Needs) -> Result<()> {
        let standing = self.target.as_ref().map(|target| &target.standing);
        match (needs, self.client.is_some(), standing) {
            (Needs::Nothing, ..) | (Needs::Client, true, _) => Ok(()),
            (_, false, _) => bail!("the client has not introduced itself; `initialize` comes first"),
            (_, _, None) => bail!("no program is loaded; `launch` comes first"),
            (Needs::Program, _, Some(_)) | (Needs::Stopped, _, Some(Standing::Stopped)) => Ok(()),
            (_, _, Some(Standing::Running(_))) => bail!("the program is running; `pause` it first"),
            (_, _, Some(Standing::Configuring)) => {
                bail!("the program has not begun; `configurationDone` comes first")
            }
            (_, _, Some(Standing::Over)) => bail!("the program has ended; `restart` it or disconnect"),
        }
    }

    fn send_events(&mut self) {
        for (event, body) in std::mem::take(&mut self.events) {
            self.sent += 1;
            self.outbox.push(message::event(self.sent, event, body));
        }
    }
}
