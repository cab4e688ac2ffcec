//! Reduces a scenario in which the implementations differ to a small one that still differs.

use super::pair::{Scenario, difference};

/// Removes lines, statements and keys as long as a difference remains.
pub(super) fn shrink(scenario: &Scenario) -> Scenario {
    let mut best = scenario.clone();
    while let Some(smaller) = candidates(&best).into_iter().find(|candidate| difference(candidate).is_some())
    {
        best = smaller;
    }
    best
}

/// Returns the scenarios that are one step smaller, those with whole lines removed first.
fn candidates(scenario: &Scenario) -> Vec<Scenario> {
    let lines = (0..scenario.lines.len()).map(|index| {
        let mut smaller = scenario.clone();
        smaller.lines.remove(index);
        smaller
    });
    let statements = scenario.lines.iter().enumerate().flat_map(|(index, line)| {
        let count = line.split(';').count();
        (0..if count > 1 { count } else { 0 }).map(move |statement| {
            let mut smaller = scenario.clone();
            smaller.lines[index] = without_statement(line, statement);
            smaller
        })
    });
    let keys = (0..scenario.keys.len()).rev().filter_map(|at| {
        let keys = scenario.keys.get(..at)?;
        let is_whole = keys.matches('{').count() == keys.matches('}').count();
        is_whole.then(|| Scenario { keys: keys.to_owned(), ..scenario.clone() })
    });
    lines.chain(statements).chain(keys).filter(|candidate| candidate != scenario).collect()
}

/// Returns a line without one of its statements, but with its number.
fn without_statement(line: &str, index: usize) -> String {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, text) = line.split_at(digits);
    let kept: Vec<_> =
        text.split(';').enumerate().filter(|(at, _)| *at != index).map(|(_, text)| text).collect();
    format!("{number} {}", kept.join(";").trim_start())
}

/// Panics with a small scenario if the implementations differ.
pub(super) fn assert_equal(name: &str, scenario: &Scenario) {
    if difference(scenario).is_some() {
        let small = shrink(scenario);
        let why = difference(&small).unwrap_or_default();
        panic!(
            "{name}\nseed {}, keys {:?}, commands {:?}\n{}\n{why}",
            small.seed,
            small.keys,
            small.commands,
            small.lines.join("\n")
        );
    }
}
