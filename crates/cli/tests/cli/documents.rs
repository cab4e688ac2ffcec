//! Runs the console blocks of the README and of the pages in `docs` from the project's root, and compares the README's table of commands
//! with the program's.

use std::{fs, path::Path};

use crate::support::ARCADIAN;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGES: [&str; 3] = ["docs", "docs/boards", "docs/notes"];

#[test]
fn console_blocks() {
    // The only test in this program that depends on the folder.
    std::env::set_current_dir(ROOT).expect("the project's root");
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", Path::new(ARCADIAN)).case("README.md");
    PAGES.iter().for_each(|folder| _ = cases.case(format!("{folder}/*.md")));
}

/// A block that shows a command with its output is a console block, which the test above runs.
#[test]
fn every_command_with_output_is_run() {
    for folder in PAGES {
        for entry in Path::new(ROOT).join(folder).read_dir().expect("the pages") {
            let page = entry.expect("a page").path();
            if page.extension().is_some_and(|extension| extension == "md") {
                check(&page.to_string_lossy(), &fs::read_to_string(&page).expect("a page's text"));
            }
        }
    }
}

fn check(page: &str, text: &str) {
    let mut language = None;
    for (number, line) in text.lines().enumerate() {
        match (language, line.strip_prefix("```")) {
            (None, opening) => language = opening,
            (Some(_), Some("")) => language = None,
            (Some(language), _) => {
                let is_run = language == "console" || !line.starts_with("$ ");
                assert!(is_run, "{page}:{}: in a block of kind `{language}`: {line}", number + 1);
            }
        }
    }
}

#[test]
fn every_command_is_in_the_table() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let command = arcadian::command();
    for command in command.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name();
        let is_hidden = command.is_hide_set();
        let row = format!("| `arcadian {name}");
        let has_row = readme.lines().any(|line| line.starts_with(&row));
        assert!(is_hidden || has_row, "README.md has no row for {name}");
    }
}
