//! The files of a release and their hashes, and its notes: its section of CHANGELOG.md.

use std::{fs, path::Path};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Returns the SHA-256 of a file in hexadecimal.
pub(super) fn hash(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect())
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

/// The heading of what is not released.
const UNRELEASED: &str = "## Unreleased";

/// Returns the section of a version, which begins with a line such as `## 1.2.3 - 2027-01-31`.
pub(super) fn notes_of(root: &Path, version: &str) -> Result<String> {
    let is_heading = |line: &str| {
        line.strip_prefix("## ").and_then(|rest| rest.split_whitespace().next()) == Some(version)
    };
    section(&read(root)?, is_heading)
        .with_context(|| format!("CHANGELOG.md has no section `## {version} - DATE`"))
}

/// Returns the section of what is not released.
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
