//! `verify` against sheets written to deceive it, and right ones that are strange. Each says in its first line what comes
//! of it: `holds`, `fails` or `refused`, and for the last two a part of what is told.

use std::{fs, path::Path};

use crate::support::{Folder, Ran};

#[test]
fn sheets() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/sheets");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the sheets") {
        let path = entry.expect("a sheet").path();
        let text = fs::read_to_string(&path).expect("a sheet");
        let ran = Folder::with(&[("my.asm", &text)]).run(&["verify", "my.asm"]);
        let expected =
            text.lines().next().and_then(|line| line.strip_prefix("; ")).expect("what comes of it");
        check(&ran, expected, &path.display().to_string());
        count += 1;
    }
    assert!(count > 40, "{count}");
}

fn check(ran: &Ran, expected: &str, name: &str) {
    let (what, told) = expected.split_once(": ").unwrap_or((expected, ""));
    let (status, text) = match what {
        "holds" => (0, &ran.out),
        "fails" => (1, &ran.out),
        "refused" => (2, &ran.err),
        other => panic!("{name}: {other} is nothing that can come of a sheet"),
    };
    assert_eq!(ran.status, Some(status), "{name}: {ran:?}");
    assert!(text.contains(told), "{name}: {text}");
}
