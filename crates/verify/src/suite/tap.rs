//! The Test Anything Protocol, <https://testanything.org/tap-version-14-specification.html>.

use std::fmt::Write;

use super::Suite;

/// Returns the report. What is wrong with a case is a YAML block below it.
pub(super) fn write(suite: &Suite) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", suite.cases.len());
    for (number, case) in (1..).zip(&suite.cases) {
        let ok = if case.is_passed() { "ok" } else { "not ok" };
        let _ = writeln!(text, "{ok} {number} - {}", description(&case.title()));
        if !case.is_passed() {
            let _ = writeln!(text, "  ---\n  result: {}", case.status.word().to_lowercase());
            let _ = writeln!(text, "  message: {}", quoted(&case.message));
            let _ = writeln!(text, "  at:\n    file: {}\n    line: {}", quoted(&case.file()), case.line);
            if !case.details.trim().is_empty() {
                text += "  details: |2\n";
                for line in case.details.trim_end().lines() {
                    let _ = writeln!(text, "{}", format!("    {line}").trim_end());
                }
            }
            text += "  ...\n";
        }
    }
    text
}

/// Escapes what would begin a directive.
fn description(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

/// Returns a string as YAML and JSON write it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
