//! The state of a session, which the handlers of requests work on: the client with its properties, the program, and what is to be sent.

use std::rc::Rc;

use arcadian_files::Files;
use arcadian_files::error::{Result, message, refuse};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dap::debuggee::{InterruptCheck, Target};

pub(crate) struct State {
    /// The client, after `initialize`.
    pub client: Option<Client>,
    /// The program, after `launch`.
    pub target: Option<Box<Target>>,
    /// Interrupts a running program when a message arrives.
    pub interrupted: InterruptCheck,
    /// The files that programs are loaded from.
    pub files: Rc<dyn Files>,
    pub is_over: bool,
    /// The events to send after the response.
    pub events: Vec<(&'static str, Value)>,
}

impl State {
    pub(crate) fn new(interrupted: InterruptCheck, files: Rc<dyn Files>) -> Self {
        State { client: None, target: None, interrupted, files, is_over: false, events: Vec::new() }
    }

    /// Queues an event, which is sent after the response.
    pub(crate) fn event(&mut self, event: &'static str, body: Value) {
        self.events.push((event, body));
    }

    /// Queues a text for the client's console.
    pub(crate) fn output(&mut self, category: &str, text: &str) {
        self.event("output", json!({"category": category, "output": text}));
    }

    pub(crate) fn target(&mut self) -> Result<&mut Target> {
        self.target.as_deref_mut().ok_or_else(|| message!("no program is loaded; send `launch` first"))
    }

    /// Returns the client; before `initialize`, one with the protocol's defaults.
    pub(crate) fn client(&self) -> Client {
        self.client.unwrap_or_default()
    }
}

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
