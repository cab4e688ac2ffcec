//! The sheets below folders.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use arcadian_files::{FileKind, Files, LONGEST_SOURCE, escape};

use crate::files::Disk;

/// How the names of sources end.
const SOURCES: [&str; 4] = ["asm", "a65", "s", "z80"];
/// The folders that have no sources of a project, besides hidden ones.
const OTHERS: [&str; 2] = ["target", "node_modules"];
/// The deepest nesting of folders.
const DEEPEST: usize = 64;

/// Returns the sheets below the folders among some paths, and the files among them, each once. Fails if there are none.
pub(super) fn sheets(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut skipped = 0;
    for path in paths {
        match Disk.kind(path) {
            FileKind::Folder => {
                let mut sources = Vec::new();
                search(path, 0, &mut sources)?;
                let (sheets, others): (Vec<_>, Vec<_>) =
                    sources.into_iter().partition(|source| has_contract(source));
                found.extend(sheets);
                skipped += others.len();
            }
            // A misspelled path is not a failing sheet.
            FileKind::Missing if !escape::is_stream(path) => return Err(Disk.missing(path, &[]).into()),
            _ => found.push(path.clone()),
        }
    }
    if found.is_empty() {
        let names = paths.iter().map(|path| escape::path(path)).collect::<Vec<_>>().join(", ");
        let sources = if skipped == 0 { String::new() } else { format!(" among {skipped} sources") };
        bail!("there are no sheets in {names}{sources}; a sheet has a header line `;! routine: NAME`");
    }
    let mut seen = BTreeSet::new();
    found.retain(|path| seen.insert(path.clone()));
    Ok(found)
}

/// Adds the sources below a folder, in order. Links to folders are not followed.
fn search(folder: &Path, depth: usize, sources: &mut Vec<PathBuf>) -> Result<()> {
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
                search(&path, depth + 1, sources)?;
            }
        } else if is_source(&path) && path.is_file() {
            // Reports name files as the shell does.
            sources.push(path.strip_prefix(".").map_or(path.clone(), Path::to_owned));
        }
    }
    Ok(())
}

fn is_source(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| SOURCES.iter().any(|source| extension.eq_ignore_ascii_case(source)))
}

/// Whether a source is meant as a sheet. One that cannot be read may be, and is reported.
fn has_contract(path: &Path) -> bool {
    let Ok(bytes) = Disk.bytes(path, "a source", LONGEST_SOURCE) else { return true };
    let text = String::from_utf8_lossy(&bytes);
    let is_routine = |line: &str| {
        let key = line.trim_start().strip_prefix(";!").and_then(|header| header.split_once(':'));
        key.is_some_and(|(key, _)| key.trim().eq_ignore_ascii_case("routine"))
    };
    text.lines().any(is_routine)
}
