//! Blocks: conditions, scopes, modules, and what else is closed.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault};
use crate::flow::{Block, BlockKind, Branches, Contest, DEEPEST_BLOCK, Dependent};
use crate::names::Role;
use crate::passes::Engine;
use crate::syntax::expression::DEEPEST;
use crate::syntax::{
    At, Checked, Directive, Parser, Statement, Test, Token, Vocabulary, span, split, unexpected,
};

pub(crate) const SKIPPED: BlockKind = BlockKind::If(Branches::SKIPPED);

impl Engine<'_> {
    pub(crate) fn is_skipping(&self) -> bool {
        let innermost = self.pass.blocks.iter().rev().find_map(|block| match block.kind {
            BlockKind::If(branches) => Some(branches.is_active),
            _ => None,
        });
        innermost == Some(false)
    }

    pub(crate) fn open(&mut self, statement: &Statement<'_>, kind: BlockKind) {
        let pass = &self.pass;
        let outer = (Rc::clone(&pass.scope), pass.zone.clone(), pass.owners.last().cloned());
        let (record, span, start) = (statement.record, statement.operation_span(), self.segments.location());
        let shift = self.segments.shift();
        let segment = self.segments.current();
        let is_scope = matches!(kind, BlockKind::Scope | BlockKind::Procedure) && self.table.studies;
        let offsets = if is_scope { self.segments.offsets() } else { Vec::new() };
        if self.pass.blocks.len() == DEEPEST_BLOCK {
            return self.stop_at(record, At::new(DialectFault::BlockDepth(DEEPEST_BLOCK), span));
        }
        self.pass.blocks.push(Block { kind, record, span, start, shift, segment, offsets, outer });
    }

    /// Closes the innermost block, which must be of this kind.
    pub(crate) fn close(&mut self, statement: &Statement<'_>, kind: BlockKind) -> Checked {
        let first = self.input.frames.last().map_or(0, |frame| frame.blocks);
        let unopened = || statement.fault(DialectFault::Unopened(statement.word().to_owned()));
        let is_open = self.pass.blocks.len() > first;
        match self.pass.blocks.last() {
            Some(block) if is_open && block.kind.closes(kind) => self.pop_block(),
            _ => return Err(unopened()),
        }
        Ok(())
    }

    fn pop_block(&mut self) {
        let Some(block) = self.pass.blocks.pop() else { return };
        let Block { kind, start, shift, outer: (scope, zone, mut owner), .. } = block;
        if matches!(kind, BlockKind::Scope | BlockKind::Procedure) {
            let name = self.pass.scope.prefix.trim_end_matches(self.table.naming.separator).to_owned();
            if self.table.studies {
                owner = self.close_scope(&name, block.segment, &block.offsets);
            } else {
                self.symbols.set_size(&name, self.segments.location() - start);
            }
        }
        match kind {
            BlockKind::Phase => {
                self.segments.restore_shift(shift);
                return;
            }
            BlockKind::If(_) => return,
            BlockKind::Scope | BlockKind::Procedure | BlockKind::Module => {}
        }
        (self.pass.scope, self.pass.zone) = (scope, zone);
        if let Some(last) = self.pass.owners.last_mut() {
            *last = owner.unwrap_or_default();
        }
    }

    /// Gives a scope its size, that of its bytes in the segment where it begins. Returns what owns local names after it: ca65 defines
    /// the size as a name, if there are bytes.
    fn close_scope(&mut self, name: &str, segment: usize, before: &[i64]) -> Option<String> {
        let now = self.segments.offsets();
        let grown =
            |index: usize| now.get(index).copied().unwrap_or(0) - before.get(index).copied().unwrap_or(0);
        if grown(segment) > 0 {
            self.symbols.set_size(name, grown(segment));
        }
        (0..now.len()).any(|index| grown(index) > 0).then(|| format!("{name}::.size"))
    }

    /// Closes the innermost block in braces.
    fn close_brace(&mut self, statement: &Statement<'_>) -> Checked {
        let first = self.input.frames.last().map_or(0, |frame| frame.blocks);
        if self.pass.blocks.len() <= first {
            let span = statement.operation_span();
            return Err(At::new(DialectFault::Unopened("}".to_owned()), span));
        }
        self.pop_block();
        Ok(())
    }

    /// Handles conditions and what they skip. Returns whether the statement is done with.
    pub(crate) fn condition_or_skipped(&mut self, statement: &Statement<'_>) -> Checked<bool> {
        if self.table.lexis.braces
            && let Some((_, token)) = statement.operation
            && token.is("}")
        {
            self.brace(statement)?;
            return Ok(true);
        }
        match statement.directive() {
            Some(directive) if directive.is_condition() => {
                self.check_place(statement, directive)?;
                if !self.is_skipping() {
                    self.labels_of_condition(statement)?;
                }
                self.condition(statement, directive)?;
                Ok(true)
            }
            _ if self.is_skipping() => {
                if self.table.lexis.braces && statement.opens() {
                    self.open(statement, SKIPPED);
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Handles `}`, `} else {` and `} else if CONDITION {`.
    fn brace(&mut self, statement: &Statement<'_>) -> Checked {
        let operands = statement.operands();
        match operands {
            [] => self.close_brace(statement),
            [otherwise, rest @ .., _] if otherwise.text.eq_ignore_ascii_case("else") => {
                let test = rest.first().and_then(|word| match word.text.to_ascii_lowercase().as_str() {
                    "if" => Some(Test::True),
                    "ifdef" => Some(Test::Defined),
                    "ifndef" => Some(Test::NotDefined),
                    _ => None,
                });
                match test {
                    Some(test) => self.else_if(statement, test, rest.get(1..).unwrap_or(&[])),
                    None => self.otherwise(statement),
                }
            }
            [other, ..] => Err(unexpected(other)),
        }
    }

    /// Returns the operands without the brace that opens a block.
    pub(crate) fn operands_of<'s, 't>(&self, statement: &'s Statement<'t>) -> &'s [Token<'t>] {
        match statement.operands() {
            [operands @ .., _] if self.table.lexis.braces && statement.opens() => operands,
            operands => operands,
        }
    }

    pub(crate) fn condition(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        let operands = self.operands_of(statement);
        let misfit = self.check_shape(statement);
        let outcome = match directive {
            Directive::If(test) if self.table.lexis.braces && !statement.opens() => {
                self.if_inline(statement, test)
            }
            Directive::If(test) => self.begin_if(statement, test, operands),
            Directive::ElseIf(test) => self.else_if(statement, test, operands),
            Directive::Else => self.otherwise(statement),
            _ => self.close(statement, SKIPPED),
        };
        misfit.and(outcome)
    }

    fn begin_if(&mut self, statement: &Statement<'_>, test: Test, operands: &[Token<'_>]) -> Checked {
        if self.is_skipping() {
            self.open(statement, SKIPPED);
            return Ok(());
        }
        let holds = self.holds(statement, test, operands);
        match (test, operands.first()) {
            (Test::Defined, Some(name)) => self.contest(statement.record, name, Dependent::Others),
            (Test::NotDefined, Some(name)) => self.contest(statement.record, name, Dependent::Block),
            _ => {}
        }
        self.open(statement, BlockKind::If(Branches::new(&holds)));
        holds.map(drop)
    }

    /// A condition of one name and the statement after it: `!ifdef NAME !eof`.
    fn if_inline(&mut self, statement: &Statement<'_>, test: Test) -> Checked {
        let operands = statement.operands();
        let end = operands.get(1).map_or(statement.text.len(), |token| token.at);
        let rest = statement.text.get(end..).unwrap_or("");
        let name = operands.get(..1).unwrap_or(&[]);
        let is_skipped = self.is_skipping() || !self.holds(statement, test, name)?;
        if let Some(name) = name.first().filter(|_| !self.is_skipping()) {
            let ends = |next: &Token<'_>| self.directive_of(next.text) == Some(Directive::EndOfFile);
            let dependent = match test {
                Test::NotDefined => Dependent::Statement,
                _ if operands.get(1).is_some_and(ends) => Dependent::File,
                _ => Dependent::Others,
            };
            self.contest(statement.record, name, dependent);
        }
        if is_skipped {
            self.note_left_out(operands.get(1..).unwrap_or(&[]));
            // What is skipped is not divided into strings, so that these signs end it there.
            if rest.contains([';', ':']) {
                let fault =
                    DialectFault::NotSupported("a string with `;` or `:` behind a condition".to_owned());
                return Err(At::new(fault, end..statement.text.len()).hint("write it in braces"));
            }
            return Ok(());
        }
        // The blanks keep the places of messages.
        let rest = " ".repeat(end) + rest;
        let inner = Parser(&*self).parse(statement.record, &rest)?;
        if self.pass.depth > DEEPEST {
            return Err(statement.fault(Fault::TooNested(DEEPEST)));
        }
        self.pass.depth += 1;
        let outcome = self.statement(&inner);
        self.pass.depth -= 1;
        outcome
    }

    fn else_if(&mut self, statement: &Statement<'_>, test: Test, operands: &[Token<'_>]) -> Checked {
        let is_open = self.last_condition(statement)?.is_open;
        self.contest_others();
        if let (true, Test::Defined | Test::NotDefined, Some(name)) = (is_open, test, operands.first()) {
            self.contest(statement.record, name, Dependent::Others);
        }
        if !is_open {
            *self.last_condition(statement)? = Branches::SKIPPED;
            return Ok(());
        }
        let holds = self.holds(statement, test, operands);
        *self.last_condition(statement)? = Branches::new(&holds);
        holds.map(drop)
    }

    fn otherwise(&mut self, statement: &Statement<'_>) -> Checked {
        self.contest_others();
        self.last_condition(statement)?.otherwise();
        Ok(())
    }

    /// Returns the condition that a branch belongs to.
    fn last_condition(&mut self, statement: &Statement<'_>) -> Checked<&mut Branches> {
        let word = statement.word();
        let fault = |fault| statement.fault(fault);
        match self.pass.blocks.last_mut() {
            Some(Block { kind: BlockKind::If(branches), .. }) => {
                branches.check(word).map_err(fault)?;
                Ok(branches)
            }
            _ => Err(fault(Fault::NoIf(word.to_owned()))),
        }
    }

    fn holds(&mut self, statement: &Statement<'_>, test: Test, operands: &[Token<'_>]) -> Checked<bool> {
        let missing = || statement.needs_operand();
        let (first, second) = {
            let mut pieces = split(operands).into_iter();
            (pieces.next().unwrap_or(&[]), pieces.next().unwrap_or(&[]))
        };
        let is_text = |tokens: &[Token<'_>]| tokens.iter().map(|token| token.text).collect::<String>();
        Ok(match test {
            Test::Always => true,
            Test::Never => false,
            Test::For(processor) => processor == Some(self.words.processor),
            Test::Blank | Test::NotBlank => {
                let inner = is_text(operands);
                let others = ["<>", "{}", "\"\"", "''"];
                let is_blank = inner.is_empty() || !self.table.studies && others.contains(&inner.as_str());
                is_blank == (test == Test::Blank)
            }
            Test::Same | Test::Different => (is_text(first) == is_text(second)) == (test == Test::Same),
            _ if operands.is_empty() => return Err(missing()),
            Test::Defined | Test::NotDefined | Test::Used | Test::NotUsed => {
                let name = first.first().filter(|token| token.is_name());
                let name = name
                    .ok_or_else(|| At::new(Fault::ExpectedName, first.first().map_or(0..0, Token::span)))?;
                let found = if matches!(test, Test::Defined | Test::NotDefined) {
                    self.note_test(name);
                    self.is_known(name.text)
                } else {
                    self.note_later(name.text, &name.span(), Role::Use);
                    self.is_name_used(name.text)
                };
                found == matches!(test, Test::Defined | Test::Used)
            }
            Test::Constant => {
                let value = self.evaluate(first)?;
                self.is_constant(value, span(first))?
            }
            Test::Compare(_) if second.is_empty() => return Err(missing()),
            Test::Compare(relation) => {
                let (left, right) = (self.number(first)?, self.number(second)?);
                relation.apply(left, right, 1) == Ok(1)
            }
            Test::True => self.number(operands)? != 0,
            Test::False => self.number(operands)? == 0,
            Test::CompareToZero(relation) => relation.apply(self.number(operands)?, 0, 1) == Ok(1),
        })
    }

    /// Whether a name is defined as a symbol, as text or as a macro.
    fn is_known(&self, name: &str) -> bool {
        if self.table.studies {
            return self.is_name_defined(name);
        }
        self.pass.defines.has(name)
            || self.table.symbols_are_defined && (self.is_name_defined(name) || self.macro_of(name).is_some())
    }

    /// Closes blocks without a word: those of a macro that is left.
    pub(crate) fn drop_blocks(&mut self, first: usize) {
        while self.pass.blocks.len() > first {
            self.pop_block();
        }
    }

    /// Reports blocks that the innermost frame leaves open.
    pub(crate) fn close_blocks(&mut self, first: usize) {
        if self.pass.is_stopped {
            return;
        }
        while self.pass.blocks.len() > first {
            let Some(block) = self.pass.blocks.last() else { return };
            let at = At::new(DialectFault::Unclosed, block.span.clone());
            let record = block.record;
            self.report(record, at);
            self.pop_block();
        }
    }
}

/// Conditions of ACME on names that are defined further down.
///
/// ACME reads a source again if a value was missing, and keeps the names of the time before: `!ifdef` then finds a name that is defined
/// below. Here a condition has the answer of the first time. Where the other answer would change bytes, the source is refused.
impl Engine<'_> {
    /// Notes a condition on a name that nothing above defines, but something below, if ACME reads the source again.
    pub(crate) fn contest(&mut self, record: usize, name: &Token<'_>, dependent: Dependent) {
        let keeps_names = self.table.lexis.braces && self.symbols.pass() > 1;
        if !keeps_names || self.is_name_defined(name.text) {
            return;
        }
        if !self.candidates(name.text).iter().any(|full| self.symbols.was_defined(full)) {
            return;
        }
        let (blocks, frames) = (self.pass.blocks.len(), self.input.frames.len());
        let contest = Contest {
            name: name.text.to_owned(),
            record,
            span: name.span(),
            blocks: match dependent {
                Dependent::Block => blocks + 1,
                Dependent::Statement | Dependent::Others => usize::MAX,
                Dependent::File => 0,
            },
            frames,
            before: self.so_far(),
            has_others: dependent == Dependent::Others,
        };
        self.pass.contests.push(contest);
    }

    /// Notes that the innermost condition has another branch.
    pub(crate) fn contest_others(&mut self) {
        let (blocks, frames) = (self.pass.blocks.len(), self.input.frames.len());
        for contest in &mut self.pass.contests {
            contest.has_others |= (contest.blocks, contest.frames) == (blocks, frames);
        }
    }

    /// Reports conditions whose statements are read, if the other answer would change bytes.
    pub(crate) fn settle_contests(&mut self) {
        if self.pass.contests.is_empty() {
            return;
        }
        let (blocks, frames) = (self.pass.blocks.len(), self.input.frames.len());
        let is_open = |contest: &Contest| {
            frames > contest.frames || frames == contest.frames && blocks >= contest.blocks
        };
        let (open, over) =
            std::mem::take(&mut self.pass.contests).into_iter().partition::<Vec<_>, _>(is_open);
        self.pass.contests = open;
        let now = self.so_far();
        for contest in over.into_iter().filter(|contest| contest.has_others || contest.before != now) {
            let hint = format!("define `{}` above, or place nothing that depends on it", contest.name);
            let at = At::new(DialectFault::DefinedBelow(contest.name), contest.span).hint(hint);
            self.report(contest.record, at);
        }
    }

    fn so_far(&self) -> (usize, i64) {
        (self.pass.items.len(), self.segments.location())
    }
}
