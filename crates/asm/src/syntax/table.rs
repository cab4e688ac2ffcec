//! Dialects as data that the engine follows.

use std::collections::HashMap;

use arcadian_isa::Processor;

use crate::syntax::directive::Directive;
use crate::syntax::lexis::Lexis;
use crate::syntax::operand::Operands;
use crate::syntax::operator::{Arithmetic, Binary, Unary};

/// The operands of a directive as text: see `syntax::directive::misfit`.
pub(crate) type Shape = &'static str;

/// A dialect as data.
#[derive(Debug)]
pub(crate) struct Table {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The assembler in words.
    pub(crate) title: &'static str,
    /// The processor of a source that names none.
    pub(crate) processor: Option<Processor>,
    pub(crate) lexis: Lexis,
    pub(crate) naming: Naming,
    /// Spellings divided by blanks, operator, precedence. Words are compared ignoring case.
    pub(crate) operators: &'static [(&'static str, Binary, u8)],
    /// The same for prefix operators, with the precedence of the operand.
    pub(crate) prefixes: &'static [(&'static str, Unary, u8)],
    pub(crate) functions: &'static [(&'static str, Function)],
    /// The places at which conditions are looked for in skipped lines.
    pub(crate) skipping: Skipping,
    /// The value of a comparison that holds.
    pub(crate) truth: i64,
    pub(crate) arithmetic: Arithmetic,
    /// Whether the count of a repetition is a variable, and not a text that is replaced.
    pub(crate) counts_by_variable: bool,
    /// Whether IFDEF finds symbols, and not only text constants.
    pub(crate) symbols_are_defined: bool,
    /// Whether constants that are defined in terms of themselves are 0.
    pub(crate) takes_circles: bool,
    /// Spellings of the address of the statement.
    pub(crate) here: &'static [&'static str],
    /// Spellings divided by blanks, upper case.
    pub(crate) directives: &'static [(&'static str, Directive)],
    /// The operands of directives whose assembler refuses everything else. Spellings divided by blanks, upper case.
    pub(crate) shapes: &'static [(&'static str, Shape)],
    /// Whether directives may have a dot that the table does not show.
    pub(crate) optional_dot: bool,
    pub(crate) parameters: Parameters,
    pub(crate) segments: Segments,
    pub(crate) operands: Operands,
    /// Whether expressions are kept, to decide sizes and constants where a statement stands, and places are those of ca65 and ld65.
    pub(crate) studies: bool,
    /// Instructions that stand for others: pattern and replacement. `%` is the operand.
    pub(crate) fakes: &'static [&'static str],
    /// The hint for two bytes at the same address.
    pub(crate) overlap_hint: &'static str,
    /// Other names of registers, spellings divided by blanks.
    pub(crate) registers: &'static [(&'static str, &'static str)],
    /// Macros that the assembler brings with it, by package.
    pub(crate) packages: &'static [(&'static str, &'static str)],
    /// Text constants that the assembler defines.
    pub(crate) predefined: &'static [(&'static str, &'static str)],
    /// Statements that no other dialect has, lower case, divided by `|`: a word, or a word and the beginning of its operand.
    pub(crate) marks: &'static str,
    /// Endings of the names of its sources, if other assemblers for the processor seldom have them.
    pub(crate) endings: &'static [&'static str],
}

impl Table {
    /// Returns each directive with its spelling.
    pub(crate) fn directives(&self) -> impl Iterator<Item = (&'static str, Directive)> {
        self.directives.iter().flat_map(|(words, found)| words.split(' ').map(|word| (word, *found)))
    }

    /// Returns what follows each directive, by its spelling.
    pub(crate) fn shapes(&self) -> impl Iterator<Item = (&'static str, Shape)> {
        self.shapes.iter().flat_map(|(words, shape)| words.split(' ').map(|word| (word, *shape)))
    }

    /// Returns the operands and replacements of instructions that stand for others, by their names in upper case.
    pub(crate) fn fakes_by_name(&self) -> HashMap<String, Vec<(&'static str, &'static str)>> {
        let mut found: HashMap<String, Vec<_>> = HashMap::new();
        let lines = self.fakes.iter().flat_map(|lines| lines.lines());
        for (pattern, parts) in lines.filter_map(|line| line.split_once(" = ")) {
            let (name, forms) = pattern.split_once(' ').unwrap_or((pattern, ""));
            found.entry(name.to_ascii_uppercase()).or_default().push((forms, parts));
        }
        found
    }

    /// The rules that most assemblers share.
    pub(crate) const PLAIN: Self = Self {
        name: "",
        title: "",
        processor: Some(Processor::Z80),
        lexis: Lexis::PLAIN,
        naming: Naming::PLAIN,
        operators: &[],
        prefixes: &[],
        functions: &[],
        truth: 1,
        arithmetic: Arithmetic::Long,
        counts_by_variable: false,
        symbols_are_defined: true,
        takes_circles: false,
        skipping: Skipping::First,
        here: &["$"],
        directives: &[],
        shapes: &[],
        optional_dot: false,
        parameters: Parameters::Text { join: None, in_strings: false },
        segments: Segments::PLAIN,
        operands: Operands::PLAIN,
        studies: false,
        fakes: &[],
        overlap_hint: "--segment NAME=ADDRESS moves a segment",
        registers: &[],
        packages: &[],
        predefined: &[],
        marks: "",
        endings: &[],
    };
}

/// The notation of names and labels.
#[derive(Debug)]
pub(crate) struct Naming {
    pub(crate) is_case_sensitive: bool,
    /// The places at which a label needs no colon.
    pub(crate) bare_labels: BareLabels,
    /// Prefixes of local names.
    pub(crate) locals: &'static [(char, Local)],
    /// The prefix of a name in the outermost scope.
    pub(crate) outermost: Option<&'static str>,
    /// The separator between a scope and a name.
    pub(crate) separator: &'static str,
    /// Whether `:` alone is a label, for `:+` and `:-`.
    pub(crate) colons: bool,
    /// Whether `+` and `-` are labels.
    pub(crate) signs: bool,
    /// Whether numbers are labels, for `1F` and `1B`.
    pub(crate) numbers: bool,
    /// Whether a dot before a name makes it a label.
    pub(crate) dot_labels: bool,
    /// Whether a macro is called by a `+` before its name.
    pub(crate) plus_calls: bool,
    /// Whether `NAME+1` is a label one byte further, `NAME+*` the label of an operand, and `!NAME` one that owns no local names.
    pub(crate) code_labels: bool,
    /// Whether local names in a macro belong to its expansion.
    pub(crate) macros_own_locals: bool,
}

impl Naming {
    /// Names of which every label has a colon.
    pub(crate) const PLAIN: Self = Self {
        is_case_sensitive: false,
        bare_labels: BareLabels::Never,
        locals: &[],
        outermost: None,
        separator: ".",
        colons: false,
        signs: false,
        numbers: false,
        dot_labels: false,
        plus_calls: false,
        code_labels: false,
        macros_own_locals: false,
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BareLabels {
    /// Every label has a colon.
    Never,
    /// In column one.
    ColumnOne,
    /// In column one, where nothing but a label or a macro can be.
    OnlyInColumnOne,
    /// In any column.
    Anywhere,
}

/// The owner of a local name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Local {
    /// The last label that is not local.
    Label,
    /// The zone.
    Zone,
}

/// The places at which an assembler looks for conditions in lines that it skips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skipping {
    /// The first word, unless a colon after it makes it a label: sdasz80.
    First,
    /// The same; what follows the word makes it a label too, and not all conditions are counted: zmac.
    FirstAlone,
    /// The first word. What it is after a label is not known: MACRO-80.
    FirstWithoutLabel,
    /// The first word, or the one after a label: z80asm.
    AfterLabel,
    /// The word after a label in column one, before text constants are replaced. What ends a branch that is assembled is found in the
    /// same way, without a label: sjasmplus.
    AfterColumnOne,
    /// Any word of the line, after text constants are replaced: ca65.
    Any,
    /// Braces enclose what is skipped: ACME.
    Braces,
}

/// The form in which a macro gets its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameters {
    /// As text.
    Text {
        /// The sign that joins the text of a parameter with its surroundings.
        join: Option<char>,
        /// Whether parameters in strings are replaced.
        in_strings: bool,
    },
    /// As text divided by blanks or commas, which replaces names in strings too; an apostrophe joins it with its surroundings.
    Blanks,
    /// As words and signs, split at every comma outside braces.
    Tokens,
    /// As text, also where the name is a part of a word between underscores.
    Words,
    /// As symbols with values.
    Symbols,
}

/// The segments that code and data go to.
#[derive(Debug)]
pub(crate) struct Segments {
    /// The segments that exist without being named, in their order in memory.
    pub(crate) order: &'static [&'static str],
    /// The segments whose attributes the assembler knows before they are named.
    pub(crate) known: &'static [&'static str],
    /// The one at the beginning of the source.
    pub(crate) first: &'static str,
    /// The segments in the zero page.
    pub(crate) zero_page: &'static [&'static str],
    /// The segments without bytes.
    pub(crate) reserved: &'static [&'static str],
    /// Whether reserved space is filled with zeros.
    pub(crate) fills: bool,
    /// Whether the address of the statement is that of each item of data.
    pub(crate) moves: bool,
}

impl Segments {
    /// One segment, which is filled.
    pub(crate) const PLAIN: Self = Self {
        order: &[],
        known: &[],
        first: "CODE",
        zero_page: &[],
        reserved: &[],
        fills: true,
        moves: false,
    };
}

/// A function of an expression: what it takes and gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    /// Applies an operator to a value in parentheses.
    Apply(Unary),
    /// Whether a name is defined.
    Defined,
    /// Whether a name was referred to.
    Referenced,
    /// Whether nothing is given.
    Blank,
    /// Whether a value is known in the first pass.
    Constant,
    /// The size of a structure.
    Size,
    /// The number of characters.
    Length,
    /// A character of a string.
    Character,
    /// Whether two lists of words are alike, and whether they are equal.
    Match,
    ExactMatch,
    /// The number of words.
    Count,
    /// The number of arguments of the macro.
    Arguments,
    Greatest,
    Smallest,
    /// A number that the assembler knows, such as its version.
    Fixed(i64),
    /// The bits of the processor.
    Processor,
}
