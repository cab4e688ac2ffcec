//! The table of notifications.

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, TextDocumentContentChangeEvent,
};
use serde_json::Value;

use crate::lsp::{
    message::{Code, Refusal},
    requests::parse,
    server::Server,
    shift::Shift,
    text::Text,
};

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
