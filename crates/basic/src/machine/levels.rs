//! Where execution stands, and the loops and subroutines it is in.

use super::{Basic, Ending, FrameOf, Origin, State};
use crate::{
    op::{Code, Op, Pc, Target},
    translate,
};

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line's number; 0 is the direct command.
    pub line: u16,
    /// Bytes from the start of the line's text.
    pub at: usize,
}

/// A loop or subroutine that execution is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Level {
    /// Between FOR and NEXT.
    Loop {
        /// The name of the variable.
        variable: String,
        /// Its value now.
        value: i16,
        /// The value that it may not pass.
        limit: i16,
        /// What NEXT adds.
        step: i16,
        /// Where FOR begins.
        begin: Position,
        /// Where NEXT goes back to, right behind FOR.
        back: Position,
    },
    /// Between GOSUB and RETURN.
    Subroutine {
        /// Where GOSUB begins.
        begin: Position,
        /// Where RETURN goes back to, right behind GOSUB.
        back: Position,
    },
}

impl Basic {
    /// The beginning of the statement that is executed next, or that waits for a key or an answer. When nothing runs,
    /// of the last one executed; after HALT, of the one that it stopped.
    pub fn position(&self) -> Position {
        let (origin, address) = self.statement();
        self.position_of(origin, address)
    }

    /// The loops and subroutines that execution is in, the outermost first.
    pub fn levels(&self) -> Vec<Level> {
        self.frames.iter().map(|frame| self.level(frame)).collect()
    }

    /// How many subroutines execution is in.
    pub fn subroutines(&self) -> usize {
        self.frames.iter().filter(|frame| matches!(frame, FrameOf::Subroutine(_))).count()
    }

    /// The text that the statement of [`position`](Self::position) is in, and its address there.
    pub(super) fn statement(&self) -> (Origin, usize) {
        let (origin, pc) = self.asking.unwrap_or((self.origin, self.pc));
        let code = self.code(origin);
        let stopped = self.state == State::Prompt && self.ending != Some(Ending::Halt);
        let end = (pc as usize + usize::from(!stopped)).min(code.ops.len());
        let begins = |op: &Op| matches!(op, Op::Statement(_));
        let begin = code.ops[..end].iter().rposition(begins);
        (origin, begin.map_or(0, |begin| usize::from(code.places[begin])))
    }

    /// Whether a statement has begun and waits in its midst.
    pub(super) fn is_half_done(&self) -> bool {
        let next = self.code(self.origin).ops.get(self.pc as usize);
        self.state == State::Running && !matches!(next, Some(Op::Statement(_)))
    }

    /// Translates again from the statement at hand on: the program's bytes have changed.
    pub(super) fn translate_again(&mut self) {
        let (origin, at) = self.statement();
        self.forget_translations();
        self.continue_at(origin, at, translate::Begin::Statement);
        self.pc += Pc::from(self.state == State::Prompt);
    }

    fn code(&self, origin: Origin) -> &Code {
        match origin {
            Origin::Program => &self.program,
            Origin::Direct => &self.direct,
            Origin::Answer => &self.answer,
        }
    }

    fn position_of(&self, origin: Origin, address: usize) -> Position {
        let before = self.lines.partition_point(|line| line.text <= address);
        match before.checked_sub(1).and_then(|index| self.lines.get(index)) {
            Some(line) if origin == Origin::Program => {
                Position { line: line.number, at: address - line.text }
            }
            _ => Position { line: 0, at: address },
        }
    }

    /// The statement that a place lies right behind.
    fn statement_before(&self, origin: Origin, back: Position) -> Position {
        let place = self.lines.iter().find(|line| line.number == back.line);
        let text = match (origin, place) {
            (Origin::Program, Some(&place)) => self.store.text(place),
            _ => &self.direct_text,
        };
        let begins = translate::statements(text, self.dialect);
        Position { at: begins.into_iter().rfind(|&begin| begin < back.at).unwrap_or(0), ..back }
    }

    fn level(&self, frame: &FrameOf) -> Level {
        let (FrameOf::Loop { back: place, .. } | FrameOf::Subroutine(place)) = frame;
        let back = self.position_of(place.origin, usize::from(place.at));
        let begin = self.statement_before(place.origin, back);
        match *frame {
            FrameOf::Subroutine(_) => Level::Subroutine { begin, back },
            FrameOf::Loop { variable, limit, step, .. } => {
                let value = self.target_value(variable);
                Level::Loop { variable: name_of(variable), value, limit, step, begin, back }
            }
        }
    }
}

fn name_of(variable: Target) -> String {
    match variable {
        Target::Variable(letter) => char::from(b'A' + letter % 26).to_string(),
        Target::Device(device) => device.name().to_owned(),
        Target::Indexed(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Key, Pause};

    fn machine(program: &[&str]) -> Basic {
        let mut basic = Basic::new(Dialect::Bally, 1);
        for line in program {
            basic.enter(line).expect("machine characters");
        }
        basic.enter("RUN").expect("machine characters");
        basic.run(1);
        basic
    }

    /// The positions at which the steps of a program begin, and the last one.
    fn path(program: &[&str]) -> Vec<(u16, usize)> {
        let mut basic = machine(program);
        let mut path = Vec::new();
        while path.len() < 20 {
            path.push((basic.position().line, basic.position().at));
            if basic.run(1) != Pause::Budget {
                path.push((basic.position().line, basic.position().at));
                break;
            }
        }
        path
    }

    #[test]
    fn the_way_of_a_program() {
        assert_eq!(path(&["10 A=1;B=2", "20 STOP"]), [(10, 0), (10, 4), (20, 0), (20, 0)]);
        assert_eq!(path(&["10 IF A=0 B=2;C=3"]), [(10, 0), (10, 5), (10, 9), (10, 9)]);
        assert_eq!(path(&["10 IF A=1 B=2;C=3", "20 .END"]), [(10, 0), (20, 0), (20, 0)]);
        assert_eq!(path(&["10 A=1;B=1÷0", "20 STOP"]), [(10, 0), (10, 4), (10, 4)]);
        assert_eq!(path(&["10 FOR I=1TO 2", "20 NEXT I"]), [(10, 0), (20, 0), (20, 0), (20, 0)]);
        assert_eq!(path(&[]), [(0, 0), (0, 0)]);
    }

    #[test]
    fn a_statement_that_waits_is_at_its_beginning() {
        let mut basic = machine(&["10 A=1;B=1+KP+KP;C=1", "20 PRINT 1;INPUT \"N\"D"]);
        assert_eq!((basic.run(2), basic.position()), (Pause::Key, Position { line: 10, at: 4 }));
        basic.press(Key::Code(b'A'));
        assert_eq!((basic.run(0), basic.position()), (Pause::Key, Position { line: 10, at: 4 }));
        basic.press(Key::Code(b'A'));
        assert_eq!((basic.run(0), basic.position()), (Pause::Budget, Position { line: 10, at: 14 }));
        assert_eq!((basic.run(3), basic.position()), (Pause::Answer, Position { line: 20, at: 3 }));
        // An answer may wait for a key itself.
        b"KP\r".iter().for_each(|&key| basic.press(Key::Code(key)));
        assert_eq!((basic.run(0), basic.position()), (Pause::Key, Position { line: 20, at: 3 }));
        basic.halt();
        assert_eq!((basic.is_running(), basic.position()), (false, Position { line: 20, at: 3 }));
    }

    #[test]
    fn halted_before_a_statement() {
        let mut basic = machine(&["10 A=1;B=1"]);
        basic.run(1);
        basic.halt();
        assert_eq!(basic.position(), Position { line: 10, at: 4 });
    }

    #[test]
    fn loops_and_subroutines() {
        let mut basic =
            machine(&["10 A=3;FOR CX=1TO 9STEP A;IF A GOSUB 20;B=1", "20 FOR I=5TO 1STEP -2;A=A+1"]);
        basic.run(5);
        let at = |line, at| Position { line, at };
        let outer = Level::Loop {
            variable: "CX".into(),
            value: 1,
            limit: 9,
            step: 3,
            begin: at(10, 4),
            back: at(10, 13),
        };
        let call = Level::Subroutine { begin: at(10, 17), back: at(10, 20) };
        let inner = Level::Loop {
            variable: "I".into(),
            value: 5,
            limit: 1,
            step: -2,
            begin: at(20, 0),
            back: at(20, 9),
        };
        assert_eq!(basic.levels(), [outer, call, inner]);
        assert_eq!(basic.subroutines(), 1);
    }
}
