//! Projects: what `init` recognizes and asks. The rest is in `tests/cases/project.txt`.

use std::fs;

use crate::support::{Folder, ROUTINE};
#[cfg(unix)]
use crate::terminal::Terminal;

#[test]
fn the_processor_and_the_build_are_recognized() {
    let mut wrong = Vec::new();
    for row in include_str!("beginnings.txt").lines().filter(|row| !row.starts_with('#')) {
        let (expected, mut files): (String, Vec<(String, String)>) = serde_json::from_str(row).expect(row);
        if files.iter().all(|(name, _)| !name.ends_with(".s") && !name.ends_with(".asm")) {
            files.push(("a.c".to_owned(), String::new()));
        }
        let folder = Folder::with(&files.iter().map(|(name, text)| (&**name, &**text)).collect::<Vec<_>>());
        let begun = folder.run(&["init"]);
        let written = if begun.status == Some(0) {
            let files = ["arcadian.toml", ".github/workflows/arcadian.yml", "contracts.txt"];
            begun.out + &files.map(|file| fs::read_to_string(folder.path(file)).unwrap_or_default()).concat()
        } else {
            begun.err
        };
        let missing = expected.split("; ").filter(|part| !written.contains(part));
        wrong.extend(missing.map(|part| format!("{row}\n{part}:\n{written}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Questions are asked until there is an answer to them, and a file that is to be kept is kept.
#[test]
#[cfg(unix)]
fn questions_in_a_terminal() {
    let folder = Folder::with(&[]);
    fs::create_dir(folder.path(".vscode")).expect("a folder");
    fs::write(folder.path(".vscode/launch.json"), "mine").expect("a file");
    let mut terminal = Terminal::start(&folder, (200, 20), &["init"]);
    terminal.wait_for_text("Processor (8080, z80 or 6502)?");
    terminal.type_keys("z8\r");
    terminal.wait_for("the question again", |screen| screen.contents().matches("Processor (").count() == 2);
    terminal.type_and_wait("6502\r", "launch.json exists. Replace it (y or n)?");
    terminal.type_and_wait("n\r", "next: arcadian test");
    assert_eq!(folder.read(".vscode/launch.json"), "mine");
    assert!(folder.read("arcadian.toml").contains("cpu = \"6502\""));
}

#[test]
fn the_project_is_found_from_below() {
    let folder = Folder::with(&[("arcadian.toml", "sheets = \"lib\"\n")]);
    fs::create_dir_all(folder.path("lib/deep")).expect("a folder");
    fs::write(folder.path("lib/count.asm"), ROUTINE).expect("a file");
    let below = folder.run_in("lib/deep", &["test"]);
    assert_eq!(below.status, Some(0), "{}{}", below.out, below.err);
    assert!(below.out.contains("../../lib/count.asm"), "{}", below.out);
    let without = folder.run_in("lib/deep", &["verify", "--no-project"]);
    without.is_refused(&["no arcadian.toml", "--bundled", "arcadian init"]);
}
