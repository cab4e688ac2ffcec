//! What is open while a source is read: macros and repetitions that are recorded, conditions and other blocks.

use std::rc::Rc;

use crate::diagnostic::Diagnostics;
use crate::fault::Fault;
use crate::flow::{Frame, Input};
use crate::names::{Argument, Scope};
use crate::origins::{Origins, Place};
use crate::syntax::{Checked, Piece, Span, Token, slice, unexpected};

/// The maximum nesting depth of macro calls and repetitions.
pub(crate) const DEEPEST: usize = 64;

/// A parameter of a macro.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) default: Option<Argument>,
    /// The place of the name, if it stands in the source.
    pub(crate) place: Option<Place>,
}

#[derive(Debug)]
pub(crate) struct Macro {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) pieces: Rc<[Piece]>,
    /// The place of its definition.
    pub(crate) record: usize,
    pub(crate) span: Span,
}

/// Statements being kept: those of a macro or of a repetition.
#[derive(Debug)]
pub(crate) struct Recording<W> {
    pub(crate) what: W,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) record: usize,
    pub(crate) span: Span,
    /// The number of those inside that are open.
    pub(crate) depth: usize,
    /// Whether it ends with a brace.
    pub(crate) in_braces: bool,
}

impl<W> Recording<W> {
    pub(crate) const fn new(what: W, record: usize, span: Span) -> Self {
        Self { what, pieces: Vec::new(), record, span, depth: 0, in_braces: false }
    }
}

/// The state of a condition that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branches {
    /// Whether the current branch is assembled.
    pub(crate) is_active: bool,
    /// Whether a later one may be.
    pub(crate) is_open: bool,
    /// Whether the current branch is that of ELSE.
    is_else: bool,
}

impl Branches {
    /// A condition in lines that are skipped.
    pub(crate) const SKIPPED: Self = Self { is_active: false, is_open: false, is_else: false };

    /// Begins with a branch that holds or not. No branch of a condition with an error is assembled.
    pub(crate) const fn new<E>(holds: &Result<bool, E>) -> Self {
        Self { is_active: matches!(holds, Ok(true)), is_open: matches!(holds, Ok(false)), is_else: false }
    }

    /// Returns the fault of a further branch after ELSE. `word` begins the branch.
    pub(crate) fn check(self, word: &str) -> Result<(), Fault> {
        if self.is_else { Err(Fault::AfterElse(word.to_owned())) } else { Ok(()) }
    }

    /// Goes on with ELSE.
    pub(crate) const fn otherwise(&mut self) {
        *self = Self { is_active: self.is_open, is_open: false, is_else: true };
    }
}

/// An open block.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) kind: BlockKind,
    pub(crate) record: usize,
    pub(crate) span: Span,
    /// Its beginning: the address, and in ca65 the segment and the bytes in each of them.
    pub(super) start: i64,
    /// The number that PHASE added to addresses before it.
    pub(super) shift: Option<i64>,
    pub(super) segment: usize,
    pub(super) offsets: Vec<i64>,
    /// Scope, zone and the owners of local names before it.
    pub(super) outer: (Rc<Scope>, String, Option<String>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockKind {
    If(Branches),
    Scope,
    Procedure,
    Module,
    Phase,
}

impl BlockKind {
    pub(super) const fn closes(self, other: BlockKind) -> bool {
        matches!(
            (self, other),
            (BlockKind::If(_), BlockKind::If(_))
                | (BlockKind::Scope, BlockKind::Scope)
                | (BlockKind::Procedure, BlockKind::Procedure)
                | (BlockKind::Module, BlockKind::Module)
                | (BlockKind::Phase, BlockKind::Phase)
        )
    }
}

/// A condition that ACME answers differently when it reads the source again.
#[derive(Debug)]
pub(crate) struct Contest {
    pub(super) name: String,
    pub(super) record: usize,
    pub(super) span: Span,
    /// The numbers of blocks and frames that are open while statements depend on it.
    pub(super) blocks: usize,
    pub(super) frames: usize,
    /// Bytes placed, and the address, where it stands.
    pub(super) before: (usize, i64),
    /// Whether ACME assembles statements that are left out here.
    pub(super) has_others: bool,
}

/// The statements that are assembled because a name is not defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dependent {
    /// The statements in the block that is opened next.
    Block,
    /// The one on the same line.
    Statement,
    /// The rest of the file.
    File,
    /// None; those that are left out depend on it.
    Others,
}

/// The hint for a line that is refused where lines are skipped or recorded.
pub(crate) const COMMENTED: &str =
    "a comment of several lines is no comment where sjasmplus looks for the end; write the comment otherwise";

/// The maximum nesting depth of blocks, and of structures.
pub(crate) const DEEPEST_BLOCK: usize = 256;

pub(crate) enum RecordingKind {
    Macro {
        name: String,
        parameters: Vec<Parameter>,
    },
    Repeat(Loop),
    /// Statements of something with an error, or that are repeated no times.
    Nothing {
        is_macro: bool,
    },
}

/// A name that stands for the value or item.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    pub(super) name: String,
    /// The full name of a variable.
    pub(super) full: String,
    /// The place of the name in the source.
    pub(super) place: Option<Place>,
}

/// The state of a repetition.
#[derive(Debug)]
pub(crate) struct Loop {
    pub(super) name: Option<Counter>,
    pub(super) items: Items,
    /// The number of repetitions so far.
    pub(super) count: i64,
    /// Whether the name has the next value afterwards.
    pub(super) leaves_next: bool,
    /// Whether it is a statement that says how many times it is repeated.
    pub(super) is_statement: bool,
}

#[derive(Debug)]
pub(super) enum Items {
    /// The number of repetitions, the first value and the step.
    Numbers {
        count: i64,
        first: i64,
        step: i64,
    },
    Texts(Vec<Argument>),
    /// The conditions before the statements, and after them.
    While(Option<Condition>, Option<Condition>),
}

/// A condition as it is written, and whether it must not hold.
#[derive(Clone, Debug)]
pub(super) struct Condition {
    pub(super) text: Argument,
    pub(super) is_inverted: bool,
}

impl RecordingKind {
    pub(super) const fn is_macro(&self) -> bool {
        matches!(self, Self::Macro { .. } | Self::Nothing { is_macro: true })
    }
}

impl Loop {
    /// Returns the name that stands for the value or item, and where it stands.
    pub(crate) fn counter(&self) -> Option<(String, Option<Place>)> {
        self.name.as_ref().map(|counter| (counter.name.clone(), counter.place))
    }

    /// Makes it end after this repetition.
    pub(crate) fn stop(&mut self) {
        self.items = Items::Texts(Vec::new());
    }

    /// Takes the condition after the block of a `!do`.
    pub(crate) fn end_with(&mut self, text: &str, origins: &Origins, tokens: &[Token<'_>]) -> Checked {
        match &mut self.items {
            _ if tokens.is_empty() => {}
            Items::While(_, after) => *after = condition(text, origins, tokens)?,
            _ => return Err(unexpected(tokens.first().unwrap_or(&Token::EMPTY))),
        }
        Ok(())
    }
}

/// Reads `while CONDITION` or `until CONDITION`.
pub(super) fn condition(text: &str, origins: &Origins, tokens: &[Token<'_>]) -> Checked<Option<Condition>> {
    let [word, first, ..] = tokens else {
        return tokens.first().map_or(Ok(None), |word| Err(unexpected(word)));
    };
    let is_inverted = word.text.eq_ignore_ascii_case("until");
    if !is_inverted && !word.text.eq_ignore_ascii_case("while") {
        return Err(unexpected(word));
    }
    let range = first.at..tokens.last().map_or(first.at, Token::end);
    let text = Argument { origins: Some(origins.part(range.clone())), text: slice(text, range).to_owned() };
    Ok(Some(Condition { text, is_inverted }))
}

/// The options that decide about bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SourceOptions {
    /// Whether `,,` separates the operands of several instructions: `--syntax=a`.
    pub(crate) double_commas: bool,
    /// Whether a directive may stand in column one: `--dirbol`.
    pub(crate) directives_in_column_one: bool,
    /// Whether POP takes several registers from the last to the first: `--reversepop`.
    pub(crate) reverse_pop: bool,
}

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
        self.records.clear();
        self.diagnostics = Diagnostics::default();
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
