//! The model that all formats share: rules, their conditions, lines of patterns, the pieces of a line, and errors.

use crate::rules::value::Value;

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

    /// Returns whether the rules of the format state which registers, or flags, later code must not use: what a rule does not state, it
    /// must keep. Most rules of SDCC and zxbasic are silent on flags, and those of copt on everything.
    pub const fn states_dead(self, is_flag: bool) -> bool {
        match self {
            Format::Sdcc | Format::Zxbasic => !is_flag,
            Format::Mdl | Format::Equivalences => true,
            Format::Copt => false,
        }
    }

    /// Returns whether the rules of the format state how often code jumps to a label.
    pub const fn states_jumps(self) -> bool {
        matches!(self, Format::Sdcc)
    }

    /// Returns whether the first rule of a file that matches some code is used. mdlz80optimizer looks for the one that saves the most.
    pub(crate) const fn is_first_used(self) -> bool {
        !matches!(self, Format::Mdl | Format::Equivalences)
    }

    /// Returns where that is not used what a condition says is not used after the rule. SDCC looks at the lines that follow, mdlz80optimizer at
    /// all that can come next after the last line. A pattern of zxbasic is in a basic block, which a jump ends.
    pub(crate) const fn reach(self) -> Reach {
        match self {
            Format::Sdcc => Reach::Following,
            Format::Mdl => Reach::LastLine,
            Format::Equivalences | Format::Zxbasic | Format::Copt => Reach::Everywhere,
        }
    }

    /// Returns the format that a text seems to have. Text without a mark of any format is copt's.
    pub fn guess(text: &str) -> Format {
        Format::recognize(text).unwrap_or(Format::Copt)
    }

    /// Returns the format whose marks a text has.
    pub fn recognize(text: &str) -> Option<Format> {
        let starts = |mark: &str| text.lines().any(|line| line.trim_start().starts_with(mark));
        let is_pair = |line: &&str| line.split('\t').count() == 3 && !line.starts_with('\t');
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        let is_divided = |line: &str| line.trim_end() == "=";
        match () {
            () if text.trim().is_empty() => None,
            () if starts("REPLACE") => Some(Format::Zxbasic),
            () if starts("pattern:") || starts("include") => Some(Format::Mdl),
            () if starts("replace") => Some(Format::Sdcc),
            () if lines().any(is_divided) => Some(Format::Copt),
            // Some lines can be damaged.
            () if 2 * lines().filter(is_pair).count() > lines().count() => Some(Format::Equivalences),
            () => None,
        }
    }
}

/// Where registers and flags are not used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reach {
    /// In the code that follows the rule.
    Following,
    /// Wherever the last line of the rule leads.
    LastLine,
    /// Wherever the rule leads.
    #[default]
    Everywhere,
}

/// A rule: code, what replaces it, and when.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The name that the file gives it; empty if it has none.
    pub name: String,
    /// The number of its first line, from 1.
    pub line: usize,
    /// The number of its last line.
    pub end: usize,
    /// The lines as they are in the file.
    pub text: String,
    /// The format of its file, which decides what its variables match.
    pub format: Format,
    /// The code that it replaces.
    pub before: Vec<PatternLine>,
    pub after: Vec<PatternLine>,
    /// The conditions that must all hold.
    pub conditions: Vec<Condition>,
    /// The first of them as the file has them.
    pub written: Vec<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PatternLine {
    /// Its number, from 1.
    pub line: usize,
    pub kind: LineKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LineKind {
    Label(Template),
    Code(Template),
    /// An instruction repeated; the variable is the number of times.
    Repeated(String, Template),
    /// Any instructions without jumps, the block with this name.
    Block(String),
}

/// A line with variables, in pieces. White space is normalized: one space after the mnemonic, none elsewhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Template(pub Vec<Piece>);

#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    Text(String),
    /// A variable, with its mark: `%1`, `?reg`, `$1`.
    Variable(String),
    Regex(Regex),
    Value(Value),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Regex {
    pub expression: String,
    /// The variable that its first group, or else all of it, is bound to.
    pub variable: Option<String>,
    /// The name, which nothing else in the rule has, that the whole text is bound to.
    pub whole: String,
}

impl Template {
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Variable(name) => Some(name.as_str()),
            Piece::Regex(regex) => regex.variable.as_deref(),
            Piece::Text(_) | Piece::Value(_) => None,
        })
    }

    /// Returns the variables beside a sign that takes only a part of a sum: `%1*2`, `-%1`.
    pub(crate) fn beside_operators(&self) -> impl Iterator<Item = &str> {
        let text = |index: Option<usize>| match index.and_then(|index| self.0.get(index)) {
            Some(Piece::Text(text)) => text.as_str(),
            _ => "",
        };
        self.0.iter().enumerate().filter_map(move |(index, piece)| match piece {
            Piece::Variable(name) => {
                let is_part = text(index.checked_sub(1)).ends_with(['-', '~', '*', '/', '%'])
                    || text(Some(index + 1)).starts_with(['*', '/', '%']);
                is_part.then_some(name.as_str())
            }
            _ => None,
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

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct RuleError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The number of the character in the line, from 1.
    pub column: usize,
    /// The number of characters that are wrong, at least 1.
    pub length: usize,
    pub message: String,
    /// The text of the line.
    pub text: String,
    /// The text of the damaged rule without comments, up to where reading goes on.
    pub rule: String,
}

impl RuleError {
    /// Creates an error about a part of a line. A part that is not in the line is its beginning.
    pub(crate) fn new(line: usize, text: &str, part: &str, message: impl Into<String>) -> RuleError {
        let at = text.find(part).unwrap_or(0);
        let column = text.get(..at).map_or(0, |before| before.chars().count()) + 1;
        let length = part.chars().count().max(1);
        RuleError {
            line,
            column,
            length,
            message: message.into(),
            text: text.to_owned(),
            rule: String::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// No code after the rule reads these registers and flags.
    Dead(Vec<Value>),
    /// The old code changes nothing but registers and flags, and no code after the rule reads what it sets.
    EffectsDead,
    /// No code at the label reads these registers and flags.
    DeadAt(Value, Vec<Value>),
    /// The first is one of the others, as text.
    Among(Value, Vec<Value>),
    /// The first is none of the others, as text.
    NoneOf(Value, Vec<Value>),
    /// No two are the same text.
    Distinct(Vec<Value>),
    /// No two have a register or memory in common, as SDCC sees it.
    Unrelated(Vec<Value>),
    /// None contains another one.
    NotContained(Vec<Value>),
    /// An instruction loads the first from the second. The third is the offset or index register of an indexed access.
    Assignable(Vec<Value>),
    /// Numbers, not names.
    Literals(Vec<Value>),
    /// A register pair, its high and its low register. What is unbound is bound.
    Pair(Value, Value, Value),
    Bind(String, Value),
    /// Binds a variable to the first of these that no code after the rule reads.
    FirstDead(String, Vec<Value>),
    Between(i64, Value, i64),
    /// Each constant among these is a number from 0, or it is negative: more is known of it than its 16 bits.
    Signed(Vec<Value>),
    /// The values are equal: as numbers if they are numbers, as text otherwise.
    Equal(Value, Value),
    NotEqual(Value, Value),
    /// The value is not empty.
    True(Value),
    /// The value is empty.
    False(Value),
    /// The operands are not volatile memory.
    NotVolatile(Vec<Value>),
    /// The number of jumps to the label.
    References(Value, i64),
    /// The code at the label is a return.
    Returns(Value),
    /// The code at the first label jumps to the second, which is bound.
    Jumps(Value, String),
    /// A block leaves registers, flags and memory as they are.
    Keeps(String, Vec<Value>),
    /// A block does not depend on these registers, flags and memory.
    Ignores(String, Vec<Value>),
    All(Vec<Condition>),
    Any(Vec<Condition>),
    /// A condition that holds.
    Always,
    /// A condition that can hold or not, and does not change the meaning of the code.
    Perhaps,
    /// A condition that never holds for the processor of the instances.
    Never,
    /// A condition that cannot be decided; the text says why.
    Unknown(String),
}

impl Condition {
    pub(crate) fn negated(self) -> Condition {
        use Condition::{All, Always, Among, Any, Equal, False, Never, NoneOf, NotEqual, True, Unknown};
        match self {
            Among(value, list) => NoneOf(value, list),
            NoneOf(value, list) => Among(value, list),
            Equal(left, right) => NotEqual(left, right),
            NotEqual(left, right) => Equal(left, right),
            True(value) => False(value),
            False(value) => True(value),
            All(list) => Any(list.into_iter().map(Condition::negated).collect()),
            Any(list) => All(list.into_iter().map(Condition::negated).collect()),
            Always => Never,
            Never => Always,
            // That a register is read is no promise: the rule must then hold for all of it.
            Condition::Dead(_) | Condition::Perhaps => Condition::Perhaps,
            Unknown(reason) => Unknown(reason),
            other => Unknown(format!("the opposite of {other:?} is not known")),
        }
    }

    /// Returns the values of which it is made, those of parts included.
    pub(crate) fn values(&self) -> Vec<&Value> {
        use Condition as C;
        match self {
            C::Dead(list)
            | C::Distinct(list)
            | C::Signed(list)
            | C::Unrelated(list)
            | C::NotContained(list)
            | C::Assignable(list)
            | C::Literals(list)
            | C::FirstDead(_, list)
            | C::NotVolatile(list)
            | C::Keeps(_, list)
            | C::Ignores(_, list) => list.iter().collect(),
            C::DeadAt(value, list) | C::Among(value, list) | C::NoneOf(value, list) => {
                std::iter::once(value).chain(list).collect()
            }
            C::Pair(pair, high, low) => vec![pair, high, low],
            C::Equal(left, right) | C::NotEqual(left, right) => vec![left, right],
            C::Bind(_, value)
            | C::Between(_, value, _)
            | C::True(value)
            | C::False(value)
            | C::References(value, _)
            | C::Returns(value)
            | C::Jumps(value, _) => vec![value],
            C::All(list) | C::Any(list) => list.iter().flat_map(Condition::values).collect(),
            C::EffectsDead | C::Always | C::Perhaps | C::Never | C::Unknown(_) => Vec::new(),
        }
    }

    /// Returns the conditions that all must hold.
    pub(crate) fn parts(&self) -> Vec<&Condition> {
        match self {
            Condition::All(list) => list.iter().flat_map(Condition::parts).collect(),
            condition => vec![condition],
        }
    }

    /// Returns whether it can fail for code that the rule is said to rewrite.
    pub(crate) fn may_fail(&self) -> bool {
        match self {
            // The number can be a name.
            Condition::Perhaps | Condition::Literals(_) => true,
            Condition::All(list) | Condition::Any(list) => list.iter().any(Condition::may_fail),
            _ => false,
        }
    }

    /// Whether it holds only for numbers, which no sum is.
    pub(crate) fn takes_numbers(&self) -> bool {
        use Condition::{Between, Equal, Literals, NotEqual, Signed};
        matches!(self, Literals(_) | Signed(_) | Between(..) | Equal(..) | NotEqual(..))
    }

    /// Returns why it cannot be decided, if it cannot.
    pub(crate) fn undecided(&self) -> Option<&str> {
        match self {
            Condition::Unknown(reason) => Some(reason),
            Condition::All(list) | Condition::Any(list) => list.iter().find_map(Condition::undecided),
            _ => None,
        }
    }
}
