//! `verify` on sheets that try to deceive it, and on unusual correct ones. The first line of a sheet states the expected result:
//! `holds`, `fails` or `refused`, and for the last two a part of the message.

use std::{fs, path::Path};

use crate::support::{Folder, RunResult};

#[test]
fn sheets_have_the_expected_result() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/sheets");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the sheets") {
        let path = entry.expect("a sheet").path();
        let text = fs::read_to_string(&path).expect("a sheet");
        let result = Folder::with(&[("my.asm", &text)]).run(&["verify", "my.asm"]);
        let expected =
            text.lines().next().and_then(|line| line.strip_prefix("; ")).expect("an expected result");
        check(&result, expected, &path.display().to_string());
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
