//! Threads, of which there is one, and its subroutines.

use crate::error::Result;
use arcadian_debugger::Location;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{client::Client, state::State, target::Target, value};

/// The one thread.
pub(super) fn threads(state: &mut State) -> Result<Value> {
    let name = state.target()?.name.clone();
    Ok(json!({"threads": [{"id": 1, "name": name}]}))
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Range {
    #[serde(default)]
    start_frame: usize,
    #[serde(default)]
    levels: usize,
}

/// A subroutine or loop, for the client.
struct Level {
    name: String,
    spot: Location,
    is_call: bool,
}

/// The subroutines and loops that the program is in, the innermost first, and what called the outermost.
pub(super) fn stack_trace(state: &mut State, given: &Range) -> Result<Value> {
    let client = state.client();
    let target = state.target()?;
    let all = levels(target);
    let wanted = if given.levels == 0 { usize::MAX } else { given.levels };
    let shown: Vec<Value> = all
        .iter()
        .enumerate()
        .skip(given.start_frame)
        .take(wanted)
        .map(|(index, level)| frame(target, client, index, level))
        .collect();
    Ok(json!({"stackFrames": shown, "totalFrames": all.len()}))
}

fn levels(target: &Target) -> Vec<Level> {
    let frames = target.program().frames();
    let outermost = frames.last().map_or(target.program().location(), |frame| frame.from);
    let base = Level { name: target.name.clone(), spot: outermost, is_call: true };
    let levels =
        frames.into_iter().map(|frame| Level { name: frame.name, spot: frame.at, is_call: frame.is_call });
    levels.chain([base]).collect()
}

fn frame(target: &mut Target, client: Client, index: usize, level: &Level) -> Value {
    let hint = if level.is_call { "normal" } else { "subtle" };
    let mut frame =
        json!({"id": index + 1, "name": level.name, "line": 0, "column": 0, "presentationHint": hint});
    let Target { sources, console, .. } = target;
    if let Some(place) = sources.locate(console.program(), level.spot, client) {
        (frame["source"], frame["line"], frame["column"]) =
            (place.source, place.line.into(), place.column.into());
    }
    if let Some(address) = console.program().address(level.spot) {
        frame["instructionPointerReference"] = value::reference(address.into()).into();
    }
    frame
}
