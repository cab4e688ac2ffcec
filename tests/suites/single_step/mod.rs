//! SingleStepTests: one instruction per case, with the whole state before and after and every bus access.

mod mos6502;
mod z80;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use self::mos6502::{CURRENT, FIRST};
use super::Recorder;
use super::suite;

#[derive(Deserialize)]
struct Case<S> {
    name: String,
    initial: S,
    #[serde(rename = "final")]
    after: S,
    cycles: Vec<(Option<u16>, Option<u8>, String)>,
    #[serde(default)]
    ports: Vec<(u16, u8, String)>,
}

/// The known errors in the data of an edition.
struct Edition {
    /// Files without usable cases.
    skipped: &'static [Skipped],
    /// Files with some wrong cases that the check recognizes.
    faults: &'static [Fault],
}

struct Skipped {
    opcodes: &'static [&'static str],
    reason: &'static str,
}

struct Fault {
    opcodes: &'static [&'static str],
    /// The total number of wrong cases in these files.
    cases: usize,
    reason: &'static str,
}

/// The result of a case that does not fail.
#[derive(Debug, PartialEq, Eq)]
enum Outcome {
    Passes,
    KnownFault,
}

/// Checks a suite; its folder is in the folder `single-step`.
pub(super) fn check(name: &str) {
    let folder = |name: &str| suite("single-step").join(name);
    match name {
        "single_step_z80" => check_files(&folder("z80"), &z80::EDITION, z80::check),
        "single_step_6502" => check_files(&folder("6502"), &CURRENT, mos6502::check),
        "single_step_6502_of_2022" => check_files(&folder("6502-2022"), &FIRST, mos6502::check),
        _ => unreachable!("no suite {name}"),
    }
}

/// Checks all files of a folder and prints the first failing case of each in full.
fn check_files<S: for<'a> Deserialize<'a>>(
    folder: &Path,
    edition: &Edition,
    check: impl Fn(&Case<S>, &mut Recorder) -> Result<Outcome, String>,
) {
    let (mut cases, mut failed) = (0, 0);
    let mut known = BTreeMap::new();
    let mut bus = Recorder::default();
    let files = json(folder);
    for path in &files {
        let opcode = path.file_stem().unwrap().to_string_lossy().into_owned();
        if let Some(row) = edition.skipped.iter().find(|row| row.opcodes.contains(&&*opcode)) {
            println!("{opcode} skipped: {}", row.reason);
            continue;
        }
        let counts = check_file(path, &check, &mut bus);
        cases += counts.cases;
        failed += counts.failed;
        known.insert(opcode, counts.known);
    }
    println!("{cases} cases in {} files", files.len());
    assert_eq!(failed, 0, "of {cases} cases");
    check_faults(edition.faults, &known);
}

/// Checks that each listed fault occurs in the data and no other does.
fn check_faults(faults: &[Fault], known: &BTreeMap<String, usize>) {
    for (opcode, count) in known {
        let listed = faults.iter().any(|fault| fault.opcodes.contains(&&**opcode));
        assert!(listed || *count == 0, "{opcode}: {count} cases have a fault that is not listed");
        assert!(!listed || *count > 0, "{opcode}: the fault that is listed does not occur");
    }
    for fault in faults.iter().filter(|fault| fault.opcodes.iter().all(|opcode| known.contains_key(*opcode)))
    {
        let found: usize = fault.opcodes.iter().map(|opcode| known[*opcode]).sum();
        println!("{found} cases of {} have a known fault: {}", fault.opcodes.join(", "), fault.reason);
        assert_eq!(found, fault.cases, "cases with a fault: {}", fault.reason);
    }
}

fn json(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    assert!(!files.is_empty(), "no .json files in {}", folder.display());
    files
}

struct Counts {
    cases: usize,
    failed: usize,
    /// Cases with a known fault of the data.
    known: usize,
}

fn check_file<S: for<'a> Deserialize<'a>>(
    path: &Path,
    check: &impl Fn(&Case<S>, &mut Recorder) -> Result<Outcome, String>,
    bus: &mut Recorder,
) -> Counts {
    let text = std::fs::read_to_string(path).unwrap();
    let cases: Vec<Case<S>> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut counts = Counts { cases: cases.len(), failed: 0, known: 0 };
    for case in &cases {
        match check(case, bus) {
            Ok(Outcome::Passes) => {}
            Ok(Outcome::KnownFault) => counts.known += 1,
            Err(reason) => {
                counts.failed += 1;
                if counts.failed == 1 {
                    eprintln!("{}: {reason}", case.name);
                }
            }
        }
    }
    if counts.failed > 0 {
        eprintln!("{}: {} of {} fail", path.display(), counts.failed, counts.cases);
    }
    counts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{check_faults, z80};

    fn known(counts: [usize; 4]) -> BTreeMap<String, usize> {
        ["dd 37", "dd 3f", "fd 37", "fd 3f"].map(str::to_owned).into_iter().zip(counts).collect()
    }

    #[test]
    fn known_faults_that_occur_as_listed_are_accepted() {
        check_faults(z80::EDITION.faults, &known([220, 221, 222, 222]));
        check_faults(z80::EDITION.faults, &BTreeMap::from([("00".to_owned(), 0), ("dd 37".to_owned(), 3)]));
    }

    #[test]
    #[should_panic(expected = "dd 3f: the fault that is listed does not occur")]
    fn a_known_fault_that_does_not_occur_fails() {
        check_faults(z80::EDITION.faults, &known([442, 0, 221, 222]));
    }

    #[test]
    #[should_panic(expected = "cases with a fault")]
    fn known_faults_are_counted() {
        check_faults(z80::EDITION.faults, &known([220, 221, 222, 221]));
    }

    #[test]
    #[should_panic(expected = "37: 1 cases have a fault that is not listed")]
    fn a_fault_elsewhere_fails() {
        check_faults(z80::EDITION.faults, &BTreeMap::from([("37".to_owned(), 1)]));
    }
}
