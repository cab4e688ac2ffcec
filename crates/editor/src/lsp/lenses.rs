//! Code lenses: *Prove*, *Step* and *Shorten* above a routine.

use lsp_types::{CodeLens, Command, Range};

use crate::lsp::{
    analysis::Content,
    commands::{CommandLine, PROVE, SHORTEN, STEP},
    documents::{Document, RoutineName},
};

/// Returns the lenses of a document.
pub(crate) fn of(document: &Document) -> Vec<CodeLens> {
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
