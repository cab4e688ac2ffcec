//! `man`.

use std::process::{Command, Stdio};

use crate::support::{Folder, RunResult};

/// Returns the names of the pages that a page refers to, such as `arcadian-tape`.
fn references(page: &str) -> Vec<String> {
    let words = page.split(|c: char| c.is_whitespace() || c == ',');
    let names = words.filter_map(|word| word.strip_suffix("(1)"));
    names.map(|name| name.replace("\\fB", "").replace("\\fR", "").replace("\\-", "-")).collect()
}

fn print(folder: &Folder, name: &str) -> RunResult {
    let words: Vec<_> = name.split('-').skip(1).collect();
    folder.run(&[&["man"][..], &words].concat())
}

#[test]
fn every_page_can_be_printed_and_refers_only_to_such_pages() {
    let folder = Folder::with(&[]);
    let mut names = vec!["arcadian".to_owned()];
    let mut at = 0;
    while let Some(name) = names.get(at).cloned() {
        let page = print(&folder, &name);
        assert_eq!((page.status, page.err.as_str()), (Some(0), ""), "{name}");
        let title = format!(".TH {name} 1  \"arcadian {}\" \"arcadian manual\"\n", env!("CARGO_PKG_VERSION"));
        assert!(page.out.contains(&title), "{name}: {}", page.out);
        let new: Vec<_> = references(&page.out).into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(new);
        at += 1;
    }
    for name in ["arcadian-bally", "arcadian-tape-decode", "arcadian-shorten", "arcadian-board-tactix-show"] {
        assert!(names.iter().any(|found| found == name), "{name} in {names:?}");
    }
    // --all writes the same pages.
    let result = folder.run(&["man", "--all", "share/man1"]);
    assert_eq!((result.status, result.out.as_str(), result.err.as_str()), (Some(0), "", ""));
    let entries = std::fs::read_dir(folder.path("share/man1")).expect("the directory");
    let mut files: Vec<_> =
        entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
    files.sort();
    let mut expected: Vec<_> = names.iter().map(|name| format!("{name}.1")).collect();
    expected.sort();
    assert_eq!(files, expected);
    for name in &names {
        assert_eq!(folder.read(&format!("share/man1/{name}.1")), print(&folder, name).out, "{name}");
    }
}

/// The help of each command names the same commands as its page.
#[test]
fn every_command_of_the_help_has_a_page() {
    fn check(folder: &Folder, words: &[&str]) {
        let help = folder.run(&[words, &["--help"]].concat()).out;
        let Some((_, commands)) = help.split_once("Commands:\n") else { return };
        let page = folder.run(&[&["man"], words].concat());
        for line in commands.lines().take_while(|line| line.starts_with("  ")) {
            let name = line.split_whitespace().next().expect("a name");
            let all = [words, &[name]].concat();
            if name != "help" {
                assert!(references(&page.out).contains(&format!("arcadian-{}", all.join("-"))), "{all:?}");
                check(folder, &all);
            }
            assert_eq!(folder.run(&[&["man"], &all[..]].concat()).status, Some(0), "{all:?}");
        }
    }
    check(&Folder::with(&[]), &[]);
}

#[test]
fn pages_have_sections_for_examples_and_exit_status() {
    let page = Folder::with(&[]).run(&["man", "shorten"]).out;
    let sections: Vec<_> = page.lines().filter_map(|line| line.strip_prefix(".SH ")).collect();
    assert_eq!(
        sections,
        ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "\"EXIT STATUS\"", "\"SEE ALSO\""]
    );
    assert!(page.contains(".nf\narcadian shorten my.asm   "), "{page}");
}

#[test]
fn an_unknown_command_has_no_page() {
    let folder = Folder::with(&[("file", "")]);
    folder.run(&["man", "dance"]).is_refused(&["there is no command `dance`", "`arcadian help`"]);
    folder
        .run(&["man", "tape", "decod"])
        .is_refused(&["`tape decod`; did you mean `decode`?", "`arcadian help tape`"]);
    folder.run(&["man", "--all", "file/man"]).is_refused(&["cannot create the directory file/man"]);
}

/// groff is not installed everywhere.
#[test]
fn groff_has_no_warnings() {
    let folder = Folder::with(&[]);
    folder.run(&["man", "--all", "man"]);
    let groff = |page: &std::path::Path| {
        let mut command = Command::new("groff");
        command.args(["-man", "-Tutf8", "-ww", "-z", "-Kutf8"]).arg(page).stderr(Stdio::piped()).output()
    };
    for entry in std::fs::read_dir(folder.path("man")).expect("the directory") {
        let path = entry.expect("a file").path();
        let Ok(output) = groff(&path) else { return };
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{path:?}");
    }
}
