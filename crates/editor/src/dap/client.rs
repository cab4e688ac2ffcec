//! The properties of the client and the capabilities of the adapter.

use arcadian_files::error::{Result, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

/// The properties of a client. The defaults are those of the protocol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Client {
    /// The number of the first line: 0 or 1.
    pub first_line: usize,
    /// The number of the first column: 0 or 1.
    pub first_column: usize,
    pub supports_invalidated_event: bool,
    pub supports_memory_event: bool,
}

impl Default for Client {
    fn default() -> Self {
        Client {
            first_line: 1,
            first_column: 1,
            supports_invalidated_event: false,
            supports_memory_event: false,
        }
    }
}

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

impl Initialize {
    /// Returns the client, or refuses what the adapter does not support.
    pub(crate) fn client(&self) -> Result<Client> {
        if let Some(format) = self.path_format.as_deref().filter(|format| *format != "path") {
            refuse!("`pathFormat` `{format}` is not supported; use `path`");
        }
        Ok(Client {
            first_line: self.lines_start_at_1.into(),
            first_column: self.columns_start_at_1.into(),
            supports_invalidated_event: self.supports_invalidated_event,
            supports_memory_event: self.supports_memory_event,
        })
    }
}

pub(crate) fn capabilities() -> Value {
    CAPABILITIES.iter().map(|name| ((*name).to_owned(), Value::Bool(true))).collect()
}

/// Returns the body of the `capabilities` event for a BASIC program.
pub(crate) fn of_basic() -> Value {
    let missing: serde_json::Map<_, _> =
        MACHINE_CODE_ONLY.iter().map(|name| ((*name).to_owned(), Value::Bool(false))).collect();
    json!({"capabilities": missing})
}
