//! The state of a connection, which the handlers of requests and notifications work on.

use arcadian_verify::Verdict;
use lsp_types::MessageType;
use serde_json::{Value, json};

use crate::lsp::{
    documents::{Documents, Publication},
    message::{Abilities, Code, Outbox, Refusal},
    proof::Proven,
    proofs::Proofs,
    source::caught,
    text::Shift,
    uri::Snapshot,
};

#[derive(Default)]
pub(crate) struct State {
    pub(crate) documents: Documents,
    /// The settings of the client. It has no documents.
    pub(crate) settings: Snapshot,
    /// The requests that need an analysis of the current text.
    pub(crate) waiting: Vec<Waiting>,
    pub(crate) proofs: Proofs,
    pub(crate) client: Abilities,
    pub(crate) outbox: Outbox,
}

pub(crate) struct Waiting {
    pub(crate) id: Value,
    pub(crate) uri: String,
    pub(crate) method: String,
    pub(crate) params: Value,
}

impl State {
    /// Answers the requests about documents that are out of date: the client asks again if it still wants to know.
    pub(crate) fn refuse_outdated(&mut self, uri: &str) {
        let refusal = Code::ContentModified.because("the document has changed");
        self.refuse_waiting(|waiting| waiting.uri == uri, &refusal);
        self.proofs.cancel_outdated(uri);
    }

    pub(crate) fn cancel(&mut self, id: &Value) {
        self.refuse_waiting(|waiting| waiting.id == *id, &Code::Cancelled.because("cancelled"));
        self.proofs.cancel(Some(id), None);
    }

    pub(crate) fn refuse_waiting(&mut self, is_refused: impl Fn(&Waiting) -> bool, refusal: &Refusal) {
        let (refused, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(is_refused);
        self.waiting = waiting;
        let refused: Vec<Waiting> = refused;
        for Waiting { id, .. } in refused {
            self.outbox.respond(&id, Err(refusal.clone()));
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
        self.outbox.notify("textDocument/publishDiagnostics", params);
    }

    /// Takes the result of a proof: answers the request, and shows it.
    pub(crate) fn finish_proof(&mut self, proven: Proven) {
        let Proven { uri, routine, revision, result } = proven;
        if let Ok(proof) = &result {
            let kind = match proof.verdict {
                Verdict::Holds | Verdict::Examples => MessageType::INFO,
                Verdict::Fails => MessageType::ERROR,
                _ => MessageType::WARNING,
            };
            self.outbox
                .notify("window/logMessage", json!({"type": MessageType::INFO, "message": proof.report}));
            self.outbox.notify("window/showMessage", json!({"type": kind, "message": proof.summary}));
            self.documents.keep_proof((&uri, routine), revision, proof.clone(), self.settings.encoding);
            self.publish(None);
            if self.client.refreshes_lenses {
                self.outbox.request("workspace/codeLens/refresh", Value::Null);
            }
        }
        self.proofs.end(&mut self.outbox, result.map(|proof| json!(proof.json)));
    }
}
