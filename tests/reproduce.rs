//! Repeats the counterexamples of reports on a second emulator: rustzx-z80 for the Z80, robo6502 for the 6502. Neither is part of
//! `arcadian`, which tries its answers on iz80 and mos6502. Only the assembler is shared.

#![allow(clippy::print_stdout, reason = "the named test reports its counts")]

mod case;
mod emulators;
mod program;
mod run;
#[path = "../crates/cpu/tests/cpu/rustzx_bus.rs"]
mod rustzx_bus;

use std::{fs, path::Path};

use anyhow::Result;
use serde_json::Value;

use case::Case;

/// The result of repeating a counterexample.
#[derive(Debug)]
enum Answer {
    /// The difference that was reported.
    Agrees,
    Disagrees(String),
    /// No result, for example for a processor without a second emulator.
    NotTried(String),
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    agree: usize,
    disagree: usize,
    not_tried: usize,
}

fn repeat(report: &Value) -> Result<Counts> {
    let mut counts = Counts::default();
    for case in case::cases(report)? {
        match answer(&case) {
            Answer::Agrees => counts.agree += 1,
            Answer::Disagrees(what) => {
                counts.disagree += 1;
                println!("{}: {what}\n{}\n---\n{}", case.name, case.old.text, case.new.text);
            }
            Answer::NotTried(why) => {
                counts.not_tried += 1;
                println!("{}: not tried: {why}", case.name);
            }
        }
    }
    Ok(counts)
}

/// Addresses at which code is placed. A part that accesses its own bytes shows something else at each.
const ORIGINS: [u16; 4] = [0x8000, 0x5A00, 0xC300, 0x2100];

fn answer(case: &Case) -> Answer {
    let mut shown = Answer::NotTried("there is no second emulator for this processor".to_owned());
    // Return addresses depend on where the code is, which the report has as `$`.
    let start = case.setup.constants.get("$").copied();
    for origin in start.into_iter().chain(ORIGINS) {
        shown = answer_at(case, origin).unwrap_or_else(|error| Answer::NotTried(format!("{error:#}")));
        if !matches!(shown, Answer::Disagrees(_)) {
            break;
        }
    }
    shown
}

fn answer_at(case: &Case, origin: u16) -> Result<Answer> {
    if !case.shows_a_difference() {
        return Ok(Answer::Disagrees("the report shows no difference".to_owned()));
    }
    for part in [&case.old, &case.new] {
        let program = program::place(&part.text, case.processor, &case.setup.constants, origin)?;
        let run = run::run(&program, case)?;
        if let Some(difference) = run.differs_from(&part.expected, case.has_events()) {
            return Ok(Answer::Disagrees(difference));
        }
    }
    Ok(Answer::Agrees)
}

fn counts(report: &str) -> Counts {
    repeat(&serde_json::from_str(report).expect("JSON")).expect("a report")
}

/// Reads a report and repeats its counterexamples.
fn report(path: &Path) -> Counts {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    counts(&text)
}

/// Reports of `arcadian compare --json` about pairs of our own: memory, flags, exits, ports, calls, loops, both processors.
#[test]
fn counterexamples_are_repeated() {
    let files = fs::read_dir("reproduce/reports").expect("reports");
    let paths: Vec<_> = files.map(|entry| entry.expect("a file").path()).collect();
    for path in &paths {
        assert_eq!(report(path), Counts { agree: 1, ..Counts::default() }, "{}", path.display());
    }
    assert!(paths.len() >= 8, "{} reports", paths.len());
}

/// Any reports of `arcadian rules --json` and `arcadian compare --json`.
#[test]
#[ignore = "repeats the reports that REPORTS names: REPORTS='a.json b.json' cargo test -p arcadian-tests reproduce::reports -- --ignored --nocapture"]
fn reports() {
    let named = std::env::var("REPORTS").expect("REPORTS names the files of the reports");
    let mut disagree = 0;
    for path in named.split_whitespace() {
        let counts = report(Path::new(path));
        println!(
            "{path}: {} agree, {} disagree, {} not tried",
            counts.agree, counts.disagree, counts.not_tried
        );
        disagree += counts.disagree;
    }
    assert_eq!(disagree, 0, "counterexamples are not what the second emulator shows");
}

const ZERO: &str = r#"{"processor": "Z80", "old": " LD A,0\n", "new": " XOR A\n", "counterexample": {
    "old": {"exit": null, "values": {"Z": 0}, "memory": [], "events": []},
    "new": {"exit": null, "values": {"Z": 1}, "memory": [], "events": []},
    "setup": {"constants": {}, "states": [{"registers": {"F": 0}, "memory": []}], "inputs": []}}}"#;

#[test]
fn what_is_not_so_disagrees() {
    assert_eq!(counts(ZERO), Counts { agree: 1, ..Counts::default() });
    for (from, to) in [
        (r#""F": 0"#, r#""F": 64"#),
        (r#"{"Z": 1}"#, r#"{"Z": 0}"#),
        ("XOR A", "OR 1"),
        (r#"{"Z": 1}, "memory": []"#, r#"{"Z": 1}, "memory": [{"address": 1, "value": 1}]"#),
        (r#"{"Z": 1}, "memory": [], "events": []"#, r#"{"Z": 1}, "memory": [], "events": ["calls 0000"]"#),
        (r#""new": {"exit": null"#, r#""new": {"exit": 5"#),
    ] {
        let changed = ZERO.replace(from, to);
        assert_ne!(changed, ZERO, "{from}");
        assert_eq!(counts(&changed), Counts { disagree: 1, ..Counts::default() }, "{to}");
    }
}

#[test]
fn without_a_second_emulator_nothing_is_tried() {
    let report = ZERO.replace("Z80", "8080").replace("LD A,0", "MVI A,0").replace("XOR A", "XRA A");
    assert_eq!(counts(&report), Counts { not_tried: 1, ..Counts::default() });
}
