//! The requests about documents.

use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams, CompletionList,
    CompletionParams, DocumentSymbol, DocumentSymbolParams, GotoDefinitionParams, Hover, HoverContents,
    HoverParams, Location, MarkupContent, MarkupKind, Position, Range, ReferenceParams, RenameParams,
    TextDocumentPositionParams, TextEdit, WorkspaceEdit,
};
use serde_json::{Value, json};

use crate::lsp::{
    analysis::Content,
    assembly, basic, commands,
    context::{Context, Place},
    message::{Code, Refusal, parse, value},
    source::Language,
    state::State,
};

type Outcome = Result<Value, Refusal>;

pub(crate) fn completion(state: &mut State, params: Value) -> Outcome {
    let at = parse::<CompletionParams>(params)?.text_document_position;
    let uri = at.text_document.uri.as_str();
    let Some(document) = state.documents.get(uri) else {
        return Err(Code::InvalidParams.because(format!("invalid params: the document {uri:?} is not open")));
    };
    let content = state.documents.analysis(uri).map(|analysis| &analysis.content);
    let encoding = state.settings.encoding;
    let items = match (document.language, content) {
        (Language::Assembly, Some(Content::Assembly(view))) => {
            assembly::complete(&document.text, at.position, encoding, Some(view), None)
        }
        (Language::Assembly, _) => {
            assembly::complete(&document.text, at.position, encoding, None, state.settings.processor)
        }
        (Language::Basic, Some(Content::Basic(view))) => {
            basic::complete(&document.text, at.position, encoding, Some(view))
        }
        (Language::Basic, _) => basic::complete(&document.text, at.position, encoding, None),
    };
    value(&CompletionList { is_incomplete: items.len() == assembly::MOST_ITEMS, items })
}

pub(crate) fn hover(context: &Context<'_>, params: Value) -> Outcome {
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

pub(crate) fn definition(context: &Context<'_>, params: Value) -> Outcome {
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

pub(crate) fn references(context: &Context<'_>, params: Value) -> Outcome {
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
pub(crate) fn prepare_rename(context: &Context<'_>, params: Value) -> Outcome {
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

pub(crate) fn rename(context: &Context<'_>, params: Value) -> Outcome {
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

pub(crate) fn document_symbols(context: &Context<'_>, params: Value) -> Outcome {
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

pub(crate) fn code_lenses(context: &Context<'_>, params: Value) -> Outcome {
    parse::<CodeLensParams>(params)?;
    value(&commands::lenses(context.document))
}

pub(crate) fn code_actions(context: &Context<'_>, params: Value) -> Outcome {
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

fn edit_of(context: &Context<'_>, edits: &[TextEdit]) -> WorkspaceEdit {
    WorkspaceEdit::new([(context.document.uri.clone(), edits.to_vec())].into())
}
