//! Code lenses: *Prove*, *Step* and *Shorten* above a routine.

use lsp_types::{CodeLens, Command, Range};

use crate::{
    analysis::Content,
    commands::{CommandLine, PROVE, SHORTEN, STEP},
    documents::Document,
};

/// Returns the lenses of a document.
pub(crate) fn of(document: &Document) -> Vec<CodeLens> {
    let Some(analysis) = document.latest().filter(|analysis| !analysis.has_errors()) else {
        return Vec::new();
    };
    match &analysis.content {
        Content::Assembly(view) => {
            let Some((line, is_contract)) = view.start_line(&document.path) else { return Vec::new() };
            let commands = if is_contract { &["prove", "step", "shorten"][..] } else { &["step"] };
            commands.iter().filter_map(|command| lens(document, line, command)).collect()
        }
        Content::Basic(view) => {
            view.first_row().and_then(|line| lens(document, line, "step")).into_iter().collect()
        }
        Content::Nothing => Vec::new(),
    }
}

/// Returns the lens of a command above a line. Its title is the command line, or the result of the proof.
fn lens(document: &Document, line: usize, command: &str) -> Option<CodeLens> {
    let (command, title) = match command {
        "prove" => {
            (PROVE, document.proof().map_or_else(|| "Prove".to_owned(), |proof| proof.summary.clone()))
        }
        "shorten" => (SHORTEN, CommandLine::of(document, "shorten")?.text),
        _ => (STEP, CommandLine::of(document, "step")?.text),
    };
    let arguments = vec![document.uri.as_str().into()];
    let line = document.text.range(line, 0..0, crate::text::Encoding::Utf8).start;
    Some(CodeLens {
        range: Range::new(line, line),
        command: Some(Command::new(title, command.to_owned(), Some(arguments))),
        data: None,
    })
}
