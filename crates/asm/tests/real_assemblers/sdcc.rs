//! sdasz80 and the linker sdldz80.

use std::path::Path;

use arcadian_asm::Assembly;

use crate::harness::{Random, texts};
use crate::parts::{Bytes, Outcome, Real, common, hex_file, lines_after, output, placed};

struct Sdcc;

impl Real for Sdcc {
    const DIALECT: &'static str = "sdcc";
    const PROGRAM: &'static str = "sdasz80";
    const VARIABLE: &'static str = "SDASZ80";

    fn parts(random: &mut Random) -> Vec<String> {
        source(random)
    }

    fn run(program: &Path, folder: &Path) -> Outcome {
        run(program, folder)
    }

    fn bytes(assembly: &Assembly) -> Bytes {
        placed(assembly)
    }
}

#[test]
#[ignore = "compares 20,000 sources with the real sdasz80: cargo test -p arcadian-asm --test real_assemblers sdcc -- --ignored --nocapture"]
fn sdcc() {
    Sdcc::compare();
}

#[test]
#[ignore = "compares the cases of the tests with the real sdcc: cargo test -p arcadian-asm --test real_assemblers cases -- --ignored --nocapture"]
fn sdcc_cases() {
    Sdcc::check_cases(include_str!("../asm/dialects/cases/sdcc.asm"));
}

#[expect(clippy::disallowed_methods, reason = "the real assembler works with files")]
fn run(program: &Path, folder: &Path) -> Outcome {
    for old in ["source.rel", "source.ihx"] {
        let _ = std::fs::remove_file(folder.join(old));
    }
    let (done, said) = output(program, &["-o", "source.rel", "source.asm"], folder);
    if !done {
        return Err((lines_after(&said, "source.asm:"), said));
    }
    let linker = program.with_file_name("sdldz80");
    let (done, said) = output(&linker, &["-n", "-i", "source.ihx", "source.rel"], folder);
    // The linker names no lines.
    if !done || said.contains("Error") || said.contains("Warning") {
        return Err((Vec::new(), said));
    }
    Ok(hex_file(&std::fs::read_to_string(folder.join("source.ihx")).unwrap_or_default()))
}

/// The parts of a source so far.
#[derive(Default)]
struct Source {
    constants: Vec<String>,
    labels: Vec<String>,
    locals: Vec<String>,
    /// The number of parts around the one that is made.
    depth: usize,
}

fn source(random: &mut Random) -> Vec<String> {
    let mut source = Source::default();
    let mut parts = Vec::new();
    for index in 0..1 + random.below(4) {
        let name = format!("{}{index}", random.pick(&["K", "k", "_c", "c.", "$k"]));
        let value = source.absolute(random, 2);
        let form = *random.pick(texts("sdcc forms"));
        parts.push(form.replace("{n}", &name).replace("{v}", &value) + "\n");
        source.constants.push(name);
    }
    // Labels are used above and below their definition.
    let labels: Vec<String> = (0..2 + random.below(4))
        .map(|index| format!("{}{index}", random.pick(&["L", "_l", "l.x"])))
        .collect();
    source.labels.clone_from(&labels);
    let mut labels = labels.into_iter();
    for _ in 0..4 + random.below(16) {
        if random.chance(20)
            && let Some(label) = labels.next()
        {
            parts.push(format!("{label}:{}\n", random.pick(&["", ":"])));
        }
        parts.push(source.part(random));
    }
    parts.extend(labels.map(|label| format!("{label}:\n")));
    parts
}

impl Source {
    fn part(&mut self, random: &mut Random) -> String {
        self.depth += 1;
        let part = match random.below(if self.depth > 2 { 13 } else { 20 }) {
            0..=6 => self.instruction(random),
            7 | 8 => self.data(random),
            9 => self.text(random),
            10 => self.space(random),
            11 => self.set(random),
            12 => self.local(random),
            13 => self.condition(random),
            14 => self.repeat(random),
            15 | 16 => self.macro_(random),
            17 => format!(
                " .area {}\n",
                random.pick(&["_CODE", "_DATA", "_CODE", "SEG", "ABSOLUTE (ABS)\n .org 0x4000"])
            ),
            18 => self.each(random),
            _ => (*random.pick(texts("sdcc others"))).to_owned(),
        };
        self.depth -= 1;
        part
    }

    fn block(&mut self, random: &mut Random) -> String {
        (0..1 + random.below(3)).map(|_| self.part(random)).collect()
    }

    fn instruction(&mut self, random: &mut Random) -> String {
        let pattern = *random.pick(texts("z80 patterns"));
        let text = random.fill(pattern, |random, name| self.operand(random, name));
        let text = if random.chance(10) { text.to_ascii_uppercase().replace("0X", "0x") } else { text };
        // Names and characters have a case.
        if text.chars().any(|c| c.is_ascii_uppercase()) && text.contains(['\'', '"', '_', '.', '$', 'k', 'l'])
        {
            return format!(" {}\n", random.fill(pattern, |random, name| self.operand(random, name)));
        }
        format!("{}{text}\n", random.pick(&[" ", "\t", "   "]))
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
            "n" => format!("#{}", self.value(random, 3)),
            "w" => format!("#{}", self.value(random, 3)),
            "m" => format!("({}{})", if random.chance(10) { "#" } else { "" }, self.value(random, 2)),
            "i" => {
                let register = *random.pick(&["ix", "iy"]);
                let value = match random.below(5) {
                    0 => return format!("({register})"),
                    1 => self.absolute(random, 2),
                    2 => format!("#{}", random.value(7)),
                    _ => (random.value(8).cast_signed() - 128).to_string(),
                };
                format!("{value}{}({register})", random.pick(&[" ", "", "  "]))
            }
            "p" => format!("({}{})", if random.chance(10) { "#" } else { "" }, self.absolute(random, 2)),
            "j" => match random.below(4) {
                0 => format!(".{}{}", random.pick(&["+", "-"]), random.below(100)),
                1 if !self.locals.is_empty() => random.pick(&self.locals).clone(),
                _ => random.pick(&self.labels).clone(),
            },
            "a" => match random.below(3) {
                0 if !self.locals.is_empty() => random.pick(&self.locals).clone(),
                1 => self.value(random, 2),
                _ => random.pick(&self.labels).clone(),
            },
            "b" => format!("{}{}", random.pick(&["", "", "#"]), random.below(8)),
            "t" => format!(
                "{}{}",
                random.pick(&["", "#"]),
                random.pick(&["0", "8", "0x10", "0x18", "32", "0x28", "48", "0x38"])
            ),
            other => panic!("{other}"),
        }
    }

    fn value(&mut self, random: &mut Random, deep: usize) -> String {
        let label = random.pick(&self.labels).clone();
        match random.below(12) {
            0 => label,
            1 => format!("{label}+{}", self.absolute(random, 1)),
            2 => format!("{label}-{}", self.absolute(random, 1)),
            3 => format!("({label} + {})", self.absolute(random, 1)),
            4 => format!("{}{label}", random.pick(&["<", ">", "< ", ">"])),
            5 => format!("{}({label}+{})", random.pick(&["<", ">"]), random.below(300)),
            6 => format!("({}{label}+{})", random.pick(&["<", ">"]), random.below(300)),
            7 => format!("{label} - {}", random.pick(&self.labels)),
            8 => format!(". {} {}", random.pick(&["+", "-"]), random.below(20)),
            _ => self.absolute(random, deep),
        }
    }

    fn absolute(&mut self, random: &mut Random, deep: usize) -> String {
        if deep == 0 || random.chance(35) {
            return self.number(random);
        }
        match random.below(10) {
            0 => format!("({})", self.absolute(random, deep - 1)),
            1 => format!(
                "{}{}",
                random.pick(&["-", "~", "<", ">", "+", "- ", "<"]),
                self.absolute(random, deep - 1)
            ),
            _ => {
                let operator = random.pick(&["*", "/", "%", "+", "-", "<<", ">>", "^", "&", "|", "+", "-"]);
                let right = if matches!(*operator, "<<" | ">>") {
                    random.below(17).to_string()
                } else {
                    self.absolute(random, deep - 1)
                };
                let blank = random.pick(&["", " "]);
                format!("{}{blank}{operator}{blank}{right}", self.absolute(random, deep - 1))
            }
        }
    }

    fn number(&mut self, random: &mut Random) -> String {
        let bits = *random.pick(&[4, 8, 8, 12, 16, 16, 20]);
        let value = random.value(bits);
        match random.below(14) {
            0 => format!("0b{value:b}"),
            1 => format!("0o{value:o}"),
            2 => format!("0q{value:o}"),
            3 => format!("0h{value:x}"),
            4 => format!("0d{value}"),
            5 => format!("$${value:X}"),
            6 => format!("$%{value:b}"),
            7 => format!("$&{value:o}"),
            8 => format!("$#{value}"),
            9 => format!(
                "'{}{}",
                random.pick(&["a", "Z", " ", "0", ";", "\"", "\\n", "\\t", "\\101"]),
                random.pick(&["", "'"])
            ),
            10 if random.chance(50) => format!("\"{}\"", random.pick(&["ab", "Z0", "; "])),
            11 | 12 if !self.constants.is_empty() => random.pick(&self.constants).clone(),
            13 => format!("0x{value:X}"),
            _ => value.to_string(),
        }
    }

    fn data(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&[".byte", ".db", ".fcb", ".word", ".dw", ".fdb", ".DB"]);
        let items: Vec<String> = (0..1 + random.below(4))
            .map(|_| format!("{}{}", random.pick(&["", "", "#"]), self.value(random, 3)))
            .collect();
        format!(" {word} {}\n", items.join(random.pick::<&str>(&[",", ", ", " , "])))
    }

    fn text(&mut self, random: &mut Random) -> String {
        let word = *random.pick(&[".ascii", ".str", ".fcc", ".asciz", ".strz", ".ascis", ".strs"]);
        let text: String = (0..1 + random.below(6))
            .map(|_| *random.pick(&["a", "B", " ", "1", ";", "'", "\\n", "\\0", "\\33", "\\\\", "\\q", ","]))
            .collect();
        let quote = random.pick(&["\"", "\"", "/", "~"]);
        format!(" {word} {quote}{text}{quote}\n")
    }

    fn space(&mut self, random: &mut Random) -> String {
        match random.below(3) {
            0 => format!(" {}\n", random.pick(&[".even", ".odd"])),
            1 => format!(" .bndry {}\n", random.pick(&["2", "4", "16", "3"])),
            _ => format!(
                " {} {}\n",
                random.pick(&[".blkb", ".ds", ".rmb", ".rs", ".blkw", ".blk3"]),
                random.pick(&["0", "1", "3", "0x10", "#2", "1+1"])
            ),
        }
    }

    fn set(&mut self, random: &mut Random) -> String {
        if self.constants.is_empty() {
            return String::new();
        }
        let name = random.pick(&self.constants).clone();
        let value = self.absolute(random, 2);
        match random.below(4) {
            0 => format!(". = . + {}\n", random.below(9)),
            1 => format!("{name} .equ {value}\n"),
            _ => format!("{name} = {value}\n"),
        }
    }

    fn local(&mut self, random: &mut Random) -> String {
        let name = format!("{}$", random.pick(&["1", "00101", "2", "10"]));
        self.locals.push(name.clone());
        format!("{name}:{}", self.instruction(random))
    }

    fn condition(&mut self, random: &mut Random) -> String {
        let value = self.absolute(random, 2);
        let begin = match random.below(7) {
            0 => format!(".ifeq {value}"),
            1 => format!(".ifne {value}"),
            2 => format!(".ifgt {value}"),
            3 => format!(".iflt {value}"),
            4 => format!(".ifge {value}"),
            5 => format!(".ifle {value}"),
            _ => format!(".if {value}"),
        };
        let mut text = format!(" {begin}\n{}", self.block(random));
        if random.chance(30) {
            // Lines that only look like conditions where they are skipped.
            let hidden = random.pick(texts("sdcc skipped"));
            text = format!(" .if 0\n{hidden} nop\n .endif\n{text}");
        }
        if random.chance(50) {
            text += &format!(" .else\n{}", self.block(random));
        }
        text + " .endif\n"
    }

    fn repeat(&mut self, random: &mut Random) -> String {
        format!(
            " .rept {}\n{} .endm\n",
            random.pick(&["0", "1", "3", "2+1", "#2", "(1<<2)-1"]),
            self.block(random)
        )
    }

    fn each(&mut self, random: &mut Random) -> String {
        let (body, items) = self.body(random, &["x"]);
        match random.below(2) {
            0 => format!(
                " .irp x{}{}\n{body} .endm\n",
                random.pick(&[",", " ", ", "]),
                items.join(random.pick::<&str>(&[",", " ", ", "]))
            ),
            _ => format!(
                " .irpc x{}{}\n .db x\n .ascii \"x\"\n .endm\n",
                random.pick(&[",", " "]),
                random.pick(&["123", "5", "07"])
            ),
        }
    }

    /// Returns statements that use parameters, and arguments.
    fn body(&mut self, random: &mut Random, parameters: &[&str]) -> (String, Vec<String>) {
        let mut body = String::new();
        for _ in 0..1 + random.below(3) {
            let parameter = random.pick(parameters);
            body += &match random.below(10) {
                0 => format!(" ld a,#{parameter}\n"),
                1 => format!(" .db {parameter}, {parameter}+1\n"),
                2 => format!(" .dw {parameter}*2\n"),
                3 => format!(" ld hl,#({parameter}+3)\n"),
                4 => format!(" .ascii \"{parameter} it\"\n"),
                5 => format!(" .ascii \"a'{parameter}'b\"\n"),
                6 => format!(" .if {parameter}\n{} .else\n nop\n .endif\n", self.instruction(random)),
                7 => format!(" .if {parameter}-3\n .mexit\n .endif\n"),
                8 => format!("q'{parameter}' = 3\n"),
                _ => self.instruction(random),
            };
        }
        let items = (0..1 + random.below(3)).map(|_| match random.below(4) {
            0 => random.value(8).to_string(),
            1 => format!("0x{:X}", random.value(8)),
            2 => random.pick(&self.labels).clone(),
            _ => random.below(5).to_string(),
        });
        (body, items.collect())
    }

    /// Returns a macro or a repetition with a line that may end it.
    fn kept(&mut self, random: &mut Random) -> String {
        let odd = *random.pick(texts("sdcc kept"));
        let end = random.pick(&["", " .endm\n"]);
        let number = random.below(100_000);
        match random.below(3) {
            0 => format!(" .rept 2\n nop\n{odd}\n inc a\n{end}"),
            1 => format!(" .macro o{number}\n nop\n{odd}\n inc a\n{end}"),
            _ => format!(" .macro o{number}\n nop\n{odd}\n inc a\n{end} o{number}\n"),
        }
    }

    fn macro_(&mut self, random: &mut Random) -> String {
        if random.chance(25) {
            return self.kept(random);
        }
        let name = format!("{}{}", random.pick(&["mac", "Mac", "m."]), random.below(100_000));
        let parameters = random.pick::<&[&str]>(&[&["x"], &["x", "y"], &["_a", "b1", "z"]]);
        let (body, _) = self.body(random, parameters);
        let mut text = format!(
            " .macro {name}{}{}\n{body} .endm\n",
            random.pick(&[" ", ", "]),
            parameters.join(random.pick::<&str>(&[", ", ",", " "]))
        );
        for _ in 0..1 + random.below(2) {
            let (_, mut items) = self.body(random, parameters);
            items.truncate(parameters.len());
            if random.chance(15) {
                items[0] = format!("^/{} + 1/", random.below(9));
            }
            if random.chance(15) {
                items[0] = format!("\\{}", random.below(9));
            }
            text += &format!(" {name} {}\n", items.join(random.pick::<&str>(&[", ", ",", " "])));
        }
        text
    }
}
