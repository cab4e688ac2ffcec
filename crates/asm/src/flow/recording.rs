//! Keeping the statements of a macro or a repetition: each assembler looks in its own way for where they end.

use std::rc::Rc;

use crate::fault::{DialectFault, Fault};
use crate::flow::{COMMENTED, Macro, Recording, RecordingKind};
use crate::origins::Origins;
use crate::passes::Engine;
use crate::syntax::{
    At, Checked, Directive, Parameters, Parser, Piece, Skipping, Span, Statement, Token, Vocabulary, blanks,
    byte, character, run, slice, tokens, tokens_in, unexpected,
};

const AFTER_END: &str = "zmac does not read what follows ENDM in its line; write it in a line of its own";

const COMMENT: &str = "in a macro or a repetition zmac sees ENDM in it; begin each line with `;`";

/// The effect of a word on a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    /// The beginning of a macro or a repetition inside.
    Begins,
    Ends,
}

type Marks = Vec<(Mark, Span)>;

impl Engine<'_> {
    pub(crate) fn begin_keeping(&mut self, statement: &Statement<'_>, what: RecordingKind) {
        let (record, span) = (statement.record, statement.operation_span());
        let in_braces = self.table.lexis.braces && statement.opens();
        self.pass.recording = Some(Recording { in_braces, ..Recording::new(what, record, span) });
    }

    fn keep(&mut self, mut piece: Piece) {
        // A comment of zmac begins with `*` where it stands, and is a statement when it is read again.
        if self.table.skipping == Skipping::FirstAlone && piece.comment.starts_with('*') {
            piece.text = " *".into();
        }
        if let Some(recording) = &mut self.pass.recording {
            recording.pieces.push(piece);
        }
    }

    /// Keeps a statement, unless it ends what is kept.
    pub(crate) fn keep_or_end(&mut self, record: usize, piece: Piece) -> Checked {
        let text = Rc::clone(&piece.text);
        let statement = Parser(&*self).parse(record, &text).ok();
        let marks = self.marks(&piece, statement.as_ref())?;
        let Some(recording) = &mut self.pass.recording else { return Ok(()) };
        for (mark, word) in marks {
            match (mark, recording.depth) {
                (Mark::Begins, _) => recording.depth += 1,
                (Mark::Ends, 0) => return self.end_at(piece, word, statement.as_ref()),
                (Mark::Ends, _) => recording.depth -= 1,
            }
        }
        self.keep(piece);
        Ok(())
    }

    /// Returns the words of a statement that begin or end what is kept.
    fn marks(&self, piece: &Piece, statement: Option<&Statement<'_>>) -> Checked<Marks> {
        let Some(recording) = &self.pass.recording else { return Ok(Vec::new()) };
        let is_macro = recording.what.is_macro();
        let text = &*piece.text;
        match self.table.skipping {
            Skipping::Any => self.marks_among_tokens(text, is_macro),
            Skipping::First => Ok(self.first_mark(text).into_iter().collect()),
            Skipping::FirstAlone => {
                if let Some(Directive::Comment) = statement.and_then(Statement::directive) {
                    let span = statement.map_or(0..0, Statement::operation_span);
                    let fault = DialectFault::NotSupported(slice(text, span.clone()).to_owned());
                    return Err(At::new(fault, span).hint(COMMENT));
                }
                Ok(self.marks_outside_quotes(&format!("{text}{}", piece.comment)))
            }
            Skipping::AfterColumnOne => {
                let mark = self.mark_in_line(text, is_macro);
                let raw = piece.commented.as_deref().and_then(|line| self.mark_in_line(line, is_macro));
                match (&piece.commented, mark.as_ref().or(raw.as_ref())) {
                    (Some(_), Some((_, word))) => {
                        let line =
                            if mark.is_some() { text } else { piece.commented.as_deref().unwrap_or("") };
                        let fault = DialectFault::NotSupported(slice(line, word.clone()).to_owned());
                        Err(At::new(fault, 0..text.len()).hint(COMMENTED))
                    }
                    _ => Ok(mark.into_iter().collect()),
                }
            }
            Skipping::FirstWithoutLabel | Skipping::AfterLabel | Skipping::Braces => {
                let mark = statement.and_then(|statement| self.mark_of(statement, recording, is_macro));
                let word = statement.map_or(0..0, Statement::operation_span);
                Ok(mark.map(|mark| (mark, word)).into_iter().collect())
            }
        }
    }

    /// Returns what a statement does by its operation or its brace.
    fn mark_of(
        &self,
        statement: &Statement<'_>,
        recording: &Recording<RecordingKind>,
        is_macro: bool,
    ) -> Option<Mark> {
        let closes = statement.word() == "}";
        let has_one_end = self.directives.values().any(|directive| *directive == Directive::EndAny);
        let is_own = |of_macro: bool| of_macro == is_macro || has_one_end;
        match statement.directive() {
            _ if recording.in_braces => match (statement.opens(), closes) {
                (true, false) => Some(Mark::Begins),
                (false, true) => Some(Mark::Ends),
                _ => None,
            },
            Some(Directive::EndAny) => Some(Mark::Ends),
            Some(Directive::Macro) => is_own(true).then_some(Mark::Begins),
            Some(directive) if directive.repeats() => is_own(false).then_some(Mark::Begins),
            Some(Directive::EndMacro) => is_macro.then_some(Mark::Ends),
            Some(Directive::EndRepeat) => (!is_macro).then_some(Mark::Ends),
            _ => None,
        }
    }

    /// ca65: any word of the line. The first `.endmacro` ends the outermost macro.
    fn marks_among_tokens(&self, text: &str, is_macro: bool) -> Checked<Marks> {
        let all = tokens(text, &self.table.lexis)?;
        self.check_words(&all)?;
        let mark = |token: &Token<'_>| {
            let mark = match self.directive_of(token.text).filter(|_| token.is_name())? {
                Directive::EndMacro if is_macro => Mark::Ends,
                Directive::EndRepeat if !is_macro => Mark::Ends,
                directive if directive.repeats() && !is_macro => Mark::Begins,
                _ => return None,
            };
            Some((mark, token.span()))
        };
        Ok(all.iter().filter_map(mark).collect())
    }

    /// sdasz80: the first word with a blank before it that is a directive of macros, in strings too.
    fn first_mark(&self, text: &str) -> Option<(Mark, Span)> {
        const OTHERS: [&str; 5] = [".narg", ".nchr", ".ntyp", ".nval", ".mdelete"];
        let mut at = blanks(text, 0);
        while byte(text, at).is_some_and(|first| first != b';') {
            let start = at;
            let end = run(text, character(text, at).end.max(at + 1), |c| {
                c.is_ascii_alphanumeric() || b"._$".contains(&c)
            });
            let word = slice(text, start..end);
            at = blanks(text, end);
            match self.directive_of(word) {
                Some(Directive::EndAny) => return Some((Mark::Ends, start..end)),
                Some(Directive::Macro) => return Some((Mark::Begins, start..end)),
                Some(directive) if directive.repeats() => return Some((Mark::Begins, start..end)),
                Some(Directive::ExitMacro) => return None,
                _ if OTHERS.iter().any(|other| other.eq_ignore_ascii_case(word)) => return None,
                _ => {}
            }
        }
        None
    }

    /// zmac: any word outside quotes and the comment. A quote is closed by the same sign; another one begins a quote instead.
    fn marks_outside_quotes(&self, text: &str) -> Marks {
        let (mut marks, mut at, mut quote) = (Vec::new(), 0, None);
        let is_part =
            |c: u8| c.is_ascii_alphanumeric() || c == b'_' || self.table.lexis.parts.as_bytes().contains(&c);
        while let Some(c) = byte(text, at) {
            let start = at;
            if c.is_ascii_digit() {
                at = run(text, at, |c| c.is_ascii_hexdigit() || b"HOQhoqx".contains(&c));
                continue;
            }
            if is_part(c) {
                at = run(text, at, is_part);
                let is_kept =
                    quote.is_some() || start.checked_sub(1).and_then(|at| byte(text, at)) == Some(b'^');
                let mark = match self.directive_of(slice(text, start..at)).filter(|_| !is_kept) {
                    Some(Directive::EndAny) => Mark::Ends,
                    Some(Directive::Macro) => Mark::Begins,
                    Some(directive) if directive.repeats() => Mark::Begins,
                    _ => continue,
                };
                marks.push((mark, start..at));
                continue;
            }
            match c {
                b';' if quote.is_none() => break,
                b'\'' | b'"' => quote = (quote != Some(c)).then_some(c),
                _ => {}
            }
            at = character(text, at).end.max(at + 1);
        }
        marks
    }

    /// sjasmplus: a macro ends with the first word of a line, a repetition with the first one after a label in column one.
    fn mark_in_line(&self, line: &str, is_macro: bool) -> Option<(Mark, Span)> {
        let is_label = |c: u8| c.is_ascii_alphanumeric() || b"_.?!#@".contains(&c);
        let mut at = 0;
        if !is_macro && !self.pass.options.directives_in_column_one && byte(line, 0).is_some_and(is_label) {
            at = run(line, 0, is_label);
            at += usize::from(byte(line, at) == Some(b':'));
        }
        at = blanks(line, at);
        at += usize::from(byte(line, at) == Some(b'.'));
        let end = run(line, at, |c| c.is_ascii_alphanumeric() || c == b'_');
        let word = slice(line, at..end);
        // The case of its first letter is that of the whole word.
        let is_one_case = !word.contains(|c: char| c.is_ascii_lowercase())
            || !word.contains(|c: char| c.is_ascii_uppercase());
        let is_alone = byte(line, end).is_none_or(|c| c <= b' ' || c == b';')
            || ["//", "/*"].iter().any(|sign| slice(line, end..line.len()).starts_with(sign));
        let mark = match self.directive_of(word).filter(|_| is_one_case)? {
            Directive::EndMacro if !is_macro || is_alone => Mark::Ends,
            Directive::EndRepeat if !is_macro => Mark::Ends,
            directive if directive.repeats() && !is_macro => Mark::Begins,
            _ => return None,
        };
        Some((mark, at..end))
    }

    /// Ends what is kept at a word, and keeps what its assembler keeps of that line.
    fn end_at(&mut self, piece: Piece, word: Span, statement: Option<&Statement<'_>>) -> Checked {
        let text = Rc::clone(&piece.text);
        let before = slice(&text, 0..word.start.min(text.len()));
        // Read again, what stands before the word is wrong with it.
        let wrong = |word: &str| Piece {
            text: format!(" {word}").into(),
            origins: Origins::default(),
            ..piece.clone()
        };
        let after = slice(&text, word.end.min(text.len())..text.len());
        let mut outcome = Ok(());
        let has_rest = |at: usize| {
            let rest = tokens_in(after, at, &self.table.lexis)?;
            rest.first().map_or(Ok(()), |token| Err(unexpected(token)))
        };
        let is_label = || {
            let labels = Parser(&*self).parse(0, before).ok();
            labels.is_some_and(|labels| labels.operation.is_none() && labels.name.is_none())
        };
        let (origins, file, number) = (piece.origins.part(0..before.len()), piece.file, piece.number);
        let label = || Piece { text: before.trim_end().into(), origins, ..piece.clone() };
        let kept = match self.table.skipping {
            Skipping::Any => {
                outcome = has_rest(word.end);
                (!before.trim().is_empty())
                    .then(|| if is_label() { label() } else { wrong(slice(&text, word.clone())) })
            }
            // `.endm:` and `.endm = 5` end it, and are something else when they are read again.
            Skipping::First if before.trim().is_empty() => {
                after.trim_start().starts_with([':', '=']).then(|| piece.clone())
            }
            Skipping::First => Some(if is_label() { label() } else { piece.clone() }),
            Skipping::FirstAlone => {
                self.pass.ended_line = Some((file, number));
                match (word.start < text.len(), piece.comment.starts_with('*')) {
                    (true, _) => (!before.trim().is_empty()).then(|| wrong("ENDM")),
                    (false, true) => Some(wrong("ENDM")),
                    (false, false) => Some(piece.clone()),
                }
            }
            Skipping::AfterColumnOne => {
                if self.pass.recording.as_ref().is_some_and(|recording| recording.what.is_macro()) {
                    outcome = has_rest(word.end);
                }
                None
            }
            Skipping::FirstWithoutLabel | Skipping::AfterLabel => (!before.trim().is_empty()).then(label),
            Skipping::Braces => None,
        };
        if let Some(kept) = kept {
            self.keep(kept);
        }
        if let Some(Recording { what: RecordingKind::Repeat(repeat), in_braces: true, .. }) =
            &mut self.pass.recording
            && let Some(statement) = statement
        {
            outcome = repeat.end_with(statement.text, &self.pass.names.origins, statement.operands());
        }
        self.end_keeping();
        outcome
    }

    /// Refuses a statement in the line that ended what was kept, where its assembler does not read it.
    pub(crate) fn check_line(&mut self, piece: &Piece) -> Checked {
        let is_same = self.pass.ended_line.take() == Some((piece.file, piece.number));
        if !is_same {
            return Ok(());
        }
        let text = piece.text.trim();
        let start = piece.text.len() - piece.text.trim_start().len();
        Err(At::new(Fault::Unexpected(text.to_owned()), start..start + text.len()).hint(AFTER_END))
    }

    fn end_keeping(&mut self) {
        let Some(recording) = self.pass.recording.take() else { return };
        let is_text = self.table.parameters != Parameters::Symbols;
        match &recording.what {
            RecordingKind::Macro { parameters, .. } => {
                let places: Vec<_> =
                    parameters.iter().map(|parameter| (parameter.name.clone(), parameter.place)).collect();
                self.note_kept(&recording.pieces, &places, is_text);
            }
            RecordingKind::Repeat(repeat) => {
                let is_replaced = !self.table.counts_by_variable;
                let counter = repeat.counter().filter(|_| is_replaced);
                self.note_kept(&recording.pieces, &counter.into_iter().collect::<Vec<_>>(), true);
            }
            RecordingKind::Nothing { .. } => self.note_kept(&recording.pieces, &[], true),
        }
        let pieces = recording.pieces.into();
        match recording.what {
            RecordingKind::Macro { name, parameters } => {
                let mut key = self.macro_key(&name);
                if self.table.parameters == Parameters::Symbols {
                    key = crate::flow::macros::by_count(&key, parameters.len());
                }
                let (record, span) = (recording.record, recording.span);
                self.pass.macros.insert(key, Rc::new(Macro { name, parameters, pieces, record, span }));
            }
            RecordingKind::Repeat(repeat) => {
                if let Err(at) = self.begin_loop(repeat, pieces, recording.record) {
                    self.report(recording.record, at);
                }
            }
            RecordingKind::Nothing { .. } => {}
        }
    }
}
