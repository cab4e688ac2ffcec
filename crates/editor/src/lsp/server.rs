//! A server: one connection of an editor, with its notifications.

use arcadian_asm::nearest;
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, InitializeParams, TextDocumentContentChangeEvent,
};
use serde_json::{Value, json};

use crate::lsp::{
    analysis::{Done, Job, caught},
    client::{self, Abilities},
    context::Context,
    documents::{Documents, Publication},
    message::{self, Code, Message, Refusal},
    proofs::Proofs,
    requests::{self, Handle, parse},
    text::{Shift, Text},
    uri::Snapshot,
};

/// A language server. It receives the client's messages and queues messages for it, which [`Server::drain`] returns. The host runs the
/// analyses of [`Server::next_job`], on another thread if it has one, and gives back what they find.
pub struct Server {
    phase: Phase,
    pub(crate) documents: Documents,
    /// The settings of the client. It has no documents.
    pub(crate) settings: Snapshot,
    /// The requests that need an analysis of the current text.
    waiting: Vec<Waiting>,
    pub(crate) proofs: Proofs,
    pub(crate) client: Abilities,
    last_request: u64,
    outbox: Vec<Value>,
}

/// The phase of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Before `initialize`.
    New,
    Initialized,
    /// After `shutdown`.
    ShutDown,
    /// After `exit`.
    Over {
        is_expected: bool,
    },
}

/// A request that waits for an analysis.
struct Waiting {
    id: Value,
    uri: String,
    method: String,
    params: Value,
}

impl Default for Server {
    fn default() -> Self {
        Self::new()
    }
}

impl Server {
    /// Starts a server.
    pub fn new() -> Self {
        Server {
            phase: Phase::New,
            documents: Documents::default(),
            settings: Snapshot::default(),
            waiting: Vec::new(),
            proofs: Proofs::default(),
            client: Abilities::default(),
            last_request: 0,
            outbox: Vec::new(),
        }
    }

    /// Returns whether the connection is over.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over { .. })
    }

    /// Returns whether the client ended the connection as the protocol requires: with `shutdown` and `exit`.
    pub fn ended_as_expected(&self) -> bool {
        self.phase == Phase::Over { is_expected: true }
    }

    /// Removes and returns the messages for the client.
    pub fn drain(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.outbox)
    }

    /// Handles a message of the client.
    pub fn receive(&mut self, message: Value) {
        match Message::parse(message) {
            Ok(Message::Request { id, method, params }) => self.request(id, method, params),
            Ok(Message::Notification { method, params }) => self.notification(&method, params),
            Ok(Message::Response) => {}
            Err((id, refusal)) => self.respond(&id, Err(refusal)),
        }
    }

    /// Handles a message that is not JSON.
    pub fn receive_malformed(&mut self, why: &str) {
        self.respond(&Value::Null, Err(Code::Parse.because(why)));
    }

    /// Returns the next analysis to be run. There is none while one is in progress.
    pub fn next_job(&mut self) -> Option<Job> {
        self.documents.next_job(&self.settings)
    }

    /// Takes the result of an analysis: sends the diagnostics and answers the requests that waited for it.
    pub fn finish(&mut self, done: Done) {
        let uri = done.uri.clone();
        if self.documents.finish(done) {
            self.publish(Some(&uri));
        }
        let (ready, waiting) = std::mem::take(&mut self.waiting)
            .into_iter()
            .partition(|waiting| self.documents.is_ready(&waiting.uri));
        self.waiting = waiting;
        let ready: Vec<Waiting> = ready;
        for Waiting { id, method, params, .. } in ready {
            self.request(id, method, params);
        }
    }

    fn request(&mut self, id: Value, method: String, params: Value) {
        match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                let result = self.initialize(params);
                self.respond(&id, result);
            }
            (Phase::New, _) => {
                let why = "the server is not initialized; send `initialize` first";
                self.respond(&id, Err(Code::NotInitialized.because(why)));
            }
            (Phase::Initialized, "initialize") => {
                self.respond(&id, Err(Code::InvalidRequest.because("the server is initialized already")));
            }
            (Phase::Initialized, "shutdown") => {
                self.phase = Phase::ShutDown;
                self.refuse_waiting(|_| true, &Code::Cancelled.because("the server is shut down"));
                self.cancel_all_proofs();
                self.respond(&id, Ok(Value::Null));
            }
            (Phase::Initialized, _) => self.handle(id, method, params),
            (Phase::ShutDown | Phase::Over { .. }, _) => {
                self.respond(&id, Err(Code::InvalidRequest.because("the server is shut down; send `exit`")));
            }
        }
    }

    fn initialize(&mut self, params: Value) -> Result<Value, Refusal> {
        let params: InitializeParams = parse(params)?;
        (self.settings, self.client) =
            client::read(&params).map_err(|why| Code::InvalidParams.because(why))?;
        self.phase = Phase::Initialized;
        requests::value(&client::capabilities(self.settings.encoding, env!("CARGO_PKG_VERSION")))
    }

    fn handle(&mut self, id: Value, method: String, params: Value) {
        let handled = match requests::find(&method) {
            Some(Handle::Now(handle)) => answer(|| handle(self, params).map(Some)),
            Some(Handle::Later(handle)) => answer(|| handle(self, &id, params)),
            Some(Handle::Early(handle)) => self.answer_analyzed(&id, method, params, handle, true),
            Some(Handle::Analyzed(handle)) => self.answer_analyzed(&id, method, params, handle, false),
            None => Err(unknown(&method)),
        };
        if let Some(result) = handled.transpose() {
            self.respond(&id, result);
        }
    }

    /// Answers a request from the analysis of its document. If that is out of date, the request waits, unless an early answer is
    /// possible.
    fn answer_analyzed(
        &mut self,
        id: &Value,
        method: String,
        params: Value,
        handle: requests::Answer,
        is_early: bool,
    ) -> Result<Option<Value>, Refusal> {
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str).unwrap_or("").to_owned();
        let context = match Context::of(self, &uri)? {
            None if is_early => Context::early(self, &uri, &params),
            context => context,
        };
        if let Some(context) = context {
            return answer(|| handle(&context, params).map(Some));
        }
        self.waiting.push(Waiting { id: id.clone(), uri, method, params });
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
        if let Some(Err(refusal)) = handle(self, method, params) {
            self.log_error(&format!("{method}: {}", refusal.message));
        }
    }

    /// Answers the requests about documents that are out of date: the client asks again if it still wants to know.
    pub(crate) fn refuse_outdated(&mut self, uri: &str) {
        let refusal = Code::ContentModified.because("the document has changed");
        self.refuse_waiting(|waiting| waiting.uri == uri, &refusal);
        self.cancel_outdated_proofs(uri);
    }

    /// Cancels a request of the client.
    pub(crate) fn cancel(&mut self, id: &Value) {
        self.refuse_waiting(|waiting| waiting.id == *id, &Code::Cancelled.because("cancelled"));
        self.cancel_proof(Some(id), None);
    }

    fn refuse_waiting(&mut self, is_refused: impl Fn(&Waiting) -> bool, refusal: &Refusal) {
        let (refused, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(is_refused);
        self.waiting = waiting;
        let refused: Vec<Waiting> = refused;
        for Waiting { id, .. } in refused {
            self.respond(&id, Err(refusal.clone()));
        }
    }

    /// Sends the diagnostics that the client does not have.
    pub(crate) fn publish(&mut self, analyzed: Option<&str>) {
        for publication in self.documents.publications(analyzed) {
            self.send_diagnostics(publication);
        }
    }

    /// Sends what can be said about changed lines before the analysis.
    pub(crate) fn publish_early(&mut self, uri: &str, shift: Shift) {
        let encoding = self.settings.encoding;
        let publication = caught(|| self.documents.early(uri, shift, encoding));
        // A panic is reported by the analysis of the same text.
        publication.ok().flatten().into_iter().for_each(|publication| self.send_diagnostics(publication));
    }

    fn send_diagnostics(&mut self, publication: Publication) {
        let mut params = json!({"uri": publication.uri, "diagnostics": publication.diagnostics});
        if let Some(version) = publication.version {
            params["version"] = version.into();
        }
        self.notify("textDocument/publishDiagnostics", params);
    }

    fn log_error(&mut self, message: &str) {
        self.notify("window/logMessage", json!({"type": lsp_types::MessageType::ERROR, "message": message}));
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.outbox.push(message::notification(method, params));
    }

    /// Sends a request to the client. None of its responses changes anything.
    pub(crate) fn request_of_client(&mut self, method: &str, params: Value) {
        self.last_request += 1;
        let id = format!("arcadian-{}", self.last_request);
        self.outbox.push(message::request(&id, method, params));
    }

    pub(crate) fn respond(&mut self, id: &Value, result: Result<Value, Refusal>) {
        self.outbox.push(message::response(id, result));
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
    let near = nearest(method, requests::methods());
    let near = near.map(|near| format!("; did you mean {near}?")).unwrap_or_default();
    Code::UnknownMethod.because(format!("unknown method `{method}`{near}"))
}

type Outcome = Result<(), Refusal>;

type Handler = fn(&mut Server, Value) -> Outcome;

/// All notifications that are not ignored.
const NOTIFICATIONS: [(&str, Handler); 7] = [
    ("textDocument/didOpen", open),
    ("textDocument/didChange", change),
    ("textDocument/didSave", save),
    ("textDocument/didClose", close),
    ("workspace/didChangeWatchedFiles", watched),
    ("$/cancelRequest", cancel),
    ("window/workDoneProgress/cancel", cancel_progress),
];

/// Handles a notification. Returns `None` for one that is ignored.
pub(crate) fn handle(server: &mut Server, method: &str, params: Value) -> Option<Outcome> {
    let (_, handle) = NOTIFICATIONS.iter().find(|(name, _)| *name == method)?;
    Some(handle(server, params))
}

fn open(server: &mut Server, params: Value) -> Outcome {
    let document = parse::<DidOpenTextDocumentParams>(params)?.text_document;
    server.refuse_outdated(document.uri.as_str());
    server.documents.open(document.uri, &document.language_id, document.version, document.text);
    Ok(())
}

fn change(server: &mut Server, params: Value) -> Outcome {
    let params: DidChangeTextDocumentParams = parse(params)?;
    let (uri, version) = (params.text_document.uri, params.text_document.version);
    let encoding = server.settings.encoding;
    server.refuse_outdated(uri.as_str());
    let changed = server.documents.change(uri.as_str(), version, |text| {
        let change = |change: TextDocumentContentChangeEvent| match change.range {
            Some(range) => text.replace(range, &change.text, encoding),
            None => {
                *text = Text::new(change.text);
                Shift::of_all()
            }
        };
        params.content_changes.into_iter().map(change).collect()
    });
    match changed {
        Some(shift) => shift.into_iter().for_each(|shift| server.publish_early(uri.as_str(), shift)),
        None => return Err(not_open(uri.as_str())),
    }
    Ok(())
}

/// A saved file may have another encoding than before, which the analysis checks.
fn save(server: &mut Server, params: Value) -> Outcome {
    let params: DidSaveTextDocumentParams = parse(params)?;
    server.documents.check_again(params.text_document.uri.as_str());
    Ok(())
}

fn close(server: &mut Server, params: Value) -> Outcome {
    let params: DidCloseTextDocumentParams = parse(params)?;
    let uri = params.text_document.uri;
    server.refuse_outdated(uri.as_str());
    if !server.documents.close(uri.as_str()) {
        return Err(not_open(uri.as_str()));
    }
    server.publish(None);
    Ok(())
}

fn watched(server: &mut Server, params: Value) -> Outcome {
    let params: DidChangeWatchedFilesParams = parse(params)?;
    for path in params.changes.iter().filter_map(|change| crate::lsp::uri::to_path(change.uri.as_str())) {
        server.documents.touch_file(&path);
    }
    Ok(())
}

fn cancel(server: &mut Server, params: Value) -> Outcome {
    server.cancel(&params["id"]);
    Ok(())
}

fn cancel_progress(server: &mut Server, params: Value) -> Outcome {
    server.cancel_proof(None, params.get("token"));
    Ok(())
}

fn not_open(uri: &str) -> Refusal {
    Code::InvalidParams.because(format!("{uri} is not open"))
}
