//! Developer commands: `cargo xtask web` builds the web page and serves it, `cargo xtask readme` runs the README's two commands,
//! `cargo xtask accept` accepts what tests find, `cargo xtask release` makes the files of a release.

mod divide;
mod gallery;
mod guide;
mod page;
mod readme;
mod release;
mod scripts;
mod serve;
mod wasm;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};

/// The folder of the page in `target`.
const PAGE: &str = "web";

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Developer commands")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build the web page in target/web, check its sizes and serve it on the loopback interface
    Web {
        /// Open the page in the browser
        #[arg(long, conflicts_with = "no_serve")]
        open: bool,
        /// Port; 0 takes any free one
        #[arg(long, default_value_t = 8765)]
        port: u16,
        /// Only build
        #[arg(long)]
        no_serve: bool,
        /// Address at which the page will be found, for the picture that other sites show
        #[arg(long)]
        url: Option<String>,
    },
    /// Run the two commands of README.md as they are printed, the first in a pseudo-terminal
    Readme,
    /// Run tests and accept what they find: snapshots, outputs of commands, images and diagnostics in data files
    Accept {
        /// The packages whose tests are run; all if none is named
        packages: Vec<String>,
    },
    /// Make the files of a release
    Release(release::ReleaseArgs),
}

fn main() -> Result<()> {
    let root = root()?;
    match Arguments::parse().command {
        Command::Web { open, port, no_serve, url } => {
            let folder = root.join("target").join(PAGE);
            page::build(&root, &folder, url.as_deref())?;
            if no_serve { Ok(()) } else { serve::run(&folder, port, open) }
        }
        Command::Readme => readme::run(&root),
        Command::Accept { packages } => accept(&root, &packages),
        Command::Release(args) => release::run(&root, &args),
    }
}

fn root() -> Result<PathBuf> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).map(Path::to_owned).context("the workspace has no root")
}

/// The assembler writes the diagnostics in its data files in a test of its own.
const ASM: &str = "arcadian-asm";

fn accept(root: &Path, packages: &[String]) -> Result<()> {
    let chosen: Vec<&str> = packages.iter().flat_map(|name| ["-p", name]).collect();
    let is_chosen = |name: &str| packages.is_empty() || packages.iter().any(|package| package == name);
    if is_chosen(ASM) {
        rewrite(root, &["test", "-p", ASM, "--test", "asm", "rewrite", "--", "--ignored"])?;
    }
    let scope = if chosen.is_empty() { vec!["--workspace"] } else { chosen };
    rewrite(root, &[&["test", "--no-fail-fast"], &scope[..]].concat())
}

fn rewrite(root: &Path, args: &[&str]) -> Result<()> {
    let mut command = std::process::Command::new(wasm::cargo());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_builds_nothing_into_the_folder_of_the_page() {
        let manifest = root().expect("a workspace").join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).expect("a manifest");
        assert!(manifest.contains(&format!("[profile.{}]", wasm::PROFILE)), "there is no such profile");
        assert!(
            !manifest.contains(&format!("[profile.{PAGE}]")),
            "a profile has the name of the page's folder"
        );
    }
}
