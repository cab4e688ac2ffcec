//! Texts in which numbers that are not known, or that were computed, are terms: what variables are bound to.

use std::fmt;

use crate::rules::term::{Grammar, NoNumber, Operator, Term, Unary};

/// The place of a number in the text of an instruction: a constant, an address or a displacement.
pub(crate) const SLOT: char = '\u{1}';

/// The sign between index register and offset. It is not `+`, so that no sum of constants can match it.
pub(crate) const INDEX: char = '\u{4}';

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Text(pub(crate) Vec<Token>);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Token {
    Char(char),
    Term(Term),
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.chars().map(Token::Char).collect())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::from(text.as_str())
    }
}

impl From<Term> for Text {
    fn from(term: Term) -> Text {
        match term {
            // A number is compared with others as text.
            Term::Number(number) => Text::from(number.to_string()),
            term => Text(vec![Token::Term(term)]),
        }
    }
}

/// In the syntax of the assembler.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for token in &self.0 {
            match token {
                Token::Char(INDEX) => f.write_str("+")?,
                Token::Char(c) => write!(f, "{c}")?,
                Token::Term(term @ Term::Binary(..)) if self.0.len() > 1 => write!(f, "({term})")?,
                Token::Term(term) => write!(f, "{term}")?,
            }
        }
        Ok(())
    }
}

impl Text {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn starts_with(&self, c: char) -> bool {
        self.0.first() == Some(&Token::Char(c))
    }

    /// Returns the text if it has no terms.
    pub(crate) fn plain(&self) -> Option<String> {
        let plain = |token: &Token| match token {
            Token::Char(c) => Some(*c),
            Token::Term(_) => None,
        };
        self.0.iter().map(plain).collect()
    }

    pub(crate) fn to_ascii_lowercase(&self) -> Text {
        let lower = |token: &Token| match token {
            Token::Char(c) => Token::Char(c.to_ascii_lowercase()),
            term => term.clone(),
        };
        Text(self.0.iter().map(lower).collect())
    }

    pub(crate) fn eq_ignore_ascii_case(&self, other: &Text) -> bool {
        self.to_ascii_lowercase() == other.to_ascii_lowercase()
    }

    /// Returns whether another text is a part of it. A number that is not known is a part of nothing else.
    pub(crate) fn contains(&self, other: &Text) -> bool {
        other.is_empty() || self.0.windows(other.0.len()).any(|part| part == other.0)
    }

    /// Returns whether it is a number that is not known, and the other text can be what it is.
    pub(crate) fn may_be(&self, other: &Text) -> bool {
        matches!(self.0[..], [Token::Term(_)]) && other.term().is_some()
    }

    pub(crate) fn concat<'t>(texts: impl IntoIterator<Item = &'t Text>) -> Text {
        Text(texts.into_iter().flat_map(|text| text.0.iter().cloned()).collect())
    }

    /// Returns the rest after a sign at the beginning.
    pub(crate) fn without(&self, sign: char) -> Option<Text> {
        match self.0.split_first() {
            Some((Token::Char(first), rest)) if *first == sign => Some(Text(rest.to_vec())),
            _ => None,
        }
    }

    /// Returns the text between the first and the last character, if they are one pair of parentheses.
    pub(crate) fn in_parentheses(&self) -> Option<Text> {
        let inner = match &self.0[..] {
            [Token::Char('('), inner @ .., Token::Char(')')] => inner,
            _ => return None,
        };
        let mut depth = 0;
        let closes_early = inner.iter().any(|token| {
            depth += i32::from(*token == Token::Char('(')) - i32::from(*token == Token::Char(')'));
            depth < 0
        });
        (!closes_early).then(|| Text(inner.to_vec()))
    }

    /// Returns the parts between separators outside of parentheses.
    pub(crate) fn split(&self, separator: char) -> Vec<Text> {
        let mut parts = vec![Text::default()];
        let mut depth = 0;
        for token in &self.0 {
            depth += i32::from(*token == Token::Char('(')) - i32::from(*token == Token::Char(')'));
            if *token == Token::Char(separator) && depth == 0 {
                parts.push(Text::default());
            } else if let Some(last) = parts.last_mut() {
                last.0.push(token.clone());
            }
        }
        parts
    }

    /// Returns the text before and after the first character of a kind.
    pub(crate) fn split_once(&self, is: impl Fn(char) -> bool) -> Option<(Text, Text)> {
        let at = self.0.iter().position(|token| matches!(token, Token::Char(c) if is(*c)))?;
        Some((Text(self.0[..at].to_vec()), Text(self.0[at + 1..].to_vec())))
    }

    pub(crate) fn trim(&self) -> Text {
        let is_blank = |token: &Token| matches!(token, Token::Char(c) if c.is_whitespace());
        let start = self.0.iter().position(|token| !is_blank(token)).unwrap_or(self.0.len());
        let end = self.0.iter().rposition(|token| !is_blank(token)).map_or(start, |at| at + 1);
        Text(self.0[start..end].to_vec())
    }

    /// Returns the number that the text is: a term, a number, or a sum and the like of these. Registers, and what is in parentheses,
    /// are none.
    pub(crate) fn term(&self) -> Option<Term> {
        if let [Token::Term(term)] = &self.0[..] {
            return Some(term.clone());
        }
        if self.starts_with('(') {
            return None;
        }
        let mut name = |word: &str| is_name(word).then(|| Term::name(word));
        Reader::read(self, Grammar::C, &mut name).ok()
    }

    /// Returns the text with a term in place of a name.
    pub(crate) fn with(&self, name: &str, value: &Term) -> Result<Text, NoNumber> {
        let one = |token: &Token| match token {
            Token::Char(_) => Ok(vec![token.clone()]),
            Token::Term(term) if term.names().contains(name) => Ok(Text::from(term.with(name, value)?).0),
            Token::Term(_) => Ok(vec![token.clone()]),
        };
        self.0.iter().map(one).collect::<Result<Vec<_>, _>>().map(|tokens| Text(tokens.concat()))
    }
}

/// Returns whether this is the name of a constant or label that a variable stands for.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The greatest number of operands of an expression, so that no recursion is too deep.
const MOST_OPERANDS: usize = 150;

pub(crate) struct Reader<'t> {
    rest: &'t [Token],
    grammar: Grammar,
    /// Returns the term for a word that is not a number.
    name: &'t mut dyn FnMut(&str) -> Option<Term>,
    operands: usize,
}

impl<'t> Reader<'t> {
    /// Reads an expression by the precedence of a grammar. `name` returns what a word is that is not a number.
    pub(crate) fn read(
        text: &'t Text,
        grammar: Grammar,
        name: &'t mut dyn FnMut(&str) -> Option<Term>,
    ) -> Result<Term, NoNumber> {
        let mut reader = Reader { rest: &text.0, grammar, name, operands: 0 };
        let term = reader.level(0)?;
        reader.skip();
        if reader.rest.is_empty() { Ok(term) } else { Err(NoNumber::None) }
    }

    fn skip(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.take(1);
        }
    }

    fn peek(&self) -> Option<char> {
        match self.rest.first()? {
            Token::Char(c) => Some(*c),
            Token::Term(_) => None,
        }
    }

    fn take(&mut self, count: usize) {
        self.rest = self.rest.get(count..).unwrap_or(&[]);
    }

    fn level(&mut self, least: u8) -> Result<Term, NoNumber> {
        let mut left = self.operand()?;
        loop {
            self.skip();
            let sign: String = self
                .rest
                .iter()
                .take(2)
                .map_while(|token| match token {
                    Token::Char(c) => Some(*c),
                    Token::Term(_) => None,
                })
                .collect();
            let Some((operator, level, length)) = Operator::at(&sign, self.grammar) else { return Ok(left) };
            if level < least {
                return Ok(left);
            }
            self.take(length);
            let right = self.level(level + 1)?;
            left = Term::binary(operator, left, right)?;
        }
    }

    fn operand(&mut self) -> Result<Term, NoNumber> {
        self.operands += 1;
        if self.operands > MOST_OPERANDS {
            return Err(NoNumber::TooLarge);
        }
        self.skip();
        let sign = self.peek();
        let unary = match sign {
            Some('-') => Some(Unary::Minus),
            Some('~') => Some(Unary::Not),
            Some('<') => Some(Unary::Low),
            Some('>') => Some(Unary::High),
            _ => None,
        };
        if let Some(unary) = unary {
            self.take(1);
            let operand = self.operand()?;
            return Term::unary(unary, operand);
        }
        match sign {
            Some('+') => {
                self.take(1);
                self.operand()
            }
            Some('(') => {
                self.take(1);
                let inner = self.level(0)?;
                self.skip();
                if self.peek() != Some(')') {
                    return Err(NoNumber::None);
                }
                self.take(1);
                Ok(inner)
            }
            _ => self.word(),
        }
    }

    /// Reads a number or a name. A term beside letters is a part of the word.
    fn word(&mut self) -> Result<Term, NoNumber> {
        // mdl and z88dk write hexadecimal numbers with these.
        let prefix = usize::from(matches!(self.peek(), Some('#')));
        let is_part = |token: &Token| match token {
            Token::Char(c) => is_part(*c),
            Token::Term(_) => true,
        };
        let count = self.rest.iter().skip(prefix).take_while(|token| is_part(token)).count();
        let word = self.rest.get(..prefix + count).unwrap_or(&[]);
        if let [Token::Term(term)] = word {
            self.take(1);
            return Ok(term.clone());
        }
        let text = glued(word).ok_or(NoNumber::None)?;
        self.take(word.len());
        let text = text.strip_prefix('#').map_or(text.clone(), |digits| format!("0x{digits}"));
        let number = number(&text);
        let starts_as_number = text.starts_with(|c: char| c.is_ascii_digit());
        let number =
            number.or_else(|| arcadian_asm::number(&text).filter(|_| starts_as_number).map(i64::from));
        match number {
            Some(number) => Ok(Term::Number(number)),
            None if text.is_empty() => Err(NoNumber::None),
            None => (self.name)(&text).ok_or(NoNumber::None),
        }
    }
}

/// Returns the word that characters and terms beside each other are; `None` if a term is neither a name nor a number.
pub(crate) fn glued(word: &[Token]) -> Option<String> {
    let mut text = String::new();
    for token in word {
        match token {
            Token::Char(c) => text.push(*c),
            Token::Term(Term::Name(name)) => text.push_str(name),
            Token::Term(_) => return None,
        }
    }
    Some(text)
}

pub(crate) fn is_part(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | '?' | '\'')
}

/// Returns the number that a text is: decimal, or hexadecimal in one of the notations of the formats.
pub(crate) fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Some(inner) = in_parentheses(text) {
        return number(inner);
    }
    if let Some(rest) = text.strip_prefix('-') {
        return number(rest).map(|number| -number);
    }
    let hexadecimal = ["0x", "0X", "$"].iter().find_map(|prefix| text.strip_prefix(prefix));
    match hexadecimal {
        Some(digits) if digits.starts_with(|c: char| c.is_ascii_hexdigit()) => {
            i64::from_str_radix(digits, 16).ok().filter(|number| *number < 1 << 32)
        }
        _ if text.starts_with(|c: char| c.is_ascii_digit()) => {
            text.parse().ok().filter(|number| *number < 1 << 32)
        }
        _ => None,
    }
}

/// Returns the text between the first and the last character, if they are one pair of parentheses.
pub(crate) fn in_parentheses(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0;
    let closes_early = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    (!closes_early).then_some(inner)
}
