//! Requests, responses and notifications as JSON-RPC 2.0, and the queue of those for the client; its settings and abilities, and the
//! capabilities of the server.

use std::path::PathBuf;

use arcadian_asm::Dialect;
use arcadian_isa::Processor;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionProviderCapability, CodeLensOptions, CompletionOptions,
    ExecuteCommandOptions, HoverProviderCapability, InitializeParams, InitializeResult, OneOf,
    PositionEncodingKind, RenameOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextDocumentSyncSaveOptions, WorkDoneProgressOptions,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::lsp::{text::Encoding, uri::Snapshot};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) code: i32,
    pub(crate) message: String,
}

/// The error codes of JSON-RPC and of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    Parse = -32700,
    InvalidRequest = -32600,
    UnknownMethod = -32601,
    InvalidParams = -32602,
    Internal = -32603,
    NotInitialized = -32002,
    Cancelled = -32800,
    ContentModified = -32801,
    Failed = -32803,
}

impl Code {
    pub(crate) fn because(self, message: impl Into<String>) -> Refusal {
        Refusal { code: self as i32, message: message.into() }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    Request {
        id: Value,
        method: String,
        params: Value,
    },
    Notification {
        method: String,
        params: Value,
    },
    /// The answer to a request of the server. None of them changes anything.
    Response,
}

impl Message {
    /// Parses a message. The error has the `id` of what may be meant as a request.
    pub(crate) fn parse(mut message: Value) -> Result<Message, (Value, Refusal)> {
        let id = message.get("id").cloned().unwrap_or(Value::Null);
        let invalid = |id: &Value, why: &str| {
            let id = if is_id(id) { id.clone() } else { Value::Null };
            (id, Code::InvalidRequest.because(format!("invalid message: {why}")))
        };
        if !message.is_object() {
            return Err(invalid(&id, "it is not an object"));
        }
        let params = message.get_mut("params").map(Value::take).unwrap_or_default();
        match message.get("method") {
            Some(Value::String(method)) if message.get("id").is_none() => {
                Ok(Message::Notification { method: method.clone(), params })
            }
            Some(Value::String(method)) if is_id(&id) => {
                Ok(Message::Request { id, method: method.clone(), params })
            }
            Some(Value::String(_)) => Err(invalid(&id, "`id` is neither a number nor a text")),
            None if message.get("result").is_some() || message.get("error").is_some() => {
                Ok(Message::Response)
            }
            _ => Err(invalid(&id, "it has no `method`")),
        }
    }
}

fn is_id(id: &Value) -> bool {
    id.is_i64() || id.is_string()
}

#[derive(Default)]
pub(crate) struct Outbox {
    messages: Vec<Value>,
    last_request: u64,
}

impl Outbox {
    pub(crate) fn drain(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.messages)
    }

    pub(crate) fn respond(&mut self, id: &Value, result: Result<Value, Refusal>) {
        self.messages.push(match result {
            Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
            Err(Refusal { code, message }) => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})
            }
        });
    }

    pub(crate) fn notify(&mut self, method: &str, params: Value) {
        self.messages.push(json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    /// Sends a request to the client. None of its responses changes anything.
    pub(crate) fn request(&mut self, method: &str, params: Value) {
        self.last_request += 1;
        let id = format!("arcadian-{}", self.last_request);
        self.messages.push(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
    }

    pub(crate) fn log_error(&mut self, message: &str) {
        self.notify("window/logMessage", json!({"type": lsp_types::MessageType::ERROR, "message": message}));
    }
}

pub(crate) fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Code::InvalidParams.because(format!("invalid params: {error}")))
}

pub(crate) fn value(result: &impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Code::Internal.because(error.to_string()))
}

/// The command that proves the contract of a sheet.
pub(crate) const PROVE: &str = "arcadian.prove";
/// The command that returns the command line of `arcadian step`.
pub(crate) const STEP: &str = "arcadian.step";
/// The command that returns the command line of `arcadian shorten`.
pub(crate) const SHORTEN: &str = "arcadian.shorten";

pub(crate) const COMMANDS: [&str; 3] = [PROVE, STEP, SHORTEN];

/// The options that a client can give when it starts the server.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Options {
    /// The processor of sources that name none: 8080, z80 or 6502.
    cpu: Option<String>,
    /// Folders in which included files are looked for; a relative one is in the folder of the workspace.
    include: Vec<PathBuf>,
    /// The syntax of all sources, as `arcadian asm --dialect` names it.
    dialect: Option<String>,
    /// Whether the client opens a terminal for the command line that `arcadian.step` and `arcadian.shorten` return.
    terminal: bool,
}

/// The optional features that the client supports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Abilities {
    pub(crate) shows_progress: bool,
    pub(crate) refreshes_lenses: bool,
    pub(crate) opens_terminals: bool,
}

/// Returns the settings that a client asks for, and what it can do.
pub(crate) fn read(params: &InitializeParams) -> Result<(Snapshot, Abilities), String> {
    let options = params.initialization_options.clone().filter(|options| !options.is_null());
    let options: Options = match options {
        Some(options) => serde_json::from_value(options)
            .map_err(|error| format!("invalid initializationOptions: {error}"))?,
        None => Options::default(),
    };
    let processor = options.cpu.as_deref().map(processor).transpose()?;
    let (window, workspace) = (params.capabilities.window.as_ref(), params.capabilities.workspace.as_ref());
    let abilities = Abilities {
        shows_progress: window.and_then(|window| window.work_done_progress).unwrap_or(false),
        refreshes_lenses: workspace
            .and_then(|workspace| workspace.code_lens.as_ref()?.refresh_support)
            .unwrap_or(false),
        opens_terminals: options.terminal,
    };
    let dialect = options.dialect.as_deref().map(dialect).transpose()?;
    let root = root(params);
    let folders = options.include.iter().map(|folder| crate::lsp::uri::normal(&root.join(folder))).collect();
    Ok((
        Snapshot { encoding: encoding(params), processor, dialect, folders, ..Snapshot::default() },
        abilities,
    ))
}

/// Returns the first folder of the workspace; without one, relative paths refer to the current directory.
fn root(params: &InitializeParams) -> PathBuf {
    let folders = params.workspace_folders.iter().flatten().map(|folder| &folder.uri);
    #[expect(deprecated, reason = "older clients send nothing else")]
    let root = params.root_uri.as_ref();
    let uris = folders.chain(root);
    uris.into_iter().find_map(|uri| crate::lsp::uri::to_path(uri.as_str())).unwrap_or_default()
}

fn processor(name: &str) -> Result<Processor, String> {
    name.parse().map_err(|_| {
        format!("invalid initializationOptions: `cpu` is {name:?}; it must be 8080, z80 or 6502")
    })
}

fn dialect(name: &str) -> Result<Dialect, String> {
    Dialect::named(name).ok_or_else(|| {
        let names: Vec<&str> = Dialect::all().map(Dialect::name).collect();
        format!(
            "invalid initializationOptions: `dialect` is {name:?}; it must be one of {}",
            names.join(", ")
        )
    })
}

/// Returns UTF-8 if the client offers it, because the texts are UTF-8.
fn encoding(params: &InitializeParams) -> Encoding {
    let general = params.capabilities.general.as_ref();
    let offered = general.and_then(|general| general.position_encodings.as_ref());
    let has_utf8 = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
    if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
}

pub(crate) fn capabilities(encoding: Encoding, version: &str) -> InitializeResult {
    let encoding = match encoding {
        Encoding::Utf8 => PositionEncodingKind::UTF8,
        Encoding::Utf16 => PositionEncodingKind::UTF16,
    };
    let sync = TextDocumentSyncOptions {
        open_close: Some(true),
        change: Some(TextDocumentSyncKind::INCREMENTAL),
        save: Some(TextDocumentSyncSaveOptions::Supported(true)),
        ..TextDocumentSyncOptions::default()
    };
    let actions = CodeActionOptions {
        code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
        ..CodeActionOptions::default()
    };
    let completion = CompletionOptions {
        trigger_characters: Some([".", "!", ":"].map(str::to_owned).into()),
        ..CompletionOptions::default()
    };
    let rename = RenameOptions {
        prepare_provider: Some(true),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    };
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(encoding),
            text_document_sync: Some(TextDocumentSyncCapability::Options(sync)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(rename)),
            document_symbol_provider: Some(OneOf::Left(true)),
            completion_provider: Some(completion),
            code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(false) }),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: COMMANDS.map(str::to_owned).into(),
                work_done_progress_options: WorkDoneProgressOptions { work_done_progress: Some(true) },
            }),
            code_action_provider: Some(CodeActionProviderCapability::Options(actions)),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo { name: "arcadian".to_owned(), version: Some(version.to_owned()) }),
    }
}
