//! The files of a release. `--dry-run` makes all of them here that need no account and no other system, and says what is in them.

mod assets;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};

use crate::{PAGE, page};
use assets::Archive;

pub(crate) const NAME: &str = "arcadian";
/// The folder of the files in `target`.
const FOLDER: &str = "release-files";

/// The arguments of `cargo xtask release`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub(crate) struct ReleaseArgs {
    #[command(subcommand)]
    step: Option<Step>,
    /// Make every file of a release for this system, check the packages, and list what was made
    #[arg(long)]
    dry_run: bool,
}

/// The steps of the workflow `release`, each in a job of its own.
#[derive(Subcommand)]
enum Step {
    /// Build the program and make the archive of a system
    Archive {
        /// The target, such as x86_64-unknown-linux-gnu
        #[arg(long)]
        target: String,
        /// The tag of the release, which must be that of the version in Cargo.toml
        #[arg(long)]
        tag: String,
    },
    /// Write the checksums and the notes for archives that were made
    Metadata {
        /// The folder of the archives; the files are added there
        #[arg(long)]
        assets: PathBuf,
    },
}

pub(crate) fn run(root: &Path, args: &ReleaseArgs) -> Result<()> {
    let version = version(root)?;
    let folder = root.join("target").join(FOLDER);
    match &args.step {
        Some(Step::Archive { target, tag }) => {
            ensure!(
                *tag == format!("v{version}"),
                "the tag is {tag}, but Cargo.toml has the version {version}"
            );
            assets::notes_of(root, &version)?;
            let archive = Archive { root, folder: &folder, version: &version, target };
            println!("{}", archive.make()?.display());
            Ok(())
        }
        Some(Step::Metadata { assets }) => {
            let notes = assets::notes_of(root, &version)?;
            fs::write(assets.join("NOTES.md"), notes)?;
            assets::write_sums(assets, &version, &assets::TARGETS)
        }
        None if args.dry_run => dry_run(root, &folder, &version),
        None => bail!("nothing to do"),
    }
}

/// Does every step that needs no account, for the system it runs on.
fn dry_run(root: &Path, folder: &Path, version: &str) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot delete {}", folder.display()))?;
    }
    println!("== notes");
    let notes = assets::notes_of(root, version).or_else(|missing| {
        println!("{missing}; a release would stop here. These are the lines of the next one:");
        assets::unreleased_notes(root)
    })?;
    println!("{} lines", notes.lines().count());
    println!("== program");
    let target = host()?;
    Archive { root, folder, version, target: &target }.make()?;
    println!("== page");
    let built = root.join("target").join(PAGE);
    page::build(root, &built, None)?;
    fs::copy(built.join("arcadian.html"), folder.join("arcadian.html"))?;
    println!("== extension");
    extension(root, folder)?;
    println!("== checksums");
    fs::write(folder.join("NOTES.md"), notes)?;
    assets::write_sums(folder, version, &[&target])?;
    println!("== packages");
    packages(root)?;
    println!("== files in {}", folder.display());
    assets::list(folder)
}

/// Packs the extension for VS Code into a folder.
fn extension(root: &Path, folder: &Path) -> Result<()> {
    let out = folder.to_str().context("the path of the folder is not Unicode")?;
    for args in [&["ci", "--ignore-scripts"][..], &["run", "package", "--", "--out", out]] {
        let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        npm.args(args).current_dir(root.join("editors/vscode"));
        ensure!(npm.status().context("cannot start npm")?.success(), "`npm {}` failed", args.join(" "));
    }
    Ok(())
}

/// Makes the packages of all crates that can be published, and builds what is in them.
fn packages(root: &Path) -> Result<()> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["package", "--workspace", "--allow-dirty", "--quiet"]).current_dir(root);
    for package in unpublished(root)? {
        cargo.args(["--exclude", &package]);
    }
    ensure!(cargo.status().context("cannot start cargo")?.success(), "`cargo package` failed");
    Ok(())
}

fn unpublished(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    let folders = fs::read_dir(root.join("crates"))?.collect::<std::io::Result<Vec<_>>>()?;
    let folders = folders.into_iter().map(|entry| entry.path());
    for folder in folders.chain([root.join("tests")]) {
        let manifest = fs::read_to_string(folder.join("Cargo.toml"))
            .with_context(|| format!("cannot read the manifest of {}", folder.display()))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        if manifest.contains("publish = false") {
            names.extend(name.map(str::to_owned));
        }
    }
    Ok(names)
}

fn version(root: &Path) -> Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).context("cannot read Cargo.toml")?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
    let version = line.and_then(|rest| rest.strip_suffix('"')).context("Cargo.toml has no version")?;
    Ok(version.to_owned())
}

/// Returns the target of this system.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8(output.stdout).context("rustc writes no text")?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).context("rustc does not name its host")
}
