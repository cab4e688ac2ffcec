//! Requests about sources.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    state::State,
    target::sources::{Key, Source, Text, places},
};
use crate::error::{Result, message};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Range {
    source: Source,
    line: usize,
    end_line: Option<usize>,
}

/// The places of a range of lines where a breakpoint can be.
pub(super) fn locations(state: &mut State, given: &Range) -> Result<Value> {
    let client = state.client();
    let key = given.source.key()?;
    let target = state.target()?;
    let places = match (target.sources.file(&key), &key) {
        (Some(file), _) => places(target.program(), file),
        (None, Key::File(_)) => Vec::new(),
        (None, Key::Text(reference)) => {
            let rows = &target.sources.text(*reference)?.rows;
            rows.iter().map(|(line, (spot, _))| (*line, 1, *spot)).collect()
        }
    };
    let shown = places
        .into_iter()
        .map(|(line, column, _)| (line - 1 + client.first_line, column - 1 + client.first_column));
    let wanted = given.line..=given.end_line.unwrap_or(given.line);
    let shown = shown.filter(|(line, _)| wanted.contains(line));
    let shown: Vec<Value> = shown.map(|(line, column)| json!({"line": line, "column": column})).collect();
    Ok(json!({"breakpoints": shown}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Wanted {
    source: Option<Source>,
    source_reference: Option<i64>,
}

/// The text of a source that is no file.
pub(super) fn source(state: &mut State, given: &Wanted) -> Result<Value> {
    let named = given.source.as_ref().and_then(|source| source.source_reference);
    let reference = named.or(given.source_reference).filter(|reference| *reference > 0);
    let reference =
        reference.ok_or_else(|| message!("this source is a file, which the client reads itself"))?;
    let text = state.target()?.sources.text(reference)?;
    Ok(json!({"content": text.content, "mimeType": "text/plain"}))
}

/// All sources.
pub(super) fn loaded(state: &mut State) -> Result<Value> {
    let sources = &state.target()?.sources;
    let files = sources.files.iter().map(|file| sources.describe(file));
    let is_disassembly = |(index, text): (usize, &Text)| text.file.is_none().then_some(index);
    let others = sources.texts.iter().enumerate().filter_map(is_disassembly);
    let all: Vec<Value> = files.chain(others.map(|index| sources.describe_text(index))).collect();
    Ok(json!({"sources": all}))
}
