//! The compilers whose output is read.

use crate::rules::text::is_part;
use arcadian_asm::Dialect;
use arcadian_isa::Processor;

/// A compiler whose output is read, with the syntax of its assembler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// SDCC for the Z80.
    Sdcc,
    /// sccz80 of z88dk.
    Z88dk,
    Cc65,
}

/// Syntax of an assembler: the meanings of its directives. A directive is the first word of a statement.
pub(crate) struct Syntax {
    pub(crate) compiler: Compiler,
    pub(crate) name: &'static str,
    pub(crate) processor: Processor,
    /// Select the section that their operand names.
    pub(crate) sections: &'static [&'static str],
    /// Select the section that they are named after.
    pub(crate) named_sections: &'static [&'static str],
    /// Begin and end a function.
    pub(crate) function: Option<(&'static str, &'static str)>,
    /// Put bytes into memory, or reserve them.
    pub(crate) data: &'static [&'static str],
    /// Give a name a value.
    pub(crate) constants: &'static [&'static str],
    /// Make names known to other files.
    pub(crate) public: &'static [&'static str],
    /// Say how the file is assembled. Both files must have the same.
    pub(crate) settings: &'static [&'static str],
    /// Do none of this: for the linker, the debugger and the reader.
    pub(crate) skipped: &'static [&'static str],
    /// Whether a label may begin with a dot instead of ending with a colon.
    pub(crate) has_dot_labels: bool,
    /// The beginnings of lines by which the compiler is recognized.
    pub(crate) marks: &'static [&'static str],
}

/// Source of the facts: SDCC `sdas/doc/asmlnk.txt`.
const SDCC: Syntax = Syntax {
    compiler: Compiler::Sdcc,
    name: "sdcc",
    processor: Processor::Z80,
    sections: &[".area"],
    named_sections: &[],
    function: None,
    data: &[
        ".db", ".byte", ".fcb", ".dw", ".word", ".fdb", ".ds", ".blkb", ".rs", ".rmb", ".blkw", ".ascii",
        ".str", ".asciz", ".strz", ".ascis", ".strs", ".even", ".odd", ".bndry",
    ],
    constants: &[".equ", ".gblequ", ".lclequ"],
    public: &[".globl"],
    settings: &[".optsdcc", ".z80", ".local"],
    skipped: &[".module", ".title", ".sbttl", ".list", ".nlist", ".page"],
    has_dot_labels: false,
    marks: &[".area", ".optsdcc", ".module"],
};

/// Source of the facts: z88dk `doc/z80asm.pdf`, and the output of `src/sccz80/codegen.c`.
const Z88DK: Syntax = Syntax {
    compiler: Compiler::Z88dk,
    name: "z88dk",
    processor: Processor::Z80,
    sections: &["section"],
    named_sections: &[],
    function: None,
    data: &[
        "defb", "defw", "defm", "defs", "defp", "defq", "defdb", "db", "dw", "dm", "ds", "dq", "byte",
        "word", "align",
    ],
    constants: &["defc", "defvars"],
    public: &["global", "public", "xdef"],
    settings: &["include"],
    skipped: &["extern", "xref", "lib", "module", "c_line", "line"],
    has_dot_labels: true,
    marks: &["section", "module", "c_line", "global", "include"],
};

/// Source of the facts: cc65 `doc/ca65.sgml`.
const CC65: Syntax = Syntax {
    compiler: Compiler::Cc65,
    name: "cc65",
    processor: Processor::Mos6502,
    sections: &[".segment"],
    named_sections: &[".code", ".data", ".bss", ".rodata", ".zeropage"],
    function: Some((".proc", ".endproc")),
    data: &[
        ".byte", ".byt", ".word", ".addr", ".dbyt", ".dword", ".faraddr", ".res", ".asciiz", ".literal",
        ".align", ".lobytes", ".hibytes", ".incbin",
    ],
    constants: &[".define"],
    public: &[".export", ".exportzp", ".global", ".globalzp"],
    settings: &[".setcpu", ".smart", ".case", ".macpack", ".linecont", ".feature", ".p02", ".forceimport"],
    skipped: &[".fopt", ".autoimport", ".debuginfo", ".import", ".importzp", ".dbg", ".line"],
    has_dot_labels: false,
    marks: &[".setcpu", ".segment", ".proc", ".fopt", ".importzp"],
};

impl Compiler {
    pub const ALL: [Compiler; 3] = [Compiler::Sdcc, Compiler::Z88dk, Compiler::Cc65];

    pub(crate) fn syntax(self) -> &'static Syntax {
        match self {
            Compiler::Sdcc => &SDCC,
            Compiler::Z88dk => &Z88DK,
            Compiler::Cc65 => &CC65,
        }
    }

    /// Returns whether operands use the address of the code itself: `. + 5`, `$+5` or `ASMPC`, `*+5`.
    pub(crate) fn uses_place(self, operands: &str) -> bool {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let is_alone = |at: usize, sign: char| {
            let before = operands.get(..at).and_then(|text| text.chars().next_back());
            let after = operands.get(at + sign.len_utf8()..).and_then(|text| text.chars().next());
            !before.is_some_and(|c| is_part(c) || c == '\'') && !after.is_some_and(is_part)
        };
        let has_alone = |sign: char| operands.match_indices(sign).any(|(at, _)| is_alone(at, sign));
        // Another star multiplies.
        let begins_value = |at: usize| {
            let before = operands.get(..at).and_then(|text| text.trim_end().chars().next_back());
            before.is_none_or(|c| "(<>#+-,*/=^&|!~".contains(c))
        };
        match self {
            Compiler::Sdcc => has_alone('.'),
            Compiler::Z88dk => has_alone('$') || operands.to_ascii_uppercase().contains("ASMPC"),
            Compiler::Cc65 => operands.match_indices('*').any(|(at, _)| begins_value(at)),
        }
    }

    pub(crate) fn dialect(self) -> Option<Dialect> {
        Dialect::named(match self {
            Compiler::Sdcc => "sdcc",
            Compiler::Z88dk => "z88dk",
            Compiler::Cc65 => "ca65",
        })
    }

    pub fn assembler(self) -> &'static str {
        self.dialect().map_or("", Dialect::title)
    }

    /// Returns whether the assembler takes names that the listing neither defines nor declares as names of other modules. SDCC calls it with
    /// the option `-g`; what the files define that a listing of z88dk includes is not known.
    pub(crate) fn takes_undeclared(self, text: &str) -> bool {
        // The last such statement counts.
        let is_on = |word: &str, is_on: fn(&str) -> bool| {
            let mut lines = text.lines().rev().map(|line| without_comment(line).trim());
            lines.find_map(|line| {
                let (first, operands) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
                first.eq_ignore_ascii_case(word).then(|| is_on(operands.trim()))
            })
        };
        match self {
            Compiler::Sdcc => true,
            Compiler::Z88dk => is_on("include", |_| true).unwrap_or(false),
            Compiler::Cc65 => {
                let is_plus = |to: &str| to.is_empty() || to == "+" || to.eq_ignore_ascii_case("on");
                is_on(".autoimport", is_plus).unwrap_or(false)
            }
        }
    }

    /// Returns whether a name is one that the compiler numbers, for a place in this file.
    pub(crate) fn is_numbered(self, name: &str) -> bool {
        let is_all = |text: Option<&str>, is_digit: fn(&u8) -> bool, least: usize| {
            text.is_some_and(|digits| digits.len() >= least && digits.as_bytes().iter().all(is_digit))
        };
        match self {
            Compiler::Sdcc => is_all(name.strip_suffix('$'), u8::is_ascii_digit, 1),
            Compiler::Z88dk => is_all(name.strip_prefix("i_"), u8::is_ascii_digit, 1),
            Compiler::Cc65 => {
                name.starts_with('@')
                    || is_all(
                        name.strip_prefix(['L', 'S']),
                        |byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F'),
                        4,
                    )
            }
        }
    }

    pub fn name(self) -> &'static str {
        self.syntax().name
    }

    pub fn named(name: &str) -> Option<Compiler> {
        Compiler::ALL.into_iter().find(|compiler| compiler.name().eq_ignore_ascii_case(name))
    }

    pub fn processor(self) -> Processor {
        self.syntax().processor
    }

    /// Returns the compiler whose directives occur most often in a text; `None` if there are none.
    pub fn guess(text: &str) -> Option<Compiler> {
        let count = |compiler: Compiler| {
            let marks = compiler.syntax().marks;
            let words = text.lines().filter_map(|line| line.split_whitespace().next());
            words.filter(|word| marks.iter().any(|mark| mark.eq_ignore_ascii_case(word))).count()
        };
        let counts = Compiler::ALL.map(|compiler| (count(compiler), compiler));
        let most = counts.iter().map(|(count, _)| *count).max().filter(|most| *most > 0)?;
        let mut found = counts.iter().filter(|(count, _)| *count == most);
        let (_, compiler) = found.next()?;
        found.next().is_none().then_some(*compiler)
    }
}

/// Returns the text before a comment. A semicolon in quotes does not begin one.
pub(crate) fn without_comment(line: &str) -> &str {
    let (mut is_quoted, mut before) = (false, ' ');
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            ';' if !is_quoted => return line.get(..at).unwrap_or(line),
            '"' => is_quoted = !is_quoted,
            // A character. Another apostrophe after it may close it; that of AF' does not open one.
            '\'' if !is_quoted && !is_part(before) => {
                chars.next();
                chars.next_if(|(_, c)| *c == '\'');
            }
            _ => {}
        }
        before = c;
    }
    line
}
