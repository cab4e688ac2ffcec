//! What the commands have in common that judge files of a project: the folders that are searched, runs that are divided among machines,
//! and where the report goes.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, bail};
use arcadian_files::{
    Files as _, escape,
    shard::{JoinError, Shard},
};
use clap::Args;

use crate::files::{Disk, output, pending::Pending};

/// Options for a run that several machines share.
#[derive(Args, Clone, Debug, Default)]
pub struct ShardArgs {
    /// Judge only part K of N, so that N machines share the work; write the report of each part with --json
    #[arg(long, value_name = "K/N")]
    pub shard: Option<Shard>,
    /// Join the JSON reports of all parts, and report the whole run
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "shard")]
    pub join: Vec<PathBuf>,
}

/// The longest report of a part.
const LONGEST: u64 = 1 << 30;

impl ShardArgs {
    /// Returns the report of the whole run from the files of --join.
    pub fn joined<T>(
        &self,
        read: impl Fn(&str) -> serde_json::Result<T>,
        join: impl FnOnce(Vec<(String, T)>) -> std::result::Result<T, JoinError>,
    ) -> Result<T> {
        let mut parts = Vec::new();
        for path in &self.join {
            let name = escape::path(path);
            let text = Disk.bytes(path, "the report of a part", LONGEST)?;
            let text = String::from_utf8(text).with_context(|| format!("cannot read {name}"))?;
            let part = read(&text).map_err(|error| {
                anyhow!("cannot read {name}: it is not a report of --shard K/N with --json: {error}")
            })?;
            parts.push((name, part));
        }
        join(parts).context("cannot join")
    }
}

/// Writes a report to a file, and its last line, the numbers, to standard error. Without a file it is printed.
pub fn write(pending: Option<Pending>, report: &str, counts: &str) -> Result<()> {
    let Some(pending) = pending else { return output::print_verdicts(report) };
    pending.finish(report.as_bytes())?;
    output::note(counts);
    Ok(())
}

/// The folders without sources of a project, in addition to hidden ones.
const OTHERS: [&str; 2] = ["target", "node_modules"];
/// The deepest nesting of folders.
const DEEPEST: usize = 64;

/// Returns the files below a folder whose names are wanted, in order. Links to folders are not followed.
pub fn files_below(folder: &Path, is_wanted: &dyn Fn(&Path) -> bool) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    search(folder, 0, is_wanted, &mut files)?;
    Ok(files)
}

fn search(
    folder: &Path,
    depth: usize,
    is_wanted: &dyn Fn(&Path) -> bool,
    files: &mut Vec<PathBuf>,
) -> Result<()> {
    let unreadable = || format!("cannot read the folder {}", escape::path(folder));
    if depth > DEEPEST {
        bail!("{}: folders are nested more than {DEEPEST} deep", unreadable());
    }
    let mut entries = fs::read_dir(folder)
        .and_then(Iterator::collect::<std::io::Result<Vec<_>>>)
        .with_context(unreadable)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (name, path) = (entry.file_name(), entry.path());
        let kind = entry.file_type().with_context(unreadable)?;
        if kind.is_dir() {
            if !name.as_encoded_bytes().starts_with(b".") && OTHERS.iter().all(|other| name != *other) {
                search(&path, depth + 1, is_wanted, files)?;
            }
        } else if is_wanted(&path) && path.is_file() {
            // Reports name files as the shell does.
            files.push(path.strip_prefix(".").map_or(path.clone(), Path::to_owned));
        }
    }
    Ok(())
}
/// Returns a date of the Gregorian calendar, as 2026-11-29, from the number of days since 1970.
pub fn date(days: u64) -> String {
    // Years that begin in March have their leap day at the end. Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (day, month) = (day - (153 * month + 2) / 5 + 1, if month < 10 { month + 3 } else { month - 9 });
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_786, "2026-11-29"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(days), expected, "{days}");
        }
    }
}
