//! ACME.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::harness::{Random, texts};
use crate::parts::{Bytes, Outcome, Real, lines_after, output, whole};

struct Acme;

impl Real for Acme {
    const DIALECT: &'static str = "acme";
    const PROGRAM: &'static str = "acme";
    const VARIABLE: &'static str = "ACME";

    fn parts(random: &mut Random) -> Vec<String> {
        source(random)
    }

    fn run(program: &Path, folder: &Path) -> Outcome {
        run(program, folder)
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        whole(assembly)
    }
}

#[test]
#[ignore = "compares 20,000 sources with the real acme: cargo test -p arcadian-asm --test real_assemblers acme -- --ignored --nocapture"]
fn acme() {
    Acme::compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real acme: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn acme_cases() {
    Acme::check_cases(include_str!("../asm/dialects/cases/acme.asm"));
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn run(program: &Path, folder: &Path) -> Outcome {
    let file = folder.join("source.prg");
    let _ = std::fs::remove_file(&file);
    let (_, said) =
        output(program, &["--maxerrors", "100", "-f", "cbm", "-o", "source.prg", "source.asm"], folder);
    let Ok(bytes) = std::fs::read(&file) else {
        let errors: String =
            said.lines().filter(|line| line.contains("rror")).map(|line| format!("{line}\n")).collect();
        return Err((lines_after(&errors, "source.asm, line "), said));
    };
    let [low, high, ref rest @ ..] = *bytes else { return Ok(Bytes::new()) };
    Ok((u32::from(u16::from_le_bytes([low, high]))..).zip(rest.iter().copied()).collect())
}

const MODES: &[(&str, &[&str])] = &[
    (
        "{}",
        &[
            "asl", "lsr", "rol", "ror", "clc", "sec", "cli", "sei", "cld", "sed", "clv", "nop", "brk", "pha",
            "pla", "php", "plp", "tax", "txa", "tay", "tya", "tsx", "txs", "inx", "iny", "dex", "dey", "rts",
            "rti",
        ],
    ),
    (" #{n}", &["lda", "ldx", "ldy", "cmp", "cpx", "cpy", "adc", "sbc", "and", "ora", "eor"]),
    (
        "{s} {a}",
        &[
            "lda", "ldx", "ldy", "sta", "stx", "sty", "cmp", "cpx", "cpy", "adc", "sbc", "and", "ora", "eor",
            "bit", "asl", "lsr", "rol", "ror", "inc", "dec",
        ],
    ),
    (
        "{s} {a},x",
        &[
            "lda", "ldy", "sta", "sty", "cmp", "adc", "sbc", "and", "ora", "eor", "asl", "lsr", "rol", "ror",
            "inc", "dec",
        ],
    ),
    ("{s} {a}, y", &["lda", "ldx", "sta", "stx", "cmp", "adc", "sbc", "and", "ora", "eor"]),
    (" ({z},x)", &["lda", "sta", "cmp", "adc", "sbc", "and", "ora", "eor"]),
    (" ({z}),y", &["lda", "sta", "cmp", "adc", "sbc", "and", "ora", "eor"]),
    (" {j}", &["jmp", "jsr"]),
    (" ({j})", &["jmp"]),
    (" {b}", &["bcc", "bcs", "beq", "bne", "bmi", "bpl", "bvc", "bvs"]),
];

#[derive(Default)]
struct Source {
    /// Names with values, and labels, some of which are below.
    constants: Vec<String>,
    variables: Vec<String>,
    labels: Vec<String>,
    count: usize,
    depth: usize,
}

fn source(random: &mut Random) -> Vec<String> {
    let mut source = Source::default();
    let mut parts = Vec::new();
    if random.chance(20) {
        parts.push(format!("!initmem {}\n", random.pick(&["$ff", "234", "$00", "-1", "%1010"])));
    }
    parts.push(format!("* = {}\n", random.pick(&["$1000", "$c000", "$10", "$f0", "$0801"])));
    for index in 0..1 + random.below(4) {
        let name = format!("{}{index}", random.pick(&["K", "k_", "c"]));
        parts.push(format!("{}{name} = {}\n", random.pick(&["", "", "!addr "]), source.value(random, 2)));
        source.constants.push(name);
    }
    let labels: Vec<String> = (0..2 + random.below(4))
        .map(|index| format!("{}{index}", random.pick(&["lab", "L", ".loc", "_u"])))
        .collect();
    source.labels.clone_from(&labels);
    let mut labels = labels.into_iter();
    for _ in 0..4 + random.below(16) {
        if random.chance(20)
            && let Some(label) = labels.next()
        {
            parts.push(format!("{label}{}", random.pick(&["\n", " nop\n", "  brk\n"])));
        }
        parts.push(source.part(random));
    }
    parts.extend(labels.map(|label| format!("{label}\n")));
    parts
}

impl Source {
    fn part(&mut self, random: &mut Random) -> String {
        self.depth += 1;
        let part = match random.below(if self.depth > 2 { 14 } else { 24 }) {
            0..=7 => self.instruction(random),
            8 | 9 => self.data(random),
            10 => self.text(random),
            11 => self.space(random),
            12 => self.set(random),
            13 => self.anonymous(random),
            14 | 15 => self.condition(random),
            16 => self.for_(random),
            17 => self.while_(random),
            18 | 19 => self.macro_(random),
            20 => self.zone(random),
            21 => format!(
                "!pseudopc {} {{\n{}}}\n",
                random.pick(&["$2000", "$40", "$c100"]),
                self.block(random)
            ),
            22 => format!("*={}\n", random.pick(&["$3000", "$4000", "* + 4", "$5000"])),
            _ => {
                (*random.pick(&["!cpu 6502\n", "; comment\n", "// comment\n", "!as\n", "!zone\n", "!zn z\n"]))
                    .to_owned()
            }
        };
        self.depth -= 1;
        part
    }

    fn block(&mut self, random: &mut Random) -> String {
        (0..1 + random.below(3)).map(|_| self.part(random)).collect()
    }

    fn fresh(&mut self, stem: &str) -> String {
        self.count += 1;
        format!("{stem}{}", self.count)
    }

    fn instruction(&mut self, random: &mut Random) -> String {
        let (pattern, words) = *random.pick(MODES);
        let word = *random.pick(words);
        let operand = if pattern == "{}" {
            String::new()
        } else {
            random.fill(pattern, |random, name| match name {
                "n" => self.byte(random),
                "s" => (*random.pick(&["", "", "", "", "", "+1", "+2"])).to_owned(),
                "a" | "j" => self.address(random),
                "z" => match random.below(4) {
                    0 => format!("<{}", random.pick(&self.labels)),
                    1 => self.value(random, 1),
                    _ => format!("${:02x}", random.value(8)),
                },
                _ => match random.below(4) {
                    0 => format!("* {} {}", random.pick(&["+", "-"]), random.below(100)),
                    _ => random.pick(&self.labels).clone(),
                },
            })
        };
        let word = if random.chance(10) { word.to_ascii_uppercase() } else { word.to_owned() };
        format!(
            "{}{word}{operand}{}",
            random.pick(&[" ", "\t", ""]),
            random.pick(&["\n", "\n", " : nop\n", "\t; text\n"])
        )
    }

    fn address(&mut self, random: &mut Random) -> String {
        let label = random.pick(&self.labels).clone();
        match random.below(10) {
            0 | 1 => label,
            2 => format!("{label} + {}", self.value(random, 1)),
            3 => format!("<{label}"),
            4 => format!("*+{}", random.below(20)),
            5 => format!("${:04x}", random.value(8)),
            6 => format!("({} + 1) - {}", self.value(random, 1), random.below(2)),
            _ => self.value(random, 2),
        }
    }

    fn byte(&mut self, random: &mut Random) -> String {
        match random.below(4) {
            0 => format!("{}{}", random.pick(&["<", ">"]), self.address(random)),
            1 => format!("{} & 255", self.value(random, 2)),
            2 => self.value(random, 2),
            _ => random.value(8).to_string(),
        }
    }

    fn value(&mut self, random: &mut Random, deep: usize) -> String {
        if deep == 0 || random.chance(35) {
            return self.number(random);
        }
        match random.below(10) {
            0 => format!("({})", self.value(random, deep - 1)),
            1 => format!(
                "{}{}",
                random.pick(&["-", "!", "<", ">", "^", "not ", "- ", "!"]),
                self.value(random, deep - 1)
            ),
            _ => {
                let operator = random.pick(&[
                    "*", "/", "%", "+", "-", "<<", ">>", ">>>", "^", "&", "|", " div ", " mod ", " asl ",
                    " lsl ", " asr ", " lsr ", " and ", " or ", " xor ", "<=", "<", ">=", ">", "=", "==",
                    "!=", "<>", "><", "+", "-", " XOR ", " AND ",
                ]);
                let right = match operator.trim() {
                    "<<" | ">>" | ">>>" | "asl" | "lsl" | "asr" | "lsr" => random.below(17).to_string(),
                    "^" => random.below(4).to_string(),
                    _ => self.value(random, deep - 1),
                };
                let blank = random.pick(&["", " "]);
                format!("{}{blank}{operator}{blank}{right}", self.value(random, deep - 1))
            }
        }
    }

    fn number(&mut self, random: &mut Random) -> String {
        let bits = *random.pick(&[4, 8, 8, 8, 12, 16]);
        let value = random.value(bits);
        match random.below(14) {
            0 => format!("%{value:08b}"),
            1 => format!("0b{value:b}"),
            2 => format!("&{value:o}"),
            3 => format!("0x{value:x}"),
            4 => format!("${value:04x}"),
            5 | 6 => format!("${value:x}"),
            7 => format!("'{}'", random.pick(&["a", "Z", " ", "0", ";", "\"", "\\\\", "\\'", "["])),
            8 if random.chance(30) => format!("%{}", random.pick(&["..##..##", "#", ".#.#.#.#.#"])),
            9 => format!("\"{}\"", random.pick(&["a", "Z"])),
            10 | 11 if !self.constants.is_empty() => random.pick(&self.constants).clone(),
            12 if !self.variables.is_empty() => random.pick(&self.variables).clone(),
            _ => value.to_string(),
        }
    }

    fn items(&mut self, random: &mut Random) -> String {
        let items: Vec<String> = (0..1 + random.below(4))
            .map(|_| match random.below(3) {
                0 => self.address(random),
                _ => self.byte(random),
            })
            .collect();
        items.join(random.pick::<&str>(&[",", ", ", " , "]))
    }

    fn data(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&[
            "!8", "!08", "!byte", "!by", "!16", "!word", "!wo", "!le16", "!be16", "!24", "!le24", "!32",
            "!le32", "!be24", "!be32", "!hex", "!h", "!BYTE",
        ]);
        if word.starts_with("!h") {
            return format!("{word} {}\n", random.pick(&["0a 1B", "ff", "0123456789", "aB cD", "12  34"]));
        }
        format!("{}{word} {}\n", random.pick(&["", " "]), self.items(random))
    }

    fn text(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&["!text", "!tx", "!raw", "!pet", "!scr"]);
        let items: Vec<String> = (0..1 + random.below(3))
            .map(|_| match random.below(3) {
                0 => self.byte(random),
                _ => {
                    let text: String = (0..random.below(7))
                        .map(|_| {
                            *random.pick(&[
                                "a", "B", " ", "1", ";", "'", "\\\"", "\\\\", "@", "[", "_", "`", "z", "{",
                                "~", "^", ":",
                            ])
                        })
                        .collect();
                    format!("\"{text}\"")
                }
            })
            .collect();
        format!("{word} {}\n", items.join(", "))
    }

    fn space(&mut self, random: &mut Random) -> String {
        match random.below(4) {
            0 => format!(
                "!align {}, {}{}\n",
                random.pick(&["1", "3", "255", "15", "5"]),
                random.pick(&["0", "1"]),
                random.pick(&["", ", 7"])
            ),
            1 => format!("!skip {}\n", random.below(5)),
            _ => format!(
                "{} {}{}\n",
                random.pick(&["!fill", "!fi"]),
                random.below(5),
                random.pick(&["", ", $ff", ",K0", ", 'a'"])
            ),
        }
    }

    fn set(&mut self, random: &mut Random) -> String {
        let name = if self.variables.is_empty() || random.chance(30) {
            self.fresh("v")
        } else {
            random.pick(&self.variables).clone()
        };
        let text = format!("!set {name} = {}\n", self.value(random, 2));
        self.variables.push(name);
        text
    }

    fn anonymous(&mut self, random: &mut Random) -> String {
        let name = *random.pick(&["", "-", "--"]);
        let body: String = (0..random.below(3)).map(|_| self.instruction(random)).collect();
        match random.below(3) {
            0 => format!("-{name}\n{body} bne -{name}\n"),
            1 => format!(" beq {}\n{body}{}\n", "+".repeat(name.len() + 1), "+".repeat(name.len() + 1)),
            _ => format!("@c{0}\n{body} bne @c{0}\n", self.fresh("")),
        }
    }

    fn condition(&mut self, random: &mut Random) -> String {
        let begin = match random.below(5) {
            0 => format!("!ifdef {}", random.pick(&["K0", "nothing", "c1"])),
            1 => format!("!ifndef {}", random.pick(&["K0", "nothing", "c1"])),
            _ => format!("!if {}", self.value(random, 2)),
        };
        if random.chance(10) && begin.starts_with("!ifd") {
            return format!("{begin} {}", self.instruction(random));
        }
        let mut text = format!("{begin} {{\n{}}}", self.block(random));
        if random.chance(30) {
            // Braces that are not some where they are skipped.
            let hidden = random.pick(texts("acme skipped"));
            text = format!("!if 0 {{\n{hidden}\n}}\n{text}");
        }
        if random.chance(20) {
            text += &format!(" else if {} {{\n{}}}", self.value(random, 1), self.block(random));
        }
        if random.chance(50) {
            text += &format!(" else {{{}{}}}", random.pick(&["\n", " "]), self.block(random));
        }
        text + "\n"
    }

    fn for_(&mut self, random: &mut Random) -> String {
        let name = self.fresh(random.pick::<&str>(&["i", ".i", "@n"]));
        let range = match random.below(3) {
            0 => random.below(4).to_string(),
            1 => format!("{}, {}", random.below(4), random.below(4)),
            _ => format!("{}, {}", random.below(6).cast_signed() - 3, random.below(6).cast_signed() - 3),
        };
        self.constants.push(name.clone());
        let body = format!("!byte <{}\n{}", self.value(random, 2), self.block(random));
        let body =
            format!("{body}!byte <({name} {} {})\n", random.pick(&["*", "+", "-", "^"]), random.below(3));
        self.constants.pop();
        let after = if random.chance(30) { format!("!byte <{name}\n") } else { String::new() };
        format!("!for {name}, {range} {{\n{body}}}\n{after}")
    }

    fn while_(&mut self, random: &mut Random) -> String {
        let name = self.fresh("w");
        let most = random.below(4);
        let body = format!("{}!byte {name}\n!set {name} = {name} + 1\n", self.block(random));
        let condition = format!("{name} {} {most}", random.pick(&["<", "<=", "!="]));
        let (begin, end) = match random.below(6) {
            0 => (format!("!do while {condition}"), String::new()),
            1 => (format!("!do until {name} >= {most}"), String::new()),
            2 => ("!do".to_owned(), format!(" while {condition}")),
            3 => ("!do".to_owned(), format!(" until {name} > {most}")),
            4 => (format!("!do while {condition}"), format!(" until {name} > 2")),
            _ => (format!("!while {condition}"), String::new()),
        };
        format!("!set {name} = 0\n{begin} {{\n{body}}}{end}\n")
    }

    /// Returns a macro or a repetition with braces of all kinds.
    fn kept(random: &mut Random) -> String {
        let odd = *random.pick(texts("acme kept"));
        let end = random.pick(&["", "}\n"]);
        let number = random.below(100_000);
        match random.below(3) {
            0 => format!("!for .j, 1, 2 {{\n nop\n{odd}\n inx\n{end}"),
            1 => format!("!macro o{number} {{\n nop\n{odd}\n inx\n{end}"),
            _ => format!("!macro o{number} {{\n nop\n{odd}\n inx\n{end}+o{number}\n"),
        }
    }

    fn macro_(&mut self, random: &mut Random) -> String {
        if random.chance(25) {
            return Self::kept(random);
        }
        let name = self.fresh("mac");
        let parameters: &[&str] = random.pick::<&[&str]>(&[&[], &[".x"], &[".x", ".y"], &["@p", ".q"]]);
        let old = self.constants.clone();
        self.constants.extend(parameters.iter().map(|name| (*name).to_owned()));
        let mut body = self.block(random);
        for parameter in parameters {
            body += &format!(" {} {parameter}\n", random.pick(&["lda", "!16", "!byte <"]));
        }
        if random.chance(30) {
            body += " beq +\n nop\n+\n";
        }
        if random.chance(30) {
            body += ".local\n bne .local\n";
        }
        self.constants = old;
        let mut text = format!("!macro {name} {} {{\n{body}}}\n", parameters.join(", "));
        for _ in 0..1 + random.below(2) {
            let given: Vec<String> = parameters.iter().map(|_| self.address(random)).collect();
            let call = format!("{}+{name} {}\n", random.pick(&[" ", ""]), given.join(","));
            text += &if random.chance(30) { format!(" beq +\n{call}+\n") } else { call };
        }
        text
    }

    fn zone(&mut self, random: &mut Random) -> String {
        let title = *random.pick(&["", "z", "inner"]);
        format!("!zone {title} {{\n.loc0\n{} bne .loc0\n jmp .after\n.after\n}}\n", self.block(random))
    }
}
