//! Skipped lines: each assembler looks in its own way for the end of a branch.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault};
use crate::flow::blocks::SKIPPED;
use crate::flow::{Block, BlockKind, Branches, COMMENTED};
use crate::passes::Engine;
use crate::syntax::{
    At, Checked, Directive, Kind, Parser, Piece, Skipping, Span, Statement, Test, Token, Vocabulary, blanks,
    byte, is_one_of, run, slice, tokens, tokens_in, unexpected,
};
use crate::tables::ca65::OTHER_WORDS;

const IN_LABEL: &str = "it is not known whether MACRO-80 sees a condition after a label that it skips; write the label in a line of its own";
const UNCOUNTED: &str = "zmac does not count this condition where it skips lines; write IF or IFT";
const NOT_ALONE: &str = "with something after it, zmac may take it for a label";
const NAMED: &str = "the word after .if names another directive; write a number or another name";

impl Engine<'_> {
    /// Handles a line that is skipped, or ends what is assembled. Returns whether it is done with.
    pub(crate) fn is_left_out(&mut self, record: usize, piece: &Piece) -> Checked<bool> {
        let how = self.table.skipping;
        let is_skipping = self.is_skipping();
        match how {
            Skipping::Braces => return Ok(false),
            Skipping::AfterColumnOne if self.is_in_condition() => {}
            _ if !is_skipping => return Ok(false),
            _ => {}
        }
        if let Some(line) = &piece.commented
            && how == Skipping::AfterColumnOne
            && let Some((directive, word)) = match self.first_condition(line, is_skipping)? {
                Some((directive, word)) => Some((directive, slice(line, word))),
                None => self
                    .first_condition(&piece.text, is_skipping)?
                    .map(|(directive, word)| (directive, slice(&piece.text, word))),
            }
            && (is_skipping || directive.ends_branch())
        {
            let fault = DialectFault::NotSupported(word.to_owned());
            return Err(At::new(fault, 0..piece.text.len()).hint(COMMENTED));
        }
        let raw = Rc::clone(&piece.text);
        let text = if how == Skipping::Any { self.expanded(record, &raw) } else { raw };
        if is_skipping && let Ok(statement) = Parser(&*self).parse(record, &text) {
            self.note_skipped(&statement);
        }
        if how == Skipping::Any {
            return self.any_condition(record, &text).map(|()| true);
        }
        let found = self.first_condition(&text, is_skipping)?;
        let Some((directive, word)) = found.filter(|(directive, _)| is_skipping || directive.ends_branch())
        else {
            return Ok(is_skipping);
        };
        let (text, word) = match directive {
            Directive::Foreign(end, _) => {
                self.input.skip_past(end);
                return Ok(true);
            }
            Directive::ElseIf(_) if how == Skipping::AfterColumnOne => {
                // The rest is replaced as always.
                let rest = " ".repeat(word.end) + slice(&text, word.end..text.len());
                let rest = self.expanded(record, &rest.into());
                let all = slice(&text, word.clone()).to_owned() + slice(&rest, word.end..rest.len());
                (all.into(), 0..word.len())
            }
            _ => (text, word),
        };
        let text: Rc<str> = text;
        let after = slice(&text, word.end..text.len());
        let operands = match tokens_in(after, word.end, &self.table.lexis) {
            Ok(operands) => operands,
            Err(at) if matches!(directive, Directive::ElseIf(_)) => return Err(at),
            Err(_) => Vec::new(),
        };
        let first = Token { kind: Kind::Name, text: slice(&text, word.clone()), at: word.start };
        let all = std::iter::once(first).chain(operands).collect();
        self.left_out_condition(&Statement::of_directive(record, &text, all, 0, directive), directive)?;
        Ok(true)
    }

    /// Whether the innermost block is a condition.
    fn is_in_condition(&self) -> bool {
        let is = |block: &Block| matches!(block.kind, BlockKind::If(_));
        self.pass.blocks.last().is_some_and(is)
    }

    /// Reports a condition where its assembler would take it for something else.
    pub(crate) fn check_place(&self, statement: &Statement<'_>, directive: Directive) -> Checked {
        let first = statement.tokens().first();
        match self.table.skipping {
            // What ends a branch begins its line.
            Skipping::AfterColumnOne if directive.ends_branch() => {
                Err(statement.fault(Fault::NoIf(statement.word().to_owned())))
            }
            Skipping::FirstAlone if !statement.labels.is_empty() => {
                first.map_or(Ok(()), |first| Err(unexpected(first)))
            }
            Skipping::First
                if names_condition(
                    slice(statement.text, statement.operation_span().end..statement.text.len()).trim_start(),
                ) =>
            {
                Err(statement.not_supported(NAMED))
            }
            _ => Ok(()),
        }
    }

    fn left_out_condition(&mut self, statement: &Statement<'_>, directive: Directive) -> Checked {
        match directive {
            Directive::If(_) => {
                self.open(statement, SKIPPED);
                Ok(())
            }
            _ => self.condition(statement, directive),
        }
    }

    /// Returns the condition that begins a line, and where its word is.
    fn first_condition(&self, text: &str, is_skipping: bool) -> Checked<Option<(Directive, Span)>> {
        let how = self.table.skipping;
        let mut at = blanks(text, 0);
        let mut is_after_label = false;
        match how {
            Skipping::AfterColumnOne
                if is_skipping
                    && !self.pass.options.directives_in_column_one
                    && text
                        .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '.' | '@')) =>
            {
                at = run(text, 0, |c| c.is_ascii_alphanumeric() || b"_.?!#@".contains(&c));
                at = blanks(text, at + usize::from(byte(text, at) == Some(b':')));
            }
            Skipping::AfterLabel | Skipping::FirstWithoutLabel => {
                if let Some(after) = self.after_label(text, at) {
                    (at, is_after_label) = (after, true);
                }
            }
            _ => {}
        }
        let Some(word) = self.word_at(text, at) else { return Ok(None) };
        let spelling = slice(text, word.clone());
        let rest = slice(text, word.end..text.len()).trim_start();
        let refused =
            |hint| Err(At::new(DialectFault::NotSupported(spelling.to_owned()), word.clone()).hint(hint));
        let directive = match self.directive_of(spelling.strip_prefix('#').unwrap_or(spelling)) {
            Some(directive) if self.macro_of(spelling).is_none() => directive,
            _ => return Ok(None),
        };
        let is_condition = directive.is_condition();
        match how {
            Skipping::First | Skipping::FirstAlone | Skipping::FirstWithoutLabel | Skipping::AfterLabel
                if rest.starts_with(':') =>
            {
                return Ok(None);
            }
            Skipping::First if rest.starts_with('=') => return Ok(None),
            _ if let Directive::RefusedCondition(why) = directive => return refused(why),
            Skipping::First if is_condition && names_condition(rest) => return refused(NAMED),
            Skipping::FirstAlone if is_condition && !directive.ends_branch() => {
                if matches!(directive, Directive::If(Test::False)) {
                    return refused(UNCOUNTED);
                }
            }
            Skipping::FirstAlone if is_condition && !rest.is_empty() => return refused(NOT_ALONE),
            Skipping::FirstWithoutLabel if is_condition && is_after_label => return refused(IN_LABEL),
            Skipping::AfterColumnOne => {
                // The case of its first letter is that of the whole word, and nothing but a blank follows.
                let is_one_case = !(spelling.contains(|c: char| c.is_ascii_lowercase())
                    && spelling.contains(|c: char| c.is_ascii_uppercase()));
                let is_alone = byte(text, word.end).is_none_or(|c| c <= b' ');
                if !(is_one_case && is_alone) {
                    return Ok(None);
                }
            }
            _ => {}
        }
        let matters = is_condition || is_skipping && matches!(directive, Directive::Foreign(..));
        Ok(matters.then_some((directive, word)))
    }

    /// Returns where the word at a position is.
    fn word_at(&self, text: &str, at: usize) -> Option<Span> {
        let mut start = at;
        // sjasmplus takes a dot before a directive, z80asm a sign.
        start += match (self.table.skipping, byte(text, at)) {
            (Skipping::AfterColumnOne, Some(b'.')) => 1,
            (Skipping::AfterLabel, Some(b'#')) => blanks(text, at + 1) - at,
            _ => 0,
        };
        let parts = self.table.lexis.parts.as_bytes();
        let starts = self.table.lexis.starts.as_bytes();
        let first = byte(text, start)?;
        if !(first.is_ascii_alphabetic() || first == b'_' || starts.contains(&first)) {
            return None;
        }
        let end = run(text, start + 1, |c| c.is_ascii_alphanumeric() || c == b'_' || parts.contains(&c));
        Some(start..end)
    }

    /// Returns the position after a label: `NAME:`, `.NAME`, or a name in column one where labels need no colon.
    fn after_label(&self, text: &str, at: usize) -> Option<usize> {
        let word = self.word_at(text, at)?;
        let spelling = slice(text, word.clone());
        let colon = blanks(text, word.end);
        match byte(text, colon) {
            Some(b':') => {
                let end = run(text, colon, |c| c == b':');
                Some(blanks(text, end))
            }
            _ if self.table.naming.dot_labels => spelling.starts_with('.').then_some(colon),
            _ => {
                let is_word = self.directive_of(spelling).is_some() || self.is_instruction(spelling);
                (at == 0 && !is_word).then_some(colon)
            }
        }
    }

    /// Refuses what is no word of ca65, which reads the words of every line.
    pub(crate) fn check_words(&self, all: &[Token<'_>]) -> Checked {
        let is_operator = |word: &str| {
            let operators = self.table.operators.iter().map(|row| row.0);
            let mut all = operators.chain(self.table.prefixes.iter().map(|row| row.0));
            all.any(|words| is_one_of(words, word))
        };
        let is_known = |token: &Token<'_>| match token.text.as_bytes() {
            [b'\\' | b'@'] | [b'@', b'.', ..] => false,
            [b'.', _, ..] if token.is_name() && !self.pass.has_dot_names => {
                self.directive_of(token.text).is_some()
                    || self.function(token.text).is_some()
                    || is_operator(token.text)
                    || is_one_of(OTHER_WORDS, token.text)
            }
            _ => true,
        };
        all.iter().find(|token| !is_known(token)).map_or(Ok(()), |token| Err(unexpected(token)))
    }

    /// Looks for conditions among all words of a line.
    fn any_condition(&mut self, record: usize, text: &str) -> Checked {
        let all = tokens(text, &self.table.lexis)?;
        self.check_words(&all)?;
        for (at, token) in all.iter().enumerate() {
            let Some(directive) = self.directive_of(token.text).filter(|_| token.is_name()) else { continue };
            match directive {
                Directive::RefusedCondition(why) => {
                    return Err(token.fault(DialectFault::NotSupported).hint(why));
                }
                _ if !directive.is_condition() => continue,
                Directive::Else | Directive::EndIf => {
                    if let Some(next) = all.get(at + 1) {
                        return Err(unexpected(next));
                    }
                }
                _ => {}
            }
            let statement = Statement::of_directive(record, text, all.clone(), at, directive);
            let kind = self.pass.blocks.last().map(|block| block.kind);
            let was_open = matches!(kind, Some(BlockKind::If(Branches { is_open: true, .. })));
            self.left_out_condition(&statement, directive)?;
            // The rest is the condition of a branch that may be assembled.
            if matches!(directive, Directive::ElseIf(_)) && was_open {
                return Ok(());
            }
        }
        Ok(())
    }
}

/// Whether `.if` is followed by the end of another directive: `.if eq, 5` is `.ifeq 5`.
fn names_condition(rest: &str) -> bool {
    const ENDS: [&str; 15] =
        ["eq", "ne", "gt", "lt", "ge", "le", "def", "ndef", "b", "nb", "idn", "dif", "t", "f", "tf"];
    let word = slice(rest, 0..run(rest, 0, |c| c.is_ascii_alphanumeric() || b"_.$".contains(&c)));
    ENDS.iter().any(|end| end.eq_ignore_ascii_case(word))
}
