//! OUTPUT and snapshots: what a source says about the files that its assembler writes.

use crate::dialects::engine::Engine;
use crate::dialects::syntax::statement::Statement;
use crate::syntax::scan::{At, slice};
use crate::syntax::token::span;
use crate::syntax::token::{Kind, content};

/// Kinds of files on a tape; a tape without a kind is a snapshot.
const TAPE_FILES: [&str; 5] = ["BASIC", "CODE", "NUMBERS", "CHARS", "HEADLESS"];

impl Engine<'_> {
    /// OUTPUT FILE: bytes below have addresses of their own, unless they go to the memory of a device.
    pub(crate) fn begin_output(&mut self, statement: &Statement<'_>) -> Result<(), At> {
        let pieces = statement.pieces();
        let first = pieces.first().copied().unwrap_or(&[]);
        let name = match first {
            [] => format!("OUTPUT{}", self.pass.banks.outputs.len() + 1),
            [text] if text.kind == Kind::Text => {
                String::from_utf8_lossy(&content(text, &self.table.lexis)?).into_owned()
            }
            tokens => slice(statement.text, span(tokens)).to_owned(),
        };
        self.note(
            statement,
            "only the options of the command line write files; --save takes the name of an output",
        );
        self.pass.banks.outputs.push(name);
        Ok(())
    }

    pub(crate) fn end_output(&mut self) {
        if !self.pass.banks.outputs.is_empty() {
            self.pass.banks.outputs.push("REST".to_owned());
        }
    }

    /// SAVESNA FILE, START and the like: the entry point.
    pub(crate) fn snapshot(&mut self, statement: &Statement<'_>, why: &'static str) -> Result<(), At> {
        self.note(statement, why);
        let pieces = statement.pieces();
        let Some(start) = pieces.get(1).copied().filter(|start| !start.is_empty()) else { return Ok(()) };
        let is_tape_file = start
            .first()
            .is_some_and(|word| TAPE_FILES.iter().any(|kind| word.text.eq_ignore_ascii_case(kind)));
        let opens = pieces
            .first()
            .and_then(|piece| piece.first())
            .is_some_and(|first| first.kind == Kind::Text || first.text.eq_ignore_ascii_case("OPEN"));
        if opens && !is_tape_file {
            let start = self.number(start)?;
            self.pass.entry = self.pass.entry.or(Some(start));
        }
        Ok(())
    }
}
