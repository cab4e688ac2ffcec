//! From line to line: what happens outside the inner loop.

use super::{Basic, Ending, FrameOf, Origin, Pause, Return, State, execute::Exit};
use crate::{
    Why, cost,
    op::{Code, Op},
    store,
    translate::{self, Begin, Source},
    words,
};

/// Lines translated together. More would gain nothing and cost a program that overwrites itself in a loop.
const TOGETHER: usize = 16;

impl Basic {
    /// What to do outside the inner loop; a pause to hand to the caller.
    pub(super) fn leave(&mut self, exit: Exit) -> Option<Pause> {
        match exit {
            Exit::Wait(pause) => return Some(pause),
            Exit::Line(index) if index < self.lines.len() => self.enter_line(index),
            Exit::Line(_) | Exit::End => self.end(Ending::End),
            Exit::Resume(back) => self.resume(back),
            Exit::Retranslate(begin) => {
                let at = self.place();
                self.forget_translations();
                self.continue_at(self.origin, at, begin);
            }
            Exit::Ask => self.ask(),
            Exit::Answered => {
                if let Some((origin, pc)) = self.asking.take() {
                    (self.origin, self.pc) = (origin, pc);
                }
            }
            Exit::Halt => self.halt(),
            Exit::Fault(why) if self.origin == Origin::Answer => self.ask_again(why),
            Exit::Fault(why) => self.fail(why),
        }
        None
    }

    pub(super) fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.stop();
    }

    /// The place in the text of the instruction just executed.
    pub(super) fn place(&mut self) -> usize {
        let index = (self.pc as usize).saturating_sub(1);
        usize::from(self.code_of(self.origin).places.get(index).copied().unwrap_or(0))
    }

    /// Begins to execute the direct command.
    pub(super) fn start_direct(&mut self) {
        self.direct.clear();
        self.forget_frames();
        self.state = State::Running;
        self.ending = None;
        self.continue_at(Origin::Direct, 0, Begin::Statement);
    }

    pub(super) fn enter_line(&mut self, index: usize) {
        if self.entries[index].is_none() {
            self.translate_lines(index);
        }
        self.origin = Origin::Program;
        self.pc = self.entries[index].unwrap_or(0);
    }

    /// Translates a line and those behind it, so that one runs into the next.
    pub(super) fn translate_lines(&mut self, first: usize) {
        let behind = self.entries[first..].iter().take(TOGETHER).take_while(|entry| entry.is_none()).count();
        for index in first..first + behind {
            let place = self.lines[index];
            self.entries[index] = Some(self.program.next());
            if self.tracing {
                self.program.push(Op::Traced(place.number), place.text);
            }
            let last = index + 1 == first + behind;
            let after = last.then_some(Op::NextLine(index as u16 + 1));
            let source = Source {
                text: self.store.bytes(),
                end: place.end,
                after,
                lines: &self.lines,
                dialect: self.dialect,
            };
            translate::rest(source, place.text, Begin::Statement, &mut self.program);
        }
    }

    /// Translates the rest of a text from `at` and goes on there.
    pub(super) fn continue_at(&mut self, origin: Origin, at: usize, begin: Begin) {
        let (lines, dialect) = (self.lines.as_slice(), self.dialect);
        self.origin = origin;
        self.pc = match origin {
            Origin::Program => {
                let text = &self.store.bytes()[..self.store.end()];
                let rest = text.get(at..).unwrap_or_default();
                let end = at + rest.iter().position(|&byte| byte == words::code::GO).unwrap_or(rest.len());
                let next = lines.iter().position(|line| line.text > end + 2).unwrap_or(lines.len());
                let after = Some(Op::NextLine(next as u16));
                translate::rest(Source { text, end, after, lines, dialect }, at, begin, &mut self.program)
            }
            Origin::Direct | Origin::Answer => {
                let text = &self.direct_text;
                let source = Source { text, end: text.len(), after: Some(Op::Stop), lines, dialect };
                translate::rest(source, at, begin, &mut self.direct)
            }
        };
    }

    /// Goes back to a frame's place; where the translation it was made in is gone, from the text.
    pub(super) fn resume(&mut self, back: Return) {
        if back.epoch == self.epoch {
            (self.origin, self.pc) = (back.origin, back.pc);
            return;
        }
        self.continue_at(back.origin, usize::from(back.at), Begin::Behind);
        let (pc, epoch) = (self.pc, self.epoch);
        if let Some(FrameOf::Loop { back: waiting, .. }) = self.frames.last_mut()
            && *waiting == back
        {
            *waiting = Return { pc, epoch, ..back };
        }
    }

    pub(super) fn ask(&mut self) {
        self.answer.clear();
        let (text, lines) = (self.answer_text.as_slice(), self.lines.as_slice());
        let source =
            Source { text, end: text.len(), after: Some(Op::Answered), lines, dialect: self.dialect };
        translate::answer(source, &mut self.answer);
        self.asking = Some((self.origin, self.pc));
        (self.origin, self.pc) = (Origin::Answer, 0);
    }

    /// A bad answer shows its error and is asked for again. Evidence: patb.
    pub(super) fn ask_again(&mut self, why: Why) {
        self.show_word(why);
        let Some((origin, pc)) = self.asking.take() else { return };
        self.origin = origin;
        self.depth = 0;
        let input = self.code_of(origin).ops.get((pc as usize).saturating_sub(1)).copied();
        self.pc = if let Some(Op::Input(again)) = input { again } else { pc };
    }

    pub(super) fn back(&self, code: &Code, pc: usize) -> Return {
        Return { origin: self.origin, at: code.places[pc - 1], pc: pc as u32, epoch: self.epoch }
    }

    pub(super) fn find_line(&self, number: i16) -> Result<usize, Why> {
        let found = self.lines.iter().position(|line| i32::from(line.number) == i32::from(number));
        found.ok_or(Why::NoSuchLine(number))
    }

    /// T-states of the search for a line from the start of the program.
    pub(super) fn search_cost(&self, index: usize) -> u64 {
        let bytes = self.lines.get(index).map_or(0, |line| line.text - 2 - store::PROGRAM);
        u64::from(cost::LINE_PASSED) * index as u64 + u64::from(cost::BYTE_PASSED) * bytes as u64
    }
}
