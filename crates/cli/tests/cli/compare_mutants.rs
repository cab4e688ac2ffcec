//! Damaged listings: `compare --listing` must not say *the same* unless another emulator finds no difference, and must refuse what the
//! assembler refuses.

#![allow(clippy::print_stderr, reason = "the long test reports its counts")]

mod machine;
mod mutate;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::Mutex,
    thread,
};

use machine::Pair;
use mutate::{KINDS, Source};

/// 150 instructions without an effect. What is in range then is the same, but numbers in the states can be addresses of what moves so far:
/// both versions would have to be placed so that none is. Whether a jump is in range is the assembler's decision.
const FAR: &str = "jump out of range";

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/listing");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sdcc,
    Z88dk,
    Cc65,
}

/// A version that is compared with damaged versions of another one, or of itself.
const PAIRS: &[(Dialect, &str, &str)] = &[
    (Dialect::Sdcc, "real/loops.opt.asm", "real/loops.opt.asm"),
    (Dialect::Sdcc, "real/choice.opt.asm", "real/choice.opt.asm"),
    (Dialect::Sdcc, "sdcc-before.asm", "sdcc-same.asm"),
    (Dialect::Sdcc, "real/proven.plain.asm", "real/proven.opt.asm"),
    (Dialect::Cc65, "real/loops.opt.s", "real/loops.opt.s"),
    (Dialect::Cc65, "real/choice.opt.s", "real/choice.opt.s"),
    (Dialect::Cc65, "cc65-before.s", "cc65-same.s"),
    (Dialect::Z88dk, "real/routes.z88dk.asm", "real/routes.z88dk.asm"),
    (Dialect::Z88dk, "z88dk-before.asm", "z88dk-same.asm"),
];

/// A generator of numbers: xorshift64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    pub(crate) fn byte(&mut self) -> u8 {
        self.next() as u8
    }

    /// Returns a byte that is often one at a limit.
    pub(crate) fn value(&mut self) -> u8 {
        const LIMITS: [u8; 8] = [0, 1, 2, 3, 4, 0x7F, 0x80, 0xFF];
        if self.below(2) == 0 { LIMITS[self.below(LIMITS.len())] } else { self.byte() }
    }
}

struct Mutant {
    kind: &'static str,
    dialect: Dialect,
    old: String,
    new: String,
}

/// Returns damaged listings, `count` of each kind and pair at most.
fn mutants(count: usize) -> Vec<Mutant> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for (number, (dialect, old, new)) in PAIRS.iter().enumerate() {
        let [old, new] =
            [old, new].map(|name| fs::read_to_string(Path::new(FOLDER).join(name)).expect("a listing"));
        let source = Source::new(*dialect, &new);
        for (at, (kind, damage)) in KINDS.iter().enumerate() {
            let mut random = Random(0x1234_5678_9ABC_DEF1 ^ (number * 1000 + at) as u64);
            let mut found = 0;
            // Not every place has what is damaged.
            for _ in 0..count * 8 {
                let Some(text) = damage(&source, &mut random).filter(|_| found < count) else { continue };
                if text.trim_end() != new.trim_end() && known.insert(text.clone()) {
                    found += 1;
                    all.push(Mutant { kind, dialect: *dialect, old: old.clone(), new: text });
                }
            }
        }
    }
    all
}

/// Runs the program in a folder with both files.
fn status(folder: &Path, mutant: &Mutant) -> Option<i32> {
    fs::write(folder.join("old"), &mutant.old).expect("a file");
    fs::write(folder.join("new"), &mutant.new).expect("a file");
    let dialect = format!("{:?}", mutant.dialect).to_lowercase();
    let mut command = Command::new(env!("CARGO_BIN_EXE_arcadian"));
    command.current_dir(folder).args([
        "compare",
        "--listing",
        "old",
        "new",
        "--time-limit",
        "0.5",
        "--dialect",
        &dialect,
    ]);
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("the program starts").code()
}

/// Returns whether the real assembler takes a listing; `None` if it is not installed.
fn is_taken(folder: &Path, mutant: &Mutant) -> Option<bool> {
    fs::write(folder.join("new.asm"), &mutant.new).expect("a file");
    let mut command = match mutant.dialect {
        Dialect::Sdcc => Command::new("sdasz80"),
        Dialect::Cc65 => Command::new("ca65"),
        Dialect::Z88dk => return None,
    };
    match mutant.dialect {
        // As SDCC calls it: names that are not defined are those of other modules.
        Dialect::Sdcc => command.args(["-plosgffw", "new.asm"]),
        _ => command.args(["new.asm", "-o", "new.o"]),
    };
    let run = command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).status();
    run.ok().map(|status| status.success())
}

/// Returns the names that other modules may use.
fn public(mutant: &Mutant, text: &str) -> BTreeSet<String> {
    let mut declared = BTreeSet::new();
    let mut defined = BTreeSet::new();
    let source = Source::new(mutant.dialect, text);
    for at in 0..source.lines.len() {
        let line = source.lines[at].split(';').next().unwrap_or("");
        let (label, _) = source.statement(at);
        let name = label.trim_end_matches(':').trim_start_matches('.').trim();
        let name = name.strip_prefix("\t.proc").or_else(|| name.strip_prefix("proc")).unwrap_or(name).trim();
        defined.insert(name.to_owned());
        if label.ends_with("::") {
            declared.insert(name.to_owned());
        }
        let (word, names) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if [".globl", ".export", "global", "public"]
            .iter()
            .any(|directive| directive.eq_ignore_ascii_case(word))
        {
            declared.extend(names.split(',').map(|name| name.trim().to_owned()));
        }
    }
    declared.intersection(&defined).cloned().collect()
}

/// Returns what is wrong with the verdict *the same*.
fn fault(mutant: &Mutant, states: u64) -> Result<u64, String> {
    if public(mutant, &mutant.old) != public(mutant, &mutant.new) {
        return Err("the public names differ".to_owned());
    }
    let Some(pair) = Pair::new(mutant.dialect, [&mutant.old, &mutant.new]) else {
        return Err("it cannot be assembled".to_owned());
    };
    // What has the same bytes does the same.
    if pair.is_equal() { Ok(0) } else { pair.run(states) }
}

#[derive(Default)]
struct Tally {
    /// The exit status and kind of mutants.
    counts: BTreeMap<(&'static str, i32), usize>,
    states: u64,
    faults: Vec<String>,
    checked_by_assembler: usize,
    refused_by_assembler: usize,
    /// The mutants that only the assembler takes.
    refused_by_us: Vec<String>,
}

fn difference(mutant: &Mutant) -> String {
    let old: Vec<&str> = mutant.old.lines().collect();
    let new: Vec<&str> = mutant.new.lines().collect();
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let part =
        |lines: &[&str]| lines[start.min(lines.len())..lines.len().saturating_sub(end).max(start)].join("\n");
    format!("line {}\n--- old\n{}\n--- new\n{}", start + 1, part(&old), part(&new))
}

fn judge(mutants: &[Mutant], states: u64, with_assemblers: bool) -> Tally {
    let tally = Mutex::new(Tally::default());
    let next = Mutex::new(mutants.iter());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let folder = tempfile::tempdir().expect("a temporary folder");
                loop {
                    let Some(mutant) = next.lock().expect("no panic").next() else { return };
                    let status = status(folder.path(), mutant).unwrap_or(-1);
                    let is_run = status == 0 && mutant.kind != FAR;
                    let verdict = if is_run { fault(mutant, states) } else { Ok(0) };
                    let is_taken = if with_assemblers { is_taken(folder.path(), mutant) } else { None };
                    tally.lock().expect("no panic").add(mutant, status, verdict, is_taken);
                }
            });
        }
    });
    tally.into_inner().expect("no panic")
}

impl Tally {
    fn add(&mut self, mutant: &Mutant, status: i32, verdict: Result<u64, String>, is_taken: Option<bool>) {
        *self.counts.entry((mutant.kind, status)).or_default() += 1;
        let mut note = |why: &str| {
            let text = format!("{} ({:?}): {why}\n{}\n", mutant.kind, mutant.dialect, difference(mutant));
            eprintln!("{text}");
            self.faults.push(text);
        };
        match verdict {
            Ok(states) => self.states += states,
            Err(why) => note(&format!("the same, but {why}")),
        }
        if !(0..=2).contains(&status) {
            note("no verdict");
        }
        let Some(is_taken) = is_taken else { return };
        if !is_taken && status != 2 {
            note(&format!("its assembler refuses it, exit status {status}"));
        }
        self.checked_by_assembler += 1;
        self.refused_by_assembler += usize::from(!is_taken);
        if is_taken && status == 2 {
            self.refused_by_us.push(format!(
                "{} ({:?})\n{}\n",
                mutant.kind,
                mutant.dialect,
                difference(mutant)
            ));
        }
    }

    fn count(&self, status: i32) -> usize {
        self.counts.iter().filter(|((_, each), _)| *each == status).map(|(_, count)| count).sum()
    }
}

/// A few mutants of each kind.
#[test]
fn no_damaged_listing_is_the_same() {
    let mut mutants = mutants(1);
    // The others are for the long test.
    let mut number = 0;
    mutants.retain(|_| {
        number += 1;
        number % 3 == 0
    });
    let tally = judge(&mutants, 300, false);
    assert!(tally.faults.is_empty(), "{}", tally.faults.join("\n"));
    let kinds: BTreeSet<&str> = tally.counts.keys().map(|(kind, _)| *kind).collect();
    assert!(kinds.len() >= 40, "{} kinds", kinds.len());
    assert!(tally.count(0) > 0 && tally.count(1) > 50 && tally.count(2) > 10, "{:?}", tally.counts);
}

/// Thousands of mutants, and the real assemblers.
#[test]
#[ignore = "takes an hour: cargo test -p arcadian --test cli compare_mutants -- --ignored --nocapture"]
fn no_damaged_listing_is_the_same_at_length() {
    let count = std::env::var("MUTANTS").ok().and_then(|count| count.parse().ok()).unwrap_or(10);
    let mutants = mutants(count);
    for program in ["sdasz80", "ca65"] {
        if Command::new(program).stdout(Stdio::null()).stderr(Stdio::null()).status().is_err() {
            eprintln!("SKIPPED: {program} is not installed");
        }
    }
    let tally = judge(&mutants, 2_000, true);
    eprintln!(
        "{} mutants: {} the same, {} not the same, {} refused",
        mutants.len(),
        tally.count(0),
        tally.count(1),
        tally.count(2)
    );
    eprintln!("{} states on another emulator", tally.states);
    eprintln!(
        "{} given to their assemblers, which refuse {}; {} are refused only by us",
        tally.checked_by_assembler,
        tally.refused_by_assembler,
        tally.refused_by_us.len()
    );
    for ((kind, status), count) in &tally.counts {
        eprintln!("{kind}\t{status}\t{count}");
    }
    for each in &tally.refused_by_us {
        eprintln!("refused only by us: {each}");
    }
    assert!(mutants.len() > 250 * count, "{} mutants", mutants.len());
    assert!(tally.faults.is_empty(), "{} faults\n{}", tally.faults.len(), tally.faults.join("\n"));
}
