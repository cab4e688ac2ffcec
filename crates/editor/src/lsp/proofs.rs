//! The proofs that the client asked for: one runs, others wait. Code lenses offer them.

use lsp_types::{CodeLens, Command, Range};
use serde_json::{Value, json};

use crate::lsp::{
    analysis::{Cancellation, Content},
    documents::{Document, RoutineName},
    message::Code,
    proof::{NoProof, ProofJob, Proven},
    requests::{CommandLine, PROVE, SHORTEN, STEP},
    server::Server,
};

/// The proofs that the client asked for, in this order. The first one may be running.
#[derive(Default)]
pub(crate) struct Proofs {
    asked: Vec<Asked>,
    is_running: bool,
    last_token: u64,
}

/// A request for a proof. Its response is the result.
struct Asked {
    id: Value,
    uri: String,
    routine: RoutineName,
    /// The token of its progress, if the client shows it.
    token: Option<Value>,
    cancelled: Cancellation,
    /// Whether the document has changed since.
    is_outdated: bool,
}

impl Server {
    /// Notes a request for a proof. `token` is that of the client for its progress.
    pub(crate) fn ask_for_proof(
        &mut self,
        id: &Value,
        uri: String,
        routine: RoutineName,
        token: Option<Value>,
    ) {
        let own = || {
            self.proofs.last_token += 1;
            Value::from(format!("arcadian-proof-{}", self.proofs.last_token))
        };
        let is_own = token.is_none();
        let token = token.or_else(|| self.client.shows_progress.then(own));
        if let Some(token) = token.as_ref().filter(|_| is_own) {
            self.request_of_client("window/workDoneProgress/create", json!({"token": token}));
        }
        let (id, cancelled) = (id.clone(), Cancellation::default());
        let asked = Asked { id, uri, routine, token, cancelled, is_outdated: false };
        self.proofs.asked.push(asked);
    }

    /// Returns the next proof to be run. There is none while one is running.
    pub fn next_proof(&mut self) -> Option<ProofJob> {
        while !self.proofs.is_running {
            let Asked { uri, routine, cancelled, token, .. } = self.proofs.asked.first()?;
            let (cancelled, token) = (cancelled.clone(), token.clone());
            let job = self.documents.source(uri, &self.settings).map(|(revision, source)| ProofJob {
                uri: uri.clone(),
                routine: routine.clone(),
                revision,
                source,
                cancelled: cancelled.clone(),
            });
            match job.filter(|_| !cancelled.is_cancelled()) {
                Some(job) => {
                    self.proofs.is_running = true;
                    let title = format!("Proving {}", name(&job.uri));
                    self.progress(
                        token.as_ref(),
                        &json!({"kind": "begin", "title": title, "cancellable": true}),
                    );
                    return Some(job);
                }
                // It was cancelled before it began.
                None => self.end_proof(Err(NoProof::Cancelled)),
            }
        }
        None
    }

    /// Shows the percentage of the inputs that the running proof has covered.
    pub fn advance_proof(&mut self, percentage: u32) {
        let token = self.proofs.asked.first().and_then(|asked| asked.token.clone());
        self.progress(token.as_ref(), &json!({"kind": "report", "percentage": percentage}));
    }

    /// Takes the result of a proof: answers the request, and shows it.
    pub fn finish_proof(&mut self, proven: Proven) {
        self.proofs.is_running = false;
        let Proven { uri, routine, revision, result } = proven;
        if let Ok(proof) = &result {
            let kind = match proof.verdict {
                arcadian_verify::Verdict::Holds | arcadian_verify::Verdict::Examples => {
                    lsp_types::MessageType::INFO
                }
                arcadian_verify::Verdict::Fails => lsp_types::MessageType::ERROR,
                _ => lsp_types::MessageType::WARNING,
            };
            self.notify(
                "window/logMessage",
                json!({"type": lsp_types::MessageType::INFO, "message": proof.report}),
            );
            self.notify("window/showMessage", json!({"type": kind, "message": proof.summary}));
            self.documents.keep_proof((&uri, routine), revision, proof.clone(), self.settings.encoding);
            self.publish(None);
            if self.client.refreshes_lenses {
                self.request_of_client("workspace/codeLens/refresh", Value::Null);
            }
        }
        self.end_proof(result.map(|proof| json!(proof.json)));
    }

    /// Answers the first request for a proof.
    fn end_proof(&mut self, result: Result<Value, NoProof>) {
        if self.proofs.asked.is_empty() {
            return;
        }
        let Asked { id, token, is_outdated, .. } = self.proofs.asked.remove(0);
        let result = result.map_err(|why| match why {
            NoProof::Cancelled if is_outdated => Code::ContentModified.because("the document has changed"),
            NoProof::Cancelled => Code::Cancelled.because("cancelled"),
            NoProof::Failed(why) => Code::Failed.because(why),
        });
        self.progress(token.as_ref(), &json!({"kind": "end"}));
        self.respond(&id, result);
    }

    /// Cancels the proofs of a document that has changed.
    pub(crate) fn cancel_outdated_proofs(&mut self, uri: &str) {
        for asked in self.proofs.asked.iter_mut().filter(|asked| asked.uri == uri) {
            asked.is_outdated = true;
            asked.cancelled.cancel();
        }
    }

    /// Cancels the proof that a request asked for, or whose progress has a token.
    pub(crate) fn cancel_proof(&mut self, id: Option<&Value>, token: Option<&Value>) {
        let is_it =
            |asked: &&Asked| Some(&asked.id) == id || token.is_some() && asked.token.as_ref() == token;
        self.proofs.asked.iter().filter(is_it).for_each(|asked| asked.cancelled.cancel());
    }

    pub(crate) fn cancel_all_proofs(&mut self) {
        self.proofs.asked.iter().for_each(|asked| asked.cancelled.cancel());
    }

    fn progress(&mut self, token: Option<&Value>, value: &Value) {
        if let Some(token) = token {
            self.notify("$/progress", json!({"token": token, "value": value}));
        }
    }
}

/// Returns the name of the file in a URI.
fn name(uri: &str) -> String {
    let path = crate::lsp::uri::to_path(uri);
    let name = path.as_deref().and_then(|path| path.file_name()).and_then(|name| name.to_str());
    name.unwrap_or(uri).to_owned()
}

/// Returns the lenses of a document.
pub(crate) fn of(document: &Document) -> Vec<CodeLens> {
    let Some(analysis) = document.latest().filter(|analysis| !analysis.has_errors()) else {
        return Vec::new();
    };
    match &analysis.content {
        Content::Assembly(view) => {
            let commands =
                |is_contract| if is_contract { &["prove", "step", "shorten"][..] } else { &["step"] };
            let start = view.start_line(&document.path).into_iter();
            let start = start.map(|(line, is_contract)| (line, commands(is_contract), None));
            let others = view.contracts(&document.path).into_iter();
            let others = others.map(|(line, label)| (line, commands(true), Some(label)));
            let all = start.chain(others).flat_map(|(line, commands, routine)| {
                commands.iter().filter_map(move |command| lens(document, line, command, &routine))
            });
            all.collect()
        }
        Content::Basic(view) => {
            view.first_row().and_then(|line| lens(document, line, "step", &None)).into_iter().collect()
        }
        Content::Nothing => Vec::new(),
    }
}

/// Returns the lens of a command above a line. Its title is the command line, or the result of the proof.
fn lens(document: &Document, line: usize, command: &str, routine: &RoutineName) -> Option<CodeLens> {
    let (command, title) = match command {
        "prove" => {
            let proof = document.proof(routine);
            (PROVE, proof.map_or_else(|| "Prove".to_owned(), |proof| proof.summary.clone()))
        }
        "shorten" => (SHORTEN, CommandLine::of(document, "shorten", routine)?.text),
        _ => (STEP, CommandLine::of(document, "step", routine)?.text),
    };
    let arguments = std::iter::once(document.uri.as_str()).chain(routine.as_deref());
    let arguments = arguments.map(Into::into).collect();
    let line = document.text.range(line, 0..0, crate::lsp::text::Encoding::Utf8).start;
    Some(CodeLens {
        range: Range::new(line, line),
        command: Some(Command::new(title, command.to_owned(), Some(arguments))),
        data: None,
    })
}
