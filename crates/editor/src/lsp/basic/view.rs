//! A listing with its text, for answers about places in it.

use std::ops::Range;

use arcadian_basic::{
    Dialect,
    listing::{Entry, Listing},
};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, DocumentSymbol, Position, TextEdit};

use super::{line, words::Word};
use crate::lsp::{
    assembly::document_symbol,
    text::{Encoding, Text},
};

/// A listing with its text.
pub(crate) struct BasicView {
    listing: Listing,
    pub(crate) text: Text,
}

impl BasicView {
    pub(super) fn new(listing: Listing, text: Text) -> Self {
        BasicView { listing, text }
    }

    /// Returns the first row of the program.
    pub(crate) fn first_row(&self) -> Option<usize> {
        self.listing.entries.iter().map(|entry| entry.row().saturating_sub(1)).min()
    }

    /// Returns what is at a byte of a row, as Markdown, and its bytes.
    pub(crate) fn hover(&self, number: usize, byte: usize) -> Option<(Range<usize>, String)> {
        let row = self.text.line(number);
        if let Some((word, span)) = line::word_at(row, byte, self.listing.dialect()) {
            let word = Word::named(&word)?;
            return Some((span, format!("`{}`\n\n{}", word.form, word.meaning())));
        }
        let (target, span) = self.target(number, byte)?;
        Some((span, format!("```text\n{}\n```", target.line.to_text())))
    }

    /// Returns the row of the line whose number is at a byte of a row.
    pub(crate) fn definition(&self, number: usize, byte: usize) -> Option<usize> {
        self.target(number, byte).map(|(entry, _)| entry.row().saturating_sub(1))
    }

    /// Returns the line whose number follows GOTO, GOSUB, RUN or LIST at a byte of a row.
    fn target(&self, number: usize, byte: usize) -> Option<(&Entry, Range<usize>)> {
        let row = self.text.line(number);
        let (target, span) = line::number_at(row, byte)?;
        let before = row.get(..span.start)?.trim_end().to_ascii_uppercase();
        let is_jump = ["GOTO", "GOSUB", "RUN", "LIST"].iter().any(|word| before.ends_with(word));
        let is_text = line::is_text(row, span.start);
        let entry = self.listing.entries.iter().find(|entry| entry.line.number == target);
        Some((entry.filter(|_| is_jump && !is_text)?, span))
    }

    /// Returns the lines.
    pub(crate) fn document_symbols(&self, encoding: Encoding) -> Vec<DocumentSymbol> {
        let symbol = |entry: &Entry| {
            let row = entry.row().saturating_sub(1);
            let range = self.text.range(row, 0..self.text.line(row).len(), encoding);
            let text = entry.line.to_text();
            let detail = text.split_once(' ').map_or("", |(_, detail)| detail);
            document_symbol(
                entry.line.number.to_string(),
                detail.to_owned(),
                lsp_types::SymbolKind::NUMBER,
                range,
            )
        };
        self.listing.entries.iter().map(symbol).collect()
    }
}

/// Returns the words that can be typed at a position of a text.
pub(crate) fn complete(
    text: &Text,
    position: Position,
    encoding: Encoding,
    view: Option<&BasicView>,
) -> Vec<CompletionItem> {
    let (number, byte) = text.place(position, encoding);
    let row = text.line(number);
    if line::is_text(row, byte) {
        return Vec::new();
    }
    let span = line::letters_at(row, byte).map_or(byte..byte, |run| run.start..byte);
    let prefix = row.get(span.clone()).unwrap_or("").to_ascii_uppercase();
    let dialect = view.map_or(Dialect::default(), |view| view.listing.dialect());
    let range = text.range(number, span, encoding);
    let item = |word: &Word| CompletionItem {
        label: word.name.to_owned(),
        kind: Some(CompletionItemKind::KEYWORD),
        detail: Some(format!("{}: {}", word.form, word.meaning())),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, word.name.to_owned()))),
        ..CompletionItem::default()
    };
    Word::all(dialect).filter(|word| word.name.starts_with(&prefix)).map(item).collect()
}
