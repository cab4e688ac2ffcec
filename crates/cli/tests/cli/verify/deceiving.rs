//! `verify` on the sheets of `deceiving.txt`. Below its name, each has the expected result, and for some a part of the message.

use crate::support::{Folder, ROUTINE, RunResult, sections};

#[test]
fn sheets_have_the_expected_result() {
    let mut count = 0;
    for (name, text) in
        sections(include_str!("deceiving.txt")).chain([("ROUTINE", &*format!("holds\n{ROUTINE}"))])
    {
        let (expected, sheet) = text.split_once('\n').expect("a result and a sheet");
        let result = Folder::with(&[("my.asm", sheet)]).run(&["verify", "my.asm"]);
        check(&result, expected, name);
        count += 1;
    }
    assert!(count > 40, "{count}");
}

fn check(result: &RunResult, expected: &str, name: &str) {
    let (what, message) = expected.split_once(": ").unwrap_or((expected, ""));
    let (status, text) = match what {
        "holds" => (0, &result.out),
        "fails" | "sampled" => (1, &result.out),
        "refused" => (2, &result.err),
        other => panic!("{name}: unknown result `{other}`"),
    };
    assert_eq!(result.status, Some(status), "{name}: {result:?}");
    assert!(text.contains(message), "{name}: {text}");
}
