//! The model that all formats share: rules, lines of patterns, and the pieces of a line.

use crate::rules::{condition::Condition, value::Value};

/// A format of rule files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Peephole rules of SDCC and of z88dk for SDCC: `replace { … } by { … } if …`.
    Sdcc,
    /// Rules of copt, of z88dk and of the Fuzix compiler.
    Copt,
    /// Patterns of mdlz80optimizer: `pattern: … replacement: … constraints: …`.
    Mdl,
    /// Lists of equivalent sequences of mdlz80optimizer: two sequences and flags per line, divided by tabs.
    Equivalences,
    /// Templates of zxbasic: `REPLACE {{ … }}`, `WITH {{ … }}`.
    Zxbasic,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 5] =
        [Format::Sdcc, Format::Copt, Format::Mdl, Format::Equivalences, Format::Zxbasic];

    /// Returns the name with which a user selects it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sdcc => "sdcc",
            Format::Copt => "copt",
            Format::Mdl => "mdl",
            Format::Equivalences => "equivalences",
            Format::Zxbasic => "zxbasic",
        }
    }

    /// Whether the rules of the format state which registers, or flags, later code must not use: what a rule does not state, it
    /// must keep. Most rules of SDCC and zxbasic are silent on flags, and those of copt on everything.
    pub const fn states_dead(self, is_flag: bool) -> bool {
        match self {
            Format::Sdcc | Format::Zxbasic => !is_flag,
            Format::Mdl | Format::Equivalences => true,
            Format::Copt => false,
        }
    }

    /// Returns the format that a text seems to have. Text without a mark of another format is copt's.
    pub fn guess(text: &str) -> Format {
        let starts = |mark: &str| text.lines().any(|line| line.trim_start().starts_with(mark));
        let pair = |line: &str| line.split('\t').count() == 3 && !line.starts_with('\t');
        match () {
            () if starts("REPLACE") => Format::Zxbasic,
            () if starts("pattern:") || starts("include") => Format::Mdl,
            () if starts("replace") => Format::Sdcc,
            () if text.lines().filter(|line| !line.is_empty()).all(pair) => Format::Equivalences,
            () => Format::Copt,
        }
    }
}

/// A rule: code, what replaces it, and when.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name that the file gives it; empty if it has none.
    pub name: String,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The format of its file, which decides what its variables match.
    pub format: Format,
    /// The code that it replaces.
    pub before: Vec<PatternLine>,
    /// The new code.
    pub after: Vec<PatternLine>,
    /// What must hold.
    pub conditions: Vec<Condition>,
}

/// A line of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternLine {
    /// Its number, from 1.
    pub line: usize,
    /// What it is.
    pub kind: LineKind,
}

/// What a line of a rule is.
#[derive(Clone, Debug, PartialEq)]
pub enum LineKind {
    /// A label.
    Label(Template),
    /// An instruction.
    Code(Template),
    /// An instruction repeated; the variable is the number of times.
    Repeated(String, Template),
    /// Any instructions without jumps, the block with this name.
    Block(String),
}

/// A line with variables, in pieces. White space is normalized: one space after the mnemonic, none elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Template(pub Vec<Piece>);

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Text.
    Text(String),
    /// A variable, with its mark: `%1`, `?reg`, `$1`.
    Variable(String),
    /// Text that a regular expression matches.
    Regex(Regex),
    /// A computed text.
    Value(Value),
}

/// A regular expression in a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Regex {
    /// The expression.
    pub expression: String,
    /// The variable that its first group, or else all of it, is bound to.
    pub variable: Option<String>,
    /// The name, which nothing else in the rule has, that the whole text is bound to.
    pub whole: String,
}

impl Template {
    /// Returns the variables in it.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Variable(name) => Some(name.as_str()),
            Piece::Regex(regex) => regex.variable.as_deref(),
            Piece::Text(_) | Piece::Value(_) => None,
        })
    }

    /// Returns the same pieces with normalized white space.
    pub(crate) fn tidied(self) -> Template {
        let mut tidy = Tidy::default();
        self.0.into_iter().for_each(|piece| tidy.piece(piece));
        Template(tidy.done)
    }
}

/// White space is kept once after the mnemonic, and between two words.
#[derive(Default)]
struct Tidy {
    done: Vec<Piece>,
    blank: bool,
    has_mnemonic: bool,
}

impl Tidy {
    fn piece(&mut self, piece: Piece) {
        match piece {
            Piece::Text(text) => text.chars().for_each(|c| self.character(c)),
            // Its expression matches the white space too.
            Piece::Regex(..) => {
                self.separate(false);
                self.done.push(piece);
            }
            piece => {
                self.separate(true);
                self.done.push(piece);
            }
        }
    }

    fn character(&mut self, c: char) {
        if c.is_whitespace() {
            self.blank |= !self.done.is_empty();
            return;
        }
        self.separate(is_word(c));
        self.push(c);
    }

    /// Writes the white space before a word or a sign, if it counts.
    fn separate(&mut self, is_word: bool) {
        if !std::mem::take(&mut self.blank) {
            return;
        }
        let first = !std::mem::replace(&mut self.has_mnemonic, true);
        if first || is_word && self.ends_in_word() {
            self.push(' ');
        }
    }

    fn ends_in_word(&self) -> bool {
        match self.done.last() {
            Some(Piece::Text(text)) => text.ends_with(is_word),
            piece => piece.is_some(),
        }
    }

    fn push(&mut self, c: char) {
        match self.done.last_mut() {
            Some(Piece::Text(text)) => text.push(c),
            _ => self.done.push(Piece::Text(c.to_string())),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '\'')
}
