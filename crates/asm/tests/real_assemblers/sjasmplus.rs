//! sjasmplus.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::harness::{Random, texts};
use crate::parts::{Bytes, Outcome, Real, common, lines_after, output};

struct Sjasmplus;

impl Real for Sjasmplus {
    const DIALECT: &'static str = "sjasmplus";
    const PROGRAM: &'static str = "sjasmplus";
    const VARIABLE: &'static str = "SJASMPLUS";

    fn parts(random: &mut Random) -> Vec<String> {
        source(random)
    }

    #[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.bin");
        let _ = std::fs::remove_file(&file);
        let (_, said) = output(program, &["--nologo", "--raw=source.bin", "source.asm"], folder);
        let errors: String =
            said.lines().filter(|line| line.contains("error:")).map(|line| format!("{line}\n")).collect();
        match std::fs::read(&file) {
            // Without memory, bytes follow each other as they are placed.
            Ok(bytes) if errors.is_empty() && !said.contains("Errors: 1") => Ok((0..).zip(bytes).collect()),
            _ => Err((lines_after(&errors, "source.asm("), said)),
        }
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        (0..).zip(assembly.lines.iter().flat_map(|line| line.bytes.iter().copied())).collect()
    }
}

#[test]
#[ignore = "compares 20,000 sources with the real sjasmplus: cargo test -p arcadian-asm --test real_assemblers sjasmplus -- --ignored --nocapture"]
fn sjasmplus() {
    Sjasmplus::compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real sjasmplus: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn sjasmplus_cases() {
    Sjasmplus::check_cases(include_str!("../asm/dialects/cases/sjasmplus.asm"));
}

#[derive(Default)]
struct Source {
    constants: Vec<String>,
    variables: Vec<String>,
    labels: Vec<String>,
    count: usize,
    depth: usize,
}

fn source(random: &mut Random) -> Vec<String> {
    let mut source = Source::default();
    let mut parts = Vec::new();
    if random.chance(60) {
        parts.push(format!(" org {}\n", random.pick(&["100h", "0", "$4000", "0x8000", "#C000"])));
    }
    for index in 0..1 + random.below(4) {
        let name = format!("{}{index}", random.pick(&["K", "kon", "c_", "k!a"]));
        let value = source.value(random, 2);
        let is_constant = random.chance(60);
        let word = if is_constant { "equ" } else { *random.pick(&["=", "defl", ":="]) };
        parts.push(format!("{name} {word} {value}\n"));
        if !is_constant {
            source.variables.push(name.clone());
        }
        source.constants.push(name);
    }
    if random.chance(30) {
        parts.push(format!(" define text{} {}\n", random.below(2), random.pick(&["5", "K0", "a", "(3+4)"])));
    }
    let labels: Vec<String> = (0..2 + random.below(4))
        .map(|index| format!("{}{index}", random.pick(&["lab", "Lx", "_u", "x?"])))
        .collect();
    source.labels.clone_from(&labels);
    let mut labels = labels.into_iter();
    for _ in 0..4 + random.below(16) {
        if random.chance(20)
            && let Some(label) = labels.next()
        {
            parts.push(format!("{label}{}", random.pick(&[":\n", "\n", ": nop\n", "  nop\n"])));
        }
        parts.push(source.part(random));
    }
    parts.extend(labels.map(|label| format!("{label}:\n")));
    parts
}

impl Source {
    fn part(&mut self, random: &mut Random) -> String {
        self.depth += 1;
        let part = match random.below(if self.depth > 2 { 14 } else { 24 }) {
            0..=6 => self.instruction(random),
            7 | 8 => self.data(random),
            9 => self.text(random),
            10 => self.space(random),
            11 => self.set(random),
            12 => self.local(random),
            13 => {
                format!(" .{} {}", random.pick(&["2", "3", "(1+1)"]), self.instruction(random).trim_start())
            }
            14 | 15 => self.condition(random),
            16 => format!(
                " {} {}\n{} {}\n",
                random.pick(&["dup", "rept"]),
                random.pick(&["0", "1", "3", "2+1"]),
                self.block(random),
                random.pick(&["edup", "endr"])
            ),
            17 => self.while_(random),
            18 | 19 => self.macro_(random),
            20 => format!(" disp {}\n{} ent\n", random.pick(&["#2000", "$"]), self.block(random)),
            21 => self.module(random),
            22 => self.structure(random),
            _ => (*random.pick(texts("sjasmplus others"))).to_owned(),
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
        let pattern = if random.chance(25) {
            *random.pick(texts("sjasmplus fakes"))
        } else {
            *random.pick(texts("z80 patterns"))
        };
        let text = random.fill(pattern, |random, name| self.operand(random, name));
        let end = random.pick(&["\n", "\n", " ; text\n", " : nop\n"]);
        format!("{}{text}{end}", random.pick(&[" ", "\t", "   "]))
    }

    fn operand(&mut self, random: &mut Random, name: &str) -> String {
        if let Some(found) = common(random, name) {
            return found;
        }
        match name {
            "s" => match random.below(4) {
                0 => "(hl)".to_owned(),
                1 => self.operand(random, "i"),
                _ => self.operand(random, "r"),
            },
            "d2" => (*random.pick(&["bc", "de"])).to_owned(),
            "d3" => (*random.pick(&["bc", "de", "hl"])).to_owned(),
            "h" => (*random.pick(&["ixl", "ixh", "iyl", "iyh", "lx", "hx", "yl", "yh"])).to_owned(),
            "n" => self.byte(random),
            "w" | "a" => self.address(random),
            "m" => format!("({})", self.address(random)),
            "i" => {
                let register = *random.pick(&["ix", "iy"]);
                match random.below(4) {
                    0 => format!("({register})"),
                    1 => format!("({register}-{})", random.below(128)),
                    2 => format!("({register}+{})", random.pick(&["3+4", "2*(1+3)", "'a'"])),
                    _ => format!("({register}+{})", random.below(127)),
                }
            }
            "p" => format!("({})", self.byte(random)),
            "j" => match random.below(3) {
                0 => format!("${}{}", random.pick(&["+", "-"]), random.below(100)),
                _ => random.pick(&self.labels).clone(),
            },
            "b" => random.below(8).to_string(),
            _ => (*random.pick(&["0", "8", "10h", "18h", "32", "28h", "48", "38h"])).to_owned(),
        }
    }

    fn byte(&mut self, random: &mut Random) -> String {
        match random.below(5) {
            0 => format!("{} {}", random.pick(&["low", "high", "LOW"]), random.pick(&self.labels)),
            1 => format!("low ({})", self.address(random)),
            2 => format!("{} & 255", self.value(random, 2)),
            3 => self.value(random, 2),
            _ => random.value(8).to_string(),
        }
    }

    fn address(&mut self, random: &mut Random) -> String {
        let label = random.pick(&self.labels).clone();
        match random.below(8) {
            0..=2 => label,
            3 => format!("{label}+{}", self.value(random, 1)),
            4 => format!("{label}-{}", random.pick(&self.labels)),
            5 => format!("${}{}", random.pick(&["+", "-"]), random.below(20)),
            _ => self.value(random, 2),
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
                random.pick(&["-", "~", "!", "+", "not ", "high ", "low ", "abs "]),
                self.value(random, deep - 1)
            ),
            _ => {
                let operator = random.pick(&[
                    "*", "/", "%", "+", "-", "<<", ">>", ">>>", "<", ">", "<=", ">=", "=", "==", "!=", "&",
                    "^", "|", "&&", "||", "<?", ">?", " mod ", " shl ", " shr ", " and ", " or ", " xor ",
                    "+", "-", "+", " AND ",
                ]);
                let right = if matches!(operator.trim(), "<<" | ">>" | ">>>" | "shl" | "shr") {
                    random.below(17).to_string()
                } else {
                    self.value(random, deep - 1)
                };
                let blank = random.pick(&["", " "]);
                format!("{}{blank}{operator}{blank}{right}", self.value(random, deep - 1))
            }
        }
    }

    fn number(&mut self, random: &mut Random) -> String {
        let bits = *random.pick(&[4, 8, 8, 8, 12, 16]);
        let value = random.value(bits);
        match random.below(15) {
            0 => format!("{value:b}b"),
            1 => format!("{value:o}q"),
            2 => format!("{value:o}o"),
            3 => format!("0{value:x}h"),
            4 => format!("#{value:X}"),
            5 => format!("${value:x}"),
            6 => format!("0x{value:x}"),
            7 => format!("%{value:b}"),
            8 => format!("0b{value:b}"),
            9 => format!("'{}'", random.pick(&["a", "Z", " ", ";", "\"", "''", "ab"])),
            10 => format!("\"{}\"", random.pick(&["a", "'", "xy", "\\n", "\\\\"])),
            11 | 12 if !self.constants.is_empty() => random.pick(&self.constants).clone(),
            13 => format!("%{}'{:04b}", value & 1, value & 15),
            _ => value.to_string(),
        }
    }

    fn data(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&[
            "db", "defb", "byte", "defm", "dm", "dw", "defw", "word", "d24", "dd", "dword", "defd", "DB",
            ".db",
        ]);
        let is_byte = matches!(word, "db" | "defb" | "byte" | "defm" | "dm" | "DB" | ".db");
        let items: Vec<String> = (0..1 + random.below(4))
            .map(|_| if is_byte { self.byte(random) } else { self.address(random) })
            .collect();
        format!(" {word} {}\n", items.join(random.pick::<&str>(&[",", ", ", " , "])))
    }

    fn text(&mut self, random: &mut Random) -> String {
        let string = || {
            let text: String = (0..1 + random.below(5))
                .map(|_| *random.pick(&["a", "B", " ", "1", ";", ",", ":"]))
                .collect();
            match random.below(3) {
                0 => format!("'{text}''x'"),
                1 => format!("\"{text}\\t\\\"\""),
                _ => format!("'{text}'"),
            }
        };
        let (first, second) = (string(), string());
        match random.below(8) {
            0 => format!(" dz {first}\n"),
            1 => format!(" dc {first},{second}\n"),
            2 => format!(" abyte 1 {first},5\n"),
            3 => format!(" abytec 0 {first},{second}\n"),
            4 => format!(" dh {}\n", random.pick(&["0A1B", "\"ff 01\"", "12,34"])),
            5 => format!(" dg {}\n", random.pick(&["..##..##", "-#-#-#-# 11110000", "........"])),
            6 => format!(" db {first}{}\n", random.pick(&["Z", "C"])),
            _ => format!(" db {first},{second},0\n"),
        }
    }

    fn space(&mut self, random: &mut Random) -> String {
        match random.below(3) {
            0 => format!(" align {}{}\n", random.pick(&["2", "4", "16", "1"]), random.pick(&["", ",7"])),
            _ => format!(
                " {} {}{}\n",
                random.pick(&["ds", "defs", "block"]),
                random.below(5),
                random.pick(&["", "", ",7", ",'a'"])
            ),
        }
    }

    fn set(&mut self, random: &mut Random) -> String {
        if self.variables.is_empty() {
            return " nop\n".to_owned();
        }
        let name = random.pick(&self.variables).clone();
        format!("{name} {} {}\n", random.pick(&["defl", "=", ":="]), self.value(random, 2))
    }

    fn local(&mut self, random: &mut Random) -> String {
        let name = self.fresh("");
        match random.below(4) {
            0 => {
                format!("own{name}\n.loop\n{} djnz .loop\n ld hl,own{name}.loop\n", self.instruction(random))
            }
            1 => format!("{}\n{} djnz {}B\n", name.len(), self.instruction(random), name.len()),
            2 => format!(" jr 7F\n{}7 nop\n", self.instruction(random)),
            _ => format!("smc{name}+1: ld a,5\n ld (smc{name}),a\nval{name}+*: ld hl,300\n dw val{name}\n"),
        }
    }

    fn condition(&mut self, random: &mut Random) -> String {
        let value = self.value(random, 2);
        let begin = match random.below(6) {
            0 => format!("ifn {value}"),
            1 => format!("{} {}", random.pick(&["ifdef", "ifndef"]), random.pick(&["text0", "nothing"])),
            2 => format!("{} {}", random.pick(&["ifused", "ifnused"]), random.pick(&self.labels)),
            _ => format!("if {value}"),
        };
        let mut text = format!(" {begin}\n{}", self.block(random));
        if random.chance(30) {
            // Lines that only look like conditions where they are skipped, and others that are some.
            let hidden = random.pick(texts("sjasmplus skipped"));
            text = format!(" if 0\n{hidden} nop\n endif\n{text}");
        }
        if random.chance(20) {
            text += &format!(" elseif {}\n{}", self.value(random, 1), self.block(random));
        }
        if random.chance(50) {
            text += &format!(" else\n{}", self.block(random));
        }
        text + " endif\n"
    }

    fn while_(&mut self, random: &mut Random) -> String {
        let name = self.fresh("w");
        format!(
            "{name} = 0\n while {name} < {}\n{}{name} = {name} + 1\n endw\n",
            random.below(4),
            self.block(random)
        )
    }

    /// Returns a macro or a repetition with a line that may end it.
    fn kept(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&["endm", "edup", "endr", "ENDM", "EDUP", "Endm", "endw", ".endm", ".edup"]);
        let odd = *random.pick(texts("sjasmplus kept"));
        // Without an end the rest of the source would be kept.
        let ends = odd.starts_with(" {w} ") || odd.contains(": {w}");
        let is_closed = !ends || random.one_in(2);
        let odd = odd.replace("{w}", word);
        let number = random.below(100_000);
        match random.below(3) {
            0 => format!(" dup 2\n nop\n{odd}\n inc a\n{}", if is_closed { " edup\n" } else { "" }),
            1 => format!(" macro o{number}\n nop\n{odd}\n inc a\n{}", if is_closed { " endm\n" } else { "" }),
            _ => format!(
                " macro o{number}\n nop\n{odd}\n inc a\n{} o{number}\n",
                if is_closed { " endm\n" } else { "" }
            ),
        }
    }

    fn macro_(&mut self, random: &mut Random) -> String {
        if random.chance(25) {
            return self.kept(random);
        }
        let name = self.fresh("mac");
        let parameters = random.pick::<&[&str]>(&[&[], &["p"], &["p", "q1"]]);
        let mut body = String::new();
        if random.chance(40) {
            body += ".in nop\n djnz .in\n";
        }
        for _ in 0..random.below(4) {
            let parameter = parameters.last().copied().unwrap_or("5");
            body += &match random.below(7) {
                0 => format!(" ld a,{parameter}\n"),
                1 => format!(" db {parameter},{parameter}+1\n"),
                2 => format!(" dw {parameter}*2\n"),
                3 => format!(" db '{parameter}',\"{parameter}\"\n"),
                4 => format!(" if {parameter}\n exitm\n endif\n"),
                5 => format!(" ld hl,my_{parameter}_x\n"),
                _ => self.instruction(random),
            };
        }
        let mut text = match random.below(2) {
            0 => format!(" macro {name} {}\n{body} endm\n", parameters.join(",")),
            _ => format!("{name} macro {}\n{body} endm\n", parameters.join(", ")),
        };
        for _ in 0..1 + random.below(2) {
            let given: Vec<String> = parameters
                .iter()
                .map(|_| match random.below(4) {
                    0 => "<3+4>".to_owned(),
                    1 => random.pick(&self.constants).clone(),
                    _ => random.below(5).to_string(),
                })
                .collect();
            text += &format!(" {name} {}\n", given.join(","));
        }
        text
    }

    fn module(&mut self, random: &mut Random) -> String {
        let (name, inner) = (self.fresh("mod"), self.instruction(random));
        let count = self.count;
        format!(
            " module {name}\ninner{count}: nop\n dw inner{count}, @K0\n{inner} endmodule\n dw {name}.inner{count}\n"
        )
    }

    fn structure(&mut self, random: &mut Random) -> String {
        let name = self.fresh("STR");
        let mut text = format!(" struct {name}\n");
        for index in 0..1 + random.below(4) {
            let field = match random.below(8) {
                0 => format!("byte {}", self.value(random, 1)),
                1 => format!("word {}", self.address(random)),
                2 => format!("ds {},{}", random.below(4), random.below(9)),
                3 => "d24 #123456".to_owned(),
                4 => "dd 7".to_owned(),
                5 => format!("text {}, {{ \"ab\", {} }}", 3 + random.below(3), random.below(200)),
                6 => "align 4".to_owned(),
                _ => "byte".to_owned(),
            };
            text += &format!("{}f{index} {field}\n", random.pick(&["", ""]));
        }
        text += " ends\n";
        let label = self.fresh("inst");
        text += &match random.below(5) {
            0 => format!("{label} {name}\n"),
            1 => format!("{label} {name} 1\n dw {label}.f0\n"),
            2 => format!("{label} {name} {{ 1 }}\n db {name}, {name}.f0\n"),
            3 => format!("{label} {name} = {}\n dw {label}.f0\n", random.pick(&["$9000", "lab0"])),
            _ => format!(
                " struct {name}o\na {name} 5\nb word 3\n ends\n{label} {name}o {{ {{ 2 }}, 7 }}\n dw {label}.a.f0, {name}o\n"
            ),
        };
        text
    }
}
