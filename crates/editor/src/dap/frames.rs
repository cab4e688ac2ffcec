//! The only thread, its call stack, and the sources that frames name.

use arcadian_debugger::debuggee::StackFrame;
use arcadian_files::error::{Result, message};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{
    client::Client,
    debuggee::{
        Target,
        sources::{Source, SourceId, SourceText, breakpoint_positions},
    },
    message::from_first,
    state::State,
    variables,
};

/// Returns the only thread.
pub(crate) fn threads(state: &mut State) -> Result<Value> {
    let name = state.target()?.name.clone();
    Ok(json!({"threads": [{"id": 1, "name": name}]}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StackTrace {
    #[serde(default)]
    start_frame: usize,
    #[serde(default)]
    levels: usize,
}

/// Returns the call stack, innermost frame first. The last frame is the main program.
pub(crate) fn stack_trace(state: &mut State, arguments: &StackTrace) -> Result<Value> {
    let client = state.client();
    let target = state.target()?;
    let all = frames(target);
    let count = if arguments.levels == 0 { usize::MAX } else { arguments.levels };
    let frames: Vec<Value> = all
        .iter()
        .enumerate()
        .skip(arguments.start_frame)
        .take(count)
        .map(|(index, stack_frame)| frame_json(target, client, index, stack_frame))
        .collect();
    Ok(json!({"stackFrames": frames, "totalFrames": all.len()}))
}

/// Returns the number of stack frames.
pub(crate) fn count(target: &Target) -> usize {
    frames(target).len()
}

fn frames(target: &Target) -> Vec<StackFrame> {
    let mut frames = target.program().frames();
    let at = frames.last().map_or(target.program().location(), |frame| frame.from);
    frames.push(StackFrame { name: target.name.clone(), is_call: true, from: at, at });
    frames
}

fn frame_json(target: &mut Target, client: Client, index: usize, stack_frame: &StackFrame) -> Value {
    let hint = if stack_frame.is_call { "normal" } else { "subtle" };
    let mut frame =
        json!({"id": index + 1, "name": stack_frame.name, "line": 0, "column": 0, "presentationHint": hint});
    let Target { sources, console, .. } = target;
    if let Some(found) = sources.locate(console.program(), stack_frame.at, client) {
        (frame["source"], frame["line"], frame["column"]) =
            (found.source, found.line.into(), found.column.into());
    }
    if let Some(address) = console.program().address(stack_frame.at) {
        frame["instructionPointerReference"] = variables::reference(address.into()).into();
    }
    frame
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BreakpointLocations {
    source: Source,
    line: i64,
    column: Option<i64>,
    end_line: Option<i64>,
    end_column: Option<i64>,
}

/// Returns the lines and columns of a range at which a breakpoint can be set.
pub(crate) fn locations(state: &mut State, arguments: &BreakpointLocations) -> Result<Value> {
    let client = state.client();
    let id = arguments.source.id()?;
    let line = from_first("line", arguments.line, client.first_line)?;
    let last = arguments.end_line.map_or(Ok(line), |line| from_first("line", line, client.first_line))?;
    let column = |column: Option<i64>| {
        column.map(|column| from_first("column", column, client.first_column)).transpose()
    };
    let start = (line, column(arguments.column)?.unwrap_or(0));
    let end = (last, column(arguments.end_column)?.unwrap_or(usize::MAX));
    let target = state.target()?;
    let positions = match (target.sources.file(&id), &id) {
        (Some(file), _) => breakpoint_positions(target.program(), file),
        (None, SourceId::File(_)) => Vec::new(),
        (None, SourceId::Text(reference)) => {
            let rows = &target.sources.text(*reference)?.rows;
            rows.keys().map(|line| (*line, 1)).collect()
        }
    };
    let positions = positions
        .into_iter()
        .filter(|position| (start..=end).contains(position))
        .map(|(line, column)| (line - 1 + client.first_line, column - 1 + client.first_column));
    let body: Vec<Value> = positions.map(|(line, column)| json!({"line": line, "column": column})).collect();
    Ok(json!({"breakpoints": body}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceContent {
    source: Option<Source>,
    source_reference: Option<i64>,
}

/// Returns the text of a source that is not a file.
pub(crate) fn source(state: &mut State, arguments: &SourceContent) -> Result<Value> {
    let in_source = arguments.source.as_ref().and_then(|source| source.source_reference);
    let reference = in_source.or(arguments.source_reference).filter(|reference| *reference > 0);
    let reference =
        reference.ok_or_else(|| message!("this source is a file, which the client reads itself"))?;
    let text = state.target()?.sources.text(reference)?;
    Ok(json!({"content": text.content, "mimeType": "text/plain"}))
}

pub(crate) fn loaded(state: &mut State) -> Result<Value> {
    let sources = &state.target()?.sources;
    let files = sources.files.iter().map(|file| sources.describe(file));
    let is_disassembly = |(index, text): (usize, &SourceText)| text.file.is_none().then_some(index);
    let others = sources.texts.iter().enumerate().filter_map(is_disassembly);
    let all: Vec<Value> = files.chain(others.map(|index| sources.describe_text(index))).collect();
    Ok(json!({"sources": all}))
}
