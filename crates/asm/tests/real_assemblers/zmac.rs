//! zmac.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::harness::{Random, texts};
use crate::parts::{Bytes, Outcome, Real, common, hex_file, lines_after, output, placed};

struct Zmac;

impl Real for Zmac {
    const DIALECT: &'static str = "zmac";
    const PROGRAM: &'static str = "zmac";
    const VARIABLE: &'static str = "ZMAC";

    fn parts(random: &mut Random) -> Vec<String> {
        source(random)
    }

    #[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
    fn run(program: &Path, folder: &Path) -> Outcome {
        let file = folder.join("source.hex");
        let _ = std::fs::remove_file(&file);
        let (_, said) = output(program, &["--oo", "hex", "--od", ".", "source.asm"], folder);
        match std::fs::read_to_string(&file) {
            Ok(text) if !said.contains("error") => Ok(hex_file(&text)),
            _ => Err((lines_after(&said, "source.asm("), said)),
        }
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        placed(assembly)
    }
}

#[test]
#[ignore = "compares 20,000 sources with the real zmac: cargo test -p arcadian-asm --test real_assemblers zmac -- --ignored --nocapture"]
fn zmac() {
    Zmac::compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real zmac: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn zmac_cases() {
    Zmac::check_cases(include_str!("../asm/dialects/cases/zmac.asm"));
}

#[derive(Default)]
struct Source {
    constants: Vec<String>,
    labels: Vec<String>,
    count: usize,
    depth: usize,
}

fn source(random: &mut Random) -> Vec<String> {
    let mut source = Source::default();
    let mut parts = Vec::new();
    if random.chance(60) {
        parts.push(format!(" org {}\n", random.pick(&["100h", "0", "$4000", "0x8000", "32768"])));
    }
    for index in 0..1 + random.below(4) {
        let name = format!("{}{index}", random.pick(&["K", "kon", "c_", "$k", "?q", "@z", "a.b"]));
        parts.push(format!(
            "{name} {} {}\n",
            random.pick(&["equ", "set", "defl", "=", "EQU", "aset"]),
            source.value(random, 2)
        ));
        source.constants.push(name);
    }
    let labels: Vec<String> = (0..2 + random.below(4))
        .map(|index| format!("{}{index}", random.pick(&["lab", "Lx", ".loc", "_u"])))
        .collect();
    source.labels.clone_from(&labels);
    let mut labels = labels.into_iter();
    for _ in 0..4 + random.below(16) {
        if random.chance(20)
            && let Some(label) = labels.next()
        {
            parts.push(format!("{label}{}", random.pick(&[":\n", "\n", ": nop\n", "  nop\n", "::\n"])));
        }
        parts.push(source.part(random));
    }
    parts.extend(labels.map(|label| format!("{label}:\n")));
    parts
}

impl Source {
    fn part(&mut self, random: &mut Random) -> String {
        self.depth += 1;
        let part = match random.below(if self.depth > 2 { 12 } else { 20 }) {
            0..=6 => self.instruction(random),
            7 | 8 => self.data(random),
            9 => self.text(random),
            10 => self.space(random),
            11 => self.set(random),
            12 | 13 => self.condition(random),
            14 => format!(" rept {}\n{} endm\n", random.pick(&["0", "1", "3", "2+1"]), self.block(random)),
            15 => self.each(random),
            16 | 17 => self.macro_(random),
            18 => format!(" .phase {}\n{} .dephase\n", random.pick(&["2000h", "$"]), self.block(random)),
            _ => (*random.pick(texts("zmac others"))).to_owned(),
        };
        self.depth -= 1;
        part
    }

    fn block(&mut self, random: &mut Random) -> String {
        (0..1 + random.below(3)).map(|_| self.part(random)).collect()
    }

    fn instruction(&mut self, random: &mut Random) -> String {
        let pattern = if random.chance(25) {
            *random.pick(texts("zmac intel"))
        } else {
            *random.pick(texts("z80 patterns"))
        };
        let text = random.fill(pattern, |random, name| self.operand(random, name));
        let text = if random.chance(10) { text.to_ascii_uppercase() } else { text };
        let end = random.pick(&["\n", "\n", " ; text\n", "\\ nop\n", " \\ nop ; text\n"]);
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
            "o" => (*random.pick(&["a", "b", "c", "d", "e", "h", "l", "m"])).to_owned(),
            "e" => (*random.pick(&["b", "d", "h", "sp"])).to_owned(),
            "n" => self.byte(random),
            "w" | "a" => self.address(random),
            "m" => format!("({})", self.address(random)),
            "i" => {
                let register = *random.pick(&["ix", "iy"]);
                match random.below(4) {
                    0 => format!("({register})"),
                    1 => format!("({register}-{})", random.below(129)),
                    2 => format!("({register}+{})", random.pick(&["3+4", "2*(1+3)", "'a'", "low 5"])),
                    _ => format!("({register}+{})", random.below(128)),
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
            1 => format!("low({})", self.address(random)),
            2 => format!("{} and 255", self.value(random, 2)),
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
                random.pick(&["-", "~", "!", "+", "not ", "high ", "low "]),
                self.value(random, deep - 1)
            ),
            2 => format!("[{}]", self.value(random, deep - 1)),
            _ => {
                let operator = random.pick(&[
                    "*", "/", "%", "+", "-", "<<", ">>", "<", ">", "<=", ">=", "=", "==", "!=", "<>", "&",
                    "^", "|", "&&", "||", " mod ", " shl ", " shr ", " lt ", " gt ", " le ", " ge ", " eq ",
                    " ne ", " and ", " or ", " xor ", "+", "-", "+", " AND ",
                ]);
                let right = if matches!(operator.trim(), "<<" | ">>" | "shl" | "shr") {
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
        match random.below(14) {
            0 => format!("{value:b}b"),
            1 => format!("{value:o}q"),
            2 => format!("{value:o}o"),
            3 => format!("0{value:x}h"),
            4 => format!("0{value:X}H"),
            5 => format!("${value:x}"),
            6 => format!("0x{value:x}"),
            7 => format!("{value}d"),
            8 => format!("'{}'", random.pick(&["a", "Z", " ", ";", "\"", "''", "ab"])),
            9 => format!("\"{}\"", random.pick(&["a", "'", "xy"])),
            10 | 11 if !self.constants.is_empty() => random.pick(&self.constants).clone(),
            _ => value.to_string(),
        }
    }

    fn data(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&[
            "db", "defb", "byte", "defm", "ascii", "text", "dw", "defw", "word", "def3", "d3", "defd",
            "dword", "DB",
        ]);
        let items: Vec<String> = (0..1 + random.below(4))
            .map(|_| {
                if matches!(word.as_bytes().last(), Some(b'w' | b'd' | b'3')) && word != "word"
                    || word == "dword"
                {
                    self.address(random)
                } else {
                    self.byte(random)
                }
            })
            .collect();
        format!(" {word} {}\n", items.join(random.pick::<&str>(&[",", ", ", " , "])))
    }

    fn text(&mut self, random: &mut Random) -> String {
        let string = || {
            let text: String =
                (0..random.below(6)).map(|_| *random.pick(&["a", "B", " ", "1", ";", "\\", ","])).collect();
            let quote = random.pick(&["'", "\""]);
            format!("{quote}{text}{quote}")
        };
        match string().len() % 3 {
            0 => format!(" dc {}\n", string()),
            1 => format!(" dc {},{}\n", string().len(), self.constants.first().map_or("7", |_| "'x'")),
            _ => format!(" db {},{},0\n", string(), string()),
        }
    }

    fn space(&mut self, random: &mut Random) -> String {
        format!(
            " {} {}{}\n",
            random.pick(&["ds", "defs", "block", "rmem"]),
            random.below(5),
            random.pick(&["", "", ",7", ",'a'", ",-1"])
        )
    }

    fn set(&mut self, random: &mut Random) -> String {
        let name = random.pick(&self.constants).clone();
        format!("{name} {} {}\n", random.pick(&["defl", "set", "aset"]), self.value(random, 2))
    }

    fn condition(&mut self, random: &mut Random) -> String {
        let value = self.value(random, 2);
        let begin = match random.below(9) {
            0 => format!("ife {value}"),
            1 => format!("iff {value}"),
            2 => format!("ift {value}"),
            3 => format!("cond {value}"),
            4 => format!(
                "{} {value},{}",
                random.pick(&["ifeq", "ifne", "iflt", "ifgt"]),
                self.value(random, 1)
            ),
            5 => format!("{} {}", random.pick(&["ifdef", "ifndef"]), random.pick(&["kon0", "nothing", "K1"])),
            _ => format!("if {value}"),
        };
        let mut text = format!(" {begin}\n{}", self.block(random));
        if random.chance(30) {
            // Lines that only look like conditions where they are skipped.
            let hidden = random.pick(texts("zmac skipped"));
            text = format!(" if 0\n{hidden} nop\n endif\n{text}");
        }
        if random.chance(50) {
            text += &format!(" else\n{}", self.block(random));
        }
        text + random.pick::<&str>(&[" endif\n", " endc\n"])
    }

    fn each(&mut self, random: &mut Random) -> String {
        match random.below(2) {
            0 => format!(
                " irp x,<{}>\n db x\n ld a,x+1\n endm\n",
                (0..1 + random.below(3)).map(|_| random.below(200).to_string()).collect::<Vec<_>>().join(",")
            ),
            _ => format!(" irpc x,{}\n db x\n db '&x'\n endm\n", random.pick(&["123", "5", "07"])),
        }
    }

    /// Returns a macro or a repetition with a line that may end it.
    fn kept(&mut self, random: &mut Random) -> String {
        let odd = *random.pick(texts("zmac kept"));
        let end = random.pick(&["", " endm\n"]);
        let number = random.below(100_000);
        match random.below(3) {
            0 => format!(" rept 2\n nop\n{odd}\n inc a\n{end}"),
            1 => format!("o{number} macro\n nop\n{odd}\n inc a\n{end}"),
            _ => format!("o{number} macro\n nop\n{odd}\n inc a\n{end} o{number}\n"),
        }
    }

    fn macro_(&mut self, random: &mut Random) -> String {
        if random.chance(25) {
            return self.kept(random);
        }
        self.count += 1;
        let name = format!("mac{}", self.count);
        let parameters: &[&str] = random.pick::<&[&str]>(&[&[], &["p"], &["p", "q1"], &["?l", "p"]]);
        let mut body = String::new();
        if parameters.first() == Some(&"?l") {
            body += " jr ?l\n nop\n?l:\n";
        } else if random.chance(20) {
            body += " local loop\nloop: djnz loop\n";
        }
        for _ in 0..random.below(4) {
            let parameter = parameters.last().copied().unwrap_or("5");
            body += &match random.below(8) {
                0 => format!(" ld a,{parameter}\n"),
                1 => format!(" db {parameter},{parameter}+1\n"),
                2 => format!(" dw {parameter}*2\n"),
                3 => format!(" db '{parameter}','&{parameter}'\n"),
                4 => format!(" if {parameter}\n exitm\n endif\n"),
                5 => format!(" ld hl,lab&{parameter}\n"),
                _ => self.instruction(random),
            };
        }
        let mut text = match random.below(2) {
            0 => format!("{name} macro {}\n{body} endm\n", parameters.join(",")),
            _ => format!("{name}: macro {}\n{body} endm\n", parameters.join(", ")),
        };
        for _ in 0..1 + random.below(2) {
            let given: Vec<String> = parameters
                .iter()
                .filter(|name| **name != "?l")
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
}
