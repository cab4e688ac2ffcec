//! Reading a statement of another assembler.

use super::{Operation, Statement, code_offset};
use crate::syntax::directive::Directive;
use crate::syntax::scan::{Checked, slice};
use crate::syntax::table::{BareLabels, Table};
use crate::syntax::token::{Kind, Token, split, tokens};

/// The words that mean something where an operation stands.
pub(crate) trait Vocabulary {
    fn table(&self) -> &'static Table;
    fn directive_of(&self, word: &str) -> Option<Directive>;
    fn is_macro(&self, word: &str) -> bool;
    fn is_instruction(&self, word: &str) -> bool;
    /// Whether a word is an instruction of the processor.
    fn is_mnemonic(&self, word: &str) -> bool;
    fn is_structure(&self, word: &str) -> bool;
    /// Whether a directive may stand in column one, where a label would.
    fn has_directives_in_column_one(&self) -> bool;
}

/// Parses statements.
pub(crate) struct Parser<'v, V>(pub(crate) &'v V);

impl<V: Vocabulary> Parser<'_, V> {
    /// Parses a statement.
    pub(crate) fn parse<'t>(&self, record: usize, text: &'t str) -> Checked<Statement<'t>> {
        let tokens = tokens(text, &self.0.table().lexis)?;
        let mut at = 0;
        let mut statement = Statement::of(record, text, tokens);
        while let Some((label, colon, end)) = self.label(text, &statement.tokens, at) {
            statement.labels.push(label);
            statement.has_colon = colon;
            at = end;
        }
        let is_structure = |token: &Token<'_>| self.operation_of(token.text) == Operation::Structure;
        let places = !statement.labels.is_empty() && statement.tokens.get(at).is_some_and(is_structure);
        if let Some((name, operator)) = self.defined_name(&statement.tokens, at).filter(|_| !places) {
            statement.name = Some(name);
            at = operator;
        } else if statement.labels.len() == 1 && self.names(&statement.tokens, at) {
            statement.name = statement.labels.pop();
        }
        let found = statement.tokens.get(at).map(|token| (self.operation(&statement, at), *token));
        let found = found.map(|found| self.without_at(found));
        statement.first_operand = at + 1;
        if let Some((Operation::Directive(Directive::Org), token)) = found
            && self.0.table().here.contains(&token.text)
        {
            statement.first_operand = at + 2;
        }
        if let Some((Operation::Macro, token)) = found
            && self.0.table().naming.plus_calls
            && token.text == "+"
        {
            let name = statement.tokens.get(at + 1).copied().unwrap_or(token);
            statement.first_operand = at + 2;
            statement.operation = Some((Operation::Macro, name));
            return Ok(statement);
        }
        statement.operation = found;
        Ok(statement)
    }

    /// Returns a label at this token, whether it has a colon, and the index after it.
    fn label<'t>(&self, text: &'t str, tokens: &[Token<'t>], at: usize) -> Option<(Token<'t>, bool, usize)> {
        let naming = &self.0.table().naming;
        let token = tokens.get(at)?;
        let next = tokens.get(at + 1);
        let colon = next.filter(|next| next.text.starts_with(':') && next.text != ":=");
        let colon = colon.filter(|next| {
            next.at == token.end() || self.is_label_before_blank(token, tokens.get(at + 2), next)
        });
        let digits = token.text.bytes().all(|byte| byte.is_ascii_digit());
        match token.kind {
            Kind::Sign if naming.colons && token.is(":") => Some((*token, true, at + 1)),
            Kind::Sign if naming.signs && matches!(token.text, "+" | "-") => sign_label(text, tokens, at),
            Kind::Number(_) | Kind::Wrong if naming.numbers && digits && token.at == 0 && at == 0 => {
                Some((*token, colon.is_some(), at + 1 + usize::from(colon.is_some())))
            }
            Kind::Sign if naming.code_labels && at == 0 && token.at == 0 && token.is("!") => Some((
                *next.filter(|next| next.is_name() && next.at == 1)?,
                true,
                2 + usize::from(tokens.get(2).is_some_and(|colon| colon.is(":"))),
            )),
            Kind::Name if naming.code_labels && at == 0 && token.at == 0 && code_offset(tokens).is_some() => {
                let has_colon = tokens.get(3).is_some_and(|colon| colon.is(":"));
                Some((*token, true, 3 + usize::from(has_colon)))
            }
            Kind::Name if naming.dot_labels && at == 0 && token.text.starts_with('.') => {
                let name = Token { text: slice(token.text, 1..token.text.len()), at: token.at + 1, ..*token };
                Some((name, true, 1 + usize::from(colon.is_some())))
            }
            Kind::Name
                if colon.is_some()
                    && !(self.0.table().studies && self.0.directive_of(token.text).is_some())
                    && !token.text.starts_with('!')
                    && (token.at == 0 || !self.0.table().lexis.only_first_labels) =>
            {
                Some((*token, true, at + 2))
            }
            Kind::Name if at == 0 && self.is_bare_label(token, next) => Some((*token, false, 1)),
            _ => None,
        }
    }

    /// Whether a name is a label although a blank stands before its colon, as ca65 has it. `:+` is another word.
    fn is_label_before_blank(&self, name: &Token<'_>, after: Option<&Token<'_>>, colon: &Token<'_>) -> bool {
        let is_unnamed =
            after.is_some_and(|after| after.at == colon.end() && matches!(after.text, "+" | "-" | "<" | ">"));
        let is_name = name.is_name() && self.operation_of(name.text) == Operation::Unknown;
        self.0.table().studies && colon.is(":") && is_name && !is_unnamed
    }

    fn is_bare_label(&self, token: &Token<'_>, next: Option<&Token<'_>>) -> bool {
        let unknown = || self.operation_of(token.text) == Operation::Unknown;
        let defines = next.is_some_and(|next| self.0.directive_of(next.text).is_some_and(Directive::names));
        !defines
            && match self.0.table().naming.bare_labels {
                BareLabels::Never => false,
                BareLabels::ColumnOne => token.at == 0 && unknown(),
                BareLabels::OnlyInColumnOne => token.at == 0 && self.is_label_in_column_one(token.text),
                BareLabels::Anywhere => !token.text.starts_with('!') && unknown(),
            }
    }

    /// Whether a word in column one is a label. With the option `--dirbol` it may be a directive.
    fn is_label_in_column_one(&self, word: &str) -> bool {
        let is_macro = self.0.is_macro(word);
        if self.0.table().lexis.dot_counts
            && word.starts_with('.')
            && word.chars().skip(1).all(|c| c.is_ascii_digit())
        {
            return false;
        }
        let may_be_directive = self.0.has_directives_in_column_one();
        !(is_macro || may_be_directive && self.0.directive_of(word).is_some())
    }

    /// Returns the name at this token and the index of the operation that defines it.
    fn defined_name<'t>(&self, tokens: &[Token<'t>], at: usize) -> Option<(Token<'t>, usize)> {
        let is_in_place = |token: &&Token<'_>| {
            token.at == 0 || self.0.table().naming.bare_labels != BareLabels::OnlyInColumnOne
        };
        let name = tokens.get(at).filter(|token| token.is_name()).filter(is_in_place)?;
        self.names(tokens, at + 1).then_some((*name, at + 1))
    }

    /// Whether the operation at this token defines the name before it.
    fn names(&self, tokens: &[Token<'_>], at: usize) -> bool {
        let Some(token) = tokens.get(at) else { return false };
        match self.0.directive_of(token.text) {
            // SET is an instruction too.
            Some(Directive::Variable) if self.0.is_mnemonic(token.text) => {
                split(tokens.get(at + 1..).unwrap_or(&[])).len() == 1
            }
            Some(directive) if directive.names() => true,
            Some(Directive::Macro) => at > 0,
            _ => false,
        }
    }

    fn operation(&self, statement: &Statement<'_>, at: usize) -> Operation {
        let Some(token) = statement.tokens.get(at) else { return Operation::Unknown };
        let next = statement.tokens.get(at + 1);
        if self.0.table().here.contains(&token.text) && next.is_some_and(|next| next.is("=")) {
            return Operation::Directive(Directive::Org);
        }
        if self.0.table().naming.plus_calls && token.is("+") && next.is_some_and(Token::is_name) {
            return Operation::Macro;
        }
        match self.0.directive_of(token.text) {
            Some(directive) if directive.names() && statement.name.is_some() => {
                Operation::Directive(directive)
            }
            Some(directive) if directive.names() && self.0.is_mnemonic(token.text) => Operation::Mnemonic,
            _ if matches!(token.kind, Kind::Name | Kind::Sign) => self.operation_of(token.text),
            _ => Operation::Unknown,
        }
    }

    /// Returns an operation without the `@` before it, which keeps a macro with the same name from being called.
    fn without_at<'t>(&self, (operation, token): (Operation, Token<'t>)) -> (Operation, Token<'t>) {
        let bare = token.text.strip_prefix('@').filter(|_| self.0.table().naming.code_labels);
        let Some(bare) = bare.filter(|_| operation == Operation::Unknown) else { return (operation, token) };
        (self.built_in(bare), Token { text: bare, at: token.at + 1, ..token })
    }

    /// Returns what a word at the place of the operation means.
    fn operation_of(&self, word: &str) -> Operation {
        if self.0.is_macro(word) && !self.0.table().naming.plus_calls {
            return Operation::Macro;
        }
        self.built_in(word)
    }

    /// Returns what a word means where it is not a macro.
    fn built_in(&self, word: &str) -> Operation {
        if let Some(directive) = self.0.directive_of(word) {
            return Operation::Directive(directive);
        }
        if self.0.is_instruction(word) {
            return Operation::Mnemonic;
        }
        if self.0.is_structure(word) { Operation::Structure } else { Operation::Unknown }
    }
}

/// Returns the label `+` or `--` at this token, unless it calls a macro.
fn sign_label<'t>(text: &'t str, tokens: &[Token<'t>], at: usize) -> Option<(Token<'t>, bool, usize)> {
    let first = tokens.get(at)?;
    let signs = tokens.iter().skip(at).enumerate();
    let count =
        signs.take_while(|(index, token)| token.text == first.text && token.at == first.at + index).count();
    let last = tokens.get(at + count - 1)?;
    let calls = tokens.get(at + count).is_some_and(|next| next.is_name() && next.at == last.end());
    let label = Token { text: slice(text, first.at..last.end()), ..*first };
    (!calls).then_some((label, false, at + count))
}
