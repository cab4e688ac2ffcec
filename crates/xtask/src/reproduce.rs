//! Repeats the counterexamples of reports on a second emulator: rustzx-z80 for the Z80, robo6502 for the 6502. Neither is part of
//! `arcadian`, which tries its answers on iz80 and mos6502. Only the assembler is shared.

mod case;
mod emulators;
mod program;
mod run;
#[path = "../../cpu/tests/cpu/rustzx_bus.rs"]
mod rustzx_bus;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use case::Case;

/// The result of repeating a counterexample.
#[derive(Debug)]
enum Answer {
    /// The difference that was reported.
    Agrees,
    Disagrees(String),
    /// No result, for example because there is no second emulator.
    NotTried(String),
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Counts {
    agree: usize,
    disagree: usize,
    not_tried: usize,
}

/// Repeats the counterexamples of all reports. Fails if one disagrees.
pub(crate) fn run(reports: &[PathBuf]) -> Result<()> {
    let mut disagreed = 0;
    for path in reports {
        let name = path.display();
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let report = serde_json::from_str(&text).with_context(|| format!("cannot read {name} as JSON"))?;
        let counts = repeat(&report).with_context(|| format!("cannot use {name}"))?;
        let Counts { agree, disagree, not_tried } = counts;
        println!("{name}: {agree} agree, {disagree} disagree, {not_tried} not tried");
        disagreed += disagree;
    }
    if disagreed > 0 {
        bail!("{disagreed} counterexamples are not what the second emulator shows");
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(report: &str) -> Counts {
        repeat(&serde_json::from_str(report).expect("JSON")).expect("a report")
    }

    /// Reports of `arcadian compare --json` about pairs of our own: memory, flags, exits, ports, calls, loops, both processors.
    #[test]
    fn counterexamples_are_repeated() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reports");
        let files = fs::read_dir(folder).expect("reports");
        let mut found = 0;
        for path in files.map(|entry| entry.expect("a file").path()) {
            let text = fs::read_to_string(&path).expect("a report");
            let expected = Counts { agree: 1, ..Counts::default() };
            assert_eq!(counts(&text), expected, "{}", path.display());
            found += 1;
        }
        assert!(found >= 8, "{found} reports");
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
            (
                r#"{"Z": 1}, "memory": [], "events": []"#,
                r#"{"Z": 1}, "memory": [], "events": ["calls 0000"]"#,
            ),
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
}
