//! ca65 and ld65.

use std::fs;
use std::path::Path;

use arcadian_asm::{Assembly, Options};

use crate::harness::{Subject, run};
use crate::random::Random;

/// The segments that exist without being named are in this order, as in this assembler.
const LINKER: &str = "MEMORY { Z: start=$0000,size=$100,file=\"\"; M: start=$1000,size=$8000,file=%O; }
SEGMENTS { ZEROPAGE: load=Z,type=zp,optional=yes; CODE: load=M,type=rw; RODATA: load=M,type=rw,optional=yes;
DATA: load=M,type=rw,optional=yes; BSS: load=M,type=bss,optional=yes,define=yes; }
";

#[test]
#[ignore = "compares 20,000 sources with the real ca65: cargo test -p arcadian-asm --test real_assemblers ca65 -- --ignored --nocapture"]
fn ca65() {
    Subject {
        dialect: "ca65",
        programs: &["ca65", "ld65"],
        generate,
        real,
        options: || Options {
            origin: Some(0x1000),
            defines: [("far", 0x2345), ("alsofar", 0x42), ("near", 0x67)]
                .map(|(name, value)| (name.to_owned(), value))
                .to_vec(),
            ..Options::default()
        },
        bytes,
        least_same: 95,
    }
    .compare();
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn real(folder: &Path, source: &str) -> Result<Vec<u8>, String> {
    let write =
        |name: &str, text: &str| fs::write(folder.join(name), text).map_err(|error| error.to_string());
    if !folder.join("others.o").exists() {
        write("others.s", OTHERS)?;
        write("link.cfg", LINKER)?;
        run(folder, "ca65", &["others.s", "-o", "others.o"])?;
    }
    write("source.s", source)?;
    run(folder, "ca65", &["source.s", "-o", "out.o"])?;
    run(folder, "ld65", &["-C", "link.cfg", "-o", "out.bin", "out.o", "others.o"])?;
    fs::read(folder.join("out.bin")).map_err(|error| error.to_string())
}

/// With `.org`, ld65 writes bytes in their order in the source, wherever they are to be.
fn bytes(source: &str, assembly: &Assembly) -> Vec<u8> {
    if source.contains(".org") {
        return assembly.lines.iter().flat_map(|line| line.bytes.iter().copied()).collect();
    }
    assembly.image.clone()
}

fn generate(random: &mut Random) -> String {
    Generator { random, lines: Vec::new(), names: Vec::new(), scopes: Vec::new(), numbers: 0, variables: 0 }
        .source()
}

/// Names of another module: one elsewhere, one in the zero page.
const OTHERS: &str = " .export far, alsofar\n .exportzp near\nfar = $2345\nalsofar = $0042\nnear = $0067\n";

/// Instructions with an address in memory, in the forms that they have.
const MEMORY: &[&str] = &[
    "lda", "sta", "adc", "inc", "dec", "cmp", "ldx", "ldy", "stx", "sty", "and", "ora", "eor", "bit", "asl",
    "lsr", "rol", "ror", "sbc", "cpx", "cpy", "jmp", "jsr",
];
const ALONE: &[&str] = &["nop", "rts", "inx", "clc", "tax", "asl", "lsr a", "pha"];
const BRANCHES: &[&str] = &["bne", "beq", "bcc", "bpl"];
const BINARY: &[&str] = &[
    "+", "-", "*", "/", "&", "|", "^", "<<", ">>", "=", "<>", "<", ">", "<=", ">=", "&&", "||", ".mod",
    ".and", ".or", ".xor",
];

struct Generator<'r> {
    random: &'r mut Random,
    lines: Vec<String>,
    /// The names that are defined somewhere, with their scopes. A definition refers only to names before it here, so that none
    /// depends on itself.
    names: Vec<String>,
    scopes: Vec<String>,
    numbers: usize,
    variables: usize,
}

impl Generator<'_> {
    fn source(mut self) -> String {
        self.lines.push(" .import far, alsofar".to_owned());
        self.lines.push(" .importzp near".to_owned());
        for name in ["g0", "g1", "g2", "g3", "g4", "g5"] {
            self.names.push(name.to_owned());
        }
        self.preamble();
        let mut defined: Vec<String> = self.names.clone();
        let count = 6 + self.random.below(24);
        for _ in 0..count {
            if !defined.is_empty() && self.random.one_in(3) {
                let name = defined.remove(self.random.below(defined.len()));
                self.definition(&name);
            } else {
                self.statement();
            }
        }
        while let Some(scope) = self.scopes.pop() {
            self.lines.push(scope);
        }
        for name in defined {
            self.definition(&name);
        }
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }

    fn preamble(&mut self) {
        self.lines.extend(
            [
                ".struct point",
                "xpos .byte",
                "ypos .word",
                "rest .res 3",
                ".endstruct",
                ".enum color",
                "red",
                "green = 7",
                "blue",
                ".endenum",
                ".define limit 3",
                ".define twice(n) n * 2",
                ".macro load value, by",
                ".ifblank by",
                " lda value",
                ".else",
                " lda value, by",
                ".endif",
                ".endmacro",
                ".macro loops count",
                " .local again",
                "again: dex",
                " bne again",
                " .repeat count, i",
                " .byte i, .paramcount",
                " .endrepeat",
                ".endmacro",
            ]
            .map(str::to_owned),
        );
    }

    fn number(&mut self) -> String {
        let value = match self.random.below(5) {
            0 => self.random.below(16),
            1 | 2 => self.random.below(256),
            3 => 0xF0 + self.random.below(0x20),
            _ => self.random.below(0x10000),
        };
        match self.random.below(6) {
            0 => format!("{value}"),
            1 => format!("%{value:b}"),
            2 if value < 0x7F && value > 0x5F => {
                format!("'{}'", char::from(u8::try_from(value).unwrap_or(b'x')))
            }
            3 => format!("0{value:X}h"),
            _ => format!("${value:X}"),
        }
    }

    /// Returns a name that refers to names below `limit` in the order of definitions.
    fn name(&mut self, limit: usize) -> String {
        match self.random.below(12) {
            0 => "point::ypos".to_owned(),
            1 => "color::blue".to_owned(),
            2 => self.random.pick(&["far", "near", "alsofar", "limit", "twice 2", "*"]).to_string(),
            _ if limit == 0 => "color::red".to_owned(),
            _ => self.names[self.random.below(limit)].clone(),
        }
    }

    fn expression(&mut self, depth: usize, limit: usize) -> String {
        match self.random.below(if depth == 0 { 4 } else { 12 }) {
            0 | 1 => self.number(),
            2 | 3 => self.name(limit),
            4 => format!(
                "{}{}",
                self.random.pick(&["<", ">", "^", "-", "~", "+"]),
                self.expression(depth - 1, limit)
            ),
            5 => format!("({})", self.expression(depth - 1, limit)),
            6 => {
                let function = *self.random.pick(&[".lobyte", ".hibyte", ".bankbyte", ".loword", ".hiword"]);
                format!("{function}({})", self.expression(depth - 1, limit))
            }
            7 => {
                let function = *self.random.pick(&[".max", ".min"]);
                format!(
                    "{function}({}, {})",
                    self.expression(depth - 1, limit),
                    self.expression(depth - 1, limit)
                )
            }
            8 => match self.random.below(7) {
                0 => ".sizeof(point)".to_owned(),
                1 => ".strlen(\"four\")".to_owned(),
                2 => ".strat(\"four\", 2)".to_owned(),
                3 => format!(".const({})", self.expression(depth - 1, limit)),
                4 => format!(".defined({})", self.names[self.random.below(self.names.len())]),
                5 => format!(".tcount({{{}}})", self.expression(depth - 1, limit)),
                _ => format!(".referenced({})", self.names[self.random.below(self.names.len())]),
            },
            _ => {
                let operator = *self.random.pick(BINARY);
                if matches!(operator, "<<" | ">>") && !self.random.one_in(40) {
                    let count = self.random.below(18);
                    return format!("{} {operator} {count}", self.expression(depth - 1, limit));
                }
                let (left, right) = (self.expression(depth - 1, limit), self.expression(depth - 1, limit));
                format!("{left} {operator} {right}")
            }
        }
    }

    /// Returns an expression that often fits in the operand of an instruction.
    fn address(&mut self) -> String {
        let limit = self.names.len();
        let name = self.name(limit);
        match self.random.below(9) {
            0 => self.number(),
            1 | 2 => name,
            3 => format!("{name}+{}", self.random.below(4)),
            4 => format!("<{name}"),
            5 => format!("{name} & ${:X}", if self.random.one_in(2) { 0xFF } else { 0xFF00 }),
            6 => format!("z:{name}"),
            7 => format!("a:{name}"),
            _ => {
                let text = self.expression(2, limit);
                // A parenthesis at the beginning would be an indirect address.
                if text.starts_with('(') { format!("0+{text}") } else { text }
            }
        }
    }

    fn definition(&mut self, name: &str) {
        let index = self.names.iter().position(|other| other == name).unwrap_or(0);
        let line = match self.random.below(7) {
            0 => format!("{name}: {}", self.random.pick(ALONE)),
            1 => format!("{name} = {}", self.number()),
            2 => format!("{name} = <({})", self.expression(2, index)),
            3 => format!("{name} := {}", self.expression(1, index)),
            4 => format!("{name} = {} + 1", self.name(index)),
            5 => {
                self.lines.push(".zeropage".to_owned());
                let line = format!("{name}: .res {}", 1 + self.random.below(3));
                self.lines.push(line);
                ".code".to_owned()
            }
            _ => format!("{name} = {}", self.expression(2, index)),
        };
        self.lines.push(line);
    }

    fn statement(&mut self) {
        let limit = self.names.len();
        let line = match self.random.below(22) {
            0..=5 => {
                let mnemonic = *self.random.pick(MEMORY);
                format!(" {mnemonic} {}", self.address())
            }
            6 => {
                format!(" {} {},{}", self.random.pick(MEMORY), self.address(), self.random.pick(&["x", "y"]))
            }
            7 => format!(" lda ({}),y", self.address()),
            8 => format!(" lda #<({})", self.expression(3, limit)),
            9 => format!(" .byte <({}), \"ab\", {}", self.expression(3, limit), self.number()),
            10 => format!(" .word .loword({})", self.expression(3, limit)),
            11 => format!(" .dword .loword({}), {}", self.expression(2, limit), self.number()),
            12 => format!(" .lobytes {}, {}", self.expression(2, limit), self.expression(1, limit)),
            13 => format!(" {} *+{}", self.random.pick(BRANCHES), self.random.below(20)),
            14 => {
                let line = format!(" {} :+", self.random.pick(BRANCHES));
                self.lines.push(line);
                let line = format!(" {}", self.random.pick(ALONE));
                self.lines.push(line);
                format!(": {}", self.random.pick(ALONE))
            }
            15 => {
                let line = format!(".if {}", self.expression(2, limit));
                self.lines.push(line);
                let line = format!(" lda {}", self.address());
                self.lines.push(line);
                self.lines.push(".else".to_owned());
                let line = format!(" sta {}", self.address());
                self.lines.push(line);
                ".endif".to_owned()
            }
            16 => format!(" load {}, x", self.address()),
            17 => format!(" loops {}", self.random.below(4)),
            18 => self.scope(),
            19 => match self.scopes.pop() {
                Some(end) => end,
                None => format!(" .res {}", self.random.below(5)),
            },
            20 => {
                self.variables += 1;
                let value = self.number();
                self.lines.push(format!("v .set {value}"));
                format!(" lda #<(v + {})", self.random.below(4))
            }
            _ => format!(" .align {}", self.random.pick(&["2", "4", "8"])),
        };
        self.lines.push(line);
    }

    fn scope(&mut self) -> String {
        self.numbers += 1;
        let name = format!("s{}", self.numbers);
        // A name of the scope may hide one outside.
        if self.random.one_in(3) {
            let hidden = format!("g{}", self.random.below(6));
            let number = self.number();
            self.scopes.push(format!("{hidden} = {number}\n.endscope"));
        } else {
            self.scopes.push(".endscope".to_owned());
        }
        format!(".scope {name}")
    }
}
