//! The only thread and its call stack.

use arcadian_debugger::debuggee::StackFrame;
use arcadian_files::error::Result;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{client::Client, debuggee::Target, state::State, value};

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
        frame["instructionPointerReference"] = value::reference(address.into()).into();
    }
    frame
}
