//! The XML of JUnit.

use std::fmt::Write;

use super::{Case, Status, Suite};

/// Returns the report. The class name of a case is its file without the extension.
pub(super) fn write(suite: &Suite) -> String {
    let seconds: f64 = suite.cases.iter().map(|case| case.seconds).sum();
    let errors = suite.count(Status::Invalid);
    let failures = suite.wrong().count() - errors;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\"",
        suite.cases.len()
    );
    let _ = writeln!(text, "<testsuites name=\"arcadian\" {counts}>\n<testsuite name=\"arcadian\" {counts}>");
    suite.cases.iter().for_each(|case| add(&mut text, case));
    text += "</testsuite>\n</testsuites>\n";
    text
}

fn add(text: &mut String, case: &Case) {
    let name = match (&case.name, &case.processor) {
        (name, _) if name.is_empty() => "sheet".to_owned(),
        (name, Some(processor)) => format!("{name} ({processor})"),
        (name, None) => name.clone(),
    };
    let file = case.file();
    let class = file.rsplit_once('.').map_or(file.as_str(), |(class, _)| class);
    let _ = write!(
        text,
        "<testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.3}\"",
        escaped(class),
        escaped(&name),
        escaped(&file),
        case.line,
        case.seconds
    );
    if case.is_passed() {
        text.push_str("/>\n");
        return;
    }
    let element = if case.status == Status::Invalid { "error" } else { "failure" };
    let (kind, message, details) =
        (case.status.word().to_lowercase(), escaped(&case.message), escaped(case.details.trim_end()));
    let _ = writeln!(
        text,
        ">\n<{element} type=\"{kind}\" message=\"{message}\">{details}</{element}>\n</testcase>"
    );
}

/// Escapes markup. Control characters, which XML does not allow, become U+FFFD.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\n' | '\t' => escaped.push(character),
            _ if character.is_control() || matches!(character, '\u{FFFE}' | '\u{FFFF}') => {
                escaped.push('\u{FFFD}');
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
