//! The context of a request about a document: its file, its language and its analysis.

use std::path::Path;

use arcadian_files::{FileKind, Files, LONGEST_PROGRAM, LONGEST_SOURCE};
use lsp_types::{DocumentSymbol, Location, Position, Range};
use serde::Deserialize;
use serde_json::Value;

use crate::lsp::{
    analysis::{Analysis, Content, Kind, Problem, Source},
    assembly::AssemblyView,
    documents::{Document, Documents},
    message::{Code, Refusal},
    server::Server,
    text::Shift,
    uri::Snapshot,
};

/// What a request about a document is answered from.
pub(crate) struct Context<'a> {
    pub(crate) documents: &'a Documents,
    pub(crate) document: &'a Document,
    pub(crate) content: &'a Content,
    pub(crate) snapshot: Snapshot,
    /// The lines of the document that changed since the text that the content is of, if any did.
    shift: Option<Shift>,
}

/// A position in a document.
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
    pub(crate) fn of(server: &'a Server, uri: &str) -> Result<Option<Self>, Refusal> {
        let not_open =
            || Code::InvalidParams.because(format!("invalid params: the document {uri:?} is not open"));
        let document = server.documents.get(uri).ok_or_else(not_open)?;
        if !server.documents.is_ready(uri) {
            return Ok(None);
        }
        Ok(server.documents.analysis(uri).map(|analysis| Self::new(server, document, analysis)))
    }

    /// Returns what a request about a line is answered from while the analysis is out of date: the last one, if the line did not change
    /// since.
    pub(crate) fn early(server: &'a Server, uri: &str, params: &Value) -> Option<Self> {
        let position = Position::deserialize(params.get("position")?).ok()?;
        let document = server.documents.get(uri)?;
        let context = Self::new(server, document, document.latest()?);
        context.place(position).map(|_| context)
    }

    fn new(server: &'a Server, document: &'a Document, analysis: &'a Analysis) -> Self {
        let is_own = document.latest().is_some_and(|own| std::ptr::eq(own, analysis));
        Context {
            documents: &server.documents,
            document,
            content: &analysis.content,
            snapshot: server.documents.snapshot(&server.settings),
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

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Assembly: sheets and sources.
    Assembly,
    /// Bally BASIC: listings and programs.
    Basic,
}

impl Language {
    /// Returns the language of a document: its extension decides, otherwise the name that the client gives.
    pub(crate) fn of(path: &Path, id: &str) -> Language {
        let extension =
            path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        let is_named = || id.to_ascii_lowercase().contains("basic");
        match extension.as_str() {
            "lst" | "bas" => Language::Basic,
            "" | "txt" if is_named() => Language::Basic,
            _ => Language::Assembly,
        }
    }
}

/// Returns an error if a text is longer than the commands accept.
pub(crate) fn too_long(source: &Source) -> Option<Problem> {
    let longest = match source.language {
        Language::Assembly => LONGEST_SOURCE,
        Language::Basic => LONGEST_PROGRAM,
    };
    let length = source.text.as_str().len() as u64;
    let message = format!("the file has {length} bytes; a file of this kind has at most {longest}");
    (length > longest).then(|| Problem::error(Kind::File, Range::default(), message))
}

/// Returns an error if the saved file is not UTF-8. The editor decoded it in some other way, and the commands refuse it.
pub(crate) fn not_utf_8(source: &Source, files: &dyn Files) -> Option<Problem> {
    // Of a file in another encoding, the editor has at least one character that is not ASCII.
    if source.text.as_str().is_ascii() || files.kind(&source.path) != FileKind::File {
        return None;
    }
    let bytes = files.bytes(&source.path, "a source", LONGEST_SOURCE).ok()?;
    let error = std::str::from_utf8(&bytes).err()?;
    let before = bytes.get(..error.valid_up_to())?;
    let wrong = bytes.get(error.valid_up_to())?;
    let number = before.iter().filter(|byte| **byte == b'\n').count();
    let line = source.text.range(number, 0..source.text.line(number).len(), source.snapshot.encoding);
    let range = if number < source.text.lines().len() {
        line
    } else {
        Range::new(Position::default(), Position::default())
    };
    let message = format!(
        "the saved file is not UTF-8 text: byte {} of it is {wrong:02X}\nsave it as UTF-8; the commands of arcadian refuse it as it is",
        error.valid_up_to() + 1
    );
    Some(Problem::error(Kind::File, range, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_documents() {
        for (path, id, language) in [
            ("/a/x.asm", "basic", Language::Assembly),
            ("/a/x.LST", "asm", Language::Basic),
            ("/a/x.bas", "", Language::Basic),
            ("untitled:Untitled-1", "bally-basic", Language::Basic),
            ("untitled:Untitled-1", "asm", Language::Assembly),
        ] {
            assert_eq!(Language::of(Path::new(path), id), language, "{path} {id}");
        }
    }
}
