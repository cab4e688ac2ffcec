//! IF, IFDEF, IFNDEF, ELSEIF, ELSE, ENDIF.

use std::ops::Range;

use super::{Engine, Outcome};
use crate::fault::Fault;
use crate::flow::Branches;
use crate::names::Role;
use crate::syntax::directive::{Directive, Test};
use crate::syntax::scan::{At, is_name, slice};
use crate::syntax::statement::Statement;
use crate::syntax::token::span;

/// An open IF.
#[derive(Debug)]
pub(super) struct Condition {
    pub(super) record: usize,
    pub(super) span: Range<usize>,
    pub(super) branches: Branches,
}

impl Engine<'_> {
    pub(super) fn is_skipping(&self) -> bool {
        // A condition inside a skipped branch is never active, so the innermost one decides.
        self.conditions.last().is_some_and(|condition| !condition.branches.is_active)
    }

    pub(super) fn condition(&mut self, line: &Statement<'_>, directive: Directive) -> Outcome {
        match directive {
            Directive::If(test) => self.begin_if(line, test),
            Directive::ElseIf(test) => self.else_if(line, test),
            Directive::Else => {
                self.last_condition(line)?.otherwise();
                Ok(())
            }
            _ => self.end_if(line),
        }
    }

    fn begin_if(&mut self, line: &Statement<'_>, test: Test) -> Outcome {
        let skipping = self.is_skipping();
        let holds = if skipping { Ok(false) } else { self.holds(line, test) };
        let branches = if skipping { Branches::SKIPPED } else { Branches::new(&holds) };
        self.conditions.push(Condition { record: line.record, span: line.operation_span(), branches });
        holds.map(drop)
    }

    fn holds(&mut self, line: &Statement<'_>, test: Test) -> Outcome<bool> {
        let operand = line.single()?;
        if test == Test::True {
            return self.needed(operand).map(|value| value != 0);
        }
        let operand = span(operand);
        let name = slice(line.text, operand.clone());
        if !is_name(name) {
            return Err(At::new(Fault::ExpectedName, operand).into());
        }
        self.note_later(name, &operand, Role::Use);
        Ok(self.symbols.is_defined(name, &self.scope) == (test == Test::Defined))
    }

    fn else_if(&mut self, line: &Statement<'_>, test: Test) -> Outcome {
        if !self.last_condition(line)?.is_open {
            *self.last_condition(line)? = Branches::SKIPPED;
            return Ok(());
        }
        let holds = self.holds(line, test);
        *self.last_condition(line)? = Branches::new(&holds);
        holds.map(drop)
    }

    /// Returns the IF that an ELSE or ELSEIF belongs to.
    fn last_condition(&mut self, line: &Statement<'_>) -> Outcome<&mut Branches> {
        let outside = self.input.frames.last().map_or(0, |frame| frame.blocks);
        let missing = || line.fault(Fault::NoIf(line.word().to_owned()));
        let own = self.conditions.get_mut(outside..).and_then(<[_]>::last_mut);
        let branches = &mut own.ok_or_else(missing)?.branches;
        branches.check(line.word()).map_err(|fault| line.fault(fault))?;
        Ok(branches)
    }

    fn end_if(&mut self, line: &Statement<'_>) -> Outcome {
        let outside = self.input.frames.last().map_or(0, |frame| frame.blocks);
        let closed = if self.conditions.len() > outside { self.conditions.pop() } else { None };
        closed.map(drop).ok_or_else(|| line.fault(Fault::NoIf(line.word().to_owned())).into())
    }
}
