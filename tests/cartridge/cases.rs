//! The cases of tests/language.

use std::fmt::Write;

use arcadian_basic::Dialect;
use arcadian_screen::recognize;

use super::pair::{Session, cartridge, describe, difference};
use crate::language::{Case, all_cases};

/// Cases in which the implementations differ, with the reason.
const DIFFERENT: [(&str, &str); 0] = [];

fn session(case: &Case) -> Session {
    Session {
        lines: case.program.clone(),
        commands: case.commands.clone(),
        is_run: !case.no_run,
        keys: case.keys.clone(),
        seed: 1,
        budget: 100_000,
    }
}

/// Compares the cartridge with the expectations of a case.
fn check(case: &Case) -> Result<(), String> {
    let (mut basic, outcome) = cartridge(&session(case))?;
    let equal = |what: &str, found: &str, expected: &str| match found == expected {
        true => Ok(()),
        false => Err(format!("{what}: found {found:?}, expected {expected:?}")),
    };
    if !case.printed.is_empty() {
        equal("printed", &outcome.results.printed.join("\n"), &case.printed.join("\n"))?;
    }
    if !case.screen.is_empty() {
        let text = recognize::text(&outcome.results.picture).join("\n");
        equal(
            "screen",
            text.trim_end_matches(['>', '\n']),
            case.screen.join("\n").trim_end_matches(['>', '\n']),
        )?;
    }
    let stopped = describe(&outcome.stopped);
    let expected = case.error.as_deref().or(case.stopped.as_deref()).unwrap_or("end");
    equal("stopped", &stopped.to_lowercase(), &expected.to_lowercase())?;
    for (name, value) in &case.values {
        let before = basic.printed().count();
        basic.enter(&format!("PRINT #1,{name}")).map_err(|error| error.to_string())?;
        basic.run(u64::MAX);
        let shown: String = basic.printed().skip(before).collect();
        equal(name, &shown, value)?;
    }
    Ok(())
}

#[test]
fn every_case_of_the_language() {
    let (mut count, mut failures) = (0, String::new());
    for (place, case, _) in all_cases() {
        // The cartridge is Bally BASIC.
        if case.dialect == Dialect::Astro || DIFFERENT.iter().any(|(name, _)| case.name == *name) {
            continue;
        }
        count += 1;
        let reason = check(&case).err().or_else(|| difference(&session(&case)));
        reason.into_iter().for_each(|reason| {
            let _ = writeln!(failures, "{place}\n    {reason}");
        });
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count > 150, "only {count} cases were run");
}
