//! What the commands have in common that judge files of a project: the folders that are searched, runs that are divided among machines,
//! and where the report goes.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, anyhow, ensure};
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

/// Returns the files below a folder, in order, and the links that lead nowhere.
///
/// A linked folder is searched once: where it is, if that is below the folder.
pub fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut search = Search::default();
    search.folders.push((folder.to_owned(), 0));
    let root = folder.canonicalize().with_context(|| unreadable(folder))?;
    let mut seen = BTreeSet::new();
    while let Some((folder, depth)) = search.folders.pop().or_else(|| search.links.pop_first()) {
        let found = folder.canonicalize().with_context(|| unreadable(&folder))?;
        if found != root && root.starts_with(&found) {
            output::note(&format!(
                "note: {} leads to a folder above; it is not searched",
                escape::path(&folder)
            ));
        } else if seen.insert(found) {
            search.look_into(&folder, depth)?;
        }
    }
    search.files.sort();
    Ok(search.files)
}

/// Whether a path is a link that leads nowhere, and can stand for a folder.
pub fn is_lost(path: &Path) -> bool {
    path.extension().is_none() && fs::metadata(path).is_err()
}

fn unreadable(folder: &Path) -> String {
    format!("cannot read the folder {}", escape::path(folder))
}

#[derive(Default)]
struct Search {
    files: Vec<PathBuf>,
    /// The folders that have not been searched yet, with their depths.
    folders: Vec<(PathBuf, usize)>,
    /// Links to folders, which are searched last.
    links: BTreeSet<(PathBuf, usize)>,
}

impl Search {
    fn look_into(&mut self, folder: &Path, depth: usize) -> Result<()> {
        ensure!(depth <= DEEPEST, "{}: folders are nested more than {DEEPEST} deep", unreadable(folder));
        let entries = fs::read_dir(folder).with_context(|| unreadable(folder))?;
        for entry in entries {
            let entry = entry.with_context(|| unreadable(folder))?;
            let (name, path) = (entry.file_name(), entry.path());
            // Reports name files as the shell does.
            let path = path.strip_prefix(".").map_or(path.clone(), Path::to_owned);
            let is_left_out =
                name.as_encoded_bytes().starts_with(b".") || OTHERS.iter().any(|other| name == *other);
            let is_link = entry.file_type().with_context(|| unreadable(folder))?.is_symlink();
            match fs::metadata(&path) {
                Ok(found) if found.is_file() => self.files.push(path),
                Ok(found) if !found.is_dir() || is_left_out => {}
                Ok(_) if is_link => drop(self.links.insert((path, depth + 1))),
                Ok(_) => self.folders.push((path, depth + 1)),
                Err(_) if !is_left_out => self.files.push(path),
                Err(_) => {}
            }
        }
        Ok(())
    }
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
