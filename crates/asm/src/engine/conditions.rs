//! IF, IFDEF, IFNDEF, ELSEIF, ELSE, ENDIF.

use super::state::Condition;

use super::{Engine, Line, Outcome};
use crate::fault::Fault;
use crate::syntax::scan::{At, is_name, slice};
use crate::words::Directive;

impl Engine<'_> {
    pub(super) fn is_skipping(&self) -> bool {
        // A condition inside a skipped branch is never active, so the innermost one decides.
        let innermost = self.levels.last().and_then(|level| level.conditions.last());
        innermost.is_some_and(|condition| !condition.active)
    }

    pub(super) fn condition(&mut self, line: &Line, directive: Directive) -> Outcome {
        match directive {
            Directive::ElseIf => self.else_if(line),
            Directive::Else => self.otherwise(line),
            Directive::EndIf => self.end_if(line),
            _ => self.begin_if(line, directive),
        }
    }

    fn begin_if(&mut self, line: &Line, directive: Directive) -> Outcome {
        let skipping = self.is_skipping();
        let holds = if skipping { Ok(false) } else { self.holds(line, directive) };
        let active = matches!(holds, Ok(true));
        // No branch of an IF with an error is assembled.
        let open = !skipping && matches!(holds, Ok(false));
        let condition =
            Condition { record: line.index, span: line.operation_span(), active, open, otherwise: false };
        if let Some(level) = self.levels.last_mut() {
            level.conditions.push(condition);
        }
        holds.map(drop)
    }

    fn holds(&mut self, line: &Line, directive: Directive) -> Outcome<bool> {
        let operand = line.single()?;
        if !matches!(directive, Directive::IfDef | Directive::IfNotDef) {
            return self.needed(line, operand).map(|value| value != 0);
        }
        let name = slice(&line.text, operand.clone());
        if !is_name(name) {
            return Err(At::new(Fault::ExpectedName, operand).into());
        }
        self.note_later(line.index, &line.text, operand.clone(), crate::names::Role::Use);
        Ok(self.symbols.is_defined(name, &self.scope) == (directive == Directive::IfDef))
    }

    fn else_if(&mut self, line: &Line) -> Outcome {
        let open = self.last_condition(line)?.open;
        let holds = if open { self.holds(line, Directive::If) } else { Ok(false) };
        let condition = self.last_condition(line)?;
        condition.active = matches!(holds, Ok(true));
        condition.open = open && matches!(holds, Ok(false));
        holds.map(drop)
    }

    fn otherwise(&mut self, line: &Line) -> Outcome {
        let condition = self.last_condition(line)?;
        condition.active = condition.open;
        condition.open = false;
        condition.otherwise = true;
        Ok(())
    }

    /// Returns the IF that an ELSE or ELSEIF belongs to.
    fn last_condition(&mut self, line: &Line) -> Outcome<&mut Condition> {
        let missing = line.fault(Fault::NoIf(line.operation().to_owned()));
        let condition = self.levels.last_mut().and_then(|level| level.conditions.last_mut());
        match condition.ok_or(missing)? {
            condition if condition.otherwise => {
                Err(line.fault(Fault::AfterElse(line.operation().to_owned())).into())
            }
            condition => Ok(condition),
        }
    }

    fn end_if(&mut self, line: &Line) -> Outcome {
        let closed = self.levels.last_mut().and_then(|level| level.conditions.pop());
        closed.map(drop).ok_or_else(|| line.fault(Fault::NoIf(line.operation().to_owned())).into())
    }
}
