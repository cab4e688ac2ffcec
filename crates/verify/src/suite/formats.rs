//! Reports of a suite: the text for people, and the formats of build servers.

use std::{
    collections::BTreeMap,
    fmt::Write,
    path::{MAIN_SEPARATOR, Path},
};

use arcadian_files::escape;
use serde_json::{Value, json};

use super::{Case, Status, Subject, Suite};

/// Returns a line for each case, the details of those that did not pass, and the counts.
pub(super) fn text(suite: &Suite) -> String {
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
        (Status::Known, "known"),
        (Status::Undecided, "undecided"),
        (Status::Invalid, "invalid"),
        (Status::Unmatched, "never matching"),
    ]
    .map(|(status, word)| match suite.count(status) {
        0 => String::new(),
        count => format!(", {count} {word}"),
    });
    let passed = suite.cases.len() - suite.wrong().count() - suite.count(Status::Unmatched);
    let interrupted = if suite.is_interrupted { "; interrupted" } else { "" };
    let _ = writeln!(text, "{passed} of {} hold{}{interrupted}", suite.cases.len(), others.concat());
    text
}

/// Returns the report in the Test Anything Protocol, <https://testanything.org/tap-version-14-specification.html>. What is wrong with a
/// case is a YAML block below it.
pub(super) fn tap(suite: &Suite) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", suite.cases.len());
    for (number, case) in (1..).zip(&suite.cases) {
        let ok = if case.is_passed() { "ok" } else { "not ok" };
        let skip = match case.status {
            Status::Unmatched => format!(" # SKIP {}", description(&case.message)),
            _ => String::new(),
        };
        let _ = writeln!(text, "{ok} {number} - {}{skip}", description(&case.title()));
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
    text + if suite.is_interrupted { "Bail out! interrupted\n" } else { "" }
}

/// Escapes what would begin a directive.
fn description(text: &str) -> String {
    text.replace('\\', "\\\\").replace('#', "\\#")
}

/// Returns a string as YAML and JSON write it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the report. The class name of a case is its file without the extension.
pub(super) fn junit(suite: &Suite) -> String {
    let seconds: f64 = suite.cases.iter().map(|case| case.seconds).sum();
    let errors = suite.count(Status::Invalid);
    let failures = suite.wrong().count() - errors;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{seconds:.3}\"",
        suite.cases.len()
    );
    let skipped = match suite.count(Status::Unmatched) {
        0 => String::new(),
        count => format!(" skipped=\"{count}\""),
    };
    let counts = counts + &skipped;
    let _ = writeln!(text, "<testsuites name=\"arcadian\" {counts}>\n<testsuite name=\"arcadian\" {counts}>");
    let mut counts: BTreeMap<(String, String), usize> = BTreeMap::new();
    for case in &suite.cases {
        let (class, mut name) = class_and_name(case);
        // A server takes tests of the same name for one.
        let count = counts.entry((class.clone(), name.clone())).or_default();
        *count += 1;
        if *count > 1 {
            let _ = write!(name, " #{count}");
        }
        add(&mut text, case, &class, &name);
    }
    if suite.is_interrupted {
        text += "<system-err>interrupted: some cases are not judged</system-err>\n";
    }
    text += "</testsuite>\n</testsuites>\n";
    text
}

fn class_and_name(case: &Case) -> (String, String) {
    let name = match (&case.name, &case.processor) {
        (name, _) if name.is_empty() => "sheet".to_owned(),
        (name, Some(processor)) => format!("{name} ({processor})"),
        (name, None) => name.clone(),
    };
    let file = case.file();
    let class = file.rsplit_once('.').map_or(file.as_str(), |(class, _)| class);
    (class.to_owned(), name)
}

fn add(text: &mut String, case: &Case, class: &str, name: &str) {
    let _ = write!(
        text,
        "<testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\" time=\"{:.3}\"",
        escaped(class),
        escaped(name),
        escaped(&case.file()),
        case.line,
        case.seconds
    );
    if case.status == Status::Unmatched {
        let _ = writeln!(text, ">\n<skipped message=\"{}\"/>\n</testcase>", escaped(&case.message));
        return;
    }
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
    let is_allowed =
        |c: char| matches!(c, '\n' | '\t') || !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}');
    escape::markup(text).chars().map(|c| if is_allowed(c) { c } else { '\u{FFFD}' }).collect()
}

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The rules of SARIF: what can be wrong with a case.
const CONTRACTS: [(Status, &str, &str); 4] = [
    (Status::Failed, "contract", "A routine does what its header states"),
    (Status::Sampled, "sampled", "A contract is proven, not only sampled"),
    (Status::Undecided, "undecided", "A contract is decided within the limits"),
    (Status::Invalid, "sheet", "A sheet assembles, and its header can be read"),
];

/// What can be wrong with a rule of a peephole optimizer.
const PEEPHOLE: [(Status, &str, &str); 3] = [
    (Status::Failed, "rule", "New code does what the code that it replaces does"),
    (Status::Undecided, "undecided", "A rule is decided within the limits"),
    (Status::Invalid, "unreadable", "A rule can be read"),
];

/// Returns the report as SARIF 2.1.0, <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>. It has the cases that did not
/// pass.
pub(super) fn sarif(suite: &Suite) -> String {
    let kinds: &[(Status, &str, &str)] = match suite.subject {
        Subject::Contracts => &CONTRACTS,
        Subject::Rules => &PEEPHOLE,
    };
    let rules = kinds.iter().map(|(_, id, text)| json!({ "id": id, "shortDescription": { "text": text } }));
    let mut report = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "arcadian",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "results": suite.wrong().map(|case| result(case, kinds)).collect::<Vec<_>>(),
        }],
    });
    if suite.is_interrupted {
        report["runs"][0]["invocations"] =
            json!([{ "executionSuccessful": false, "exitCodeDescription": "interrupted" }]);
    }
    escape::json_text(&format!("{report:#}\n"))
}

fn result(case: &Case, kinds: &[(Status, &str, &str)]) -> Value {
    let rule = kinds.iter().position(|(status, ..)| *status == case.status).unwrap_or(0);
    let level = if matches!(case.status, Status::Failed | Status::Invalid) { "error" } else { "warning" };
    let text = [case.message.as_str(), case.details.trim_end()].join("\n");
    let mut result = json!({
        "ruleId": kinds.get(rule).map(|(_, id, _)| id),
        "ruleIndex": rule,
        "level": level,
        "message": { "text": text.trim_end() },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&case.file) },
            "region": { "startLine": case.line },
        } }],
    });
    if let Some(id) = &case.id {
        result["partialFingerprints"] = json!({ "arcadianRule/v1": id });
    }
    result
}

/// Returns a path as a relative URI. It names the file itself, so its bytes are percent-encoded as they are.
fn uri(path: &Path) -> String {
    let slash = |byte: &u8| if MAIN_SEPARATOR == char::from(*byte) { b'/' } else { *byte };
    escape::percent(path.as_os_str().as_encoded_bytes().iter().map(slash), b"/")
}

/// Returns the report for people, then a workflow command of GitHub Actions for each case that did not pass,
/// <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>.
pub(super) fn annotations(suite: &Suite) -> String {
    let mut commands = String::new();
    text(suite).lines().for_each(|line| commands += &plain(line));
    for case in suite.wrong() {
        let level = if matches!(case.status, Status::Failed | Status::Invalid) { "error" } else { "warning" };
        let _ = writeln!(
            commands,
            "::{level} file={},line={},title={}::{}",
            property(&case.file()),
            case.line,
            property(&case.title()),
            data(&[case.message.as_str(), case.details.trim_end()].join("\n"))
        );
    }
    commands + if suite.is_interrupted { "::error::interrupted: some cases are not judged\n" } else { "" }
}

/// Returns a line that is not a command, whatever it contains.
fn plain(line: &str) -> String {
    let line = line.replace("##[", "## [");
    let mark = if line.trim_start().starts_with("::") { "| " } else { "" };
    format!("{mark}{line}\n")
}

/// Escapes the text of a command.
fn data(text: &str) -> String {
    text.trim_end().replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
