//! The rules by which characters make words.

use arcadian_isa::Processor;

use super::scan::Apostrophe;

/// Whether there are sources of other assemblers. Without them the compiler leaves out what only their rules need.
pub(crate) const FOREIGN: bool = cfg!(feature = "dialects");

/// The rules by which characters make words.
#[derive(Debug)]
pub(crate) struct Lexis {
    pub(crate) comments: &'static [&'static str],
    /// Whether `*` in column one begins a comment.
    pub(crate) star: bool,
    pub(crate) block: Option<(&'static str, &'static str)>,
    /// Whether such comments can be inside each other.
    pub(crate) nested_comments: bool,
    /// The separator between statements on a line.
    pub(crate) separator: Option<char>,
    /// Whether `{` and `}` enclose blocks.
    pub(crate) braces: bool,
    /// Signs of several characters; of two with the same beginning the longer comes first.
    pub(crate) signs: &'static [&'static str],
    /// Whether only these words are operators, so that no number follows another word.
    pub(crate) word_operators: &'static str,
    /// Whether `*` is the address of the statement where a value is expected, every operator has one sign there, and a name may be one.
    pub(crate) is_own: bool,
    /// Whether `#` begins a hexadecimal number of our own syntax.
    pub(crate) has_hash: bool,
    /// Characters of names other than letters, digits and `_`: at the beginning, and after it.
    pub(crate) starts: &'static str,
    pub(crate) parts: &'static str,
    /// Whether `::` joins scopes and names.
    pub(crate) paths: bool,
    pub(crate) double: Quote,
    pub(crate) single: Quote,
    /// Number prefixes and bases.
    pub(crate) number_prefixes: &'static [(&'static str, u32)],
    /// Number suffixes, upper case, and bases.
    pub(crate) number_suffixes: &'static [(&'static str, u32)],
    /// Whether `1$` is a local label.
    pub(crate) dollar_labels: bool,
    /// Whether `[` and `]` are like parentheses around an address.
    pub(crate) brackets: bool,
    /// Whether the first character of a string that is a number is its low byte.
    pub(crate) low_first: bool,
    /// Whether a backslash at the end of a line continues it.
    pub(crate) continued: bool,
    /// Whether memory has pages: `$$`, `{ADDRESS}` and a page after the address of ORG.
    pub(crate) devices: bool,
    /// Whether `'` may divide the digits of a number: `%1100'0011`.
    pub(crate) quoted_digits: bool,
    /// Whether labels are in column one, so that `NOP:NOP` further right is two statements.
    pub(crate) only_first_labels: bool,
    /// Whether `.3` before an instruction repeats it.
    pub(crate) dot_counts: bool,
}

impl Lexis {
    /// The rules that most assemblers share.
    pub(crate) const PLAIN: Self = Self {
        comments: &[";"],
        star: false,
        block: None,
        nested_comments: false,
        separator: None,
        braces: false,
        signs: SIGNS,
        word_operators: "",
        is_own: false,
        has_hash: false,
        starts: "",
        parts: "",
        paths: false,
        double: Quote::Escaped,
        single: Quote::Doubled,
        number_prefixes: &[],
        number_suffixes: &[],
        dollar_labels: false,
        brackets: false,
        low_first: false,
        continued: false,
        devices: false,
        quoted_digits: false,
        only_first_labels: false,
        dot_counts: false,
    };

    /// Returns the rules of another assembler, or `None` for our own syntax.
    pub(crate) const fn foreign(&self) -> Option<&Self> {
        if FOREIGN && !self.is_own { Some(self) } else { None }
    }
}

/// Signs of several characters that most assemblers have.
const SIGNS: &[&str] =
    &[">>>", "...", "::", ":=", "=:", "<<", ">>", "<=", ">=", "<>", "==", "!=", "&&", "||", "^^", "<?", ">?"];

/// Returns how our own syntax makes words, with apostrophes read in this way.
pub(crate) const fn own(processor: Processor, style: Apostrophe) -> &'static Lexis {
    match (processor, style) {
        (Processor::Z80, Apostrophe::Data) => const { &own_lexis(true, Apostrophe::Data) },
        (Processor::Z80, _) => const { &own_lexis(true, Apostrophe::String) },
        (_, Apostrophe::Data) => const { &own_lexis(false, Apostrophe::Data) },
        (_, Apostrophe::String) => const { &own_lexis(false, Apostrophe::String) },
        (_, Apostrophe::Character) => const { &own_lexis(false, Apostrophe::Character) },
        (_, Apostrophe::Either) => const { &own_lexis(false, Apostrophe::Either) },
    }
}

/// Returns how our own syntax makes words, with or without `#` before hexadecimal numbers.
pub(crate) const fn own_lexis(has_hash: bool, style: Apostrophe) -> Lexis {
    Lexis {
        signs: &["<<", ">>", "<=", ">=", "<>", "!=", "=="],
        word_operators: super::operator::OWN_WORDS,
        is_own: true,
        has_hash,
        starts: "?.@",
        parts: "?.@",
        double: Quote::Own(style),
        single: Quote::Own(style),
        ..Lexis::PLAIN
    }
}

/// The meaning of a quote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quote {
    /// The text ends at the next quote.
    Plain,
    /// A doubled quote stands for one.
    Doubled,
    /// A backslash gives the next character another meaning.
    Escaped,
    /// The text is one character, which may be the quote itself.
    Character,
    /// The text ends at the next quote; a backslash before a letter or octal digits is a control character, before others itself.
    Octal,
    /// The same for one character. The closing quote may be left out.
    One,
    /// As in our own syntax.
    Own(Apostrophe),
}
