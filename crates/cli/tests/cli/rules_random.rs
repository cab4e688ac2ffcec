//! Verdicts of `arcadian rules` against random instances of the rules on another emulator.
//!
//! The patterns of mdlz80optimizer are read and instantiated here by a reading of their own: variables become random registers and
//! numbers, constraints are computed exactly, with the precedence of C. It shares no code with the crate `arcadian-peephole`. A rule that is
//! proven must have no counterexample; a rule that is refuted must have one.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
    sync::LazyLock,
};

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_isa::Processor;
use arcadian_peers::{Iz80, Memory, Peer};
use serde_json::Value;

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }

    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// A number, often small or at a border.
    fn number(&mut self) -> i64 {
        match self.below(5) {
            0 => self.below(6) as i64,
            1 => self.of(&[127, 128, 254, 255, 256, 0x1234, 0x1235, 0x1236]),
            2 | 3 => self.below(256) as i64,
            _ => self.below(0x7000) as i64,
        }
    }
}

/// A pattern of mdlz80optimizer.
#[derive(Default)]
struct Pattern {
    line: u64,
    before: Vec<String>,
    after: Vec<String>,
    constraints: Vec<(String, Vec<String>)>,
}

/// Reads the patterns that this test can run: without wildcards and calls.
fn patterns(text: &str) -> Vec<Pattern> {
    let lines: Vec<&str> = text.lines().map(|line| line.split(';').next().unwrap_or("").trim()).collect();
    let mut found = Vec::new();
    for (start, _) in lines.iter().enumerate().filter(|(_, line)| line.starts_with("pattern:")) {
        // A comment in a line of its own ends nothing.
        let length = text.lines().skip(start).take_while(|line| !line.trim().is_empty()).count();
        let mut pattern = Pattern { line: start as u64 + 1, ..Pattern::default() };
        let mut part = 0;
        for line in lines[start..start + length].iter().filter(|line| !line.is_empty()) {
            match *line {
                "replacement:" => part = 1,
                "constraints:" => part = 2,
                _ if ["pattern:", "name:", "tags:"].iter().any(|head| line.starts_with(head)) => {}
                _ if line.starts_with("parameterized:") => {
                    pattern.constraints.push(call(line.trim_start_matches("parameterized:").trim()));
                }
                _ if part == 2 => pattern.constraints.push(call(line)),
                _ => {
                    let code = line.split_once(':').map_or("", |(_, code)| code.trim()).to_ascii_lowercase();
                    if part == 0 { &mut pattern.before } else { &mut pattern.after }.push(code);
                }
            }
        }
        let mut code = pattern.before.iter().chain(&pattern.after);
        let is_run = |code: &String| {
            !["call", "rst", "halt", "in ", "out", "ini", "ind", "ei", "di", "im"]
                .iter()
                .any(|word| code.starts_with(word))
                && code != "*"
                && !code.contains("ld a,r")
        };
        if part == 2 && code.all(is_run) {
            found.push(pattern);
        }
    }
    found
}

/// Reads `name(argument, argument)`.
fn call(line: &str) -> (String, Vec<String>) {
    let (name, rest) = line.split_once('(').unwrap_or((line, ""));
    let arguments = rest.rsplit_once(')').map_or("", |(arguments, _)| arguments);
    (name.trim().to_owned(), split(arguments))
}

fn split(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut depth = 0;
    for c in text.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match parts.last_mut() {
            Some(last) if c != ',' || depth > 0 => last.push(c),
            _ => parts.push(String::new()),
        }
    }
    parts.iter().map(|part| part.trim().to_ascii_lowercase()).collect()
}

/// Computes an expression by the precedence of C; `None` if it is none.
fn value(text: &str) -> Option<i64> {
    let mut rest: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    rest.reverse();
    let value = level(&mut rest, 0)?;
    rest.is_empty().then_some(value)
}

/// Operators from the lowest to the highest precedence.
const LEVELS: [&str; 8] = ["|", "^", "&", "!= =", "<= >= < >", "<< >>", "+ -", "* / %"];

fn level(rest: &mut Vec<char>, depth: usize) -> Option<i64> {
    let Some(signs) = LEVELS.get(depth) else { return single(rest) };
    let mut left = level(rest, depth + 1)?;
    loop {
        let next: String = rest.iter().rev().take(2).collect();
        let Some(sign) = signs.split(' ').find(|sign| next.starts_with(*sign)) else { return Some(left) };
        // A shift is not a comparison.
        if sign.len() == 1 && ["<<", ">>", "<=", ">="].contains(&next.as_str()) {
            return Some(left);
        }
        rest.truncate(rest.len() - sign.len());
        let right = level(rest, depth + 1)?;
        let truth = |holds: bool| if holds { -1 } else { 0 };
        left = match sign {
            "|" => left | right,
            "^" => left ^ right,
            "&" => left & right,
            "=" => truth(left == right),
            "!=" => truth(left != right),
            "<" => truth(left < right),
            ">" => truth(left > right),
            "<=" => truth(left <= right),
            ">=" => truth(left >= right),
            "<<" => left.checked_shl(u32::try_from(right).ok()?)?,
            ">>" => left.checked_shr(u32::try_from(right).ok()?)?,
            "+" => left + right,
            "-" => left - right,
            "*" => left * right,
            "/" => left.checked_div(right)?,
            _ => left.checked_rem(right)?,
        };
    }
}

fn single(rest: &mut Vec<char>) -> Option<i64> {
    match rest.pop()? {
        '-' => single(rest).map(|value| -value),
        '~' => single(rest).map(|value| !value),
        '(' => {
            let inner = level(rest, 0)?;
            (rest.pop()? == ')').then_some(inner)
        }
        first => {
            let mut word = first.to_string();
            while let Some(c) = rest.last().copied().filter(char::is_ascii_alphanumeric) {
                rest.pop();
                word.push(c);
            }
            match word.strip_prefix('#').or(word.strip_prefix('$')).or(word.strip_prefix("0x")) {
                Some(digits) => i64::from_str_radix(digits, 16).ok(),
                None => word.parse().ok(),
            }
        }
    }
}

const PAIRS: [(&str, &str, &str); 5] =
    [("bc", "b", "c"), ("de", "d", "e"), ("hl", "h", "l"), ("ix", "ixh", "ixl"), ("iy", "iyh", "iyl")];
const REGISTERS: [&str; 16] =
    ["a", "b", "c", "d", "e", "h", "l", "ixh", "ixl", "iyh", "iyl", "bc", "de", "hl", "ix", "iy"];
const OPERATIONS: [&str; 14] =
    ["add", "adc", "sub", "sbc", "and", "or", "xor", "cp", "inc", "dec", "ld", "sla", "rl", "srl"];

/// The values of variables.
type Bound = BTreeMap<String, String>;

fn variables(text: &str) -> Vec<String> {
    let name =
        |rest: &str| rest.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    text.match_indices('?').map(|(at, _)| format!("?{}", name(&text[at + 1..]))).collect()
}

fn replaced(text: &str, bound: &Bound) -> String {
    let mut names: Vec<&String> = bound.keys().collect();
    names.sort_by_key(|name| usize::MAX - name.len());
    names.into_iter().fold(text.to_owned(), |text, name| text.replace(name.as_str(), &bound[name]))
}

impl Pattern {
    /// Chooses values for the variables that meet the constraints; those that an equation or a pair gives come from it.
    fn chosen(&self, random: &mut Random) -> Option<Bound> {
        let mut bound = Bound::new();
        let mut names: Vec<String> = self.before.iter().flat_map(|line| variables(line)).collect();
        names.dedup();
        let is_solved = |name: &String| {
            self.constraints.iter().any(|(kind, list)| match kind.as_str() {
                "equal" => list[0] == *name || list[1] == *name,
                "regpair" => list[1..].contains(name),
                _ => false,
            })
        };
        // What others are computed from comes first.
        names.sort_by_key(is_solved);
        for name in names {
            if bound.contains_key(&name) {
                continue;
            }
            // Words overlap if one is next to another.
            let known = bound.values().find_map(|text| text.parse::<i64>().ok());
            let neighbor = known.filter(|_| name.starts_with("?const") && random.below(4) == 0);
            let any = |random: &mut Random| {
                neighbor.map_or_else(|| self.any(&name, random), |number| (number + 1).to_string())
            };
            let text = self.solved(&name, &bound, random).unwrap_or_else(|| any(random));
            bound.insert(name, text);
        }
        for (kind, list) in &self.constraints {
            for name in list.iter().filter(|name| name.starts_with('?') && variables(name).len() == 1) {
                if kind == "regpair" && !bound.contains_key(name) {
                    let text = self.solved(name, &bound, random)?;
                    bound.insert(name.clone(), text);
                }
            }
        }
        self.constraints.iter().all(|constraint| holds(constraint, &bound)).then_some(bound)
    }

    /// Returns the value that a constraint gives a variable.
    fn solved(&self, name: &str, bound: &Bound, random: &mut Random) -> Option<String> {
        for (kind, list) in &self.constraints {
            let place = list.iter().position(|argument| argument == name);
            match (kind.as_str(), place) {
                ("in", Some(0)) => return Some(list[1 + random.below(list.len() - 1)].clone()),
                ("equal", Some(place @ (0 | 1))) => {
                    let found = value(&replaced(&list[1 - place], bound));
                    if let Some(found) = found {
                        return Some(found.to_string());
                    }
                }
                ("regpair", Some(place)) => {
                    let fits = |pair: &&(&str, &str, &str)| {
                        let names = [pair.0, pair.1, pair.2];
                        (0..3).any(|n| bound.get(&list[n]).is_some_and(|text| text == names[n]))
                    };
                    if let Some(pair) = PAIRS.iter().find(fits) {
                        return Some([pair.0, pair.1, pair.2][place].to_owned());
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn any(&self, name: &str, random: &mut Random) -> String {
        // A number of times is small, and a label is near.
        if self.before.iter().chain(&self.after).any(|line| line.contains(&format!("[{name}]"))) {
            return (1 + random.below(6)).to_string();
        }
        let is_label =
            |line: &String| line.starts_with('j') && line.ends_with(name) || line.starts_with("djnz");
        if self.before.iter().any(is_label) {
            return (CODE + 0x60).to_string();
        }
        let number = random.number();
        match name {
            _ if name.starts_with("?reg") => random.of(&REGISTERS).to_owned(),
            _ if name.starts_with("?op") => random.of(&OPERATIONS).to_owned(),
            _ if name.starts_with("?any") => match random.below(4) {
                0 => number.to_string(),
                1 => random.of(&["(hl)", "(ix+3)", "(iy+0)", "(4660)", "(bc)", "(de)"]).to_owned(),
                _ => random.of(&REGISTERS).to_owned(),
            },
            _ if name.starts_with("?8bit") => (number & 0xFF).to_string(),
            _ => number.to_string(),
        }
    }

    /// Returns the registers and flags that may differ.
    fn dead(&self, bound: &Bound) -> BTreeSet<String> {
        let mut dead = BTreeSet::new();
        for (kind, list) in &self.constraints {
            for name in list.iter().skip(1).map(|name| replaced(name, bound)) {
                match kind.as_str() {
                    "flagsNotUsedAfter" => {
                        dead.insert(format!("flag {name}"));
                    }
                    "regsNotUsedAfter" => {
                        let pair = PAIRS.iter().find(|pair| pair.0 == name);
                        dead.extend(
                            pair.map_or(vec![name], |pair| vec![pair.1.to_owned(), pair.2.to_owned()]),
                        );
                    }
                    _ => {}
                }
            }
        }
        dead
    }

    /// Returns whether the rule has only constraints that this test knows.
    fn is_known(&self) -> bool {
        let known = "in notIn equal notEqual regpair regsNotUsedAfter flagsNotUsedAfter reachableByJr regsNotModified \
            atLeastOneCPUOp";
        self.constraints.iter().all(|(kind, _)| known.split(' ').any(|known| known == kind))
    }
}

fn holds((kind, list): &(String, Vec<String>), bound: &Bound) -> bool {
    let list: Vec<String> = list.iter().map(|text| replaced(text, bound)).collect();
    let numbers = || (value(&list[0]), value(&list[1]));
    match kind.as_str() {
        "in" => list[1..].contains(&list[0]),
        "notIn" => !list[1..].contains(&list[0]),
        "equal" => match numbers() {
            (Some(left), Some(right)) => left == right,
            _ => list[0] == list[1],
        },
        "notEqual" => match numbers() {
            (Some(left), Some(right)) => left != right,
            _ => list[0] != list[1],
        },
        "regpair" => PAIRS.iter().any(|pair| list == [pair.0, pair.1, pair.2]),
        _ => true,
    }
}

/// Returns the source of lines of a rule, with the numbers that this test computes.
fn source(lines: &[String], bound: &Bound) -> Option<String> {
    let mut text = String::new();
    for line in lines {
        let line = replaced(line, bound);
        let (count, line) = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((count, line)) => (usize::try_from(value(count)?).ok()?, line.trim().to_owned()),
            None => (1, line),
        };
        let (mnemonic, operands) = line.split_once(' ').unwrap_or((&line, ""));
        let mut operands: Vec<String> = split(operands).iter().map(|text| operand(text)).collect();
        if ["sub", "and", "or", "xor", "cp"].contains(&mnemonic) && operands.len() == 2 {
            operands.remove(0);
        }
        text.push_str(&format!(" {mnemonic} {}\n", operands.join(",")).repeat(count));
    }
    Some(text)
}

fn operand(text: &str) -> String {
    if let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'))
        && value(text).is_none()
    {
        let inner: String = inner.chars().filter(|c| *c != ' ').collect();
        let offset = inner.get(2..).filter(|_| inner.starts_with("ix") || inner.starts_with("iy"));
        return match offset {
            Some("") => format!("({inner}+0)"),
            Some(offset) => format!("({}+{})", &inner[..2], value(&format!("0{offset}")).unwrap_or(9999)),
            None => format!("({inner})"),
        };
    }
    match value(text) {
        Some(number) if text.starts_with('(') && text.ends_with(')') => format!("({number})"),
        Some(number) => number.to_string(),
        None => text.to_owned(),
    }
}

/// The addresses of the code. Pointers lead elsewhere.
const CODE: u16 = 0x8000;
const CODE_END: u16 = 0x8100;

struct Ram(Vec<u8>);

impl Memory for Ram {
    fn read(&mut self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.0[usize::from(address)] = value;
    }

    fn input(&mut self, _: u16) -> u8 {
        0
    }
}

/// The state after code: where it continues, registers, memory. `None`: it does not end, or changes itself.
struct Left {
    exit: Option<u16>,
    registers: BTreeMap<&'static str, u8>,
    stack: u16,
    memory: Vec<u8>,
}

fn run(code: &[u8], seed: u64) -> Option<Left> {
    let random = &mut Random(seed);
    static MEMORIES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let mut random = Random(0x1234_5678_9ABC_DEF1);
        (0..8).map(|_| (0..0x1_0000).map(|_| random.below(256) as u8).collect()).collect()
    });
    let mut ram = Ram(MEMORIES[random.below(8)].clone());
    ram.0[usize::from(CODE)..usize::from(CODE) + code.len()].copy_from_slice(code);
    let before = ram.0[usize::from(CODE)..usize::from(CODE_END)].to_vec();
    let mut cpu = Iz80::new(Processor::Z80)?;
    let base = random.below(0x6000) as u16 + 0x100;
    let near = random.below(2) == 0;
    for (high, low) in [("B", "C"), ("D", "E"), ("H", "L"), ("IXH", "IXL"), ("IYH", "IYL")] {
        let word = if near { base + random.below(4) as u16 } else { random.below(0x7000) as u16 };
        cpu.set(&[(high, (word >> 8) as u8), (low, word as u8)]);
    }
    let number = if random.below(3) == 0 { random.below(3) } else { random.below(256) };
    cpu.set(&[("A", number as u8), ("F", random.below(256) as u8)]);
    if random.below(3) == 0 {
        let small = random.below(3) as u8;
        cpu.set(&[(random.of(&["B", "C", "D", "E", "H", "L"]), small)]);
    }
    cpu.set_stack(0x7800);
    cpu.set_pc(CODE);
    let end = CODE + code.len() as u16;
    for _ in 0..3000 {
        if cpu.is_halted() {
            return None;
        }
        if !(CODE..end).contains(&cpu.pc()) {
            let pc = cpu.pc();
            let is_intact = ram.0[usize::from(CODE)..usize::from(CODE_END)] == before;
            ram.0[usize::from(CODE)..usize::from(CODE_END)].fill(0);
            let (exit, stack) = ((pc != end).then_some(pc), cpu.stack());
            return is_intact.then(|| Left {
                exit,
                registers: cpu.registers().into_iter().collect(),
                stack,
                memory: ram.0,
            });
        }
        cpu.step(&mut ram);
    }
    None
}

/// Returns the first difference that counts.
fn difference(old: &Left, new: &Left, dead: &BTreeSet<String>) -> Option<String> {
    if old.exit != new.exit {
        return Some(format!("exit {:?} and {:?}", old.exit, new.exit));
    }
    if old.stack != new.stack {
        return Some(format!("SP {:04X} and {:04X}", old.stack, new.stack));
    }
    for (name, value) in &old.registers {
        let other = new.registers[name];
        let mask = match *name {
            "R" | "I" => 0,
            "F" => {
                let flags = [("s", 0x80), ("z", 0x40), ("h", 0x10), ("p/v", 4), ("n", 2), ("c", 1)];
                let live = flags.iter().filter(|(flag, _)| !dead.contains(&format!("flag {flag}")));
                live.map(|(_, mask)| *mask).sum()
            }
            name if dead.contains(&name.to_ascii_lowercase()) => 0,
            _ => 0xFF,
        };
        if (value ^ other) & mask != 0 {
            return Some(format!("{name} {value:02X} and {other:02X}"));
        }
    }
    if old.memory == new.memory {
        return None;
    }
    let is_dead = |address: usize| (old.stack.wrapping_sub(64)..old.stack).contains(&(address as u16));
    let at = (0..0x1_0000).find(|at| old.memory[*at] != new.memory[*at] && !is_dead(*at))?;
    Some(format!("({at:04X}) {:02X} and {:02X}", old.memory[at], new.memory[at]))
}

fn assembled(text: &str) -> Option<Vec<u8>> {
    let options = Options { processor: Some(Processor::Z80), ..Options::default() };
    let text = format!(" org 8000h\n{text}");
    assemble("rule", &text, &options, &mut NoFiles)
        .ok()
        .map(|assembly| assembly.image)
        .filter(|code| code.len() < 96)
}

/// Tries a rule; returns the number of runs, and a difference.
fn tried(pattern: &Pattern, tries: usize) -> (usize, Option<String>) {
    let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ pattern.line);
    let mut runs = 0;
    for _ in 0..tries {
        let Some(bound) = pattern.chosen(&mut random) else { continue };
        let (Some(old), Some(new)) = (source(&pattern.before, &bound), source(&pattern.after, &bound)) else {
            continue;
        };
        // Byte constants are 0 to 255.
        let (Some(old_code), Some(new_code)) = (assembled(&old), assembled(&new)) else { continue };
        let dead = pattern.dead(&bound);
        for _ in 0..8 {
            let seed = random.0;
            random.below(2);
            let (Some(left), Some(right)) = (run(&old_code, seed), run(&new_code, seed)) else { continue };
            runs += 1;
            if let Some(found) = difference(&left, &right, &dead) {
                return (runs, Some(format!("{found}, seed {seed:#X}:\n{old}---\n{new}")));
            }
        }
    }
    (runs, None)
}

/// Compares the verdicts about a file with random instances. Returns the numbers of proven and refuted rules and of runs, and what is
/// wrong.
fn compared(path: &Path, tries: usize) -> ([usize; 3], Vec<String>) {
    let output = Command::new(env!("CARGO_BIN_EXE_arcadian")).arg("rules").arg(path).arg("--json").output();
    let report: Value = serde_json::from_slice(&output.expect("the program starts").stdout).expect("JSON");
    let rules = report["rules"].as_array().expect("rules");
    let text = fs::read_to_string(path).expect("a file of rules");
    let (mut counts, mut wrong) = ([0; 3], Vec::new());
    for pattern in patterns(&text).into_iter().filter(Pattern::is_known) {
        let Some(rule) = rules.iter().find(|rule| rule["line"] == pattern.line) else {
            wrong.push(format!("line {}: no verdict", pattern.line));
            continue;
        };
        let (runs, found) = tried(&pattern, tries);
        if runs == 0 {
            continue;
        }
        counts[2] += runs;
        match (rule["verdict"].as_str(), found) {
            (Some("proven"), None) => counts[0] += 1,
            (Some("proven"), Some(found)) => {
                wrong.push(format!("line {}: proven, but {found}", pattern.line));
            }
            (Some("refuted"), Some(_)) => counts[1] += 1,
            (Some("refuted"), None) => {
                wrong.push(format!("line {}: no instance shows {}", pattern.line, rule["text"]));
            }
            _ => {}
        }
    }
    (counts, wrong)
}

#[test]
fn verdicts_agree_with_random_instances() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/mdl.txt");
    let ([proven, refuted, runs], wrong) = compared(&path, 150);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(proven >= 8 && refuted >= 5 && runs > 10_000, "{proven} proven, {refuted} refuted, {runs} runs");
}

/// Run with the path of a file: `MDL_RULES=pbo-patterns.txt cargo test -p arcadian --test cli rules_random -- --ignored --nocapture`.
#[test]
#[ignore = "it needs a file of mdlz80optimizer, which is not a part of this project"]
#[expect(clippy::print_stdout, reason = "the counts are the result")]
fn verdicts_about_a_public_file() {
    let Some(path) = std::env::var_os("MDL_RULES") else {
        println!("SKIPPED: MDL_RULES is not set");
        return;
    };
    let ([proven, refuted, runs], wrong) = compared(Path::new(&path), 600);
    println!("{proven} proven and {refuted} refuted rules agree with {runs} runs\n{}", wrong.join("\n"));
    assert!(wrong.is_empty());
}

#[test]
fn expressions_are_computed_as_in_c() {
    let cases = [
        ("1|2^3&4=4+1<<1", 3),
        ("(5&#ff)*256+(5&0xff)", 0x505),
        ("-2*-3>>1", 3),
        ("7>=7", -1),
        ("10-3-2", 5),
    ];
    for (text, expected) in cases {
        assert_eq!(value(text), Some(expected), "{text}");
    }
    assert_eq!((value("hl"), value("ix+3"), value("1+")), (None, None, None));
}
