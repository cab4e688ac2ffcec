//! What a line does that its text shows: the lines and variables that it names, and its errors.

use std::ops::Range;

use crate::{
    Dialect, Why,
    op::{Code, Indexed, Op, Target},
    translate::translate_line,
};

/// What a line does, up to its first error.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    /// The first error that the line always has: its place and kind.
    pub(crate) error: Option<(usize, Why)>,
    /// Constant numbers of lines that GOTO and GOSUB name, with their places.
    pub(crate) targets: Vec<(Range<usize>, i16)>,
    /// Variables that are read (0 to 25), with their places.
    pub(crate) reads: Vec<(usize, u8)>,
    /// Variables that are set.
    pub(crate) sets: Vec<u8>,
    /// Variables of FOR.
    pub(crate) loops: Vec<Target>,
    /// Variables of NEXT, with their places.
    pub(crate) nexts: Vec<(usize, Target)>,
    /// Whether it writes memory, in which the variables are.
    pub(crate) has_poke: bool,
}

impl Uses {
    /// Returns what a line's text does.
    pub(crate) fn of(text: &[u8], dialect: Dialect) -> Self {
        let code = translate_line(text, dialect);
        let mut uses = Uses::default();
        (0..code.ops.len()).for_each(|index| uses.add(text, &code, index));
        uses
    }

    fn add(&mut self, text: &[u8], code: &Code, index: usize) {
        let end = usize::from(code.places[index]);
        // An instruction is emitted after its text, and blanks after it may have been skipped.
        let at = text[..end.min(text.len())].iter().rposition(|byte| *byte != b' ').unwrap_or(0);
        match code.ops[index] {
            Op::Fail(why) => self.error = self.error.or(Some((end, why))),
            Op::Variable(name) | Op::OperateVariable(_, name) | Op::CompareVariable(_, name) => {
                self.reads.push((at, name));
            }
            Op::SetVariable(name) | Op::Set(Target::Variable(name)) => self.sets.push(name),
            Op::Set(Target::Indexed(Indexed::Memory)) => self.has_poke = true,
            Op::For(target) => self.loops.push(target),
            Op::Next(target) => self.nexts.push((at, target)),
            Op::Goto | Op::Gosub => {
                let number = constant(&code.ops[..index]);
                self.targets.extend(number.map(|number| (digits(text, at), number)));
            }
            _ => {}
        }
    }
}

/// Returns the number of the line that a jump after these instructions names, if it is a constant.
fn constant(before: &[Op]) -> Option<i16> {
    match before {
        [.., Op::Statement(_) | Op::RoomForSubroutine, Op::Constant(number)] => Some(*number),
        _ => None,
    }
}

/// Returns the last digits that end at or before a place.
fn digits(text: &[u8], at: usize) -> Range<usize> {
    let end = text[..=at].iter().rposition(u8::is_ascii_digit).map_or(at, |last| last + 1);
    let count = text[..end].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    end - count..end
}
