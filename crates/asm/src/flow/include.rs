//! Included sources and binary files.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault};
use crate::flow::{Frame, FrameKind};
use crate::passes::Engine;
use crate::syntax::{At, Checked, Header, Kind, Span, Statement, Token, slice, span};

/// The maximum include depth.
const DEEPEST: usize = 16;

/// Returns the bytes after a header.
fn body(bytes: &[u8], header: Header) -> Option<&[u8]> {
    let low = *bytes.get(header.length_at)?;
    let high = *bytes.get(header.length_at + 1)?;
    bytes.get(header.size..header.size + usize::from(u16::from_le_bytes([low, high])))
}

impl Engine<'_> {
    /// Returns the file name of the statement and its range.
    fn file_name(&self, statement: &Statement<'_>) -> Checked<(String, Span)> {
        let pieces = statement.pieces();
        let first = pieces.first().copied().unwrap_or(&[]);
        let span = span(first);
        let name = slice(statement.text, span.clone());
        let enclosed =
            |open: char, close: char| name.strip_prefix(open).and_then(|inner| inner.strip_suffix(close));
        let bare = enclosed('"', '"')
            .or_else(|| enclosed('\'', '\''))
            .or_else(|| enclosed('<', '>'))
            .unwrap_or(name);
        if bare.is_empty() {
            return Err(statement.needs_operand());
        }
        // Windows writes the same path with backslashes.
        Ok((bare.replace('\\', "/"), span))
    }

    pub(crate) fn include(&mut self, statement: &Statement<'_>) -> Checked {
        let (name, span) = self.file_name(statement)?;
        let fault = |fault| At::new(fault, span.clone());
        if self.input.frames.len() >= DEEPEST * 4 {
            return Err(fault(Fault::IncludeDepth(DEEPEST)));
        }
        let from = self.input.file_name();
        let key = (name.clone(), from.clone());
        let file = match self.sources.get(&key) {
            Some(file) => *file,
            None => {
                let why = |why| fault(Fault::Include { name: name.clone(), why });
                let included = self.host.source(&name, &from).map_err(why)?;
                let (file, _) = self.input.add_file(&included.name, &included.text);
                self.sources.insert(key, file);
                file
            }
        };
        // A condition may end the inclusion of a file in itself.
        if self.input.times_open(file) >= DEEPEST {
            return Err(fault(Fault::IncludeCycle(name)));
        }
        let (call, blocks) = (self.input.call(), self.pass.blocks.len());
        self.input.push_file(file, FrameKind::File, call, Some(statement.record), blocks);
        Ok(())
    }

    /// Includes bytes after a header: the whole file, or from an offset, or a number of bytes.
    pub(crate) fn binary(&mut self, statement: &Statement<'_>, header: Option<Header>) -> Checked {
        let (name, place) = self.file_name(statement)?;
        let from = self.input.file_name();
        let key = (name.clone(), from.clone());
        let bytes: Rc<[u8]> = match self.binaries.get(&key) {
            Some(bytes) => Rc::clone(bytes),
            None => {
                let why = |why| At::new(Fault::Include { name: name.clone(), why }, place.clone());
                let bytes: Rc<[u8]> = self.host.binary(&name, &from).map_err(why)?.into();
                self.binaries.insert(key, Rc::clone(&bytes));
                bytes
            }
        };
        let pieces = statement.pieces();
        // ACME gives the size first.
        let (offset_at, size_at) = if self.table.lexis.braces { (2, 1) } else { (1, 2) };
        let offset = self.optional(pieces.get(offset_at).copied())?.unwrap_or(0);
        let size = self.optional(pieces.get(size_at).copied())?;
        let bytes = match header {
            None => &*bytes,
            Some(header) => body(&bytes, header).ok_or_else(|| {
                let fault = DialectFault::OutsideFile { name: name.clone(), length: bytes.len() };
                At::new(fault, place.clone()).hint("it is not a Hobeta file")
            })?,
        };
        let length = i64::try_from(bytes.len()).unwrap_or(i64::MAX);
        let offset = if offset < 0 { length + offset } else { offset };
        let end = size.map_or(length, |size| if size < 0 { length + size } else { offset + size });
        let range = usize::try_from(offset).unwrap_or(usize::MAX)..usize::try_from(end).unwrap_or(usize::MAX);
        let outside =
            At::new(DialectFault::OutsideFile { name, length: bytes.len() }, span(statement.operands()));
        let bytes = bytes.get(range).ok_or(outside)?.to_vec();
        self.place(statement, bytes)
    }

    fn optional(&mut self, tokens: Option<&[Token<'_>]>) -> Checked<Option<i64>> {
        match tokens.filter(|tokens| {
            !tokens.is_empty() && tokens.first().is_some_and(|first| first.kind != Kind::Text)
        }) {
            Some(tokens) => self.number(tokens).map(Some),
            None => Ok(None),
        }
    }

    /// Leaves the innermost frame, or begins its next repetition. Returns whether there is another frame.
    pub(crate) fn leave_frame(&mut self) -> bool {
        if self.next_repetition() {
            return true;
        }
        let Some(Frame { kind, blocks, .. }) = self.input.frames.pop() else { return false };
        self.close_blocks(blocks);
        match kind {
            FrameKind::Macro { scope, zone, owners } => {
                (self.pass.scope, self.pass.zone) = (scope, zone);
                self.pass.owners.truncate(owners.max(1));
            }
            FrameKind::File => self.report_unclosed(),
            FrameKind::Repeat(_) => {}
        }
        !self.input.frames.is_empty()
    }
}
