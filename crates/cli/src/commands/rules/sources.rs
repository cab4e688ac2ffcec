//! The files of rules that are named or below folders, and which of their rules are judged.

use std::{
    collections::BTreeSet,
    fs::File,
    path::{Path, PathBuf},
};

use anyhow::{Result, bail};
use arcadian_files::{
    FileKind, Files as _, LONGEST_SOURCE, diagnostic, escape,
    shard::{Digest, Part},
};
use arcadian_peephole::rules::{
    FileEntry, Format, Head, Limits, Rule, RuleError, RuleFile, is_file_name, read as read_rules,
};

use super::{RulesArgs, judging::Item};
use crate::{
    files::{Disk, output},
    reports::{files_below, is_lost},
};

pub struct NamedFile {
    pub name: String,
    text: String,
    format: Format,
    is_guessed: bool,
    file: RuleFile,
}

impl NamedFile {
    fn read(args: &RulesArgs, path: &Path) -> Result<NamedFile> {
        let text = Disk.text(path, "rules", LONGEST_SOURCE)?;
        let named = args.named_dialect();
        let format = named.unwrap_or_else(|| Format::guess(&text));
        let file = read_rules(format, &text);
        Ok(NamedFile { name: escape::source_name(path), text, format, is_guessed: named.is_none(), file })
    }

    /// Returns the rules, and the lines that cannot be read, in the order of the file.
    fn rules(&self) -> Vec<Result<&Rule, &RuleError>> {
        let line = |rule: &Result<&Rule, &RuleError>| match rule {
            Ok(rule) => rule.line,
            Err(error) => error.line,
        };
        let mut all: Vec<_> =
            self.file.rules.iter().map(Ok).chain(self.file.errors.iter().map(Err)).collect();
        all.sort_by_key(line);
        all
    }

    /// Returns the stable names of all that is in the file.
    pub fn ids(&self) -> impl Iterator<Item = String> {
        self.file.rules.iter().map(Rule::id).chain(self.file.errors.iter().map(RuleError::id))
    }

    fn has_no_rule(&self) -> bool {
        // The rules of a file that names others may be there.
        self.file.rules.is_empty() && self.file.includes.is_empty()
    }
}

/// Reads the files of the arguments, each once.
pub fn read(args: &RulesArgs) -> Result<Vec<NamedFile>> {
    let mut seen = BTreeSet::new();
    let mut files = Vec::new();
    for path in &args.files {
        if Disk.kind(path) != FileKind::Folder {
            if seen.insert(path.clone()) {
                files.push(NamedFile::read(args, path)?);
            }
            continue;
        }
        for path in of_folder(args, path)? {
            if seen.insert(path.clone()) {
                files.push(NamedFile::read(args, &path)?);
            }
        }
    }
    Ok(files)
}

/// The longest file with another name than those of rule files that is looked into.
const LONGEST_OTHER: u64 = 1 << 20;

/// Returns the files of rules below a folder: those with such a name that have a rule, and those that are rules and nothing else.
fn of_folder(args: &RulesArgs, folder: &Path) -> Result<Vec<PathBuf>> {
    let (mut found, mut empty, mut perhaps, mut unread) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for path in files_below(folder)? {
        let is_named = path.file_name().is_some_and(|name| is_file_name(&escape::os_text(name)));
        let Some(text) = text_of(&path, is_named || is_lost(&path))? else {
            unread.extend(File::open(&path).is_err().then_some(path));
            continue;
        };
        let format = if is_named { args.named_dialect() } else { None };
        let format = format.or_else(|| Format::recognize(&text));
        let file = format.map(|format| read_rules(format, &text)).unwrap_or_default();
        let has_rules = !file.rules.is_empty() || is_named && !file.includes.is_empty();
        // A line `=` or three columns are in many texts.
        let is_certain = !matches!(format, Some(Format::Copt | Format::Equivalences));
        match (has_rules, is_named, file.errors.is_empty()) {
            (true, true, _) => found.push(path),
            (true, false, true) if is_certain => found.push(path),
            (true, false, is_pure) if is_certain || is_pure => perhaps.push(path),
            (false, true, _) => empty.push(path),
            _ => {}
        }
    }
    note_skipped("cannot be read, and not judged", &unread);
    if found.is_empty() {
        bail!(
            "nothing to judge: no file below {} is one of rules, such as peeph.def, z80rules.1, pbo-patterns.txt or 001.opt; name a \
             file with another name itself",
            escape::path(folder)
        );
    }
    note_skipped("without a rule, and not judged", &empty);
    note_skipped("perhaps with rules, and not judged unless named", &perhaps);
    Ok(found)
}

/// Reads a file; of one that is not needed, returns `None` if it cannot be read, is not a text or is too long.
fn text_of(path: &Path, is_needed: bool) -> Result<Option<String>> {
    if is_needed {
        return Ok(Some(Disk.text(path, "rules", LONGEST_SOURCE)?));
    }
    let bytes = Disk.bytes(path, "rules", LONGEST_OTHER).ok();
    Ok(bytes.and_then(|bytes| String::from_utf8(bytes).ok()))
}

fn note_skipped(why: &str, files: &[PathBuf]) {
    if !files.is_empty() {
        let names: Vec<String> = files.iter().take(5).map(|path| escape::path(path)).collect();
        let more = files.len().saturating_sub(names.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        output::remark(&format!("{why}: {}{more}", names.join(", ")));
    }
}

pub fn show_errors(file: &NamedFile) {
    for error in &file.file.errors {
        let place =
            |column: usize| error.text.char_indices().nth(column).map_or(error.text.len(), |(at, _)| at);
        let start = place(error.column.saturating_sub(1));
        let span = start..place(error.column.saturating_sub(1) + error.length);
        let rendered =
            diagnostic::render_in_line(&file.name, error.line, &error.text, span, &error.message, None);
        output::show(&rendered.with_line(""));
    }
    for (line, name) in &file.file.includes {
        output::remark(&format!(
            "{}:{line}: {} is not read; name it as a file of its own",
            file.name,
            escape::line(name)
        ));
    }
}

/// Checks that there is something to judge in each file, and in each line that is selected.
pub fn check_selection(args: &RulesArgs, files: &[NamedFile]) -> Result<()> {
    let empty: Vec<&NamedFile> = files.iter().filter(|file| file.has_no_rule()).collect();
    let has_rules = files.iter().any(|file| !file.file.rules.is_empty());
    if !empty.is_empty() || !has_rules {
        let named = if has_rules { empty } else { files.iter().collect() };
        let names: Vec<&str> = named.iter().map(|file| file.name.as_str()).collect();
        let are_wrong = named.iter().any(|file| !file.file.errors.is_empty());
        let is_guess = named.iter().any(|file| file.is_guessed && !file.text.trim().is_empty());
        let formats: BTreeSet<&str> = named.iter().map(|file| file.format.name()).collect();
        let formats = formats.into_iter().collect::<Vec<_>>().join(", ");
        bail!(
            "nothing to judge: {} {} no rule{}{}",
            names.join(", "),
            if names.len() == 1 { "has" } else { "have" },
            if are_wrong { " that can be read" } else { "" },
            if is_guess {
                format!("; the format {formats} was guessed, --dialect names another one")
            } else {
                String::new()
            }
        );
    }
    let lines: Vec<usize> = files.iter().flat_map(|file| &file.file.rules).map(|rule| rule.line).collect();
    if let Some(wrong) = args.line.iter().find(|line| !lines.contains(line)) {
        let before = lines.iter().filter(|line| *line < wrong).max();
        let after = lines.iter().filter(|line| *line > wrong).min();
        let near: Vec<String> = before.into_iter().chain(after).map(ToString::to_string).collect();
        bail!(
            "nothing to judge: no rule begins in line {wrong}; the nearest begin in line {}",
            near.join(" and ")
        );
    }
    for file in files.iter().filter(|file| !file.file.rules.iter().any(|rule| args.selects(rule.line))) {
        output::remark(&format!("nothing to judge in {}: no rule begins in a line of --line", file.name));
    }
    Ok(())
}

/// Returns what a report says about the files, and what is judged of them.
pub fn items<'a>(args: &RulesArgs, files: &'a [NamedFile]) -> (Head, Vec<Item<'a>>) {
    let mut items = Vec::new();
    let mut total = 0;
    for (number, file) in files.iter().enumerate() {
        // What cannot be read may be what a line of --line means.
        let selected =
            file.rules().into_iter().filter(|rule| rule.map_or(true, |rule| args.selects(rule.line)));
        for rule in selected {
            let id = rule.map_or_else(RuleError::id, Rule::id);
            let is_own = args.division.shard.is_none_or(|shard| shard.takes(&id));
            items.push(Item { file: number, rule, position: total, is_own });
            total += 1;
        }
        // Rules after the last one of this part cannot come before it.
        while items.last().is_some_and(|item| item.file == number && !item.is_own) {
            items.pop();
        }
    }
    let entry = |file: &NamedFile| {
        let selected = file.file.rules.iter().filter(|rule| args.selects(rule.line)).count();
        FileEntry::new(&file.name, file.format, file.is_guessed, &file.text, &file.file, selected)
    };
    let rules = files.iter().flat_map(|file| &file.file.rules);
    let left_out = rules.filter(|rule| !args.selects(rule.line));
    let head = Head {
        arcadian: env!("CARGO_PKG_VERSION").to_owned(),
        command: "rules".to_owned(),
        cpu: args.cpu.to_string(),
        file: if let [file] = files { Some(file.name.clone()) } else { None },
        files: files.iter().map(entry).collect(),
        limits: Limits { instances: args.max_instances, seconds: args.time_limit.as_secs_f64() },
        left_out: left_out.map(Rule::id).collect(),
        part: None,
    };
    let run = Digest::of(&format!("{head:?} {:?}", args.line)).name();
    let part = args.division.shard.map(|shard| Part { shard, run, total });
    (Head { part, ..head }, items)
}
