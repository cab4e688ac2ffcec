//! The rules of the language as cases in data files: a program, its input and the expected result.
//!
//! Each numbered file in tests/language contains cases; rules.txt says which rules they decide. `arcadian_play::probe::case` describes and
//! reads them, because `bally probe` types them on a machine.

mod rules;

use std::fmt::Write;

use arcadian_basic::{
    Basic, key,
    script::{Stopped, drive},
};
use arcadian_play::probe::case::{self, Case};
use arcadian_screen::recognize;

fn check(case: &Case) -> Result<(), String> {
    let mut basic = Basic::new(case.dialect, 1);
    for line in case.program.iter().chain(&case.commands) {
        basic.enter(line).map_err(|e| e.to_string())?;
        basic.run(1_000_000);
    }
    if !case.no_run {
        basic.enter("RUN").map_err(|e| e.to_string())?;
    }
    let events = key::parse(&case.keys).map_err(|e| e.to_string())?;
    let stopped = drive(&mut basic, &events, 1_000_000, 10_000, &mut |_, _| {});
    compare(case, &mut basic, &stopped)
}

fn compare(case: &Case, basic: &mut Basic, stopped: &Stopped) -> Result<(), String> {
    if !case.has_expectations() {
        return Err("the case has no expectations".to_owned());
    }
    let printed: Vec<_> = basic.transcript().lines().map(str::to_owned).collect();
    if !case.printed.is_empty() || (case.screen.is_empty() && case.values.is_empty()) {
        check_equal("printed", &printed, &case.printed)?;
    }
    if !case.screen.is_empty() {
        check_equal("screen", &recognize::text(basic.picture()), &case.screen)?;
    }
    let (error, state) = describe(stopped);
    check_equal("error", &error, &case.error)?;
    let expected = case.stopped.as_deref().unwrap_or(if case.error.is_some() { "error" } else { "end" });
    check_equal("stopped", &state, &expected)?;
    for (name, value) in &case.values {
        let before = basic.transcript().lines().count();
        basic.enter(&format!("PRINT #1,{name}")).map_err(|e| e.to_string())?;
        basic.run(10);
        let shown: String = basic.transcript().lines().skip(before).collect();
        check_equal(name, &shown.as_str(), &value.as_str())?;
    }
    Ok(())
}

fn check_equal<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    let short = |value: &T| format!("{value:?}").chars().take(300).collect::<String>();
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: found {}, expected {}", short(found), short(expected)))
    }
}

fn describe(stopped: &Stopped) -> (Option<String>, &'static str) {
    match stopped {
        Stopped::Error(fault) => {
            let code = fault.why.code();
            let text =
                fault.line.map_or_else(|| code.to_string(), |line| format!("{code} {line}:{}", fault.column));
            (Some(text), "error")
        }
        Stopped::Waiting => (None, "waiting"),
        Stopped::End => (None, "end"),
        Stopped::Halt => (None, "halt"),
        Stopped::Budget => (None, "budget"),
        Stopped::Interrupted => (None, "interrupted"),
    }
}

/// Returns all cases of the language with their places.
pub(crate) fn all_cases() -> Vec<(String, Case)> {
    let read = |(file, source): (&str, &str)| {
        let cases = case::read(source).unwrap_or_else(|error| panic!("{file}: {error}"));
        let place = |(line, case): (usize, Case)| (format!("{file}:{line} {}", case.name), case);
        cases.into_iter().map(place).collect::<Vec<_>>()
    };
    case::FILES.into_iter().flat_map(read).collect()
}

#[test]
fn every_case_of_the_language() {
    let mut failures = String::new();
    let cases = all_cases();
    for (place, case) in &cases {
        if let Err(reason) = check(case) {
            let _ = writeln!(failures, "{place}\n    {reason}");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(cases.len() > 150, "only {} cases were found", cases.len());
}
