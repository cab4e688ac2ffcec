//! The notes of a release: its section of CHANGELOG.md.

use std::{fs, path::Path};

use anyhow::{Context, Result};

/// The heading of what is not released.
const UNRELEASED: &str = "## Unreleased";

/// Returns the section of a version, which begins with a line such as `## 1.2.3 - 2027-01-31`.
pub(super) fn of(root: &Path, version: &str) -> Result<String> {
    let is_heading = |line: &str| {
        line.strip_prefix("## ").and_then(|rest| rest.split_whitespace().next()) == Some(version)
    };
    section(&read(root)?, is_heading)
        .with_context(|| format!("CHANGELOG.md has no section `## {version} - DATE`"))
}

/// Returns the section of what is not released.
pub(super) fn unreleased(root: &Path) -> Result<String> {
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
