//! Runs tests that write what they expect.

use std::{path::Path, process::Command};

use anyhow::{Context, Result, ensure};

use crate::wasm;

/// The assembler writes the diagnostics in its data files in a test of its own.
const ASM: &str = "arcadian-asm";

pub(crate) fn run(root: &Path, packages: &[String]) -> Result<()> {
    let chosen: Vec<&str> = packages.iter().flat_map(|name| ["-p", name]).collect();
    let is_chosen = |name: &str| packages.is_empty() || packages.iter().any(|package| package == name);
    if is_chosen(ASM) {
        cargo(root, &["test", "-p", ASM, "--test", "asm", "rewrite", "--", "--ignored"])?;
    }
    let scope = if chosen.is_empty() { vec!["--workspace"] } else { chosen };
    cargo(root, &[&["test", "--no-fail-fast"], &scope[..]].concat())
}

fn cargo(root: &Path, args: &[&str]) -> Result<()> {
    let mut command = Command::new(wasm::cargo());
    command.current_dir(root).args(args);
    // Of this project, of insta and of trycmd.
    command.envs([
        ("UPDATE_EXPECT", "1"),
        ("INSTA_UPDATE", "always"),
        ("INSTA_FORCE_PASS", "1"),
        ("TRYCMD", "overwrite"),
    ]);
    let status = command.status().context("cannot start cargo")?;
    ensure!(status.success(), "some tests fail for other reasons than what they expect; see above");
    Ok(())
}
