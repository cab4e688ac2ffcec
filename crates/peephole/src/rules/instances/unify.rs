//! Matching a line of a pattern with an instruction.
//!
//! A slot of an instruction matches a constant expression. Its variables become names: `%1` becomes `N1`, `?const` becomes `CONST`.

use std::ops::Range;

use arcadian_isa::Processor;

use super::{Corpus, state::Bindings};
use crate::rules::{
    formats::zxbasic::MORE,
    rule::{Format, Piece, Regex, Template},
    term::Term,
    text::{INDEX, SLOT, Text, Token, in_parentheses, number},
};

/// A character of a pattern, a number, or a variable.
#[derive(Clone)]
enum Atom<'t> {
    Character(char),
    Term(Term),
    Variable(&'t str),
    Regex(&'t Regex),
}

/// Matcher of lines with instructions, for a processor and a format.
pub(super) struct Unifier<'c> {
    pub(super) processor: Processor,
    pub(super) format: Format,
    pub(super) corpus: &'c Corpus,
}

impl Unifier<'_> {
    /// Adds the bindings with which the line is the instruction.
    pub(super) fn unify(&self, line: &Template, text: &[char], bound: &Bindings, found: &mut Vec<Bindings>) {
        let atoms = with_plain_number(atoms(line), text);
        self.go(&atoms, text, bound, found);
    }

    fn go(&self, atoms: &[Atom], text: &[char], bound: &Bindings, found: &mut Vec<Bindings>) {
        let Some((first, rest)) = atoms.split_first() else {
            if text.is_empty() {
                found.push(bound.clone());
            }
            return;
        };
        match first.clone() {
            Atom::Variable(name) => match bound.get(name) {
                Some(value) => {
                    let atom = |token: &Token| match token {
                        Token::Char(c) => Atom::Character(*c),
                        Token::Term(term) => Atom::Term(term.clone()),
                    };
                    let atoms: Vec<Atom> = value.0.iter().map(atom).chain(rest.iter().cloned()).collect();
                    self.go(&atoms, text, bound, found);
                }
                None => self.variable(name, atoms, text, bound, found),
            },
            Atom::Regex(regex) => self.regex(regex, rest, text, bound, found),
            Atom::Character(_) | Atom::Term(_) if text.first() == Some(&SLOT) => {
                self.slot(atoms, text, bound, found);
            }
            Atom::Term(_) => {}
            // An offset with a minus sign is an offset too.
            Atom::Character('-') if text.starts_with(&['+', SLOT]) && self.format != Format::Sdcc => {
                self.slot(atoms, &text[1..], bound, found);
            }
            Atom::Character(c) => {
                if text.first().is_some_and(|other| other.eq_ignore_ascii_case(&c)) {
                    self.go(rest, &text[1..], bound, found);
                }
            }
        }
    }

    fn variable(
        &self,
        name: &str,
        atoms: &[Atom],
        text: &[char],
        bound: &Bindings,
        found: &mut Vec<Bindings>,
    ) {
        let rest = &atoms[1..];
        if text.first() == Some(&SLOT) && self.takes_constant(name) {
            self.slot(atoms, text, bound, found);
        }
        // SDCC's `#` marks a whole sum.
        if self.format == Format::Sdcc && text.starts_with(&['#', SLOT]) && begins_with_operator(rest) {
            let bound = bound.with(name, named(name, &text[..2]));
            self.slot(rest, &text[1..], &bound, found);
        }
        for length in self.lengths(name, rest, text) {
            let taken = &text[..length];
            if taken == [SLOT] {
                continue;
            }
            let before = found.len();
            let bound = bound.with(name, named(name, taken));
            self.go(rest, &text[length..], &bound, found);
            if self.format == Format::Zxbasic && found.len() > before {
                // Its regular expressions are greedy, and only the first match counts.
                return;
            }
        }
    }

    fn takes_constant(&self, name: &str) -> bool {
        self.format != Format::Mdl || !(name.starts_with("?reg") || name.starts_with("?op"))
    }

    /// Returns how many characters a variable can take.
    fn lengths(&self, name: &str, rest: &[Atom], text: &[char]) -> Vec<usize> {
        match self.format {
            Format::Sdcc => sdcc_operand(text).into_iter().collect(),
            // Up to the next character of the pattern.
            Format::Copt => {
                let stop = match rest.first() {
                    Some(Atom::Character(stop)) => text.iter().position(|c| c == stop),
                    Some(_) => None,
                    None => Some(text.len()),
                };
                stop.into_iter().collect()
            }
            Format::Zxbasic => (0..=text.len()).rev().collect(),
            Format::Mdl | Format::Equivalences => self.mdl_lengths(name, text),
        }
    }

    fn mdl_lengths(&self, name: &str, text: &[char]) -> Vec<usize> {
        let word = text.iter().take_while(|c| c.is_alphanumeric() || **c == '\'').count();
        let is_word = |kind: &str| name.starts_with(kind) && word > 0;
        if is_word("?op") {
            return vec![word];
        }
        if is_word("?reg") {
            let spelled: String = text[..word].iter().collect();
            return if self.corpus.is_reserved(&spelled) { vec![word] } else { Vec::new() };
        }
        if name.starts_with("?any") { operand(text).into_iter().collect() } else { Vec::new() }
    }

    /// Matches a slot with a constant expression: the pattern up to a comma or the end of parentheses.
    fn slot(&self, atoms: &[Atom], text: &[char], bound: &Bindings, found: &mut Vec<Bindings>) {
        let (mut bound, mut more) = (bound.clone(), None);
        let (mut expression, mut depth, mut taken) = (Vec::new(), 0, 0);
        for atom in atoms {
            match atom.clone() {
                Atom::Character(',') if depth == 0 => break,
                Atom::Character(')') if depth == 0 => break,
                Atom::Character(c) => {
                    depth += i32::from(c == '(') - i32::from(c == ')');
                    expression.push(Token::Char(c));
                }
                Atom::Term(term) => expression.push(Token::Term(term)),
                Atom::Variable(name) if name.starts_with(MORE) => more = Some(name),
                Atom::Variable(name) => {
                    if bound.get(name).is_none() {
                        if !self.takes_constant(name) {
                            return;
                        }
                        bound = bound.with(name, named(name, &[SLOT]));
                    }
                    expression.extend(bound.get(name).into_iter().flat_map(|text| text.0.iter().cloned()));
                }
                Atom::Regex(..) => return,
            }
            taken += 1;
        }
        if !self.is_constant(&Text(expression)) {
            return;
        }
        match more {
            None => self.go(&atoms[taken..], &text[1..], &bound, found),
            // More digits, of which one is tried.
            Some(name) => ["", "0"].iter().for_each(|digits| {
                self.go(&atoms[taken..], &text[1..], &bound.with(name, Text::from(*digits)), found);
            }),
        }
    }

    fn is_constant(&self, text: &Text) -> bool {
        // A term beside letters is a part of the word.
        let shown = |token: &Token| match token {
            Token::Char(c) => *c,
            Token::Term(_) => '_',
        };
        let text: &str = &text.0.iter().map(shown).collect::<String>();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.' | '$' | '@');
        let mut words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
        let has_mark = self.format == Format::Sdcc || self.processor == Processor::Mos6502;
        let is_marked = has_mark && text.starts_with('#');
        // SDCC marks constants, so that parentheses around one do not make memory of it.
        let is_memory = self.format != Format::Sdcc && in_parentheses(text).is_some();
        let is_other = text.is_empty() || text.contains([' ', INDEX]) || is_marked || is_memory;
        !is_other && !words.any(|word| self.corpus.is_reserved(word))
    }

    /// Matches a regular expression. A slot is tried as a character of a name and as a digit.
    fn regex(
        &self,
        regex: &Regex,
        rest: &[Atom],
        text: &[char],
        bound: &Bindings,
        found: &mut Vec<Bindings>,
    ) {
        let Ok(expression) = regex_lite::Regex::new(&regex.expression) else { return };
        for stand_in in ['_', '7'] {
            let plain: String = text.iter().map(|c| if *c == SLOT { stand_in } else { *c }).collect();
            let Some(captures) = expression.captures(&plain) else { continue };
            let Some(whole) = captures.get(0).filter(|whole| whole.start() == 0) else { continue };
            let group = captures.get(1).unwrap_or(whole);
            // The text is ASCII, so that positions in it are positions of characters.
            let part = |range: Range<usize>| text.get(range).unwrap_or_default();
            let name = regex.variable.as_deref().unwrap_or(&regex.whole);
            let mut bound = bound.with(&regex.whole, named(name, part(whole.range())));
            let group = named(name, part(group.range()));
            match bound.get(name) {
                Some(other) if *other != group => return,
                Some(_) => {}
                None => bound = bound.with(name, group),
            }
            self.go(rest, text.get(whole.end()..).unwrap_or(&[]), &bound, found);
            return;
        }
    }
}

fn begins_with_operator(atoms: &[Atom]) -> bool {
    matches!(atoms.first(), Some(Atom::Character('+' | '-' | '*')))
}

fn atoms(line: &Template) -> Vec<Atom<'_>> {
    let mut atoms = Vec::new();
    for piece in &line.0 {
        match piece {
            Piece::Text(text) => atoms.extend(text.chars().map(Atom::Character)),
            Piece::Variable(name) => atoms.push(Atom::Variable(name)),
            Piece::Regex(regex) => atoms.push(Atom::Regex(regex)),
            // Only new code computes.
            Piece::Value(_) => {}
        }
    }
    atoms
}

/// Writes the number of `rst`, `bit` and the like as the instruction has it, in whatever base the pattern has it.
fn with_plain_number<'t>(mut atoms: Vec<Atom<'t>>, text: &[char]) -> Vec<Atom<'t>> {
    let operand = text.iter().skip_while(|c| **c != ' ').nth(1);
    let blank = atoms.iter().position(|atom| matches!(atom, Atom::Character(' ')));
    let Some(start) = blank.filter(|_| operand.is_some_and(char::is_ascii_digit)).map(|blank| blank + 1)
    else {
        return atoms;
    };
    let length = atoms[start..].iter().position(|atom| matches!(atom, Atom::Character(',')));
    let operand = start..length.map_or(atoms.len(), |length| start + length);
    let character = |atom: &Atom| match atom {
        Atom::Character(c) => Some(*c),
        _ => None,
    };
    let word: Option<String> = atoms[operand.clone()].iter().map(character).collect();
    if let Some(number) = word.and_then(|word| plain_number(&word)) {
        atoms.splice(operand, number.to_string().chars().map(Atom::Character));
    }
    atoms
}

/// Returns the number that is the operand of `rst`, `bit` and the like.
pub(super) fn plain_number(word: &str) -> Option<i64> {
    let word = word.strip_prefix('#').unwrap_or(word);
    let hexadecimal = word.strip_suffix(['h', 'H']).map(|digits| format!("0x{digits}"));
    number(hexadecimal.as_deref().unwrap_or(word))
}

/// Returns the text that a variable is bound to: each slot becomes a name.
pub(super) fn named(variable: &str, taken: &[char]) -> Text {
    let mut count = 0;
    let mut token = |c: &char| {
        if *c != SLOT {
            return Token::Char(*c);
        }
        count += 1;
        let number = if count > 1 { format!("_{count}") } else { String::new() };
        Token::Term(Term::name(&(name(variable) + &number)))
    };
    Text(taken.iter().map(&mut token).collect())
}

/// Returns the name of the constant or label that a variable stands for.
pub(super) fn name(variable: &str) -> String {
    let bare = variable.trim_start_matches(['%', '?', '$']).to_ascii_uppercase();
    // `8BITCONST` would be read as a number.
    if bare.starts_with(|c: char| c.is_ascii_digit()) { format!("N{bare}") } else { bare }
}

/// Returns the length of an operand: up to a comma, a blank or a closing parenthesis outside of parentheses.
fn operand(text: &[char]) -> Option<usize> {
    let mut depth = 0;
    let end = text.iter().position(|c| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        depth < 0 || depth == 0 && matches!(c, ',' | ' ')
    });
    Some(end.unwrap_or(text.len())).filter(|length| *length > 0)
}

/// SDCC writes `5 (ix)`, of which a variable matches a part at most: it ends at a blank.
fn sdcc_operand(text: &[char]) -> Option<usize> {
    let length = operand(text)?;
    match text[..length].iter().position(|c| *c == INDEX) {
        Some(_) if text.starts_with(&['(']) => None,
        Some(at) => Some(at),
        None => Some(length),
    }
}
