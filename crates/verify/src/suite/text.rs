//! The report for people.

use std::fmt::Write;

use super::{Status, Suite};

/// Returns a line for each case, the details of those that did not pass, and the counts.
pub(super) fn write(suite: &Suite) -> String {
    let mut text = String::new();
    for case in &suite.cases {
        let _ = writeln!(text, "{:<9} {}", case.status.word(), case.title());
        for line in case.details.lines().filter(|_| !case.is_passed()) {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
    }
    let others = [
        (Status::Examples, "by examples"),
        (Status::Sampled, "sampled"),
        (Status::Failed, "failed"),
        (Status::Undecided, "undecided"),
        (Status::Invalid, "invalid"),
    ]
    .map(|(status, word)| match suite.count(status) {
        0 => String::new(),
        count => format!(", {count} {word}"),
    });
    let passed = suite.cases.iter().filter(|case| case.is_passed()).count();
    let _ = writeln!(text, "{passed} of {} hold{}", suite.cases.len(), others.concat());
    text
}
