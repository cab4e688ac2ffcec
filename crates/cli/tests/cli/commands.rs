//! Runs the commands of the pages in `tests/commands`. A block `asm NAME`, `toml NAME` and so on is a file in the folder in which the
//! commands of its page run.

use std::{fs, path::Path};

use crate::support::ARCADIAN;

/// Returns the names and texts of a page's files.
fn files(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("\n```").skip(1).step_by(2);
    let files = blocks.filter_map(|block| {
        let (head, text) = block.split_once('\n')?;
        Some((head.split_once(' ')?.1, text))
    });
    files.collect()
}

#[test]
fn commands() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands");
    // A page runs beside its files.
    let copies = tempfile::tempdir().expect("a temporary folder");
    let names: Vec<_> =
        fs::read_dir(&root).expect("the pages").map(|page| page.expect("a page").file_name()).collect();
    for name in &names {
        let page = fs::read_to_string(root.join(name)).expect("a page");
        let copy = copies.path().join(name);
        let folder = copy.with_extension("in");
        fs::create_dir(&folder).expect("a folder");
        for (name, text) in files(&page) {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, format!("{text}\n")).expect("a file");
        }
        fs::write(copy, page).expect("a copy");
    }
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", Path::new(ARCADIAN)).case(copies.path().join("*.trycmd"));
    cases.run();
    // TRYCMD=overwrite has changed the copies.
    for name in &names {
        let copy = fs::read_to_string(copies.path().join(name)).expect("a copy");
        if fs::read_to_string(root.join(name)).expect("a page") != copy {
            fs::write(root.join(name), copy).expect("a page");
        }
    }
}

#[test]
fn pictures_of_boards_fit_eighty_columns() {
    let page = include_str!("../commands/board.trycmd");
    for line in page.lines().filter(|line| !line.starts_with("$ ")) {
        // A position is one word of any length.
        let fits = line.chars().count() <= 80 || line.contains('/');
        assert!(fits && line == line.trim_end(), "`{line}`");
    }
}
