//! Recognizing a source by its statements: its dialect by those that no other dialect has; and, for advice only, its dialect or processor
//! by those that are usual there.

use std::collections::{HashMap, HashSet};

use arcadian_isa::Processor;

use crate::diagnostic::{Diagnostic, Severity};
use crate::emit::rows::instruction;
use crate::fault::Fault;
use crate::source::{File, location};
use crate::syntax::statement::own::Reading;
use crate::syntax::{At, Operation, Span, Table, run, slice, trim};
use crate::tables::{TABLES, own};
use crate::words::{ALL, Words};

/// A guess and the statement that decides it.
#[derive(Debug)]
pub(crate) struct Guess {
    pub(crate) table: &'static Table,
    /// The line, from 0.
    pub(crate) line: usize,
    pub(crate) span: Span,
}

impl Guess {
    /// Returns the note about the guess.
    pub(crate) fn note(&self, file: &File) -> Diagnostic {
        let text = file.lines.get(self.line).map_or("", |line| line);
        let mark = text.get(self.span.clone()).unwrap_or("").to_owned();
        let fault = Fault::Guessed { dialect: self.table.name, mark };
        let at = At::new(fault, self.span.clone()).hint("the option --dialect names the syntax");
        let location = location(std::slice::from_ref(file), 0, self.line, text, self.span.clone());
        Diagnostic::new(Severity::Note, at, location)
    }
}

/// Returns the dialect of a source, if it has statements of one dialect only. A sheet has none.
pub(crate) fn guess(file: &File) -> Option<Guess> {
    if crate::sheet::read(&file.lines).is_sheet() {
        return None;
    }
    let mut found: Option<Guess> = None;
    for (number, line) in file.lines.iter().enumerate() {
        let Some((table, span)) = mark(line) else { continue };
        match &found {
            Some(guess) if std::ptr::eq(guess.table, table) => {}
            Some(_) => return None,
            None => found = Some(Guess { table, line: number, span }),
        }
    }
    found
}

/// Returns the dialect that has this statement, and where its mark is.
fn mark(line: &str) -> Option<(&'static Table, Span)> {
    let start = line.len() - line.trim_start().len();
    let rest = line.get(start..)?;
    let first = rest.as_bytes().first()?.to_ascii_lowercase();
    TABLES.iter().find_map(|table| {
        let mut marks = table.marks.split('|').filter(|mark| mark.as_bytes().first() == Some(&first));
        let mark = marks.find(|mark| begins(rest, mark, start > 0))?;
        Some((*table, start..start + mark.trim_end().len()))
    })
}

/// Whether a statement begins with a mark. In column one a word alone could be a label.
fn begins(statement: &str, mark: &str, is_indented: bool) -> bool {
    let (mut written, mut wanted) = (statement.bytes().peekable(), mark.bytes());
    let mut has_operand = mark.starts_with('!');
    loop {
        match (wanted.next(), written.peek().copied()) {
            (None, next) => {
                let ends = has_operand && !mark.starts_with('!')
                    || !mark.ends_with(|c: char| c.is_ascii_alphanumeric())
                    || next.is_none_or(|next| next.is_ascii_whitespace() || next == b';');
                return ends && (is_indented || has_operand);
            }
            (Some(b' '), Some(next)) if next.is_ascii_whitespace() => {
                while written.next_if(u8::is_ascii_whitespace).is_some() {}
                has_operand = true;
            }
            (Some(wanted), Some(next)) if next.to_ascii_lowercase() == wanted => _ = written.next(),
            _ => return false,
        }
    }
}

/// What a source that names no processor looks like.
pub(crate) struct Likeness {
    /// The line of the statement that shows it, from 0.
    pub(crate) line: usize,
    pub(crate) span: Span,
    pub(crate) advice: String,
}

/// Returns the dialect and the processor that most statements of a source look like. A sheet is in our own syntax.
pub(crate) fn looks_like(file: &File) -> (Option<&'static Table>, Option<Processor>) {
    let processor = likely_processor(file);
    let dialect = dialect(file, processor.as_ref()).filter(|_| !crate::sheet::read(&file.lines).is_sheet());
    (dialect.map(|(table, ..)| table), processor.map(|(processor, ..)| processor))
}

/// Returns the processor that most statements of a source are for, of those that only one has.
fn likely_processor(file: &File) -> Option<Found<Processor>> {
    most(file, |line| of_one_processor(line).map(|(processor, span)| (vec![processor], span)))
}

/// Returns what most statements of a source that names no processor look like.
pub(crate) fn likeness(file: &File, is_sheet: bool) -> Option<Likeness> {
    let processor = likely_processor(file);
    let (line, span, what, option) = match (dialect(file, processor.as_ref()), processor) {
        (Some((table, line, span)), _) => {
            (line, span, table.title.to_owned(), format!("`--dialect {}`", table.name))
        }
        (None, Some((processor, line, span))) => {
            let option = processor.to_string().to_ascii_lowercase();
            let option = if is_sheet {
                format!("`;! cpu: {option}` to its header")
            } else {
                format!("`--cpu {option}`, or begin the source with `CPU {option}`")
            };
            (line, span, processor.to_string(), option)
        }
        (None, None) => return None,
    };
    let words: Vec<&str> = slice(file.lines.get(line)?, span.clone()).split_ascii_whitespace().collect();
    let shown: String = words.join(" ").chars().take(LONGEST).collect();
    Some(Likeness { advice: format!("it looks like {what} (`{shown}`): add {option}"), line, span })
}

/// The most characters of a statement that the advice shows.
const LONGEST: usize = 40;

/// A value and the first place that shows it: a line, from 0, and a part of it.
type Found<T> = (T, usize, Span);

/// Returns the dialect whose statements a source has, of those for its processor.
fn dialect(file: &File, processor: Option<&Found<Processor>>) -> Option<Found<&'static Table>> {
    let is_for = |table: &&Table| processor.is_none_or(|(processor, ..)| table.processor == Some(*processor));
    let foreign = foreign();
    let operands = operands(file);
    let signs = |line: &str| {
        let (tables, span) = sign(line, &foreign, &operands)?;
        Some((tables.into_iter().filter(is_for).map(ByName).collect(), span))
    };
    let by_statements = most(file, signs).map(|(ByName(table), line, span)| (table, line, span));
    by_statements.or_else(|| {
        let (_, line, span) = processor?;
        let (_, ending) = file.name.rsplit_once('.')?;
        let is_named = |table: &&Table| table.endings.iter().any(|known| known.eq_ignore_ascii_case(ending));
        let table = TABLES.iter().copied().filter(is_for).find(is_named)?;
        Some((table, *line, span.clone()))
    })
}

/// A dialect, which is equal to itself.
struct ByName(&'static Table);

impl PartialEq for ByName {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

/// Returns the dialects with each directive that our own syntax does not have.
fn foreign() -> HashMap<String, Vec<&'static Table>> {
    let mut found: HashMap<String, Vec<&'static Table>> = HashMap::new();
    for table in TABLES.iter().filter(|table| table.name != own::TABLE.name) {
        let is_word = |word: &str| word.contains(|letter: char| letter.is_ascii_alphabetic());
        let is_foreign = |word: &str| is_word(word) && own::directive(word).is_none();
        for (word, _) in table.directives().filter(|(word, _)| is_foreign(word)) {
            found.entry(word.to_owned()).or_default().push(table);
        }
    }
    found
}

/// Returns the part of a line before its comment.
fn code(line: &str) -> Span {
    trim(line, 0..run(line, 0, |byte| byte != b';'))
}

/// Returns the words that stand where operands do, in upper case.
fn operands(file: &File) -> HashSet<String> {
    let of_line = |line| {
        let code = code(line);
        let before = if code.start == 0 { 2 } else { 1 };
        slice(line, code).split_ascii_whitespace().skip(before)
    };
    let words = file.lines.iter().flat_map(|line| of_line(line));
    let names =
        words.flat_map(|word| word.split(|c: char| !(c.is_ascii_alphanumeric() || "_.?$".contains(c))));
    names.map(str::to_ascii_uppercase).collect()
}

/// Returns the dialects that have what our own syntax does not have in a line, and where its statement is. `operands` are the words that
/// lines have as operands: in column one they are labels.
fn sign(
    line: &str,
    foreign: &HashMap<String, Vec<&'static Table>>,
    operands: &HashSet<String>,
) -> Option<(Vec<&'static Table>, Span)> {
    let code = code(line);
    let mut words = slice(line, code.clone()).split_ascii_whitespace();
    let (first, second) = (words.next()?, words.next().unwrap_or(""));
    let is_labelled = code.start == 0 || first.ends_with(':');
    let is_name = || operands.contains(&first.to_ascii_uppercase());
    let is_label = code.start == 0 && (own::directive(second).is_some() || is_name());
    let operations = [(first, !is_label), (second, is_labelled)];
    let mut operations = operations.into_iter().filter_map(|(word, is_one)| is_one.then_some(word));
    let directives = operations.find_map(|word| foreign.get(&word.to_ascii_uppercase()));
    if let Some(tables) = directives {
        return Some((tables.clone(), code));
    }
    let is_signs =
        |word: &str| ["+", "-"].iter().any(|sign| !word.is_empty() && word.replace(sign, "").is_empty());
    let has_signs = is_signs(second) || code.start == 0 && is_signs(first);
    let has_colons = first == ":" || second.strip_prefix(':').is_some_and(is_signs);
    let number = first.trim_end_matches(':').strip_suffix('$').unwrap_or("");
    let has_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
    let has = |table: &&Table| {
        has_signs && table.naming.signs
            || has_colons && table.naming.colons
            || has_number && table.lexis.dollar_labels
    };
    let tables: Vec<&Table> = TABLES.iter().copied().filter(has).collect();
    Some((tables, code)).filter(|(tables, _)| !tables.is_empty())
}

/// Returns what more lines show than anything else, with the first place that shows it.
fn most<T: PartialEq>(file: &File, shown: impl Fn(&str) -> Option<(Vec<T>, Span)>) -> Option<Found<T>> {
    let mut found: Vec<(usize, Found<T>)> = Vec::new();
    for (line, text) in file.lines.iter().enumerate() {
        let Some((all, span)) = shown(text) else { continue };
        for what in all {
            match found.iter_mut().find(|(_, (other, ..))| *other == what) {
                Some((count, _)) => *count += 1,
                None => found.push((1, (what, line, span.clone()))),
            }
        }
    }
    let highest = found.iter().map(|(count, _)| *count).max()?;
    let mut leading = found.into_iter().filter(|(count, _)| *count == highest);
    leading.next().filter(|_| leading.next().is_none()).map(|(_, first)| first)
}

/// Returns the only processor that has the instruction of a line, and where it is.
fn of_one_processor(line: &str) -> Option<(Processor, Span)> {
    let mut found = ALL.into_iter().filter_map(|processor| {
        let words = Words::of(processor);
        let statement = Reading { words, is_macro: &|_| false }.read(0, line, 0).ok()?;
        let is_mnemonic = matches!(statement.operation, Some((Operation::Mnemonic, _)));
        let is_complete = is_mnemonic && instruction(&statement, processor).is_some();
        // Parentheses around an operand mean memory on the other processors.
        let is_intel = processor != Processor::I8080 || !slice(line, statement.whole_span()).contains('(');
        (is_complete && is_intel).then(|| (processor, statement.whole_span()))
    });
    found.next().filter(|_| found.next().is_none())
}
