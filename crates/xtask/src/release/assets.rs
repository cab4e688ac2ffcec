//! The files of a release and their hashes, and its notes: its section of CHANGELOG.md.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};

use super::NAME;

/// Returns the SHA-256 of a file in hexadecimal.
pub(super) fn hash(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Files that are written here, and so have no checksum of their own in them.
const WRITTEN: [&str; 2] = ["SHA256SUMS", "NOTES.md"];

/// Writes the checksums of all files in a folder. There must be an archive for each of these targets.
pub(super) fn write_sums(folder: &Path, version: &str, targets: &[&str]) -> Result<()> {
    for target in targets {
        let archive = folder.join(format!("{}.tar.gz", name(version, target)));
        ensure!(archive.exists(), "there is no archive for {target}");
    }
    let names = names(folder)?;
    let released = names.iter().filter(|name| !WRITTEN.contains(&name.as_str()));
    let sums: Result<Vec<String>> =
        released.map(|name| Ok(format!("{}  {name}\n", hash(&folder.join(name))?))).collect();
    fs::write(folder.join("SHA256SUMS"), sums?.concat())?;
    Ok(())
}

/// Returns the names of the files in a folder, in order.
pub(super) fn names(folder: &Path) -> Result<Vec<String>> {
    let failed = || format!("cannot read {}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(failed)? {
        let entry = entry.with_context(failed)?;
        if entry.file_type().with_context(failed)?.is_file() {
            names.push(entry.file_name().into_string().ok().context("a name is not Unicode")?);
        }
    }
    names.sort();
    Ok(names)
}

/// Prints the files of a folder with their sizes, and the entries of its archives.
pub(super) fn list(folder: &Path) -> Result<()> {
    for name in names(folder)? {
        let path = folder.join(&name);
        println!("{:>11}  {name}", fs::metadata(&path)?.len());
        if name.ends_with(".tar.gz") {
            entries(&path)?.iter().for_each(|entry| println!("{:>11}    {entry}", ""));
        }
    }
    Ok(())
}

/// Unpacks an archive in memory; returns the files in its folder, and each folder below that with the number of its files.
fn entries(path: &Path) -> Result<Vec<String>> {
    let bytes = fs::read(path)?;
    let mut found: Vec<(String, usize)> = Vec::new();
    for entry in tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..])).entries()? {
        let mut entry = entry?;
        std::io::copy(&mut entry, &mut std::io::sink())?;
        let path = entry.path()?.display().to_string();
        let mut parts = path.split('/').skip(1);
        let first = parts.next().unwrap_or_default();
        let name = if parts.next().is_some() { format!("{first}/") } else { first.to_owned() };
        match found.last_mut() {
            Some((last, count)) if *last == name => *count += 1,
            _ => found.push((name, 1)),
        }
    }
    let line = |(name, count): (String, usize)| {
        if name.ends_with('/') { format!("{name} {count} files") } else { name }
    };
    Ok(found.into_iter().map(line).collect())
}

const UNRELEASED: &str = "## Unreleased";

/// Returns the section of a version, which begins with a line such as `## 1.2.3 - 2027-01-31`.
pub(super) fn notes_of(root: &Path, version: &str) -> Result<String> {
    let is_heading = |line: &str| {
        line.strip_prefix("## ").and_then(|rest| rest.split_whitespace().next()) == Some(version)
    };
    section(&read(root)?, is_heading)
        .with_context(|| format!("CHANGELOG.md has no section `## {version} - DATE`"))
}

pub(super) fn unreleased_notes(root: &Path) -> Result<String> {
    section(&read(root)?, |line| line == UNRELEASED)
        .with_context(|| format!("CHANGELOG.md has no section `{UNRELEASED}`"))
}

fn read(root: &Path) -> Result<String> {
    fs::read_to_string(root.join("CHANGELOG.md")).context("cannot read CHANGELOG.md")
}

/// Returns the lines after a heading up to the next one of its kind.
fn section(text: &str, is_heading: impl Fn(&str) -> bool) -> Option<String> {
    let mut lines = text.lines().skip_while(|line| !is_heading(line));
    lines.next()?;
    let body: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    Some(format!("{}\n", body.join("\n").trim()))
}

/// The systems for which there is an archive. The workflow has the same list, and a test compares them.
pub(super) const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

/// The shells for which there are completions, with the names of their files.
const SHELLS: [(&str, &str); 5] = [
    ("bash", "arcadian.bash"),
    ("zsh", "_arcadian"),
    ("fish", "arcadian.fish"),
    ("powershell", "arcadian.ps1"),
    ("elvish", "arcadian.elv"),
];

/// Files and folders that are copied as they are, with their places in the archive.
const COPIED: [(&str, &str); 6] = [
    ("README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("docs", "docs"),
    ("roms/arcadian-basic/arcadian-basic.bin", "cartridges/arcadian-basic.bin"),
];

pub(super) struct Archive<'a> {
    pub(super) root: &'a Path,
    pub(super) folder: &'a Path,
    pub(super) version: &'a str,
    pub(super) target: &'a str,
}

/// Returns the name of the folder in the archive of a system, which is that of the archive without its extension.
pub(super) fn name(version: &str, target: &str) -> String {
    format!("{NAME}-v{version}-{target}")
}

impl Archive<'_> {
    /// Builds the program and makes its archive. Returns the path of the archive.
    pub(super) fn make(&self) -> Result<PathBuf> {
        let program = self.build()?;
        let name = name(self.version, self.target);
        let staged = self.folder.join(&name);
        fs::create_dir_all(staged.join("completions"))?;
        let file_name = program.file_name().context("the program has no name")?;
        copy(&program, &staged.join(file_name))?;
        for (from, to) in COPIED {
            copy(&self.root.join(from), &staged.join(to))?;
        }
        run(&program, &["man", "--all", path(&staged.join("man"))?])?;
        for (shell, file) in SHELLS {
            let script = output(&program, &["completions", shell])?;
            fs::write(staged.join("completions").join(file), script)?;
        }
        let archive = self.folder.join(format!("{name}.tar.gz"));
        pack(self.folder, &name, &archive)?;
        fs::remove_dir_all(&staged)?;
        Ok(archive)
    }

    fn build(&self) -> Result<PathBuf> {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--release", "--locked", "--package", NAME, "--target", self.target]);
        ensure!(
            cargo.current_dir(self.root).status().context("cannot start cargo")?.success(),
            "the program for {} cannot be built",
            self.target
        );
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from);
        let extension = if self.target.contains("windows") { ".exe" } else { "" };
        Ok(target.join(self.target).join("release").join(format!("{NAME}{extension}")))
    }
}

/// Copies a file, or a folder with all that is in it.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let failed = || format!("cannot copy {} to {}", from.display(), to.display());
    if from.is_dir() {
        fs::create_dir_all(to).with_context(failed)?;
        for entry in fs::read_dir(from).with_context(failed)? {
            let entry = entry.with_context(failed)?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).with_context(failed)?;
    }
    fs::copy(from, to).map(drop).with_context(failed)
}

/// Packs a folder. The entries are in the order of their names, and without a time and an owner, so that equal files give equal
/// archives.
fn pack(root: &Path, name: &str, archive: &Path) -> Result<()> {
    let file = File::create(archive).with_context(|| format!("cannot write {}", archive.display()))?;
    let mut builder = tar::Builder::new(GzBuilder::new().mtime(0).write(file, Compression::best()));
    builder.mode(tar::HeaderMode::Deterministic);
    add(&mut builder, root, Path::new(name))?;
    builder.into_inner()?.finish()?;
    Ok(())
}

fn add<W: std::io::Write>(builder: &mut tar::Builder<W>, root: &Path, inner: &Path) -> Result<()> {
    let whole = root.join(inner);
    if whole.is_file() {
        return builder
            .append_path_with_name(&whole, inner)
            .with_context(|| format!("cannot pack {}", whole.display()));
    }
    let entries: std::io::Result<Vec<_>> = fs::read_dir(&whole)?.collect();
    let mut names: Vec<_> = entries?.into_iter().map(|entry| entry.file_name()).collect();
    names.sort();
    names.into_iter().try_for_each(|name| add(builder, root, &inner.join(name)))
}

fn path(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not Unicode", path.display()))
}

fn run(program: &Path, args: &[&str]) -> Result<()> {
    output(program, args).map(drop)
}

/// Runs the program that was built, which must be for the system on which this runs.
fn output(program: &Path, args: &[&str]) -> Result<Vec<u8>> {
    let failed = || format!("cannot run {} {}", program.display(), args.join(" "));
    let output = Command::new(program).args(args).output().with_context(failed)?;
    ensure!(output.status.success(), "{}: {}", failed(), String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_at_the_next_one() {
        let text = "# Changelog\n\n## Unreleased\n\n- new\n\n## 1.2.3 - 2027-01-31\n\n### Fixes\n- old\n\n## 1.2.2\n- older\n";
        let version = |line: &str| line.starts_with("## 1.2.3 ");
        assert_eq!(section(text, version).as_deref(), Some("### Fixes\n- old\n"));
        assert_eq!(section(text, |line| line == UNRELEASED).as_deref(), Some("- new\n"));
        assert_eq!(section(text, |_| false), None);
    }
}

#[cfg(test)]
mod archive_tests {
    use super::*;

    #[test]
    fn the_workflow_has_the_same_targets() {
        let workflow = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/workflows/release.yml");
        let workflow = fs::read_to_string(workflow).expect("the workflow");
        let lines =
            workflow.lines().filter_map(|line| line.split_once("target: ")?.1.split([',', ' ']).next());
        let mut found: Vec<&str> = lines.filter(|target| target.contains('-')).collect();
        let mut expected = TARGETS.to_vec();
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected);
        // The action downloads one of them.
        let action = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../action.yml"));
        let action = action.expect("the action");
        let lines = action.lines().filter_map(|line| line.split_once(") target=")?.1.split(' ').next());
        let mut found: Vec<&str> = lines.collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_readme_names_the_archives() {
        let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
        let readme = fs::read_to_string(readme).expect("the README");
        for target in TARGETS {
            let archive = format!("`{}.tar.gz`", name("VERSION", target));
            assert!(readme.contains(&archive), "README.md does not name {archive}");
        }
    }

    /// `cargo binstall` finds the archives by the links in the manifest.
    #[test]
    fn the_manifest_names_the_archives() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("the manifest");
        let value = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
            let filled = line.expect(key).trim_end_matches('"').to_owned();
            [
                ("{ repo }", "R"),
                ("{ name }", NAME),
                ("{ version }", "1.2.3"),
                ("{ target }", "T"),
                ("{ bin }", NAME),
            ]
            .into_iter()
            .fold(filled, |text, (from, to)| text.replace(from, to))
        };
        let name = name("1.2.3", "T");
        assert_eq!(value("pkg-url"), format!("R/releases/download/v1.2.3/{name}.tar.gz"));
        assert_eq!(value("bin-dir"), format!("{name}/{NAME}{{ binary-ext }}"));
    }

    #[test]
    fn equal_folders_give_equal_archives() {
        let folder = std::env::temp_dir().join(format!("arcadian-archive-{}", std::process::id()));
        let archive = |name: &str| {
            let root = folder.join(name);
            for (file, text) in [("b/two", "2"), ("a", "1"), ("b/one", "1")] {
                let file = root.join("inner").join(file);
                fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
                fs::write(file, text).expect("a file");
            }
            pack(&root, "inner", &root.join("x.tar.gz")).expect("an archive");
            fs::read(root.join("x.tar.gz")).expect("the archive")
        };
        assert_eq!(archive("first"), archive("second"));
        let bytes = archive("first");
        let mut names = Vec::new();
        for entry in tar::Archive::new(flate2::read::GzDecoder::new(&bytes[..])).entries().expect("entries") {
            names.push(entry.expect("an entry").path().expect("a path").display().to_string());
        }
        fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(names, ["inner/a", "inner/b/one", "inner/b/two"]);
    }

    #[test]
    fn a_missing_archive_is_an_error_and_an_archive_has_its_sum() {
        let folder = std::env::temp_dir().join(format!("arcadian-sums-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let error = write_sums(&folder, "1.2.3", &["x86_64-apple-darwin"]).expect_err("no archive");
        fs::write(folder.join(format!("{}.tar.gz", name("1.2.3", "x86_64-apple-darwin"))), "abc")
            .expect("a file");
        let written = write_sums(&folder, "1.2.3", &["x86_64-apple-darwin"]);
        let sums = fs::read_to_string(folder.join("SHA256SUMS"));
        fs::remove_dir_all(&folder).expect("the folder");
        assert_eq!(error.to_string(), "there is no archive for x86_64-apple-darwin");
        written.expect("sums");
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sums.expect("a file"), format!("{abc}  arcadian-v1.2.3-x86_64-apple-darwin.tar.gz\n"));
    }
}
