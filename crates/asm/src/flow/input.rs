//! The input: a stack of files, macro expansions and repetitions.

use std::collections::HashMap;
use std::rc::Rc;

use crate::names::Scope;
use crate::names::substitution::Substitution;
use crate::source::{Call, File};
use crate::syntax::lexis::Lexis;
use crate::syntax::lines::{Piece, pieces};

/// Statements being read.
pub(crate) struct Frame {
    pieces: Rc<[Piece]>,
    next: usize,
    pub(crate) kind: FrameKind,
    /// What is replaced in each statement.
    pub(crate) substitution: Option<Substitution>,
    call: Option<Rc<Call>>,
    /// The record that it is read for.
    caller: Option<usize>,
    /// The number of this reading.
    reading: usize,
    /// The number of open blocks when it began.
    pub(crate) blocks: usize,
}

pub(crate) enum FrameKind {
    File,
    Macro {
        /// The scope, zone and number of owners of the call.
        scope: Rc<Scope>,
        zone: String,
        owners: usize,
    },
    Repeat(crate::flow::Loop),
}

impl Frame {
    pub(crate) fn new(
        pieces: Rc<[Piece]>,
        kind: FrameKind,
        call: Option<Rc<Call>>,
        caller: Option<usize>,
        blocks: usize,
    ) -> Self {
        Self { pieces, next: 0, kind, substitution: None, call, caller, reading: 0, blocks }
    }

    /// Skips the rest.
    pub(crate) fn finish(&mut self) {
        self.next = self.pieces.len();
    }

    pub(crate) const fn is_macro(&self) -> bool {
        matches!(self.kind, FrameKind::Macro { .. })
    }

    fn take(&mut self, lexis: &Lexis) -> Option<Piece> {
        let piece = self.pieces.get(self.next)?;
        self.next += 1;
        Some(match &self.substitution {
            Some(substitution) => {
                let (text, origins) = substitution.apply(&piece.text, &piece.origins, lexis);
                Piece { text, origins, ..piece.clone() }
            }
            None => piece.clone(),
        })
    }
}

pub(crate) struct Input {
    files: Vec<File>,
    split: Vec<Rc<[Piece]>>,
    pub(crate) frames: Vec<Frame>,
    /// The number of readings of files, expansions and repetitions.
    readings: usize,
    /// What the host gave, by name and including file, so that every pass reads the same.
    pub(crate) sources: HashMap<(String, String), usize>,
    pub(crate) binaries: HashMap<(String, String), Rc<[u8]>>,
    lexis: &'static Lexis,
    /// Whether it is noted where characters come from.
    has_origins: bool,
}

impl Input {
    pub(crate) fn new(file: File, lexis: &'static Lexis, has_origins: bool) -> Self {
        let split = vec![pieces(0, &file, lexis, has_origins).into()];
        Self {
            files: vec![file],
            split,
            frames: Vec::new(),
            readings: 0,
            sources: HashMap::new(),
            binaries: HashMap::new(),
            lexis,
            has_origins,
        }
    }

    pub(crate) fn begin_pass(&mut self) {
        self.frames.clear();
        self.readings = 0;
        self.push_file(0, None, 0);
    }

    /// Adds a file unless one with this name is known, and returns its index.
    pub(crate) fn add_file(&mut self, name: &str, text: &str) -> usize {
        if let Some(known) = self.files.iter().position(|file| file.name == name) {
            return known;
        }
        let file = File::new(name, text);
        self.split.push(pieces(self.files.len(), &file, self.lexis, self.has_origins).into());
        self.files.push(file);
        self.files.len() - 1
    }

    pub(crate) fn push_file(&mut self, file: usize, caller: Option<usize>, blocks: usize) {
        if let Some(pieces) = self.split.get(file) {
            let call = self.call();
            self.push(Frame::new(Rc::clone(pieces), FrameKind::File, call, caller, blocks));
        }
    }

    pub(crate) fn push(&mut self, frame: Frame) {
        self.frames.push(frame);
        self.restart(true);
    }

    /// Reads the innermost frame from its beginning. A statement that repeats itself is one reading.
    pub(crate) fn restart(&mut self, is_new: bool) {
        let outer = self.frames.len().checked_sub(2).and_then(|outer| self.frames.get(outer));
        let same = outer.map_or(0, |outer| outer.reading);
        self.readings += usize::from(is_new);
        if let Some(frame) = self.frames.last_mut() {
            (frame.next, frame.reading) = (0, if is_new { self.readings } else { same });
        }
    }

    /// Returns the record that the innermost frame is read for, and the number of its reading.
    pub(crate) fn reading(&self) -> (Option<usize>, usize) {
        self.frames.last().map_or((None, 0), |frame| (frame.caller, frame.reading))
    }

    pub(crate) fn next(&mut self) -> Option<Piece> {
        self.frames.last_mut()?.take(self.lexis)
    }

    /// Skips the lines up to one with this character, and that one.
    pub(crate) fn skip_to(&mut self, sign: char) {
        let Some(frame) = self.frames.last_mut() else { return };
        let rest = frame.pieces.get(frame.next..).unwrap_or(&[]);
        let has = |piece: &Piece| piece.text.contains(sign) || piece.comment.contains(sign);
        frame.next += rest.iter().position(has).map_or(rest.len(), |found| found + 1);
    }

    /// Skips the lines up to one that begins with a word, and that one, if there is one.
    pub(crate) fn skip_past(&mut self, word: &str) {
        let Some(frame) = self.frames.last_mut() else { return };
        let rest = frame.pieces.get(frame.next..).unwrap_or(&[]);
        let begins = |piece: &Piece| {
            piece.text.split_ascii_whitespace().next().is_some_and(|first| first.eq_ignore_ascii_case(word))
        };
        frame.next += rest.iter().position(begins).map_or(0, |found| found + 1);
    }

    pub(crate) fn call(&self) -> Option<Rc<Call>> {
        self.frames.last().and_then(|frame| frame.call.clone())
    }

    pub(crate) fn innermost_macro(&mut self) -> Option<&mut Frame> {
        self.frames.iter_mut().rev().find(|frame| frame.is_macro())
    }

    /// Returns the line of the first file that is being read.
    pub(crate) fn root(&self) -> usize {
        let first = self.frames.first();
        first.and_then(|frame| frame.pieces.get(frame.next.saturating_sub(1))).map_or(0, |piece| piece.number)
    }

    pub(crate) fn files(&self) -> &[File] {
        &self.files
    }

    pub(crate) fn into_files(self) -> Vec<File> {
        self.files
    }

    /// Returns the innermost file.
    pub(crate) fn current_file(&self) -> usize {
        let file = self.frames.iter().rev().find(|frame| matches!(frame.kind, FrameKind::File));
        file.and_then(|frame| frame.pieces.first()).map_or(0, |piece| piece.file)
    }

    pub(crate) fn file_name(&self) -> String {
        self.files.get(self.current_file()).map_or_else(String::new, |file| file.name.clone())
    }

    /// Returns how many times a file is being read.
    pub(crate) fn times_open(&self, file: usize) -> usize {
        let is = |frame: &&Frame| {
            matches!(frame.kind, FrameKind::File)
                && frame.pieces.first().is_some_and(|piece| piece.file == file)
        };
        self.frames.iter().filter(is).count()
    }
}
