//! The `initialize` request.

use arcadian_files::error::{Result, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::{client::Client, state::State};

/// What the client says about itself; the defaults are those of the protocol.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Initialize {
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

/// The capabilities of the adapter.
const CAPABILITIES: [&str; 25] = [
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
    "supportsDisassembleRequest",
    "supportsInstructionBreakpoints",
    "supportsDataBreakpointBytes",
    "supportsReadMemoryRequest",
    "supportsWriteMemoryRequest",
    "supportsValueFormattingOptions",
    "supportsCancelRequest",
    "supportsClipboardContext",
];

/// The capabilities that a BASIC program lacks.
const MACHINE_CODE_ONLY: [&str; 3] =
    ["supportsDisassembleRequest", "supportsInstructionBreakpoints", "supportsDataBreakpointBytes"];

/// Records what the client supports and returns the capabilities of the adapter.
pub(crate) fn initialize(state: &mut State, arguments: &Initialize) -> Result<Value> {
    if state.client.is_some() {
        refuse!("the session is already initialized");
    }
    if let Some(format) = arguments.path_format.as_deref().filter(|format| *format != "path") {
        refuse!("`pathFormat` `{format}` is not supported; use `path`");
    }
    state.client = Some(Client {
        first_line: arguments.lines_start_at_1.into(),
        first_column: arguments.columns_start_at_1.into(),
        supports_invalidated_event: arguments.supports_invalidated_event,
        supports_memory_event: arguments.supports_memory_event,
    });
    Ok(CAPABILITIES.iter().map(|name| ((*name).to_owned(), Value::Bool(true))).collect())
}

/// Returns the body of the `capabilities` event for a BASIC program.
pub(crate) fn of_basic() -> Value {
    let missing: serde_json::Map<_, _> =
        MACHINE_CODE_ONLY.iter().map(|name| ((*name).to_owned(), Value::Bool(false))).collect();
    json!({"capabilities": missing})
}
