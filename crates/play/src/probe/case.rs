//! The cases of the language: a program, its input and the expected result, as text.
//!
//! `== name (evidence)` begins a case; the evidence word is mandatory.
//!
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
//! `·` is a blank. A row that begins with `#` is a remark. Any other row is an error.

use arcadian_basic::Dialect;

macro_rules! files {
    ($($name:literal,)*) => {
        [$(($name, include_str!(concat!("../../../../tests/language/", $name)))),*]
    };
}

/// The files with the cases: names and texts.
pub const FILES: [(&str, &str); 6] = files![
    "1-words-and-bytes.txt",
    "2-expressions.txt",
    "3-names.txt",
    "4-print-and-input.txt",
    "5-flow.txt",
    "6-screen.txt",
];

/// The words for how a rule is known.
pub const EVIDENCE: [&str; 4] = ["listing", "period", "patb", "choice"];

/// A program, its input and the expected result.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The name, without the evidence word.
    pub name: String,
    pub evidence: String,
    pub program: Vec<String>,
    /// Direct commands, executed before RUN.
    pub commands: Vec<String>,
    /// A key script.
    pub keys: String,
    pub dialect: Dialect,
    /// Whether RUN is not entered.
    pub no_run: bool,
    /// The lines of PRINT and INPUT.
    pub printed: Vec<String>,
    pub screen: Vec<String>,
    pub error: Option<String>,
    pub stopped: Option<String>,
    /// Expressions with their values afterwards.
    pub values: Vec<(String, String)>,
}

/// A row that is none of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}: {row}")]
pub struct CaseError {
    /// The line of the file, from 1.
    pub line: usize,
    pub reason: String,
    pub row: String,
}

impl Case {
    fn named(title: &str) -> Result<Self, String> {
        let (name, word) = title.rsplit_once(" (").ok_or("the name has no evidence word")?;
        let word = word.strip_suffix(')').filter(|word| EVIDENCE.contains(word));
        let evidence = word.ok_or("the name does not end with an evidence word")?.to_owned();
        Ok(Self { name: name.to_owned(), evidence, ..Self::default() })
    }

    fn read(&mut self, row: &str) -> Result<(), String> {
        let text = |rest: &str| rest.replace('·', " ");
        if row.starts_with(|c: char| c.is_ascii_digit()) {
            self.program.push(text(row));
            return Ok(());
        }
        match row.split_once(' ').unwrap_or((row, "")) {
            ("$", rest) => self.commands.push(text(rest)),
            ("keys", rest) => self.keys.push_str(rest),
            ("dialect", rest) => self.dialect = rest.parse().map_err(|error| format!("{error}"))?,
            ("no", "run") => self.no_run = true,
            (">", rest) => self.printed.push(text(rest)),
            ("screen", rest) => self.screen.push(text(rest)),
            ("!", rest) => self.error = Some(rest.to_owned()),
            ("stopped", rest) => self.stopped = Some(rest.to_owned()),
            ("is", rest) => {
                let (name, value) = rest.rsplit_once('=').ok_or("there is no value")?;
                self.values.push((name.to_owned(), value.to_owned()));
            }
            _ => return Err("unknown row".to_owned()),
        }
        Ok(())
    }

    pub fn has_expectations(&self) -> bool {
        !(self.printed.is_empty() && self.screen.is_empty() && self.error.is_none() && self.values.is_empty())
    }
}

/// Reads the cases of a file, each with the line where it begins.
pub fn read(source: &str) -> Result<Vec<(usize, Case)>, CaseError> {
    let mut cases: Vec<(usize, Case)> = Vec::new();
    for (line, row) in (1..).zip(source.lines()) {
        let failed = |reason: String| CaseError { line, reason, row: row.to_owned() };
        if let Some(title) = row.strip_prefix("== ") {
            cases.push((line, Case::named(title).map_err(failed)?));
        } else if !row.is_empty() && !row.starts_with('#') {
            let (_, case) = cases.last_mut().ok_or_else(|| failed("no case has begun".to_owned()))?;
            case.read(row).map_err(failed)?;
        }
    }
    Ok(cases)
}

/// Returns all cases of the language. A file that cannot be read fails a test, so there is none.
pub fn all() -> Vec<Case> {
    FILES.iter().flat_map(|(_, source)| read(source).unwrap_or_default()).map(|(_, case)| case).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_are_read() {
        for (_, source) in FILES {
            let cases = read(source).unwrap_or_else(|error| panic!("{error}"));
            assert!(cases.iter().all(|(_, case)| case.has_expectations()));
        }
        assert!(all().len() > 200);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (source, reason) in [
            ("10 A=1\n", "line 1: no case has begun: 10 A=1"),
            ("== a case\n", "line 1: the name has no evidence word: == a case"),
            ("== a case (guess)\n", "line 1: the name does not end with an evidence word: == a case (guess)"),
            ("== a (patb)\nnonsense\n", "line 2: unknown row: nonsense"),
            ("== a (patb)\nis 5\n", "line 2: there is no value: is 5"),
        ] {
            assert_eq!(read(source).map(|_| ()).map_err(|error| error.to_string()), Err(reason.to_owned()));
        }
    }
}
