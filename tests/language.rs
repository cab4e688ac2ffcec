//! The rules of the language as cases in data files: a program, its input and the expected result.
//!
//! Each numbered file in tests/language contains cases; rules.txt says which rules they decide. `== name (evidence)` begins a case; the evidence word is mandatory.
//! | row | meaning |
//! |---|---|
//! | a digit | a program line |
//! | `$ ` | a direct command, executed before RUN |
//! | `keys ` | a key script |
//! | `dialect ` | bally or astro |
//! | `no run` | RUN is not entered |
//! | `> ` | a line printed by PRINT or INPUT; all of them, in order |
//! | `screen ` | a row of text on the screen; all of them, from the top; `screen` alone is a blank row |
//! | `! ` | the error: code, line and column as in `HOW? 10:9`, or only the code for a direct command |
//! | `stopped ` | waiting, end, halt or budget; `end` if neither this row nor `!` is present |
//! | `is ` | an expression and the value that PRINT shows for it afterwards: `is A=5`, `is @(1)=5`, `is SZ=1804` |
//!
//! `·` is a blank. Any other row fails the test, and so does a case without expectations.

mod rules;

use std::{fmt::Write, fs, path::Path};

use arcadian_basic::{
    Basic, Dialect, key,
    script::{Stopped, drive},
};
use arcadian_screen::recognize;

/// The evidence words of docs/bally-basic.md.
const EVIDENCE: [&str; 4] = ["listing", "period", "patb", "choice"];

#[derive(Default)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) program: Vec<String>,
    pub(crate) commands: Vec<String>,
    pub(crate) keys: String,
    pub(crate) dialect: Dialect,
    pub(crate) no_run: bool,
    pub(crate) printed: Vec<String>,
    pub(crate) screen: Vec<String>,
    pub(crate) error: Option<String>,
    pub(crate) stopped: Option<String>,
    pub(crate) values: Vec<(String, String)>,
}

impl Case {
    fn parse_row(&mut self, row: &str) -> Result<(), String> {
        let text = |rest: &str| rest.replace('·', " ");
        if row.starts_with(|c: char| c.is_ascii_digit()) {
            self.program.push(text(row));
        } else if let Some(rest) = row.strip_prefix("$ ") {
            self.commands.push(text(rest));
        } else if let Some(rest) = row.strip_prefix("keys ") {
            self.keys.push_str(rest);
        } else if let Some(rest) = row.strip_prefix("dialect ") {
            self.dialect = rest.parse().map_err(|e| format!("{e}"))?;
        } else if row == "no run" {
            self.no_run = true;
        } else if let Some(rest) = row.strip_prefix('>') {
            self.printed.push(text(rest.strip_prefix(' ').unwrap_or(rest)));
        } else if let Some(rest) = row.strip_prefix("screen ") {
            self.screen.push(text(rest));
        } else if row == "screen" {
            self.screen.push(String::new());
        } else if let Some(rest) = row.strip_prefix("! ") {
            self.error = Some(rest.to_owned());
        } else if let Some(rest) = row.strip_prefix("stopped ") {
            self.stopped = Some(rest.to_owned());
        } else if let Some((name, value)) = row.strip_prefix("is ").and_then(|rest| rest.rsplit_once('=')) {
            self.values.push((name.to_owned(), value.to_owned()));
        } else {
            return Err(format!("unknown row: {row}"));
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        if !EVIDENCE.iter().any(|word| self.name.ends_with(&format!(" ({word})"))) {
            return Err("the name of the case does not end with an evidence word".to_owned());
        }
        let mut basic = Basic::new(self.dialect, 1);
        for line in self.program.iter().chain(&self.commands) {
            basic.enter(line).map_err(|e| e.to_string())?;
            basic.run(1_000_000);
        }
        if !self.no_run {
            basic.enter("RUN").map_err(|e| e.to_string())?;
        }
        let events = key::parse(&self.keys).map_err(|e| e.to_string())?;
        let stopped = drive(&mut basic, &events, 1_000_000, 10_000, &mut |_, _| {});
        self.compare(&mut basic, &stopped)
    }

    fn compare(&self, basic: &mut Basic, stopped: &Stopped) -> Result<(), String> {
        if self.printed.is_empty() && self.screen.is_empty() && self.error.is_none() && self.values.is_empty()
        {
            return Err("the case has no expectations".to_owned());
        }
        let printed: Vec<_> = basic.transcript().lines().map(str::to_owned).collect();
        if !self.printed.is_empty() || (self.screen.is_empty() && self.values.is_empty()) {
            check_equal("printed", &printed, &self.printed)?;
        }
        if !self.screen.is_empty() {
            check_equal("screen", &recognize::text(basic.picture()), &self.screen)?;
        }
        let (error, state) = describe(stopped);
        check_equal("error", &error, &self.error)?;
        let expected = self.stopped.as_deref().unwrap_or(if self.error.is_some() { "error" } else { "end" });
        check_equal("stopped", &state, &expected)?;
        for (name, value) in &self.values {
            let before = basic.transcript().lines().count();
            basic.enter(&format!("PRINT #1,{name}")).map_err(|e| e.to_string())?;
            basic.run(10);
            let shown: String = basic.transcript().lines().skip(before).collect();
            check_equal(name, &shown.as_str(), &value.as_str())?;
        }
        Ok(())
    }
}

fn check_equal<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    let short = |value: &T| format!("{value:?}").chars().take(300).collect::<String>();
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what}: found {}, expected {}", short(found), short(expected)))
    }
}

fn describe(stopped: &Stopped) -> (Option<String>, &'static str) {
    match stopped {
        Stopped::Error(fault) => {
            let code = fault.why.code();
            let text =
                fault.line.map_or_else(|| code.to_string(), |line| format!("{code} {line}:{}", fault.column));
            (Some(text), "error")
        }
        Stopped::Waiting => (None, "waiting"),
        Stopped::End => (None, "end"),
        Stopped::Halt => (None, "halt"),
        Stopped::Budget => (None, "budget"),
        Stopped::Interrupted => (None, "interrupted"),
    }
}

/// Returns all cases of the language: the place of each, the case, and what is wrong with its rows.
pub(crate) fn all_cases() -> Vec<(String, Case, Option<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("language");
    let entries = fs::read_dir(folder).expect("the folder").map(|e| e.expect("a file"));
    let mut paths: Vec<_> = entries
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(|c: char| c.is_ascii_digit()))
        .map(|entry| entry.path())
        .collect();
    paths.sort();
    paths.iter().flat_map(|path| cases(path)).collect()
}

fn cases(path: &Path) -> Vec<(String, Case, Option<String>)> {
    let source = fs::read_to_string(path).expect("a data file");
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let mut cases: Vec<(String, Case, Option<String>)> = Vec::new();
    for (i, row) in source.lines().enumerate() {
        if let Some(name) = row.strip_prefix("== ") {
            let place = format!("{file}:{} {name}", i + 1);
            cases.push((place, Case { name: name.to_owned(), ..Case::default() }, None));
        } else if let Some((_, case, error)) =
            cases.last_mut().filter(|_| !row.is_empty() && !row.starts_with('#'))
        {
            *error = error.take().or(case.parse_row(row).err());
        }
    }
    cases
}

#[test]
fn every_case_of_the_language() {
    let (mut count, mut failures) = (0, String::new());
    for (place, case, error) in all_cases() {
        count += 1;
        if let Err(reason) = error.map_or_else(|| case.check(), Err) {
            let _ = writeln!(failures, "{place}\n    {reason}");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(count > 150, "only {count} cases were found");
}
