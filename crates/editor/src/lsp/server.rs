//! A server, which is one connection of an editor, and the tables of its requests and notifications.

use Handle::{Analyzed, Early, Later, Now};
use arcadian_asm::{nearest, or_near};
use lsp_types::InitializeParams;
use serde_json::Value;

use crate::lsp::{
    analysis::{Done, Job},
    commands,
    context::Context,
    message::{self, Code, Message, Refusal, parse, value},
    notifications,
    proof::{ProofJob, Proven},
    requests,
    source::caught,
    state::{State, Waiting},
};

/// A language server. It receives the client's messages and queues messages for it, which [`Server::drain`] returns. The host runs the
/// analyses of [`Server::next_job`], on another thread if it has one, and gives back what they find.
pub struct Server {
    phase: Phase,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    Initialized,
    ShutDown,
    /// After `exit`.
    Over {
        is_expected: bool,
    },
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

impl Server {
    pub fn new() -> Self {
        Server { phase: Phase::New, state: State::default() }
    }

    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// Returns whether the client ended the connection as the protocol requires: with `shutdown` and `exit`.
    pub fn ended_as_expected(&self) -> bool {
        self.phase == Phase::Over { is_expected: true }
    }

    pub fn drain(&mut self) -> Vec<Value> {
        self.state.outbox.drain()
    }

    pub fn receive(&mut self, message: Value) {
        match Message::parse(message) {
            Ok(Message::Request { id, method, params }) => self.request(id, method, params),
            Ok(Message::Notification { method, params }) => self.notification(&method, params),
            Ok(Message::Response) => {}
            Err((id, refusal)) => self.state.outbox.respond(&id, Err(refusal)),
        }
    }

    /// Handles a message that is not JSON.
    pub fn receive_malformed(&mut self, why: &str) {
        self.state.outbox.respond(&Value::Null, Err(Code::Parse.because(why)));
    }

    /// Returns the next analysis to be run. There is none while one is in progress.
    pub fn next_job(&mut self) -> Option<Job> {
        self.state.documents.next_job(&self.state.settings)
    }

    /// Takes the result of an analysis: sends the diagnostics and answers the requests that waited for it.
    pub fn finish(&mut self, done: Done) {
        let uri = done.uri.clone();
        if self.state.documents.finish(done) {
            self.state.publish(Some(&uri));
        }
        let (ready, waiting) = std::mem::take(&mut self.state.waiting)
            .into_iter()
            .partition(|waiting| self.state.documents.is_ready(&waiting.uri));
        self.state.waiting = waiting;
        let ready: Vec<Waiting> = ready;
        for Waiting { id, method, params, .. } in ready {
            self.request(id, method, params);
        }
    }

    /// Returns the next proof to be run. There is none while one is running.
    pub fn next_proof(&mut self) -> Option<ProofJob> {
        let State { proofs, documents, settings, outbox, .. } = &mut self.state;
        proofs.next(documents, settings, outbox)
    }

    /// Shows the percentage of the inputs that the running proof has covered.
    pub fn advance_proof(&mut self, percentage: u32) {
        self.state.proofs.advance(&mut self.state.outbox, percentage);
    }

    /// Takes the result of a proof: answers the request, and shows it.
    pub fn finish_proof(&mut self, proven: Proven) {
        self.state.finish_proof(proven);
    }

    fn request(&mut self, id: Value, method: String, params: Value) {
        match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                let result = self.initialize(params);
                self.state.outbox.respond(&id, result);
            }
            (Phase::New, _) => {
                let why = "the server is not initialized; send `initialize` first";
                self.state.outbox.respond(&id, Err(Code::NotInitialized.because(why)));
            }
            (Phase::Initialized, "initialize") => {
                self.state
                    .outbox
                    .respond(&id, Err(Code::InvalidRequest.because("the server is initialized already")));
            }
            (Phase::Initialized, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.state.refuse_waiting(|_| true, &Code::Cancelled.because("the server is shut down"));
                self.state.proofs.cancel_all();
                self.state.outbox.respond(&id, Ok(Value::Null));
            }
            (Phase::Initialized, _) => self.handle(id, method, params),
            (Phase::ShutDown | Phase::Over { .. }, _) => {
                self.state
                    .outbox
                    .respond(&id, Err(Code::InvalidRequest.because("the server is shut down; send `exit`")));
            }
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = parse(params)?;
        (self.state.settings, self.state.client) =
            message::read(&params).map_err(|why| Code::InvalidParams.because(why))?;
        self.phase = Phase::Initialized;
        value(&message::capabilities(self.state.settings.encoding, env!("CARGO_PKG_VERSION")))
    }

    fn handle(&mut self, id: Value, method: String, params: Value) {
        let handled = match find(&method) {
            Some(Now(handle)) => answer(|| handle(&mut self.state, params).map(Some)),
            Some(Later(handle)) => answer(|| handle(&mut self.state, &id, params)),
            Some(Early(handle)) => self.answer_analyzed(&id, method, params, handle, true),
            Some(Analyzed(handle)) => self.answer_analyzed(&id, method, params, handle, false),
            None => Err(unknown(&method)),
        };
        if let Some(result) = handled.transpose() {
            self.state.outbox.respond(&id, result);
        }
    }

    /// Answers a request from the analysis of its document. If that is out of date, the request waits, unless an early answer is
    /// possible.
    fn answer_analyzed(
        &mut self,
        id: &Value,
        method: String,
        params: Value,
        handle: Answer,
        is_early: bool,
    ) -> Result<Option<Value>, Refusal> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or("").to_owned();
        let context = match Context::of(&self.state, &uri)? {
            None if is_early => Context::early(&self.state, &uri, &params),
            context => context,
        };
        if let Some(context) = context {
            return answer(|| handle(&context, params).map(Some));
        }
        self.state.waiting.push(Waiting { id: id.clone(), uri, method, params });
        Ok(None)
    }

    fn notification(&mut self, method: &str, params: Value) {
        if method == "exit" {
            self.phase = Phase::Over { is_expected: self.phase == Phase::ShutDown };
            return;
        }
        if self.phase != Phase::Initialized {
            return;
        }
        let handler = NOTIFICATIONS.iter().find(|(name, _)| *name == method).map(|(_, handler)| handler);
        if let Some(Err(refusal)) = handler.map(|handle| handle(&mut self.state, params)) {
            self.state.outbox.log_error(&format!("{method}: {}", refusal.message));
        }
    }
}

/// Returns the answer of a handler. A panic is the answer to its request only.
fn answer<T>(handle: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    caught(handle).unwrap_or_else(|why| Err(bug(&why)))
}

fn bug(why: &str) -> Refusal {
    Code::Internal.because(format!("this is a bug in arcadian: {why}"))
}

fn unknown(method: &str) -> Refusal {
    let near = or_near(nearest(method, methods()));
    Code::UnknownMethod.because(format!("unknown method `{method}`{near}"))
}

type Answer = fn(&Context<'_>, Value) -> Result<Value, Refusal>;

/// The handler of a request, and the time at which it is called.
#[derive(Clone, Copy)]
enum Handle {
    /// At once.
    Now(fn(&mut State, Value) -> Result<Value, Refusal>),
    /// After the analysis of its document, or before if the line at its position did not change since the last analysis.
    Early(Answer),
    /// After the analysis of its document.
    Analyzed(Answer),
    /// At once, or by the handler itself later, for which it returns `None`.
    Later(fn(&mut State, &Value, Value) -> Result<Option<Value>, Refusal>),
}

/// All requests but `initialize` and `shutdown`.
const REQUESTS: [(&str, Handle); 10] = [
    ("textDocument/completion", Now(requests::completion)),
    ("textDocument/hover", Early(requests::hover)),
    ("textDocument/definition", Analyzed(requests::definition)),
    ("textDocument/references", Analyzed(requests::references)),
    ("textDocument/prepareRename", Analyzed(requests::prepare_rename)),
    ("textDocument/rename", Analyzed(requests::rename)),
    ("textDocument/documentSymbol", Analyzed(requests::document_symbols)),
    ("textDocument/codeAction", Analyzed(requests::code_actions)),
    ("textDocument/codeLens", Analyzed(requests::code_lenses)),
    ("workspace/executeCommand", Later(commands::execute)),
];

fn find(method: &str) -> Option<Handle> {
    REQUESTS.iter().find(|(name, _)| *name == method).map(|(_, handle)| *handle)
}

fn methods() -> impl Iterator<Item = &'static str> {
    ["initialize", "shutdown"].into_iter().chain(REQUESTS.iter().map(|(name, _)| *name))
}

type Handler = fn(&mut State, Value) -> Result<(), Refusal>;

/// All notifications that are not ignored.
const NOTIFICATIONS: [(&str, Handler); 7] = [
    ("textDocument/didOpen", notifications::open),
    ("textDocument/didChange", notifications::change),
    ("textDocument/didSave", notifications::save),
    ("textDocument/didClose", notifications::close),
    ("workspace/didChangeWatchedFiles", notifications::watched),
    ("$/cancelRequest", notifications::cancel),
    ("window/workDoneProgress/cancel", notifications::cancel_progress),
];
