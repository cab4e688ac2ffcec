//! Projects: `init`, and the commands that take the project in the current folder.

use std::fs;

use crate::support::{Folder, ROUTINE};
#[cfg(unix)]
use crate::terminal::Terminal;

const FILES: [&str; 5] = [
    "arcadian.toml",
    "src/mean.asm",
    ".github/workflows/arcadian.yml",
    ".vscode/settings.json",
    ".vscode/launch.json",
];

#[test]
fn a_new_project_is_green() {
    for cpu in ["8080", "z80", "6502"] {
        let folder = Folder::with(&[]);
        let begun = folder.run(&["init", "--cpu", cpu]);
        assert_eq!((begun.status, begun.err.as_str()), (Some(0), ""), "{}", begun.out);
        for file in FILES {
            assert!(begun.out.contains(&format!("wrote {file}\n")), "{}", begun.out);
            assert!(!folder.read(file).is_empty());
        }
        let tested = folder.run(&["test"]);
        assert_eq!((tested.status, tested.err.as_str()), (Some(0), ""), "{}", tested.out);
        assert!(tested.out.starts_with("holds     src/mean.asm: mean, "), "{}", tested.out);
        // The same from a folder of the project, and by `verify`.
        let verified = folder.run(&["verify"]);
        assert_eq!(verified.status, Some(0), "{}{}", verified.out, verified.err);
    }
}

#[test]
fn existing_files_are_not_replaced() {
    let folder = Folder::with(&[("arcadian.toml", "cpu = \"z80\"\n")]);
    let args = ["init", "--cpu", "6502"];
    folder.run(&args).is_refused(&["arcadian.toml exists already; --force replaces it"]);
    assert_eq!(folder.names(), ["arcadian.toml"]);
    assert_eq!(folder.read("arcadian.toml"), "cpu = \"z80\"\n");
    let forced = folder.run(&["init", "--cpu", "6502", "--force"]);
    assert_eq!(forced.status, Some(0), "{}", forced.err);
    assert!(folder.read("arcadian.toml").contains("cpu = \"6502\""));
}

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

#[test]
fn a_project_begins_again_as_it_states() {
    let folder = Folder::with(&[("arcadian.toml", "cpu = \"8080\"\n")]);
    let begun = folder.run(&["init", "--force"]);
    assert_eq!(begun.status, Some(0), "{}", begun.err);
    assert!(folder.read("arcadian.toml").contains("cpu = \"8080\""));
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
    terminal.type_keys("6502\r");
    terminal.wait_for_text("launch.json exists. Replace it (y or n)?");
    terminal.type_keys("n\r");
    terminal.wait_for_text("next: arcadian test");
    assert_eq!(folder.read(".vscode/launch.json"), "mine");
    assert!(folder.read("arcadian.toml").contains("cpu = \"6502\""));
}

#[test]
fn wrong_beginnings_are_refused() {
    let folder = Folder::with(&[("file", "x")]);
    folder.run(&["init"]).is_refused(&["--cpu 8080, z80 or 6502"]);
    folder.run(&["init", "file", "--cpu", "z80"]).is_refused(&["file", "name a folder"]);
    folder.run(&["init", "--cpu", "z80", "--dialect", "ca65"]).is_refused(&["ca65"]);
    assert_eq!(folder.names(), ["file"]);
}

/// A program of ca65 with its map, with a contract in its source.
#[test]
fn a_folder_of_cc65_is_recognized_and_verified() {
    let folder = Folder::with(&[]);
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/debug-data/ca65");
    for (file, to) in [
        ("start.s", "src"),
        ("square.s", "src"),
        ("sum.c", "src"),
        ("sum.bin", "build"),
        ("sum.dbg", "build"),
    ] {
        fs::create_dir_all(folder.path(to)).expect("a folder");
        fs::copy(format!("{examples}/{file}"), folder.path(to).join(file)).expect("a copy");
    }
    let begun = folder.run(&["init"]);
    assert_eq!((begun.status, begun.err.as_str()), (Some(0), ""), "{}", begun.out);
    assert!(begun.out.starts_with("found sources in src: "), "{}", begun.out);
    let project = folder.read("arcadian.toml");
    for line in [
        "cpu = \"6502\"",
        "dialect = \"ca65\"",
        "source-dir = \"src\"",
        "build-dir = \"build\"",
        "contract = \"contracts.txt\"",
    ] {
        assert!(project.lines().any(|own| own == line), "{line} in {project}");
    }
    let contracts = folder.read("contracts.txt");
    assert!(contracts.contains("; ;! routine: "), "{contracts}");
    let tested = folder.run(&["test"]);
    assert!(tested.out.contains("square"), "{}{}", tested.out, tested.err);
    assert_eq!(tested.status, Some(0), "{}{}", tested.out, tested.err);
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

#[test]
fn a_path_that_is_missing_names_the_file_of_the_project() {
    let folder = Folder::with(&[("arcadian.toml", "sheets = \"lib\"\n")]);
    folder.run(&["test"]).is_refused(&["lib", "`sheets` in arcadian.toml"]);
}

/// What never reads the project, although it is wrong.
#[test]
fn help_never_reads_the_project() {
    let folder = Folder::with(&[("arcadian.toml", "\u{0}\n")]);
    for args in
        [&["help"][..], &["--version"], &["completions", "bash"], &["man", "test"], &["verify", "--help"]]
    {
        assert_eq!(folder.run(args).status, Some(0), "{args:?}");
    }
    folder.run(&["test"]).is_refused(&["arcadian.toml"]);
}

#[test]
fn encodings_of_the_file() {
    for (bytes, part) in
        [(&b"cpu = \"\xE9\"\n"[..], "is read as Windows-1252"), (b"\xFF\xFEc\0", "is read as UTF-16")]
    {
        let folder = Folder::with(&[("a.asm", " NOP\n")]);
        fs::write(folder.path("arcadian.toml"), bytes).expect("a file");
        let result = folder.run(&["asm", "a.asm"]);
        let is_told = result.err.contains("arcadian.toml") && result.err.contains(part);
        assert!(result.status == Some(2) && is_told, "{result:?}");
    }
}
