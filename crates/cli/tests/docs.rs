//! Runs the console blocks of the pages in `docs` from the project's root.

use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const PAGES: [&str; 3] = ["docs", "docs/boards", "docs/notes"];

#[test]
fn pages() {
    std::env::set_current_dir(ROOT).expect("the project's root");
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", Path::new(env!("CARGO_BIN_EXE_arcadian")));
    PAGES.iter().for_each(|folder| {
        cases.case(format!("{folder}/*.md"));
    });
}

/// A block that shows a command with its output is a console block, which the test above runs.
#[test]
fn every_command_with_output_is_run() {
    for folder in PAGES {
        for entry in Path::new(ROOT).join(folder).read_dir().expect("the pages") {
            let page = entry.expect("a page").path();
            if page.extension().is_some_and(|extension| extension == "md") {
                check(&page.to_string_lossy(), &std::fs::read_to_string(&page).expect("a page's text"));
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
