//! Splitting files into statements: comments, separators and braces.

use std::rc::Rc;

use crate::origins::Origins;
use crate::source::File;
use crate::syntax::lexis::Lexis;
use crate::syntax::scan::{byte, character, slice};
use crate::syntax::token::{name_end, quote_end};

/// A statement of a file.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) file: usize,
    /// The line number, from 0.
    pub(crate) number: usize,
    /// The text, with the blanks before it; a statement in column one has none.
    pub(crate) text: Rc<str>,
    /// The comment of the line, at its first statement.
    pub(crate) comment: Rc<str>,
    /// The origins of the characters of the text.
    pub(crate) origins: Origins,
    /// The whole line, if it begins with or in a comment of several lines.
    pub(crate) commented: Option<Rc<str>>,
    /// The end of the first of several lines that a backslash joins.
    pub(crate) continued: Option<usize>,
}

impl Piece {
    /// Returns a statement without a comment.
    pub(crate) fn new(file: usize, number: usize, text: Rc<str>, origins: Origins) -> Self {
        Self { file, number, text, comment: Rc::default(), origins, commented: None, continued: None }
    }
}

/// Splits the lines of a file. `has_origins` says whether to note where characters come from. In our own syntax each line is a
/// statement, comment and all.
pub(crate) fn pieces(file: usize, source: &File, lexis: &Lexis, has_origins: bool) -> Vec<Piece> {
    let origins_of = |number: usize, line: &str| {
        if has_origins { Origins::of_line(file, number, line.len()) } else { Origins::default() }
    };
    let Some(lexis) = lexis.foreign() else {
        let none: Rc<str> = Rc::default();
        let piece = |(number, line): (usize, &Rc<str>)| {
            let (text, comment, origins) = (Rc::clone(line), Rc::clone(&none), origins_of(number, line));
            Piece { file, number, text, comment, origins, commented: None, continued: None }
        };
        return source.lines.iter().enumerate().map(piece).collect();
    };
    let mut splitter = Splitter { lexis, file, out: Vec::new(), depth: 0 };
    let (mut carried, mut first_end) = (Code::default(), 0);
    for (number, line) in source.lines.iter().enumerate() {
        let origins = origins_of(number, line);
        if lexis.continued
            && line.trim_end().ends_with('\\')
            && !lexis.comments.iter().any(|sign| line.contains(sign))
        {
            let text = line.trim_end().trim_end_matches('\\');
            if carried.text.is_empty() {
                first_end = text.len();
            }
            carried.push(text, origins.part(0..text.len()));
            carried.push(" ", Origins::default());
            if number + 1 < source.lines.len() {
                continue;
            }
        }
        if carried.text.is_empty() {
            splitter.line(number, line, &origins);
        } else {
            carried.push(line, origins);
            let Code { text, origins } = std::mem::take(&mut carried);
            let first = splitter.out.len();
            splitter.line(number, &text, &origins);
            if let Some(piece) = splitter.out.get_mut(first) {
                piece.continued = Some(first_end);
            }
        }
    }
    splitter.out
}

/// A text with its origins.
#[derive(Default)]
pub(crate) struct Code {
    pub(crate) text: String,
    pub(crate) origins: Origins,
}

impl Code {
    pub(crate) fn push(&mut self, text: &str, origins: Origins) {
        self.origins.append(self.text.len(), origins);
        self.text.push_str(text);
    }

    pub(crate) fn push_blank(&mut self) {
        self.text.push(' ');
    }
}

struct Splitter<'l> {
    lexis: &'l Lexis,
    file: usize,
    out: Vec<Piece>,
    /// The number of comments of several lines that are open.
    depth: usize,
}

impl Splitter<'_> {
    fn line(&mut self, number: usize, line: &str, origins: &Origins) {
        let first = self.out.len();
        let mut is_commented = self.depth > 0;
        let (mut code, mut at) = (Code::default(), 0);
        let mut comment = "";
        if self.lexis.star
            && line.starts_with('*')
            && !line.get(1..).unwrap_or("").trim_start().starts_with('=')
        {
            comment = line;
            at = line.len();
        }
        while at < line.len() {
            let rest = slice(line, at..line.len());
            if self.depth > 0 {
                at = self.leave_block(line, at);
                code.push_blank();
            } else if self.lexis.comments.iter().any(|sign| rest.starts_with(sign)) {
                comment = rest;
                break;
            } else if self.lexis.block.is_some_and(|(open, _)| rest.starts_with(open)) {
                self.depth = 1;
                is_commented |= self.out.len() == first && code.text.trim().is_empty();
                at += 2;
            } else {
                let end = self.step(line, at, &code.text);
                let text = (slice(line, at..end), origins.part(at..end));
                at = end;
                self.add(number, text, &mut code, line, end);
            }
        }
        self.push(number, code);
        if self.out.len() == first {
            self.push_blank(number);
        }
        if let Some(piece) = self.out.get_mut(first) {
            piece.comment = comment.into();
            piece.commented = is_commented.then(|| line.into());
        }
    }

    /// Returns the position after the comment of several lines, or the end of the line.
    fn leave_block(&mut self, line: &str, mut at: usize) -> usize {
        let Some((open, close)) = self.lexis.block else { return line.len() };
        while self.depth > 0 {
            let rest = slice(line, at..line.len());
            let opens = rest.find(open).filter(|_| self.lexis.nested_comments);
            match (opens, rest.find(close)) {
                (Some(opens), closes) if closes.is_none_or(|closes| opens < closes) => {
                    self.depth += 1;
                    at += opens + open.len();
                }
                (_, Some(closes)) => {
                    self.depth -= 1;
                    at += closes + close.len();
                }
                (_, None) => return line.len(),
            }
        }
        at
    }

    /// Returns the end of the string, name or character at `at`.
    fn step(&self, line: &str, at: usize, code: &str) -> usize {
        let after_name = code.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let quote =
            if after_name && byte(line, at) == Some(b'\'') { None } else { quote_end(line, at, self.lexis) };
        match quote {
            Some(end) => end.unwrap_or(line.len()).min(line.len()),
            None => name_end(line, at, self.lexis).max(character(line, at).end).max(at + 1),
        }
    }

    fn add(
        &mut self,
        number: usize,
        (text, origins): (&str, Origins),
        code: &mut Code,
        line: &str,
        end: usize,
    ) {
        let lexis = self.lexis;
        let separates = lexis.separator.is_some_and(|sign| text.len() == 1 && text.starts_with(sign));
        match text {
            "{" if lexis.braces => {
                code.push("{", origins);
                self.push(number, std::mem::take(code));
            }
            "}" if lexis.braces => {
                self.push(number, std::mem::take(code));
                let rest = slice(line, end..line.len()).trim_start();
                // `} else {` stays one statement, and so does `} until CONDITION`.
                let word = rest.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
                if ["else", "until", "while"].iter().any(|other| other.eq_ignore_ascii_case(word)) {
                    code.push("}", origins);
                } else {
                    self.push(number, Code { text: "}".to_owned(), origins });
                    code.push_blank();
                }
            }
            _ if separates && !is_label_colon(&code.text, text, lexis) => {
                self.push(number, std::mem::take(code));
                code.push_blank();
            }
            _ => code.push(text, origins),
        }
    }

    fn push(&mut self, number: usize, Code { text, origins }: Code) {
        if !text.trim().is_empty() {
            self.out.push(Piece::new(self.file, number, text.trim_end().into(), origins));
        }
    }

    /// Keeps a line without statements, so that listings have it.
    fn push_blank(&mut self, number: usize) {
        self.out.push(Piece::new(self.file, number, Rc::default(), Origins::default()));
    }
}

/// Whether a colon belongs to the label before it: it follows the first word without a blank.
fn is_label_colon(code: &str, sign: &str, lexis: &Lexis) -> bool {
    let start = code.len() - code.trim_start().len();
    if lexis.only_first_labels && start > 0 {
        return false;
    }
    let end = name_end(code, start, lexis);
    let is_number = code.trim().bytes().all(|byte| byte.is_ascii_digit()) && !code.trim().is_empty();
    sign == ":" && !code.ends_with([' ', '\t']) && (end == code.len() && end > start || is_number)
}
