//! The context of a request about a document: its file, its language and its analysis.

use lsp_types::{DocumentSymbol, Location, Position, Range};
use serde::Deserialize;
use serde_json::Value;

use crate::lsp::{
    analysis::{Analysis, Content},
    assembly::AssemblyView,
    documents::{Document, Documents},
    message::{Code, Refusal},
    state::State,
    text::Shift,
    uri::Snapshot,
};

/// The data from which a request about a document is answered.
pub(crate) struct Context<'a> {
    pub(crate) documents: &'a Documents,
    pub(crate) document: &'a Document,
    pub(crate) content: &'a Content,
    pub(crate) snapshot: Snapshot,
    /// The lines of the document that changed since the text that the content is of, if any did.
    shift: Option<Shift>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The line in the current text.
    pub(crate) line: usize,
    /// The same line in the text that the content is of.
    pub(crate) analyzed: usize,
    /// The byte of the line.
    pub(crate) byte: usize,
}

impl<'a> Context<'a> {
    /// Returns what a request about a document is answered from, or `None` if its analysis is out of date.
    pub(crate) fn of(state: &'a State, uri: &str) -> Result<Option<Self>, Refusal> {
        let not_open =
            || Code::InvalidParams.because(format!("invalid params: the document {uri:?} is not open"));
        let document = state.documents.get(uri).ok_or_else(not_open)?;
        if !state.documents.is_ready(uri) {
            return Ok(None);
        }
        Ok(state.documents.analysis(uri).map(|analysis| Self::new(state, document, analysis)))
    }

    /// Returns what a request about a line is answered from while the analysis is out of date: the last one, if the line did not change
    /// since.
    pub(crate) fn early(state: &'a State, uri: &str, params: &Value) -> Option<Self> {
        let position = Position::deserialize(params.get("position")?).ok()?;
        let document = state.documents.get(uri)?;
        let context = Self::new(state, document, document.latest()?);
        context.place(position).map(|_| context)
    }

    fn new(state: &'a State, document: &'a Document, analysis: &'a Analysis) -> Self {
        let is_own = document.latest().is_some_and(|own| std::ptr::eq(own, analysis));
        Context {
            documents: &state.documents,
            document,
            content: &analysis.content,
            snapshot: state.documents.snapshot(&state.settings),
            shift: document.shift.filter(|_| is_own),
        }
    }

    /// Returns whether the content is of an earlier text.
    pub(crate) fn is_early(&self) -> bool {
        self.shift.is_some()
    }

    /// Returns the line and the byte of a position, unless the line is not the one that the content is of.
    pub(crate) fn place(&self, position: Position) -> Option<Place> {
        let (line, byte) = self.document.text.place(position, self.snapshot.encoding);
        let analyzed = self.shift.map_or(Some(line), |shift| shift.old_line(line))?;
        let text = match self.content {
            Content::Assembly(_) => self.assembly().map(|(view, file)| view.line(file, analyzed)),
            Content::Basic(view) => Some(view.text.line(analyzed)),
            Content::Nothing => None,
        };
        (text == Some(self.document.text.line(line))).then_some(Place { line, analyzed, byte })
    }

    /// Returns the assembly and the index of the document's file in it.
    pub(crate) fn assembly(&self) -> Option<(&AssemblyView, usize)> {
        match self.content {
            Content::Assembly(view) => Some((view, view.file(&self.document.path)?)),
            _ => None,
        }
    }

    /// Returns the range of a span of a line of the current text.
    pub(crate) fn range(&self, line: usize, span: std::ops::Range<usize>) -> Range {
        self.document.text.range(line, span, self.snapshot.encoding)
    }

    /// Returns where a place in the text that the content is of is now, unless its line changed.
    pub(crate) fn now(&self, location: Location) -> Option<Location> {
        if location.uri != self.document.uri {
            return Some(location);
        }
        Some(Location { range: self.range_now(location.range)?, ..location })
    }

    fn range_now(&self, range: Range) -> Option<Range> {
        let Some(shift) = self.shift else { return Some(range) };
        let moved = |position: Position| {
            let line = shift.new_line(usize::try_from(position.line).ok()?)?;
            Some(Position::new(u32::try_from(line).ok()?, position.character))
        };
        Some(Range::new(moved(range.start)?, moved(range.end)?))
    }

    /// Returns the symbols whose lines did not change, at their current places.
    pub(crate) fn symbols_now(&self, symbols: Vec<DocumentSymbol>) -> Vec<DocumentSymbol> {
        let symbol = |symbol: DocumentSymbol| {
            Some(DocumentSymbol {
                range: self.range_now(symbol.range)?,
                selection_range: self.range_now(symbol.selection_range)?,
                children: symbol.children.map(|children| self.symbols_now(children)),
                ..symbol
            })
        };
        symbols.into_iter().filter_map(symbol).collect()
    }
}
