//! Commands, and the code lenses that offer them.

use arcadian_asm::{nearest, or_near};
use arcadian_files::escape;
use lsp_types::{CodeLens, Command, ExecuteCommandParams, Range};
use serde_json::{Value, json};

use crate::lsp::{
    analysis::Content,
    documents::Document,
    message::{COMMANDS, Code, PROVE, Refusal, SHORTEN, STEP, parse},
    proof::RoutineName,
    source::Language,
    state::State,
};

pub(crate) fn lenses(document: &Document) -> Vec<CodeLens> {
    let Some(analysis) = document.latest().filter(|analysis| !analysis.has_errors()) else {
        return Vec::new();
    };
    match &analysis.content {
        Content::Assembly(view) => {
            let commands =
                |is_contract| if is_contract { &["prove", "step", "shorten"][..] } else { &["step"] };
            let start = view.start_line(&document.path).into_iter();
            let start = start.map(|(line, is_contract)| (line, commands(is_contract), None));
            let others = view.contracts(&document.path).into_iter();
            let others = others.map(|(line, label)| (line, commands(true), Some(label)));
            let all = start.chain(others).flat_map(|(line, commands, routine)| {
                commands.iter().filter_map(move |command| lens(document, line, command, &routine))
            });
            all.collect()
        }
        Content::Basic(view) => {
            view.first_row().and_then(|line| lens(document, line, "step", &None)).into_iter().collect()
        }
        Content::Nothing => Vec::new(),
    }
}

/// Returns the lens of a command above a line. Its title is the command line, or the result of the proof.
fn lens(document: &Document, line: usize, command: &str, routine: &RoutineName) -> Option<CodeLens> {
    let (command, title) = match command {
        "prove" => {
            let proof = document.proof(routine);
            (PROVE, proof.map_or_else(|| "Prove".to_owned(), |proof| proof.summary.clone()))
        }
        "shorten" => (SHORTEN, CommandLine::of(document, "shorten", routine)?.text),
        _ => (STEP, CommandLine::of(document, "step", routine)?.text),
    };
    let arguments = std::iter::once(document.uri.as_str()).chain(routine.as_deref());
    let arguments = arguments.map(Into::into).collect();
    let line = document.text.range(line, 0..0, crate::lsp::text::Encoding::Utf8).start;
    Some(CodeLens {
        range: Range::new(line, line),
        command: Some(Command::new(title, command.to_owned(), Some(arguments))),
        data: None,
    })
}

/// Executes a command. A proof is answered later.
pub(crate) fn execute(state: &mut State, id: &Value, params: Value) -> Result<Option<Value>, Refusal> {
    let params: ExecuteCommandParams = parse(params)?;
    let uri = params.arguments.first().and_then(Value::as_str).unwrap_or("");
    let routine = params.arguments.get(1).and_then(Value::as_str).map(str::to_owned);
    let Some(document) = state.documents.get(uri) else {
        return Err(Code::InvalidParams
            .because(format!("the argument of `{}` is the URI of an open document", params.command)));
    };
    match params.command.as_str() {
        PROVE if document.language == Language::Assembly => {
            let token = params.work_done_progress_params.work_done_token;
            let token = token.map(|token| serde_json::to_value(token).unwrap_or_default());
            let (of, shows_progress) = ((uri.to_owned(), routine), state.client.shows_progress);
            state.proofs.add(&mut state.outbox, id, of, token, shows_progress);
            Ok(None)
        }
        PROVE => Err(Code::Failed.because("a BASIC program has no contract")),
        STEP => command_line(state, (uri, &routine), "step"),
        SHORTEN => command_line(state, (uri, &routine), "shorten"),
        other => {
            let near = or_near(nearest(other, COMMANDS));
            Err(Code::InvalidParams.because(format!("unknown command `{other}`{near}")))
        }
    }
}

/// Returns a command line for a terminal, and shows it, unless the client opens a terminal itself.
fn command_line(
    state: &mut State,
    (uri, routine): (&str, &RoutineName),
    command: &str,
) -> Result<Option<Value>, Refusal> {
    let document = state.documents.get(uri);
    let line = document.and_then(|document| CommandLine::of(document, command, routine));
    let line =
        line.ok_or_else(|| Code::Failed.because("save the document first: the command reads its file"))?;
    if !state.client.opens_terminals {
        let message = format!("run in {}: {}", line.folder, line.text);
        state
            .outbox
            .notify("window/showMessage", json!({"type": lsp_types::MessageType::INFO, "message": message}));
    }
    Ok(Some(json!({"commandLine": line.text, "folder": line.folder})))
}

/// A command line and the folder in which it is run.
struct CommandLine {
    text: String,
    folder: String,
}

impl CommandLine {
    /// Returns the command line of a command for a routine of a document; that of `step` leads to the fault that a proof found. A
    /// document that was never saved has none.
    fn of(document: &Document, command: &str, routine: &RoutineName) -> Option<Self> {
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
