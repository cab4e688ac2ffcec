//! The commands of the code lenses.
//!
//! | command | arguments | result |
//! |---|---|---|
//! | `arcadian.prove` | the document's URI, and the label of a contract above it | the entry of `arcadian verify --json`, when the proof is done |
//! | `arcadian.step`, `arcadian.shorten` | the same | the `commandLine` for a terminal, and the `folder` to run it in |

use arcadian_asm::nearest;
use arcadian_files::escape;
use lsp_types::ExecuteCommandParams;
use serde_json::{Value, json};

use crate::lsp::{
    analysis::Content,
    documents::{Document, RoutineName},
    language::Language,
    message::{Code, Refusal},
    requests::parse,
    server::Server,
};

/// The command that proves the contract of a sheet.
pub(crate) const PROVE: &str = "arcadian.prove";
/// The command that returns the command line of `arcadian step`.
pub(crate) const STEP: &str = "arcadian.step";
/// The command that returns the command line of `arcadian shorten`.
pub(crate) const SHORTEN: &str = "arcadian.shorten";

/// All commands.
pub(crate) const ALL: [&str; 3] = [PROVE, STEP, SHORTEN];

/// Executes a command. A proof is answered later.
pub(crate) fn execute(server: &mut Server, id: &Value, params: Value) -> Result<Option<Value>, Refusal> {
    let params: ExecuteCommandParams = parse(params)?;
    let uri = params.arguments.first().and_then(Value::as_str).unwrap_or("");
    let routine = params.arguments.get(1).and_then(Value::as_str).map(str::to_owned);
    let Some(document) = server.documents.get(uri) else {
        return Err(Code::InvalidParams
            .because(format!("the argument of `{}` is the URI of an open document", params.command)));
    };
    match params.command.as_str() {
        PROVE if document.language == Language::Assembly => {
            let token = params.work_done_progress_params.work_done_token;
            let token = token.map(|token| serde_json::to_value(token).unwrap_or_default());
            server.ask_for_proof(id, uri.to_owned(), routine, token);
            Ok(None)
        }
        PROVE => Err(Code::Failed.because("a BASIC program has no contract")),
        STEP => command_line(server, (uri, &routine), "step"),
        SHORTEN => command_line(server, (uri, &routine), "shorten"),
        other => {
            let near = nearest(other, ALL).map(|near| format!("; did you mean {near}?")).unwrap_or_default();
            Err(Code::InvalidParams.because(format!("unknown command `{other}`{near}")))
        }
    }
}

/// Returns a command line for a terminal, and shows it, unless the client opens a terminal itself.
fn command_line(
    server: &mut Server,
    (uri, routine): (&str, &RoutineName),
    command: &str,
) -> Result<Option<Value>, Refusal> {
    let document = server.documents.get(uri);
    let line = document.and_then(|document| CommandLine::of(document, command, routine));
    let line =
        line.ok_or_else(|| Code::Failed.because("save the document first: the command reads its file"))?;
    if !server.client.opens_terminals {
        let message = format!("run in {}: {}", line.folder, line.text);
        server
            .notify("window/showMessage", json!({"type": lsp_types::MessageType::INFO, "message": message}));
    }
    Ok(Some(json!({"commandLine": line.text, "folder": line.folder})))
}

/// A command line and the folder in which it is run.
pub(crate) struct CommandLine {
    pub(crate) text: String,
    pub(crate) folder: String,
}

impl CommandLine {
    /// Returns the command line of a command for a routine of a document; that of `step` leads to the fault that a proof found. A
    /// document that was never saved has none.
    pub(crate) fn of(document: &Document, command: &str, routine: &RoutineName) -> Option<Self> {
        crate::lsp::uri::to_path(document.uri.as_str())?;
        let folder = document.path.parent()?.to_str()?.to_owned();
        let proof = document.proof(routine).filter(|_| command == "step");
        if let Some(text) = proof.and_then(|proof| proof.step.clone()) {
            return Some(CommandLine { text, folder });
        }
        let name = document.path.file_name()?.to_str()?;
        // A name that begins with a hyphen is not an option.
        let name = if name.starts_with('-') { format!("./{name}") } else { name.to_owned() };
        let mut text = format!("arcadian {command} {}", escape::shell_word(&name));
        let options = [("--dialect", dialect(document)), ("--routine", routine.clone())];
        for (option, value) in options {
            let value = value.map(|value| format!(" {option} {}", escape::shell_word(&value)));
            text += &value.unwrap_or_default();
        }
        Some(CommandLine { text, folder })
    }
}

/// Returns the dialect of a document, if a command cannot know it from the source.
fn dialect(document: &Document) -> Option<String> {
    match &document.latest()?.content {
        Content::Assembly(view) => {
            view.dialect_to_state(document.text.as_str()).map(|dialect| dialect.name().to_owned())
        }
        _ => None,
    }
}
