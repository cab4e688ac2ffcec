//! ca65 and ld65.

use std::fs;
use std::path::Path;

use arcadian_asm::{Assembly, Options};

use crate::harness::{Random, Subject, run, texts};

/// The segments that exist without being named are in this order, as in this assembler.
const LINKER: &str = "MEMORY { Z: start=$0000,size=$100,file=\"\"; M: start=$1000,size=$8000,file=%O; }
SEGMENTS { ZEROPAGE: load=Z,type=zp,optional=yes; CODE: load=M,type=rw; RODATA: load=M,type=rw,optional=yes;
DATA: load=M,type=rw,optional=yes; BSS: load=M,type=bss,optional=yes,define=yes; }
";

const SUBJECT: Subject = Subject {
    dialect: "ca65",
    programs: &["ca65", "ld65"],
    generate,
    real,
    options,
    bytes,
    least_same: 95,
    prefix: 0,
};

#[test]
#[ignore = "compares 20,000 sources with the real ca65: cargo test -p arcadian-asm --test real_assemblers ca65 -- --ignored --nocapture"]
fn ca65() {
    SUBJECT.compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real ca65: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn ca65_cases() {
    SUBJECT.check_cases(include_str!("../asm/dialects/cases/ca65.asm"));
}

fn options() -> Options {
    let others = [("far", 0x2345), ("alsofar", 0x42), ("near", 0x67)];
    Options {
        origin: Some(0x1000),
        defines: others.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        ..Options::default()
    }
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
const OTHERS: &str = " .export far, alsofar, outside, _outside\n .exportzp near\noutside = $40\n_outside = $9000\nfar = $2345\nalsofar = $0042\nnear = $0067\n";

const ALONE: &[&str] = &["nop", "rts", "inx", "clc", "tax", "asl", "lsr a", "pha"];
const BRANCHES: &[&str] = &["bne", "beq", "bcc", "bpl"];

struct Generator<'r> {
    random: &'r Random,
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
        // The segments that follow have no line order with `.org`.
        let source: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        if source.contains(".org") {
            let others = [".rodata", ".data", ".bss", ".zeropage"];
            return source
                .lines()
                .filter(|line| !others.contains(line))
                .map(|line| format!("{line}\n"))
                .collect();
        }
        source
    }

    fn preamble(&mut self) {
        self.lines.extend(texts("ca65 preamble").iter().map(|text| (*text).to_owned()));
    }

    fn number(&self) -> String {
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
    fn name(&self, limit: usize) -> String {
        match self.random.below(12) {
            0 => "point::ypos".to_owned(),
            1 => "color::blue".to_owned(),
            2 => self.random.pick(&["far", "near", "alsofar", "limit", "twice 2", "*"]).to_string(),
            _ if limit == 0 => "color::red".to_owned(),
            _ => self.names[self.random.below(limit)].clone(),
        }
    }

    fn expression(&self, depth: usize, limit: usize) -> String {
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
                let operator = self.random.pick(texts("ca65 binary"));
                if matches!(*operator, "<<" | ">>") && !self.random.one_in(40) {
                    let count = self.random.below(18);
                    return format!("{} {operator} {count}", self.expression(depth - 1, limit));
                }
                let (left, right) = (self.expression(depth - 1, limit), self.expression(depth - 1, limit));
                format!("{left} {operator} {right}")
            }
        }
    }

    /// Returns an expression that often fits in the operand of an instruction.
    fn address(&self) -> String {
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
                self.push(line);
                ".code".to_owned()
            }
            _ => format!("{name} = {}", self.expression(2, index)),
        };
        self.push(line);
    }

    fn statement(&mut self) {
        let limit = self.names.len();
        let line = match self.random.below(36) {
            0..=5 => {
                let mnemonic = self.random.pick(texts("ca65 memory"));
                format!(" {mnemonic} {}", self.address())
            }
            6 => {
                format!(
                    " {} {},{}",
                    self.random.pick(texts("ca65 memory")),
                    self.address(),
                    self.random.pick(&["x", "y"])
                )
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
                self.push(line);
                let line = format!(" {}", self.random.pick(ALONE));
                self.push(line);
                format!(": {}", self.random.pick(ALONE))
            }
            15 => {
                if self.random.one_in(3) {
                    // Conditions anywhere in lines that are skipped.
                    let hidden = self.random.pick(texts("ca65 skipped"));
                    self.push(format!(".if 0\n{hidden}\n nop\n.endif"));
                }
                let line = format!(".if {}", self.expression(2, limit));
                self.push(line);
                let line = format!(" lda {}", self.address());
                self.push(line);
                self.lines.push(".else".to_owned());
                let line = format!(" sta {}", self.address());
                self.push(line);
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
            21 => format!(" .align {}", self.random.pick(&["2", "4", "8", "3", "16, 7"])),
            _ => self.other(),
        };
        self.push(line);
    }

    /// Statements of what else the table has.
    fn other(&mut self) -> String {
        let limit = self.names.len();
        self.numbers += 1;
        let number = self.numbers;
        match self.random.below(30) {
            0 => {
                self.push(format!("l{number}: nop"));
                self.push(format!("@x: {}", self.random.pick(ALONE)));
                let between = self
                    .random
                    .pick(texts("ca65 between"))
                    .replace("k ", &format!("k{number} "))
                    .replace('q', &format!("q{number}"));
                self.push(between);
                if self.random.one_in(2) {
                    self.push("@x: nop".to_owned());
                }
                " bne @x".to_owned()
            }
            1 => {
                self.scopes.push(".endproc".to_owned());
                format!(".proc p{number}{}", self.random.pick(&["", ": zp", ": abs", ": far"]))
            }
            2 => {
                self.scopes.push(".endscope".to_owned());
                ".scope".to_owned()
            }
            3 if self.random.one_in(3) => {
                // These only reserve space.
                let segment = *self.random.pick(&[".bss", ".zeropage"]);
                self.push(segment.to_owned());
                self.push(format!("r{number}: .res {}", 1 + self.random.below(4)));
                ".code".to_owned()
            }
            3 => (*self.random.pick(&[".code", ".rodata", ".data", ".segment \"CODE\""])).to_owned(),
            4 => {
                self.push(".pushseg".to_owned());
                self.push((*self.random.pick(&[".rodata", ".data", ".code"])).to_owned());
                let number = self.number();
                self.push(format!(" .byte <{number}"));
                ".popseg".to_owned()
            }
            5 => (*self.random.pick(texts("ca65 options"))).to_owned(),
            6 => format!(
                " {} {}",
                self.random.pick(&[".word", ".addr", ".dbyt", ".faraddr", ".dword"]),
                self.address()
            ),
            7 => format!(
                " {} {}, *",
                self.random.pick(&[".hibytes", ".bankbytes", ".lobytes"]),
                self.expression(2, limit)
            ),
            8 => format!(" .asciiz \"{}\", \"x;y\"", self.random.pick(&["abc", "", "a'b", "A,b"])),
            9 => {
                self.push(format!(".charmap 'a' + {}, {}", self.random.below(5), self.random.below(256)));
                " .byte \"abcde\", 'b', .strat(\"dcba\", 1)".to_owned()
            }
            10 => {
                self.push(format!(".struct t{number}"));
                self.fields(number, 2);
                self.push(".endstruct".to_owned());
                if self.random.one_in(2) {
                    self.push(format!(" .tag t{number}"));
                }
                format!(" .byte .sizeof(t{number}), t{number}::f{number}, <t{number}::g{number}")
            }
            11 => {
                let named = self.random.one_in(2);
                self.push(if named { format!(".enum e{number}") } else { ".enum".to_owned() });
                self.push(format!("m{number}"));
                let value = self.expression(1, limit);
                self.push(format!("n{number} = {value}"));
                self.push(format!("o{number}"));
                self.push(".endenum".to_owned());
                let scope = if named { format!("e{number}::") } else { String::new() };
                format!(" lda {scope}o{number}\n ldx #<{scope}n{number}\n .byte {scope}m{number}")
            }
            12 if self.random.one_in(4) => {
                let word = *self.random.pick(&[".endmacro", ".endrepeat", ".endmac", ".endrep", ".ENDMACRO"]);
                let odd = self.random.pick(texts("ca65 inside"));
                let odd = odd.replace("{n}", &number.to_string()).replace("{w}", word);
                let is_macro = self.random.one_in(2);
                let (begin, end) = if is_macro {
                    (format!(".macro m{number}"), ".endmacro")
                } else {
                    (".repeat 2".to_owned(), ".endrepeat")
                };
                self.push(format!("{begin}\n nop\n{odd}\n iny"));
                if self.random.one_in(2) {
                    self.push(end.to_owned());
                }
                if is_macro && self.random.one_in(2) { format!(" m{number}") } else { " inx".to_owned() }
            }
            12 => {
                self.push(format!(".macro m{number} first, second"));
                let line = self.random.pick(texts("ca65 macro"));
                self.push((*line).to_owned());
                self.push(".endmacro".to_owned());
                let (first, second) = (self.argument(), self.argument());
                match self.random.below(4) {
                    0 => format!(" m{number} {first}"),
                    1 => format!(" m{number} {{{first}}}, {second}"),
                    _ => format!(" m{number} {first}, {second}"),
                }
            }
            13 => {
                let body = self.expression(1, limit);
                let body = if self.random.one_in(2) {
                    body
                } else {
                    (*self.random.pick(&["(a + b)", "a << b", "b-a", "<a ^ >b"])).to_owned()
                };
                self.push(format!(".define d{number}(a, b) {body}"));
                let (first, second) = (self.argument(), self.argument());
                format!(" .word .loword(d{number} ({first}), {second}), .loword(d{number} {first}, {second})")
            }
            14 => {
                let body = self.expression(1, limit);
                self.push(format!(".define c{number} {body}"));
                let line = format!(" .byte <c{number}, <(c{number} * 2), >c{number}+1");
                self.push(line);
                if self.random.one_in(2) {
                    self.push(format!(".macro u{number}\n .byte <c{number}\n.endmacro"));
                    self.push(format!(".undefine c{number}\n.define c{number} 77"));
                    self.push(format!(" u{number}"));
                }
                format!(" lda c{number}")
            }
            15 => {
                self.push(format!(" .repeat {}, i", self.random.below(4)));
                let line = self.random.pick(texts("ca65 repeat"));
                self.push((*line).to_owned());
                self.push(" .endrepeat".to_owned());
                "table = $F0".replace("table", &format!("y{number}"))
            }
            16 => {
                let name = self.names[self.random.below(limit)].clone();
                let test = *self.random.pick(&[".ifdef", ".ifndef", ".ifref", ".ifnref", ".ifconst"]);
                self.push(format!("{test} {name}"));
                self.push(" .byte 1".to_owned());
                self.push(".else".to_owned());
                self.push(" .byte 2".to_owned());
                ".endif".to_owned()
            }
            17 => {
                self.push(format!(".if {}", self.small()));
                self.push(" .byte 1".to_owned());
                self.push(format!(".elseif {}", self.small()));
                self.push(" .byte 2".to_owned());
                self.push(".else".to_owned());
                self.push(" .byte 3".to_owned());
                ".endif".to_owned()
            }
            18 => (*self.random.pick(texts("ca65 processor"))).to_owned(),
            19 => {
                self.push(".setcpu \"6502X\"".to_owned());
                self.push(format!(
                    " {} {}",
                    self.random.pick(&["lax", "slo", "rla", "sre", "rra", "sax", "dcp", "isc", "nop"]),
                    self.address()
                ));
                let line = self.random.pick(texts("ca65 undocumented"));
                self.push((*line).to_owned());
                ".setcpu \"6502\"".to_owned()
            }
            20 => {
                self.push(format!(" lda s{}::x", 1 + self.random.below(number)));
                format!(" lda ::g{}", self.random.below(6))
            }
            21 => format!("h{number} = {}\n.export h{number}", self.address()),
            22 => format!(".export h{number} = {}\n lda h{number}", self.number()),
            23 => format!(".exportzp z{number}\nz{number} = {}\n lda z{number}", self.random.below(256)),
            24 => format!(".assert {} = {}, warning, \"no\"", self.small(), self.small()),
            25 => {
                self.push(format!("a{number}: .byte 1, 2, {}", self.small()));
                format!(" .byte .sizeof(a{number})")
            }
            26 => {
                self.push(".macpack longbranch\n.macpack generic".to_owned());
                format!(
                    " {} {}",
                    self.random
                        .pick(&["jeq", "jne", "jcs", "jmi", "bge", "bgt", "ble", "add #1,", "sub", "add"]),
                    self.names[self.random.below(limit)].clone()
                )
                .replace(", ", " ; ")
            }
            27 => format!(" {} {}", self.random.pick(BRANCHES), self.names[self.random.below(limit)].clone()),
            28 => {
                let (first, second) =
                    (self.random.pick(&[":+", ":++", ":-"]), self.random.pick(&[": nop", ":"]));
                format!("{second}\n jmp {first}\n: nop\n: lda :-- + 1")
            }
            _ => format!(
                "b{number} : lda b{number}\n .org $0{:X}00\no{number}: .word o{number}\n lda o{number}\n{}",
                self.random.below(8),
                self.random.pick(&["", " .reloc"])
            ),
        }
    }

    fn push(&mut self, line: String) {
        self.lines.push(line);
    }

    /// Returns an expression that is a small number wherever it stands.
    fn small(&self) -> String {
        let (left, right) = (self.random.below(4), self.random.below(4));
        format!(
            "{left} {} {right}",
            self.random.pick(&["+", "=", "<", ">=", "&&", "||", "|", "*", ".xor", "<>"])
        )
    }

    /// Returns the argument of a macro.
    fn argument(&self) -> String {
        match self.random.below(9) {
            0 => "x".to_owned(),
            1 => "($12".to_owned(),
            2 => "5)".to_owned(),
            3 => "#<2".to_owned(),
            4 => "\"s\"".to_owned(),
            5 => "-1".to_owned(),
            6 => "(1)|4".to_owned(),
            _ => self.address(),
        }
    }

    fn fields(&mut self, number: usize, depth: usize) {
        for name in ["f", "g", "h"] {
            let name = format!("{name}{number}");
            let line = match self.random.below(7) {
                0 => format!("{name} .byte"),
                1 => format!("{name} .word {}", 1 + self.random.below(3)),
                2 => format!("{name} .res {}", 1 + self.random.below(5)),
                3 => format!("{name} .tag point"),
                4 => format!("{name} .tag point 2"),
                5 => format!("{name} .faraddr"),
                _ => format!("{name} .dword"),
            };
            self.push(line);
        }
        if depth > 0 && self.random.one_in(2) {
            let (open, close) = *self.random.pick(&[(".union", ".endunion"), (".struct", ".endstruct")]);
            self.numbers += 1;
            let inner = self.numbers;
            let name = if self.random.one_in(2) { format!(" i{inner}") } else { String::new() };
            let label = if self.random.one_in(3) { format!("l{inner} ") } else { String::new() };
            self.push(format!("{label}{open}{name}"));
            self.fields(inner, depth - 1);
            self.push(close.to_owned());
            self.push(format!("z{inner} .byte"));
        }
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
