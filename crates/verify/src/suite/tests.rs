//! Snapshots of the formats, with names and texts that try to be markup.

use super::*;

fn case(file: &str, name: &str, status: Status, message: &str, details: &str) -> Case {
    let processor = (!name.is_empty()).then(|| "8080".to_owned());
    Case {
        file: file.into(),
        name: name.into(),
        processor,
        line: 9,
        status,
        seconds: 0.25,
        message: message.into(),
        details: details.into(),
    }
}

fn suite() -> Suite {
    let cases = vec![
        case("lib/mean.asm", "MEAN", Status::Passed, "", "MEAN 8080 holds"),
        case(
            "lib/max.asm",
            "MAX",
            Status::Failed,
            "it does not ensure `z > 3`",
            "MAX  FAILS\n  given x = 01\n",
        ),
        case(
            "a,b: #1 <é>.asm",
            "X",
            Status::Sampled,
            "100 % of \"some\"",
            "::error::no\n##[error]no\u{1b}[31m\n",
        ),
        case("lib/slow.asm", "SLOW", Status::Undecided, "a limit", ""),
        case("bad.asm", "", Status::Invalid, "no such instruction", "error: no\n --> bad.asm:9:2\n"),
    ];
    Suite { cases }
}

#[test]
fn each_format_has_every_result() {
    for (name, format) in [
        ("text", Format::Text),
        ("tap", Format::Tap),
        ("junit", Format::Junit),
        ("sarif", Format::Sarif),
        ("github", Format::Github),
    ] {
        insta::assert_snapshot!(name, suite().write(format));
    }
}

#[test]
fn the_address_of_a_file_is_its_own_name() {
    let suite = Suite { cases: vec![case("a/\u{202e}\t b.asm", "X", Status::Failed, "", "")] };
    let report = suite.write(Format::Sarif);
    assert!(report.contains(r#""uri": "a/%E2%80%AE%09%20b.asm""#), "{report}");
}

#[test]
fn only_annotations_are_commands() {
    let text = suite().write(Format::Github);
    let commands: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with("::")).collect();
    assert_eq!(commands.len(), 4, "{commands:#?}");
    assert!(!text.lines().any(|line| !line.starts_with("::") && line.contains("##[")), "{text}");
    assert!(commands.iter().all(|line| line.contains(",line=9,title=")), "{commands:#?}");
}

#[test]
fn samples_count_if_they_are_accepted() {
    let mut suite = suite();
    assert!(!suite.is_passed());
    suite.cases.retain(|case| matches!(case.status, Status::Passed | Status::Sampled));
    assert!(!suite.is_passed());
    suite.accept_sampled();
    assert!(suite.is_passed());
    assert!(Suite::default().is_passed());
}
