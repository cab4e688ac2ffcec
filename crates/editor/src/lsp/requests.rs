//! The tables of requests and commands.

use Handle::{Analyzed, Early, Later, Now};
use arcadian_asm::nearest;
use arcadian_files::escape;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams, CompletionList,
    CompletionParams, DocumentSymbol, DocumentSymbolParams, ExecuteCommandParams, GotoDefinitionParams,
    Hover, HoverContents, HoverParams, Location, MarkupContent, MarkupKind, Position, Range, ReferenceParams,
    RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::lsp::{
    analysis::Content,
    assembly, basic,
    context::{Context, Language, Place},
    documents::{Document, RoutineName},
    message::{Code, Refusal},
    proofs,
    server::Server,
};

type Outcome = Result<Value, Refusal>;

/// Answers a request about a document.
pub(crate) type Answer = fn(&Context<'_>, Value) -> Outcome;

/// How a request is handled.
#[derive(Clone, Copy)]
pub(crate) enum Handle {
    /// At once.
    Now(fn(&mut Server, Value) -> Outcome),
    /// When its document is analyzed; before that, if the line at its position did not change since the last analysis.
    Early(Answer),
    /// When its document is analyzed.
    Analyzed(Answer),
    /// At once, or by the handler itself later, for which it returns `None`.
    Later(fn(&mut Server, &Value, Value) -> Result<Option<Value>, Refusal>),
}

/// All requests but `initialize` and `shutdown`.
const REQUESTS: [(&str, Handle); 10] = [
    ("textDocument/completion", Now(completion)),
    ("textDocument/hover", Early(hover)),
    ("textDocument/definition", Analyzed(definition)),
    ("textDocument/references", Analyzed(references)),
    ("textDocument/prepareRename", Analyzed(prepare_rename)),
    ("textDocument/rename", Analyzed(rename)),
    ("textDocument/documentSymbol", Analyzed(document_symbols)),
    ("textDocument/codeAction", Analyzed(code_actions)),
    ("textDocument/codeLens", Analyzed(code_lenses)),
    ("workspace/executeCommand", Later(execute)),
];

/// Returns how a request is handled.
pub(crate) fn find(method: &str) -> Option<Handle> {
    REQUESTS.iter().find(|(name, _)| *name == method).map(|(_, handle)| *handle)
}

/// Returns the methods of all requests.
pub(crate) fn methods() -> impl Iterator<Item = &'static str> {
    ["initialize", "shutdown"].into_iter().chain(REQUESTS.iter().map(|(name, _)| *name))
}

/// Parses the parameters of a message.
pub(crate) fn parse<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params)
        .map_err(|error| Code::InvalidParams.because(format!("invalid params: {error}")))
}

/// Returns a result as JSON.
pub(crate) fn value(result: &impl Serialize) -> Outcome {
    serde_json::to_value(result).map_err(|error| Code::Internal.because(error.to_string()))
}

fn completion(server: &mut Server, params: Value) -> Outcome {
    let at = parse::<CompletionParams>(params)?.text_document_position;
    let uri = at.text_document.uri.as_str();
    let Some(document) = server.documents.get(uri) else {
        return Err(Code::InvalidParams.because(format!("invalid params: the document {uri:?} is not open")));
    };
    let content = server.documents.analysis(uri).map(|analysis| &analysis.content);
    let encoding = server.settings.encoding;
    let items = match (document.language, content) {
        (Language::Assembly, Some(Content::Assembly(view))) => {
            assembly::complete(&document.text, at.position, encoding, Some(view), None)
        }
        (Language::Assembly, _) => {
            assembly::complete(&document.text, at.position, encoding, None, server.settings.processor)
        }
        (Language::Basic, Some(Content::Basic(view))) => {
            basic::complete(&document.text, at.position, encoding, Some(view))
        }
        (Language::Basic, _) => basic::complete(&document.text, at.position, encoding, None),
    };
    value(&CompletionList { is_incomplete: items.len() == assembly::MOST_ITEMS, items })
}

fn hover(context: &Context<'_>, params: Value) -> Outcome {
    let position = parse::<HoverParams>(params)?.text_document_position_params.position;
    let Some(Place { line, analyzed, byte }) = context.place(position) else { return Ok(Value::Null) };
    let found = match context.content {
        Content::Assembly(_) => context.assembly().and_then(|(view, file)| view.hover(file, analyzed, byte)),
        Content::Basic(view) => view.hover(analyzed, byte),
        Content::Nothing => None,
    };
    let note = if context.is_early() { "\n\nbefore the last change" } else { "" };
    let hover = found.map(|(span, text)| Hover {
        contents: HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value: text + note }),
        range: Some(context.range(line, span)),
    });
    value(&hover)
}

fn definition(context: &Context<'_>, params: Value) -> Outcome {
    let position = parse::<GotoDefinitionParams>(params)?.text_document_position_params.position;
    let Some(Place { analyzed, byte, .. }) = context.place(position) else { return Ok(Value::Null) };
    let found: Vec<Location> = match context.content {
        Content::Assembly(_) => {
            let found = context.assembly();
            let found =
                found.map(|(view, file)| view.definitions_at(&context.snapshot, file, analyzed, byte));
            found.unwrap_or_default()
        }
        Content::Basic(view) => {
            let start = |row| Position::new(u32::try_from(row).unwrap_or(u32::MAX), 0);
            let range = view.definition(analyzed, byte).map(|row| Range::new(start(row), start(row)));
            range.map(|range| Location::new(context.document.uri.clone(), range)).into_iter().collect()
        }
        Content::Nothing => Vec::new(),
    };
    let mut found: Vec<Location> = found.into_iter().filter_map(|location| context.now(location)).collect();
    match (found.pop(), found.is_empty()) {
        (Some(only), true) => value(&only),
        (None, _) => Ok(Value::Null),
        (Some(last), false) => {
            found.push(last);
            value(&found)
        }
    }
}

fn references(context: &Context<'_>, params: Value) -> Outcome {
    let params: ReferenceParams = parse(params)?;
    let with_definition = params.context.include_declaration;
    let place = context.place(params.text_document_position.position);
    let (Some(Place { analyzed, byte, .. }), Some((view, file))) = (place, context.assembly()) else {
        return Ok(Value::Null);
    };
    let uses =
        view.uses(file, analyzed, byte).into_iter().filter(|found| with_definition || !found.is_definition);
    let locations = uses.filter_map(|found| context.now(view.location(&context.snapshot, &found.place)?));
    value(&locations.collect::<Vec<Location>>())
}

/// Only symbols can be renamed.
fn prepare_rename(context: &Context<'_>, params: Value) -> Outcome {
    let at: TextDocumentPositionParams = parse(params)?;
    let (Some(place), Some((view, file))) = (context.place(at.position), context.assembly()) else {
        return Ok(Value::Null);
    };
    match view.name_at(file, place.analyzed, place.byte) {
        Some(Ok(span)) => value(&context.range(place.line, span)),
        Some(Err(why)) => Err(Code::Failed.because(why)),
        None => Ok(Value::Null),
    }
}

fn rename(context: &Context<'_>, params: Value) -> Outcome {
    let params: RenameParams = parse(params)?;
    let place = context.place(params.text_document_position.position);
    let edits = match (place, context.assembly()) {
        (Some(_), Some(_)) if context.is_early() => Err("correct the errors of the source first".to_owned()),
        (Some(Place { analyzed, byte, .. }), Some((view, file))) => {
            view.rename(&context.snapshot, file, analyzed, byte, &params.new_name)
        }
        _ => Err("only symbols of assembly can be renamed".to_owned()),
    };
    let edits = edits.map_err(|why| Code::Failed.because(why))?;
    let mut changes = serde_json::Map::new();
    for (location, text) in edits {
        let edit = value(&TextEdit::new(location.range, text))?;
        let of_file = changes.entry(location.uri.as_str()).or_insert_with(|| json!([]));
        if let Some(list) = of_file.as_array_mut() {
            list.push(edit);
        }
    }
    Ok(json!({"changes": changes}))
}

fn document_symbols(context: &Context<'_>, params: Value) -> Outcome {
    parse::<DocumentSymbolParams>(params)?;
    let symbols: Vec<DocumentSymbol> = match context.content {
        Content::Assembly(_) => context
            .assembly()
            .map(|(view, file)| view.document_symbols(&context.snapshot, file))
            .unwrap_or_default(),
        Content::Basic(view) => view.document_symbols(context.snapshot.encoding),
        Content::Nothing => Vec::new(),
    };
    value(&context.symbols_now(symbols))
}

fn code_lenses(context: &Context<'_>, params: Value) -> Outcome {
    parse::<CodeLensParams>(params)?;
    value(&proofs::of(context.document))
}

fn code_actions(context: &Context<'_>, params: Value) -> Outcome {
    let params: CodeActionParams = parse(params)?;
    let is_asked = |only: &Vec<CodeActionKind>| {
        only.iter().any(|kind| kind.as_str().is_empty() || *kind == CodeActionKind::QUICKFIX)
    };
    if !params.context.only.as_ref().is_none_or(is_asked) {
        return Ok(json!([]));
    }
    let touches = |range: &Range| range.start <= params.range.end && params.range.start <= range.end;
    let mut actions = Vec::new();
    for problem in context.documents.problems(&context.document.path) {
        if !touches(&problem.diagnostic.range) {
            continue;
        }
        for (index, fix) in problem.fixes.iter().enumerate() {
            actions.push(CodeActionOrCommand::CodeAction(CodeAction {
                title: fix.title.clone(),
                kind: Some(CodeActionKind::QUICKFIX),
                diagnostics: Some(vec![problem.diagnostic.clone()]),
                edit: Some(edit_of(context, &fix.edits)),
                // Of several replacements none is certain.
                is_preferred: Some(index == 0 && problem.fixes.len() == 1),
                ..CodeAction::default()
            }));
        }
    }
    value(&actions)
}

/// Returns the edits of the document.
fn edit_of(context: &Context<'_>, edits: &[TextEdit]) -> WorkspaceEdit {
    WorkspaceEdit::new([(context.document.uri.clone(), edits.to_vec())].into())
}

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
