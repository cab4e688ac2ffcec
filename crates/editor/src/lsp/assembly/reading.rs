//! How a source was read, to read it again with another name in it.

use std::collections::BTreeMap;

use arcadian_asm::{Assembly, Attempt, Diagnostic, Fault, Host, Included, Options, Severity, attempt};
use arcadian_files::source::Folders;

use super::{AssemblyView, contract, symbols::UseOfName};
use crate::lsp::job::Cancellation;

/// The files that a source includes, until the analysis is cancelled.
pub(super) struct Includes<'a> {
    pub(super) folders: Folders<'a>,
    pub(super) cancelled: &'a Cancellation,
    pub(super) given: Given,
}

/// What the host gave, by the name in the source and the including file.
#[derive(Default)]
pub(super) struct Given {
    sources: BTreeMap<(String, String), Included>,
    binaries: BTreeMap<(String, String), Vec<u8>>,
}

/// How a source was read.
pub(super) struct Reading {
    pub(super) name: String,
    pub(super) options: Options,
    pub(super) given: Given,
    /// The errors and warnings.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Host for Includes<'_> {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let included = self.folders.source(name, from)?;
        self.given.sources.insert((name.to_owned(), from.to_owned()), included.clone());
        Ok(included)
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        let bytes = self.folders.binary(name, from)?;
        self.given.binaries.insert((name.to_owned(), from.to_owned()), bytes.clone());
        Ok(bytes)
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.is_cancelled()
    }
}

/// The same files, some of them with other texts.
struct Again<'a> {
    given: &'a Given,
    changed: &'a BTreeMap<String, String>,
}

impl Host for Again<'_> {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let found = self.given.sources.get(&(name.to_owned(), from.to_owned()));
        let Included { name, text } = found.cloned().ok_or("it was not read before")?;
        let text = self.changed.get(&name).cloned().unwrap_or(text);
        Ok(Included { name, text })
    }

    fn binary(&mut self, name: &str, from: &str) -> Result<Vec<u8>, String> {
        let found = self.given.binaries.get(&(name.to_owned(), from.to_owned()));
        Ok(found.cloned().ok_or("it was not read before")?)
    }
}

impl AssemblyView {
    /// Returns an error unless the source with another name at some places assembles to the same bytes, and every name stands for the
    /// same. `written` is the name as the user gave it.
    pub(super) fn check_renamed(&self, uses: &[UseOfName], new: &str, written: &str) -> Result<(), String> {
        if !may_be_name(new) {
            return Err(format!("`{written}` is not a name of the assembler"));
        }
        let changed = self.with_name(uses, new);
        let text = |texts: &BTreeMap<String, String>| {
            let own = self.files.first().map_or("", |file| file.text.as_str());
            texts.get(&self.reading.name).cloned().unwrap_or_else(|| own.to_owned())
        };
        let mut host = Again { given: &self.reading.given, changed: &changed };
        let after = attempt(&self.reading.name, &text(&changed), &self.reading.options, &mut host);
        if let Some(why) = self.new_error(&after, written) {
            return Err(why);
        }
        let would_change =
            || format!("`{written}` would not stand for the same everywhere: it has a meaning already");
        let after = after.assembly.ok_or_else(would_change)?;
        if !has_same_bytes(&self.assembly, &after) || self.assembly.names.shape() != after.names.shape() {
            return Err(would_change());
        }
        let nothing = BTreeMap::new();
        let mut before = Again { given: &self.reading.given, changed: &nothing };
        let name = &self.reading.name;
        let was_right = contract::first_error(&self.assembly, name, &text(&nothing), &mut before).is_none();
        match contract::first_error(&after, name, &text(&changed), &mut host).filter(|_| was_right) {
            Some(why) => Err(format!("with `{written}` a contract would be wrong: {why}")),
            None => Ok(()),
        }
    }

    /// Returns the texts of files with another name at some places.
    fn with_name(&self, uses: &[UseOfName], new: &str) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        for (index, file) in self.files.iter().enumerate() {
            let own = || uses.iter().filter(|found| found.place.file == index);
            let Some(name) = self.assembly.files.get(index).filter(|_| own().next().is_some()) else {
                continue;
            };
            let mut lines: Vec<String> = file.text.lines().map(str::to_owned).collect();
            // From the end, so that the bytes before stay where they are.
            for found in own().collect::<Vec<_>>().into_iter().rev() {
                let span = found.place.span.start + found.sign..found.place.span.end;
                if let Some(line) = lines.get_mut(found.place.line)
                    && line.get(span.clone()).is_some()
                {
                    line.replace_range(span, new);
                }
            }
            texts.insert(name.clone(), lines.join("\n"));
        }
        texts
    }

    /// Returns why the source has errors that it did not have.
    fn new_error(&self, after: &Attempt, written: &str) -> Option<String> {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let place = |found: &Diagnostic| (found.location.file.clone(), found.location.line);
        let known: Vec<_> = self.reading.diagnostics.iter().filter(is_error).map(place).collect();
        let mut errors = after.diagnostics.iter().filter(is_error);
        let new = errors.find(|found| !known.contains(&place(found)))?;
        Some(match &new.fault {
            Fault::Duplicate(name) => format!("`{name}` is defined already"),
            fault => {
                let line = new.location.line;
                format!("`{written}` cannot be a name here: with it, line {line} has the error: {fault}")
            }
        })
    }
}

fn has_same_bytes(one: &Assembly, other: &Assembly) -> bool {
    let parts = |assembly: &Assembly| {
        let parts = assembly.parts().into_iter();
        parts.map(|(address, bytes)| (address, bytes.to_vec())).collect::<Vec<_>>()
    };
    (one.origin, one.entry, &one.segments) == (other.origin, other.entry, &other.segments)
        && parts(one) == parts(other)
}

/// Whether a text can be a name in some dialect: what each one accepts, only assembling shows.
fn may_be_name(text: &str) -> bool {
    let is_sign = |c: char| "_?.@$!#%".contains(c);
    let is_numbered =
        text.strip_suffix('$').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let begins = |first: char| first.is_ascii_alphabetic() || is_sign(first) || is_numbered;
    text.starts_with(begins)
        && text.chars().all(|c| c.is_ascii_alphanumeric() || is_sign(c))
        && text.contains(|c: char| c.is_ascii_alphanumeric())
}
