//! The rules of the language as cases in data files (a program, its input and the expected result), and `rules.txt`, which names
//! for each rule of docs/bally-basic.md what decides it.
//!
//! Each numbered file in tests/language contains cases; rules.txt says which rules they decide. `arcadian_play::probe::case` describes and
//! reads them, because `bally probe` types them on a machine.

use std::{
    collections::{BTreeSet, HashMap},
    fmt::Write,
};

use arcadian_basic::{
    Basic, key, scan_text,
    script::{Stopped, drive},
};
use arcadian_play::probe::{
    case::{self, Case},
    measurement_names,
    report::{Entry, Row, entries, rows},
};
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

// rules.txt names for each rule of docs/bally-basic.md the cases and measurements that decide it on a machine with keypad and
// screen, or says why they cannot. These tests compare it with the page and with the cases. Its head describes the format.

fn place(entry: &Entry) -> String {
    format!("rules.txt, {}: `= {}`", entry.section, entry.beginning)
}

fn all_entries() -> Vec<Entry> {
    entries().unwrap_or_else(|error| panic!("{error}"))
}

/// Returns what is wrong with the order and the completeness of the rules. Where both lists differ, the row that the other list
/// does not have is named, and the comparison continues after it.
fn compare_with_page(rules: &[Entry], rows: &[Row]) -> String {
    let mut problems = String::new();
    let mut rest = rules.iter().peekable();
    for row in rows {
        while let Some(rule) = rest.next_if(|rule| !rows.iter().any(|row| rule.decides(row))) {
            let _ = writeln!(problems, "{}: the page has no such row", place(rule));
        }
        if rest.next_if(|rule| rule.decides(row)).is_some() {
            continue;
        }
        let is_elsewhere = rules.iter().any(|rule| rule.decides(row));
        let what = if is_elsewhere { "is at another place in" } else { "is missing in" };
        let _ = writeln!(problems, "the row `{}` of {} {what} rules.txt", row.text, row.section);
    }
    for rule in rest {
        let _ = writeln!(problems, "{}: the page has no such row, or not here", place(rule));
    }
    for rule in rules.iter().filter(|rule| rows.iter().filter(|row| rule.decides(row)).count() > 1) {
        let _ = writeln!(problems, "{}: several rows begin like this", place(rule));
    }
    problems
}

#[test]
fn each_rule_of_the_page_is_in_the_list_once_and_in_order() {
    let (rules, rows) = (all_entries(), rows());
    assert!(rows.len() > 250, "only {} rows were found", rows.len());
    let problems = compare_with_page(&rules, &rows);
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn each_rule_has_cases_or_a_measurement_or_else_a_reason() {
    let mut problems = String::new();
    for rule in &all_entries() {
        let is_testable = !rule.cases.is_empty() || !rule.measurements.is_empty();
        if is_testable != rule.reasons.is_empty() || rule.reasons.len() > 1 {
            let _ = writeln!(problems, "{}: needs cases and measurements, or one reason", place(rule));
        }
        for name in rule.measurements.iter().filter(|name| !measurement_names().any(|known| known == **name))
        {
            let _ = writeln!(problems, "{}: there is no measurement `{name}`", place(rule));
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn each_case_belongs_to_a_rule() {
    let (rules, mut problems) = (all_entries(), String::new());
    let mut places: HashMap<String, String> = HashMap::new();
    for (place, case) in all_cases() {
        if let Some(other) = places.insert(case.name, place.clone()) {
            let _ = writeln!(problems, "{place}: {other} has the same name");
        }
    }
    let named: BTreeSet<_> = rules.iter().flat_map(|rule| &rule.cases).copied().collect();
    for name in named.iter().filter(|name| !places.contains_key(**name)) {
        let _ = writeln!(problems, "rules.txt: there is no case `{name}`");
    }
    for (name, place) in places.iter().filter(|(name, _)| !named.contains(&***name)) {
        let _ = writeln!(problems, "{place}: no rule of rules.txt names `{name}`");
    }
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn each_case_has_the_evidence_word_of_one_of_its_rules() {
    let (rules, rows) = (all_entries(), rows());
    let mut problems = String::new();
    for (place, case) in all_cases() {
        let mut named_by = rules.iter().filter(|rule| rule.cases.contains(&&*case.name));
        let is_word_of =
            |rule: &Entry| rows.iter().any(|row| rule.decides(row) && case.evidence == row.evidence);
        if !named_by.any(is_word_of) {
            let _ = writeln!(problems, "{place}: its rules have another evidence word");
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

/// At most 100 keys are sure to fit in a typed line. Words are one key.
#[test]
fn each_line_of_a_case_can_be_typed() {
    let mut problems = String::new();
    for (place, case) in all_cases() {
        for text in case.program.iter().chain(&case.commands) {
            let keys = scan_text(text).expect("characters of the machine").len();
            if keys > 100 {
                let _ = writeln!(problems, "{place}: `{text}` needs {keys} keys, and a typed line has 100");
            }
        }
    }
    assert!(problems.is_empty(), "\n{problems}");
}

#[test]
fn a_changed_page_is_named() {
    let row = |section, text: &str| Row { section, text: text.to_owned(), evidence: "choice", line: 1 };
    let rule = |section, beginning| Entry { section, beginning, ..Entry::default() };
    let rows = [row("A", "one"), row("A", "two"), row("B", "three")];
    let problems = |rules: &[Entry]| compare_with_page(rules, &rows);
    assert_eq!(problems(&[rule("A", "one"), rule("A", "tw"), rule("B", "th")]), "");
    assert_eq!(
        problems(&[rule("A", "one"), rule("B", "three")]),
        "the row `two` of A is missing in rules.txt\n"
    );
    assert_eq!(
        problems(&[rule("A", "one"), rule("A", "old"), rule("A", "two"), rule("B", "three")]),
        "rules.txt, A: `= old`: the page has no such row\n"
    );
    assert!(
        problems(&[rule("A", "two"), rule("A", "one"), rule("B", "three")])
            .contains("`one` of A is at another place")
    );
    assert!(problems(&[rule("A", ""), rule("A", "two"), rule("B", "three")]).contains("several rows"));
}
