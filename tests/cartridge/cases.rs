//! The cases of tests/language.

use std::fmt::Write;

use arcadian_basic::{Dialect, script::Scripted};
use arcadian_screen::recognize;

use super::pair::{Scenario, cartridge, describe, difference};
use crate::language::all_cases;
use arcadian_play::probe::case::Case;

/// Cases with a line or command that is refused without being typed, because it does not fit.
const ONLY_TYPED: [&str; 3] = [
    "a higher line number is HOW",
    "a line that does not fit is SORRY and nothing changes",
    "a direct command of 96 bytes is SORRY",
];

/// Cases that stop a running program with HALT. The cartridge sees it at the end of a line, the interpreter at the end of a
/// statement, so the numbers of statements differ.
const HALTED: [&str; 3] = ["HALT drops the waiting keys", "HALT stops a running program", "HALT stops LIST"];

/// Returns the first difference between interpreter and cartridge, if they can be compared.
fn difference_of(case: &Case, scenario: &Scenario) -> Option<String> {
    (!HALTED.contains(&&*case.name)).then(|| difference(scenario)).flatten()
}

fn scenario(case: &Case) -> Scenario {
    Scenario {
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
    let (mut basic, outcome) = cartridge(&scenario(case))?;
    let equal = |what: &str, found: &str, expected: &str| {
        if found == expected {
            Ok(())
        } else {
            Err(format!("{what}: found {found:?}, expected {expected:?}"))
        }
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
        basic.run_until(u64::MAX);
        let shown: String = basic.printed().skip(before).collect();
        equal(name, &shown, value)?;
    }
    Ok(())
}

/// Runs all cases and collects what is wrong.
fn run_cases(wrong: impl Fn(&Case) -> Option<String>) {
    let (mut count, mut failures) = (0, String::new());
    // The cartridge is Bally BASIC.
    for (place, case) in all_cases().into_iter().filter(|(_, case)| case.dialect == Dialect::Bally) {
        count += 1;
        wrong(&case).into_iter().for_each(|reason| {
            let _ = writeln!(failures, "{place}\n    {reason}");
        });
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count > 150, "only {count} cases were run");
}

#[test]
fn every_case_of_the_language() {
    run_cases(|case| {
        let is_only_typed = ONLY_TYPED.contains(&&*case.name);
        (!is_only_typed).then(|| check(case).err().or_else(|| difference_of(case, &scenario(case)))).flatten()
    });
}

#[test]
fn every_case_typed_at_the_prompt() {
    run_cases(|case| difference_of(case, &scenario(case).typed()));
}
