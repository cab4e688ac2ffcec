//! Introductions.

use crate::error::{Result, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{client::Client, state::State};

/// What a client says of itself. What it leaves out is as the protocol says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Initialize {
    #[serde(rename = "linesStartAt1", default = "yes")]
    lines_start_at_1: bool,
    #[serde(rename = "columnsStartAt1", default = "yes")]
    columns_start_at_1: bool,
    path_format: Option<String>,
    #[serde(default)]
    supports_invalidated_event: bool,
    #[serde(default)]
    supports_memory_event: bool,
}

fn yes() -> bool {
    true
}

/// What all programs can be asked.
const ALWAYS: [&str; 17] = [
    "supportsConfigurationDoneRequest",
    "supportsFunctionBreakpoints",
    "supportsConditionalBreakpoints",
    "supportsHitConditionalBreakpoints",
    "supportsLogPoints",
    "supportsDataBreakpoints",
    "supportsBreakpointLocationsRequest",
    "supportsStepBack",
    "supportsSteppingGranularity",
    "supportsSetVariable",
    "supportsSetExpression",
    "supportsEvaluateForHovers",
    "supportsCompletionsRequest",
    "supportsLoadedSourcesRequest",
    "supportsRestartRequest",
    "supportsTerminateRequest",
    "supportsExceptionInfoRequest",
];

/// What only machine code can be asked.
const OF_CODE: [&str; 3] =
    ["supportsDisassembleRequest", "supportsInstructionBreakpoints", "supportsDataBreakpointBytes"];

/// What more there is.
const FURTHER: [&str; 5] = [
    "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",
    "supportsValueFormattingOptions",
    "supportsCancelRequest",
    "supportsClipboardContext",
];

/// The client introduces itself; what it can ask.
pub(super) fn initialize(state: &mut State, arguments: &Initialize) -> Result<Value> {
    if state.client.is_some() {
        refuse!("the client has introduced itself before");
    }
    if let Some(format) = arguments.path_format.as_deref().filter(|format| *format != "path") {
        refuse!("paths cannot be given as `{format}`; set `pathFormat` to `path`");
    }
    state.client = Some(Client {
        first_line: arguments.lines_start_at_1.into(),
        first_column: arguments.columns_start_at_1.into(),
        takes_invalidated: arguments.supports_invalidated_event,
        takes_memory: arguments.supports_memory_event,
    });
    let all = ALWAYS.iter().chain(&OF_CODE).chain(&FURTHER);
    Ok(all.map(|name| ((*name).to_owned(), Value::Bool(true))).collect())
}

/// What a BASIC program cannot be asked, after all.
pub(super) fn of_basic() -> Value {
    let none: serde_json::Map<_, _> =
        OF_CODE.iter().map(|name| ((*name).to_owned(), Value::Bool(false))).collect();
    json!({"capabilities": none})
}
