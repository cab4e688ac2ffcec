//! Runs the tables of `tests/cases`: commands of which a part of the output matters, or that are the same for many rows. The pages of
//! `tests/commands` show whole outputs.
//!
//! A section begins with `==== ` after an empty line. Those of the kinds `file NAME`, `text NAME` (its escapes are replaced, and its end is
//! that of the line), `bytes NAME` and `copy PATH` are files of all cases below. Any other is a case: its title, its steps, and its own
//! files, each after `---- ` in place of `==== `. With `---- rows` at the end, the case is run for each row, with its columns
//! (separated by ` | `) for `%1` to `%9`; steps with a column that a row lacks are left out. A step or a row that begins with `# ` is a
//! comment.
//!
//! | step | meaning |
//! |---|---|
//! | `$ WORDS < FILE` | runs a command, with a file as standard input |
//! | `? 1`, `? refused` | its exit status, if that is not 0; it writes an error, and changes no file |
//! | `> TEXT`, `! TEXT`, `in FILE TEXT` | a part of standard output, of standard error, of a file; ` .. ` stands for any text |
//! | `>- TEXT`, `>= TEXT`, `>^ TEXT`, `>$ TEXT` | no part, the whole, the beginning, the end; `!-` and `in-` and so on, too |
//! | `== WORDS`, `=> WORDS`, `/= WORDS` | another command has the same status and output, the same standard output, another one |
//! | `names NAMES`, `same FILE FILE`, `= FILE` | the files that there are; equal files; a file has what is on standard output |
//! | `edit FILE OLD => NEW`, `folder NAME` | changes what the next command finds |
//! | `schema COMMAND` | standard output is the report of this command, as the schema says |
//! | `line-ends FILE` | the last command does the same with other line ends and a byte order mark |
//! | `as-stdin FILE`, `as-stdout FILE` | it does the same with `-` in place of the name |
//!
//! In steps and columns, `\n`, `\r`, `\t`, `\\` and `\u{feff}` are characters as in Rust.

use std::{
    collections::BTreeMap,
    ffi::{OsStr, OsString},
    fs,
    path::Path,
};

use crate::{
    documents::{Block, words, write},
    json,
    outputs::contents,
    support::{Folder, RunResult},
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");

macro_rules! tables {
    ($($name:ident)*) => {
        const TABLES: &[&str] = &[$(stringify!($name)),*];
        $(
            #[test]
            fn $name() {
                run_table(stringify!($name));
            }
        )*
    };
}

tables! { bally board compare exec inputs json programs project rules run shorten step sz tape test verify }

#[test]
fn every_table_is_run() {
    let count = fs::read_dir(FOLDER).expect("the tables").count();
    assert_eq!(count, TABLES.len(), "{TABLES:?}");
}

/// Replaces the escapes of a text.
pub(crate) fn unescaped(text: &str) -> String {
    let (mut found, mut rest) = (String::new(), text.chars());
    while let Some(character) = rest.next() {
        let escaped = if character == '\\' { rest.next() } else { None };
        found.push(match escaped {
            None => character,
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('\\') => '\\',
            Some('u') => {
                let code: String = rest.by_ref().skip(1).take_while(|digit| *digit != '}').collect();
                u32::from_str_radix(&code, 16).ok().and_then(char::from_u32).expect(text)
            }
            Some(other) => panic!("`\\{other}` is not an escape: {text}"),
        });
    }
    found
}

/// Returns a section as a file, if it is one.
fn file(section: &str) -> Option<Block<'_>> {
    let (head, text) = section.split_once('\n').unwrap_or((section, ""));
    let (kind, name) = head.split_once(' ')?;
    ["file", "text", "bytes", "copy"].contains(&kind).then_some((kind, name, text.trim_end_matches('\n')))
}

fn write_file((kind, name, text): &Block, folder: &Path) {
    match *kind {
        "text" => fs::write(folder.join(name), unescaped(text)).expect(name),
        _ => write(&(kind, name, text), folder),
    }
}

/// Writes the files of a table.
pub(crate) fn write_files(table: &str, folder: &Path) {
    sections(table).filter_map(file).for_each(|block| write_file(&block, folder));
}

fn sections(table: &str) -> impl Iterator<Item = &str> {
    table.split("\n\n==== ").skip(1)
}

/// Returns the words of a command line, with a text in place of `%`.
pub(crate) fn filled(line: &str, text: impl AsRef<OsStr>) -> Vec<OsString> {
    let part = |part: &str| OsString::from(unescaped(part));
    let word = |word: &str| {
        let (before, after) = word.split_once('%')?;
        let mut filled = part(before);
        filled.push(&text);
        filled.push(part(after));
        Some(filled)
    };
    words(line).into_iter().map(|arg| word(arg).unwrap_or_else(|| part(arg))).collect()
}

fn run_table(name: &str) {
    let table = fs::read_to_string(Path::new(FOLDER).join(format!("{name}.txt"))).expect(name);
    let (mut shared, mut wrong) = (Vec::new(), Vec::new());
    for section in sections(&table) {
        if let Some(block) = file(section) {
            shared.push(block);
            continue;
        }
        let (case, rows) = section.split_once("\n---- rows\n").unwrap_or((section, "\n"));
        let rows = rows.split_inclusive('\n').map(|row| row.trim_end_matches('\n'));
        for row in rows.filter(|row| !row.starts_with("# ")) {
            let fault = Case::new(case, row, &shared).run().err();
            let title = case.lines().next().unwrap_or_default();
            wrong.extend(fault.map(|fault| format!("{title}: {row}\n{fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n\n"));
}

/// A case with one of its rows.
struct Case {
    steps: Vec<String>,
    folder: Folder,
    /// The last command, and what it did.
    line: String,
    last: RunResult,
    /// The files before it.
    before: BTreeMap<String, Vec<u8>>,
}

impl Case {
    fn new(case: &str, row: &str, shared: &[Block]) -> Self {
        let columns: Vec<&str> = row.split(" | ").collect();
        let fill = |text: &str, column: fn(&str) -> String| {
            let columns = (1..).zip(&columns).filter(|_| !row.is_empty());
            columns.fold(text.to_owned(), |text, (at, value)| text.replace(&format!("%{at}"), &column(value)))
        };
        let is_left_out = |step: &str| {
            let missing = columns.len() + 1..10;
            !row.is_empty() && missing.into_iter().any(|column| step.contains(&format!("%{column}")))
        };
        let folder = Folder::with(&[]);
        shared.iter().for_each(|block| write_file(block, folder.root()));
        let mut parts = case.split("\n---- ");
        let steps = parts.next().unwrap_or_default().lines().skip(1).filter(|step| !step.starts_with("# "));
        let steps = steps.filter(|step| !is_left_out(step)).map(|step| fill(step, str::to_owned)).collect();
        for part in parts {
            let (kind, name, text) = file(part).expect(part);
            let (name, is_raw) = (fill(name, str::to_owned), kind == "text");
            let text = fill(text, if is_raw { str::to_owned } else { unescaped });
            write_file(&(kind, &name, &text), folder.root());
        }
        let last = RunResult { status: None, out: String::new(), err: String::new() };
        Self { steps, folder, line: String::new(), last, before: BTreeMap::new() }
    }

    fn run(mut self) -> Result<(), String> {
        for (at, step) in self.steps.clone().iter().enumerate() {
            let has_status = self.steps.get(at + 1).is_some_and(|next| next.starts_with("? "));
            let is_right =
                self.step(step) && (has_status || !step.starts_with("$ ") || self.last.status == Some(0));
            if !is_right {
                let RunResult { status, out, err } = &self.last;
                return Err(format!("{step}\nexit status {status:?}\n{out}{err}"));
            }
        }
        Ok(())
    }

    fn command(&self, line: &str) -> RunResult {
        let (line, file) = line.split_once(" < ").unwrap_or((line, ""));
        let input = if file.is_empty() { Vec::new() } else { self.read(file) };
        self.folder.feed(&words(line).into_iter().map(unescaped).collect::<Vec<_>>(), &input)
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.folder.path(file)).expect(file)
    }

    /// Returns whether a step is as expected.
    fn step(&mut self, step: &str) -> bool {
        let (name, rest) = step.split_once(' ').unwrap_or((step, ""));
        let pair = |separator: &str| rest.split_once(separator).expect(step);
        match name {
            "$" => {
                self.before = contents(&self.folder);
                self.last = self.command(rest);
                self.line = rest.to_owned();
                true
            }
            "?" if rest == "refused" => self.last.is_refusal() && contents(&self.folder) == self.before,
            "?" => self.last.status == rest.parse().ok(),
            "==" => self.command(rest) == self.last,
            "=>" => self.command(rest).out == self.last.out,
            "/=" => self.command(rest).out != self.last.out,
            "schema" => json::is_as_stated(&self.last, rest),
            "line-ends" => self.has_any_line_ends(rest),
            "as-stdin" => self.is_read_from_standard_input(rest),
            "as-stdout" => self.is_written_to_standard_output(rest),
            "names" => self.folder.names().join(" ") == rest,
            "=" => self.last.out == self.folder.read(rest),
            "same" => self.read(pair(" ").0) == self.read(pair(" ").1),
            "folder" => fs::create_dir_all(self.folder.path(rest)).is_ok(),
            "edit" => {
                let ((file, change), text) = (pair(" "), self.folder.read(pair(" ").0));
                let (old, new) = change.split_once(" =>").expect(step);
                let (old, new) = (unescaped(old), unescaped(new.strip_prefix(' ').unwrap_or(new)));
                fs::write(self.folder.path(file), text.replace(&old, &new)).is_ok() && text.contains(&old)
            }
            _ if name.starts_with("in") => {
                let (file, text) = rest.split_once(' ').unwrap_or((rest, ""));
                is_as_expected(&self.folder.read(file), &name[2..], text)
            }
            _ if name.starts_with('>') => is_as_expected(&self.last.out, &name[1..], rest),
            _ if name.starts_with('!') => is_as_expected(&self.last.err, &name[1..], rest),
            _ => panic!("`{step}` is not a step"),
        }
    }

    fn has_any_line_ends(&self, file: &str) -> bool {
        let text = self.folder.read(file);
        [("\r\n", ""), ("\r", ""), ("\n", "\u{feff}"), ("\r", "\u{feff}")].iter().all(|(end, mark)| {
            let other = format!("{mark}{}", text.replace('\n', end));
            fs::write(self.folder.path(file), other).expect(file);
            self.command(&self.line) == self.last
        })
    }

    fn is_read_from_standard_input(&self, file: &str) -> bool {
        let stream = self.command(&format!("{} < {file}", self.line.replacen(file, "-", 1)));
        let renamed = |text: &str| text.replace(file, "<stdin>");
        let (out, err) = (renamed(&self.last.out), renamed(&self.last.err));
        stream == RunResult { status: self.last.status, out, err }
    }

    /// The report moves to standard error.
    fn is_written_to_standard_output(&self, file: &str) -> bool {
        let line = self.line.replacen(&format!(" {file}"), " -", 1);
        let stream = self.folder.output(&words(&line), b"");
        let report = format!("{}{}", self.last.err, self.last.out);
        (stream.status.code(), stream.stdout, stream.stderr)
            == (self.last.status, self.read(file), report.into_bytes())
    }
}

fn is_as_expected(found: &str, relation: &str, text: &str) -> bool {
    let text = &unescaped(text);
    assert!(!text.is_empty() || relation == "=", "every text has an empty part");
    let has_parts = text.split(" .. ").try_fold(found, |rest, part| Some(rest.split_once(part)?.1)).is_some();
    match relation {
        "" => has_parts,
        "-" => !has_parts,
        "=" => found == text,
        "^" => found.starts_with(text),
        "$" => found.ends_with(text),
        _ => panic!("`{relation}` is not a relation"),
    }
}
