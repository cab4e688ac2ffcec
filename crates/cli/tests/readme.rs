//! Runs the console blocks of the README from the project's root, and compares its table of commands with the program's.

use std::{path::Path, process::Command};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const ARCADIAN: &str = env!("CARGO_BIN_EXE_arcadian");

#[test]
fn readme() {
    std::env::set_current_dir(ROOT).expect("the project's root");
    let cases = trycmd::TestCases::new();
    cases.register_bin("arcadian", Path::new(ARCADIAN));
    cases.case("README.md");
}

/// Returns the names of the commands in the program's own help.
fn commands() -> Vec<String> {
    let help = Command::new(ARCADIAN).arg("--help").output().expect("the program starts");
    let help = String::from_utf8(help.stdout).expect("text");
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let rows = list.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    rows.filter_map(|row| row.split_whitespace().next()).map(str::to_owned).collect()
}

#[test]
fn every_command_is_in_the_table() {
    let readme = std::fs::read_to_string(Path::new(ROOT).join("README.md")).expect("the README");
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        let row = format!("| `arcadian {command}");
        assert!(readme.lines().any(|line| line.starts_with(&row)), "README.md has no row for {command}");
    }
}
