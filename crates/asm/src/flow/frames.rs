//! The frames of sources that are read in passes.

use std::rc::Rc;

use crate::flow::Loop;
use crate::flow::input::{Frame, Input};
use crate::names::Scope;
use crate::syntax::lines::Piece;

/// What the statements of a frame are.
pub(crate) enum FrameKind {
    File,
    Macro {
        /// The scope, zone and number of owners of the call.
        scope: Rc<Scope>,
        zone: String,
        owners: usize,
    },
    Repeat(Loop),
}

impl Frame<FrameKind> {
    /// Skips the rest.
    pub(crate) fn finish(&mut self) {
        self.next = self.pieces.len();
    }

    pub(crate) const fn is_macro(&self) -> bool {
        matches!(self.kind, FrameKind::Macro { .. })
    }

    const fn is_file(&self) -> bool {
        matches!(self.kind, FrameKind::File)
    }
}

impl Input<FrameKind> {
    pub(crate) fn begin_pass(&mut self) {
        self.frames.clear();
        self.readings = 0;
        self.push_file(0, FrameKind::File, None, None, 0);
    }

    /// Skips the lines up to one with this character, and that one.
    pub(crate) fn skip_to(&mut self, sign: char) {
        let Some(frame) = self.frames.last_mut() else { return };
        let has = |piece: &Piece| piece.text.contains(sign) || piece.comment.contains(sign);
        let rest = frame.rest();
        frame.next += rest.iter().position(has).map_or(rest.len(), |found| found + 1);
    }

    /// Skips the lines up to one that begins with a word, and that one, if there is one.
    pub(crate) fn skip_past(&mut self, word: &str) {
        let Some(frame) = self.frames.last_mut() else { return };
        let begins = |piece: &Piece| {
            piece.text.split_ascii_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(word))
        };
        frame.next += frame.rest().iter().position(begins).map_or(0, |found| found + 1);
    }

    pub(crate) fn innermost_macro(&mut self) -> Option<&mut Frame<FrameKind>> {
        self.frames.iter_mut().rev().find(|frame| frame.is_macro())
    }

    /// Returns the name of the innermost file.
    pub(crate) fn file_name(&self) -> String {
        let file = self.frames.iter().rev().find(|frame| frame.is_file());
        self.name_of(file.and_then(Frame::file).unwrap_or(0))
    }

    /// Returns how many times a file is being read.
    pub(crate) fn times_open(&self, file: usize) -> usize {
        self.frames.iter().filter(|frame| frame.is_file() && frame.file() == Some(file)).count()
    }
}
