//! The proofs that the client asked for: one runs, others wait.

use serde_json::{Value, json};

use crate::lsp::{
    documents::Documents,
    message::{Code, Outbox},
    proof::{NoProof, ProofJob, RoutineName},
    source::Cancellation,
    uri::Snapshot,
};

/// The proofs that the client asked for, in this order. The first one may be running.
#[derive(Default)]
pub(crate) struct Proofs {
    requests: Vec<ProofRequest>,
    is_running: bool,
    last_token: u64,
}

/// A request for a proof. Its response is the result.
struct ProofRequest {
    id: Value,
    uri: String,
    routine: RoutineName,
    /// The token of its progress, if the client shows it.
    token: Option<Value>,
    cancelled: Cancellation,
    /// Whether the document has changed since.
    is_outdated: bool,
}

impl Proofs {
    /// Adds a request for a proof. `token` is that of the client for its progress; without one, a client that shows progress gets
    /// one.
    pub(crate) fn add(
        &mut self,
        outbox: &mut Outbox,
        id: &Value,
        (uri, routine): (String, RoutineName),
        token: Option<Value>,
        shows_progress: bool,
    ) {
        let token = token.or_else(|| {
            shows_progress.then(|| {
                self.last_token += 1;
                let token = Value::from(format!("arcadian-proof-{}", self.last_token));
                outbox.request("window/workDoneProgress/create", json!({"token": token}));
                token
            })
        });
        let (id, cancelled) = (id.clone(), Cancellation::default());
        self.requests.push(ProofRequest { id, uri, routine, token, cancelled, is_outdated: false });
    }

    /// Returns the next proof to be run. There is none while one is running.
    pub(crate) fn next(
        &mut self,
        documents: &Documents,
        settings: &Snapshot,
        outbox: &mut Outbox,
    ) -> Option<ProofJob> {
        while !self.is_running {
            let ProofRequest { uri, routine, cancelled, token, .. } = self.requests.first()?;
            let job = documents.source(uri, settings).map(|(revision, source)| ProofJob {
                uri: uri.clone(),
                routine: routine.clone(),
                revision,
                source,
                cancelled: cancelled.clone(),
            });
            match job.filter(|_| !cancelled.is_cancelled()) {
                Some(job) => {
                    self.is_running = true;
                    let title = format!("Proving {}", name(&job.uri));
                    let begin = json!({"kind": "begin", "title": title, "cancellable": true});
                    progress(outbox, token.as_ref(), &begin);
                    return Some(job);
                }
                // It was cancelled before it began.
                None => self.end(outbox, Err(NoProof::Cancelled)),
            }
        }
        None
    }

    /// Shows the percentage of the inputs that the running proof has covered.
    pub(crate) fn advance(&self, outbox: &mut Outbox, percentage: u32) {
        let token = self.requests.first().and_then(|request| request.token.as_ref());
        progress(outbox, token, &json!({"kind": "report", "percentage": percentage}));
    }

    /// Answers the first request.
    pub(crate) fn end(&mut self, outbox: &mut Outbox, result: Result<Value, NoProof>) {
        self.is_running = false;
        if self.requests.is_empty() {
            return;
        }
        let ProofRequest { id, token, is_outdated, .. } = self.requests.remove(0);
        let result = result.map_err(|why| match why {
            NoProof::Cancelled if is_outdated => Code::ContentModified.because("the document has changed"),
            NoProof::Cancelled => Code::Cancelled.because("cancelled"),
            NoProof::Failed(why) => Code::Failed.because(why),
        });
        progress(outbox, token.as_ref(), &json!({"kind": "end"}));
        outbox.respond(&id, result);
    }

    /// Cancels the proofs of a document that has changed.
    pub(crate) fn cancel_outdated(&mut self, uri: &str) {
        for request in self.requests.iter_mut().filter(|request| request.uri == uri) {
            request.is_outdated = true;
            request.cancelled.cancel();
        }
    }

    /// Cancels the proof that a request asked for, or whose progress has a token.
    pub(crate) fn cancel(&self, id: Option<&Value>, token: Option<&Value>) {
        let is_it = |request: &&ProofRequest| {
            Some(&request.id) == id || token.is_some() && request.token.as_ref() == token
        };
        self.requests.iter().filter(is_it).for_each(|request| request.cancelled.cancel());
    }

    pub(crate) fn cancel_all(&self) {
        self.requests.iter().for_each(|request| request.cancelled.cancel());
    }
}

fn progress(outbox: &mut Outbox, token: Option<&Value>, value: &Value) {
    if let Some(token) = token {
        outbox.notify("$/progress", json!({"token": token, "value": value}));
    }
}

/// Returns the name of the file in a URI.
fn name(uri: &str) -> String {
    let path = crate::lsp::uri::to_path(uri);
    let name = path.as_deref().and_then(|path| path.file_name()).and_then(|name| name.to_str());
    name.unwrap_or(uri).to_owned()
}
