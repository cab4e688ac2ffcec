//! A source as it was read: to read it again with another name in it, and while it has errors.

use std::{collections::BTreeMap, ops::Range};

use arcadian_asm::{
    Assembly, Attempt, Diagnostic, Fault, Host, Included, NoFiles, Options, Severity, attempt,
};
use arcadian_files::source::Folders;

use super::{AssemblyView, line, problems, symbols::UseOfName, view};
use crate::lsp::{
    analysis::{Cancellation, Content, Kind, Problem},
    documents::Document,
    text::{Encoding, Text},
};

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
        let was_right = view::first_error(&self.assembly, name, &text(&nothing), &mut before).is_none();
        match view::first_error(&after, name, &text(&changed), &mut host).filter(|_| was_right) {
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

/// Returns whether a text can be a name in some dialect: what each one accepts, only assembling shows.
fn may_be_name(text: &str) -> bool {
    let is_sign = |c: char| "_?.@$!#%".contains(c);
    let is_numbered =
        text.strip_suffix('$').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let begins = |first: char| first.is_ascii_alphabetic() || is_sign(first) || is_numbered;
    text.starts_with(begins)
        && text.chars().all(|c| c.is_ascii_alphanumeric() || is_sign(c))
        && text.contains(|c: char| c.is_ascii_alphanumeric())
}

/// The maximum number of lines. More are a paste, for which the analysis is soon enough.
const MOST_LINES: usize = 50;
/// The number of lines around the changed ones that say what they are part of.
const AROUND: usize = 200;
/// Words that begin a part in which lines have a meaning of their own.
const OPENING: [&str; 14] = [
    "STRUCT", "STRUC", "UNION", "ENUM", "MACRO", "MAC", "REPT", "REPEAT", "IRP", "IRPC", "DUP", "FOR",
    "DEFINE", "COMMENT",
];
/// How words begin that change whether the lines after them are read.
const CONDITIONS: [&str; 4] = ["IF", "EL", "END", "EXIT"];

/// Returns the errors that lines of a document have by themselves.
pub(crate) fn errors(document: &Document, lines: Range<usize>, encoding: Encoding) -> Vec<Problem> {
    let Some(Content::Assembly(view)) = document.latest().map(|analysis| &analysis.content) else {
        return Vec::new();
    };
    if lines.len() > MOST_LINES || !view.is_plain_source(&document.path) || !is_code(document, view, &lines) {
        return Vec::new();
    }
    let text = &document.text;
    let changed: Vec<&str> = lines.clone().map(|number| text.line(number)).collect();
    let options = Options {
        processor: Some(view.assembly.processor),
        dialect: view.dialect,
        defines: values(view, &changed),
        has_placeholders: true,
        ..Options::default()
    };
    let attempt = attempt("", &changed.join("\n"), &options, &mut NoFiles);
    let own = attempt.diagnostics.into_iter().filter(|found| {
        found.severity == Severity::Error
            && found.related.is_empty()
            && is_of_line(&found.fault, text, &lines)
    });
    own.map(|mut found| {
        found.location.line += lines.start;
        let hint = found.hint.map(|hint| format!("\n{hint}")).unwrap_or_default();
        let range = problems::range(&found.location, encoding);
        Problem::error(Kind::Assembler, range, format!("{}{hint}", found.fault))
    })
    .collect()
}

/// Returns whether the lines are code: no condition leaves out the lines around them, the source has not ended before, and they are not
/// in a macro, a structure or a comment.
fn is_code(document: &Document, view: &AssemblyView, lines: &Range<usize>) -> bool {
    let text = &document.text;
    let old_line = |line: usize| document.shift.map_or(Some(line), |shift| shift.old_line(line));
    let above = lines.start.saturating_sub(AROUND)..lines.start;
    let below = lines.end..(lines.end + AROUND).min(text.lines().len());
    let record = |old: usize| view.record(0, old).map(|(_, record)| record);
    let before = above.clone().rev().find(|line| old_line(*line).is_some());
    let opens = |number: usize| {
        let line = text.line(number);
        // What the lines after the last analyzed one are, only it says.
        let is_old = old_line(number).is_some() && before != Some(number);
        let opens = |span: Range<usize>| opens(line.get(span).unwrap_or(""), is_old);
        line.contains("/*") || line.trim_end().ends_with('\\') || line::words(line, 0).any(opens)
    };
    before.and_then(old_line).is_none_or(|line| record(line).is_some_and(|record| !record.is_left_out))
        && !below.filter_map(old_line).find_map(record).is_some_and(|record| record.is_left_out)
        && !above.chain(lines.clone()).any(opens)
}

/// Returns whether a word begins a part of the source. Of a line that was analyzed it is known what its condition leaves out.
fn opens(word: &str, is_analyzed: bool) -> bool {
    let word = word.trim_start_matches(['.', '!']).to_ascii_uppercase();
    let is_condition = || CONDITIONS.iter().any(|start| word.starts_with(start));
    OPENING.contains(&word.as_str()) || !is_analyzed && is_condition()
}

/// Returns the values of the names in the lines.
fn values(view: &AssemblyView, lines: &[&str]) -> Vec<(String, i32)> {
    let words = lines.iter().flat_map(|text| line::words(text, 0).filter_map(|span| text.get(span)));
    words.filter_map(|word| Some((word.to_owned(), view.assembly.symbol(word)?.value))).collect()
}

/// Returns whether a fault is that of a line alone. A word that other lines have too can be a macro or a name of the source; which numbers
/// are valid depends on a directive.
fn is_of_line(fault: &Fault, text: &Text, lines: &Range<usize>) -> bool {
    match fault {
        Fault::UnknownMnemonic { word, .. }
        | Fault::UnknownWord { word, .. }
        | Fault::UnknownDirective(word) => {
            !text.around(lines).iter().any(|part| part.contains(word.as_str()))
        }
        Fault::Unexpected(_)
        | Fault::ExpectedValue
        | Fault::Unterminated
        | Fault::TooNested(_)
        | Fault::MissingClose
        | Fault::BadOperands(_)
        | Fault::BadEscape => true,
        _ => false,
    }
}
