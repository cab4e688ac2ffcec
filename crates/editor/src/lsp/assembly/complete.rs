//! Completion: the words that can be typed at a place.

use std::collections::BTreeSet;

use arcadian_asm::{Dialect, SymbolKind, names::NameKind, sheet};
use arcadian_isa::{Form, Processor};
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Position, TextEdit};

use super::{
    AssemblyView,
    line::{self, Typed},
    view::Place,
};
use crate::lsp::text::{Encoding, Text};

/// The maximum number of items. The client asks again when more is typed.
pub(crate) const MOST: usize = 500;

/// Returns what can be typed at a position of a text. The view may be of an older text, or missing.
pub(crate) fn complete(
    text: &Text,
    position: Position,
    encoding: Encoding,
    view: Option<&AssemblyView>,
    default: Option<Processor>,
) -> Vec<CompletionItem> {
    let (number, byte) = text.place(position, encoding);
    let line = text.line(number);
    let from =
        if view.is_some_and(|view| view.assembly.sheet.is_some()) { sheet::source_start(line) } else { 0 };
    let from = if from <= byte { from } else { 0 };
    let start = word_start(line, byte);
    let prefix = line.get(start..byte).unwrap_or("");
    let words = Words { view, processor: view.map(|view| view.assembly.processor).or(default) };
    let offers = match line::typed(line, from, byte) {
        Typed::Key => keys(),
        Typed::Value(key) => values(&key),
        Typed::Operation => words.operations(prefix),
        Typed::Operand => words.operands(prefix),
        Typed::Text => Vec::new(),
    };
    let range = text.range(number, start..byte, encoding);
    let fits =
        |offer: &Offer| offer.name.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix));
    offers.into_iter().filter(fits).take(MOST).map(|offer| offer.item(range)).collect()
}

/// Returns where the word that ends at a byte begins.
fn word_start(line: &str, byte: usize) -> usize {
    let is_part = |c: &char| c.is_ascii_alphanumeric() || "_?.@-".contains(*c);
    let before = line.get(..byte).unwrap_or("");
    let start = byte - before.chars().rev().take_while(is_part).map(char::len_utf8).sum::<usize>();
    // Some dialects mark directives, as in `!byte`; `;!` begins a header line.
    let head = line.get(..start).unwrap_or("");
    start - usize::from(head.ends_with('!') && !head.ends_with(";!"))
}

/// A word that can be typed.
struct Offer {
    name: String,
    kind: CompletionItemKind,
    detail: String,
    /// The text that is inserted after the name.
    after: &'static str,
}

impl Offer {
    fn new(name: impl Into<String>, kind: CompletionItemKind, detail: impl Into<String>) -> Self {
        Offer { name: name.into(), kind, detail: detail.into(), after: "" }
    }

    fn item(self, range: lsp_types::Range) -> CompletionItem {
        let edit = TextEdit::new(range, format!("{}{}", self.name, self.after));
        CompletionItem {
            label: self.name,
            kind: Some(self.kind),
            detail: Some(self.detail).filter(|detail| !detail.is_empty()),
            text_edit: Some(CompletionTextEdit::Edit(edit)),
            ..CompletionItem::default()
        }
    }
}

fn keys() -> Vec<Offer> {
    let key = |(name, takes): (&str, &str)| Offer {
        after: ": ",
        ..Offer::new(name, CompletionItemKind::PROPERTY, takes)
    };
    sheet::keys().map(key).collect()
}

fn values(key: &str) -> Vec<Offer> {
    let value = |name: &str| Offer::new(name, CompletionItemKind::VALUE, "");
    match key.to_ascii_lowercase().as_str() {
        "cpu" => ["8080", "z80", "6502"].map(value).into(),
        "oracle" => arcadian_claims::all().iter().map(|claim| value(claim.name)).collect(),
        _ => Vec::new(),
    }
}

struct Words<'a> {
    view: Option<&'a AssemblyView>,
    processor: Option<Processor>,
}

impl Words<'_> {
    fn operations(&self, prefix: &str) -> Vec<Offer> {
        let is_lowercase = self.is_lowercase(prefix);
        let cased = |name: &str| if is_lowercase { name.to_ascii_lowercase() } else { name.to_owned() };
        let rows = self.processor.into_iter().flat_map(Processor::rows).map(|row| row.mnemonic);
        let aliases =
            self.processor.into_iter().flat_map(|processor| processor.aliases()).map(|(alias, _)| *alias);
        let mnemonics: BTreeSet<&str> = rows.chain(aliases).collect();
        let mut offers: Vec<Offer> = mnemonics
            .iter()
            .map(|name| Offer::new(cased(name), CompletionItemKind::KEYWORD, "instruction"))
            .collect();
        let dot = if prefix.starts_with('.') { "." } else { "" };
        let dialect = self.view.map_or(Dialect::OWN, |view| view.dialect);
        let directives: BTreeSet<&str> =
            dialect.directives().filter(|name| !mnemonics.contains(name)).collect();
        let directive = |name: &&str| {
            let dot = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { dot } else { "" };
            Offer::new(format!("{dot}{}", cased(name)), CompletionItemKind::KEYWORD, "directive")
        };
        offers.extend(directives.iter().map(directive));
        let macros = self.view.into_iter().flat_map(|view| &view.macros);
        offers
            .extend(macros.map(|found| Offer::new(found.name.clone(), CompletionItemKind::SNIPPET, "macro")));
        offers
    }

    /// Returns whether instructions are written in lowercase: as the prefix, otherwise as the first instruction.
    fn is_lowercase(&self, prefix: &str) -> bool {
        let is_lowercase = |text: &str| text.contains(|c: char| c.is_ascii_lowercase());
        if prefix.contains(|c: char| c.is_ascii_alphabetic()) {
            return is_lowercase(prefix);
        }
        let first = self.view.and_then(|view| view.assembly.lines.iter().find(|line| line.row.is_some()));
        let mnemonic = |line: &arcadian_asm::Line| {
            let row = line.row?;
            let mut words = line::words(&line.text, 0).filter_map(|span| line.text.get(span));
            words.find(|word| word.eq_ignore_ascii_case(row.mnemonic)).map(is_lowercase)
        };
        first.and_then(mnemonic).unwrap_or(false)
    }

    fn operands(&self, prefix: &str) -> Vec<Offer> {
        let mark = prefix.get(..1).filter(|mark| [".", "@"].contains(mark));
        let mut offers: Vec<Offer> =
            self.view.into_iter().flat_map(|view| view.offers(mark.is_some())).collect();
        let rows = self.processor.into_iter().flat_map(Processor::rows);
        let names: BTreeSet<&str> = rows.flat_map(|row| row.forms().filter_map(register)).collect();
        offers.extend(
            names
                .into_iter()
                .map(|name| Offer::new(name, CompletionItemKind::KEYWORD, "register or condition")),
        );
        offers
    }
}

impl AssemblyView {
    /// Returns the names that an operand can have, once each: local ones as they are written, others in full.
    fn offers(&self, is_local: bool) -> Vec<Offer> {
        let names = &self.assembly.names;
        let mut seen = BTreeSet::new();
        let mut offers = Vec::new();
        for found in names.occurrences.iter().filter(|found| found.is_definition) {
            let Some(entity) = names.entity(found) else { continue };
            let symbol = entity.symbol.as_ref().and_then(|key| self.assembly.symbols.get(key));
            let (kind, detail) = match (entity.kind, symbol) {
                (NameKind::Symbol, Some(symbol)) => (kind(symbol.kind), symbol.value.to_string()),
                // Each zone and each expansion has its own.
                (NameKind::Symbol, None) if found.sign > 0 => (CompletionItemKind::FUNCTION, String::new()),
                (NameKind::Text, _) => (CompletionItemKind::CONSTANT, "text constant".to_owned()),
                _ => continue,
            };
            let written = self.text(&Place::of(found));
            let name = if is_local && found.sign > 0 || symbol.is_none() { written } else { &entity.name };
            if seen.insert(name.to_owned()) {
                offers.push(Offer::new(name, kind, detail));
            }
        }
        let imported = names.entities.iter().filter(|entity| entity.is_imported);
        offers.extend(
            imported.map(|entity| Offer::new(&entity.name, CompletionItemKind::REFERENCE, "imported")),
        );
        offers
    }
}

fn kind(kind: SymbolKind) -> CompletionItemKind {
    match kind {
        SymbolKind::Label => CompletionItemKind::FUNCTION,
        SymbolKind::Constant => CompletionItemKind::CONSTANT,
        SymbolKind::Variable => CompletionItemKind::VARIABLE,
    }
}

fn register(form: Form<'static>) -> Option<&'static str> {
    match form {
        Form::Name(name) | Form::AtName(name) | Form::Indexed(name) => Some(name),
        _ => None,
    }
}
