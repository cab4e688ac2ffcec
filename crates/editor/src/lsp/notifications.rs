//! The notifications of the client.

use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, TextDocumentContentChangeEvent,
};
use serde_json::Value;

use crate::lsp::{
    message::{Code, Refusal, parse},
    state::State,
    text::{Shift, Text},
};

type Outcome = Result<(), Refusal>;

pub(crate) fn open(state: &mut State, params: Value) -> Outcome {
    let document = parse::<DidOpenTextDocumentParams>(params)?.text_document;
    state.refuse_outdated(document.uri.as_str());
    state.documents.open(document.uri, &document.language_id, document.version, document.text);
    Ok(())
}

pub(crate) fn change(state: &mut State, params: Value) -> Outcome {
    let params: DidChangeTextDocumentParams = parse(params)?;
    let (uri, version) = (params.text_document.uri, params.text_document.version);
    let encoding = state.settings.encoding;
    state.refuse_outdated(uri.as_str());
    let changed = state.documents.change(uri.as_str(), version, |text| {
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
        Some(shift) => shift.into_iter().for_each(|shift| state.publish_early(uri.as_str(), shift)),
        None => return Err(not_open(uri.as_str())),
    }
    Ok(())
}

/// A saved file may have another encoding than before, which the analysis checks.
pub(crate) fn save(state: &mut State, params: Value) -> Outcome {
    let params: DidSaveTextDocumentParams = parse(params)?;
    state.documents.check_again(params.text_document.uri.as_str());
    Ok(())
}

pub(crate) fn close(state: &mut State, params: Value) -> Outcome {
    let params: DidCloseTextDocumentParams = parse(params)?;
    let uri = params.text_document.uri;
    state.refuse_outdated(uri.as_str());
    if !state.documents.close(uri.as_str()) {
        return Err(not_open(uri.as_str()));
    }
    state.publish(None);
    Ok(())
}

pub(crate) fn watched(state: &mut State, params: Value) -> Outcome {
    let params: DidChangeWatchedFilesParams = parse(params)?;
    for path in params.changes.iter().filter_map(|change| crate::lsp::uri::to_path(change.uri.as_str())) {
        state.documents.touch_file(&path);
    }
    Ok(())
}

pub(crate) fn cancel(state: &mut State, params: Value) -> Outcome {
    state.cancel(&params["id"]);
    Ok(())
}

pub(crate) fn cancel_progress(state: &mut State, params: Value) -> Outcome {
    state.proofs.cancel(None, params.get("token"));
    Ok(())
}

fn not_open(uri: &str) -> Refusal {
    Code::InvalidParams.because(format!("{uri} is not open"))
}
