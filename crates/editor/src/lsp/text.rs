//! The text of a document, positions in it, and how edits shift them.

use std::ops::Range;

use lsp_types::Position;

/// The unit in which the client counts the columns of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// In bytes.
    Utf8,
    /// In UTF-16 code units, which every client supports.
    #[default]
    Utf16,
}

impl Encoding {
    /// Returns the column of a byte of a line. A byte outside of the line or within a character is moved back.
    pub(crate) fn column(self, line: &str, byte: usize) -> u32 {
        let before = line.get(..floor(line, byte)).unwrap_or("");
        let units = match self {
            Encoding::Utf8 => before.len(),
            Encoding::Utf16 => before.chars().map(char::len_utf16).sum(),
        };
        u32::try_from(units).unwrap_or(u32::MAX)
    }

    /// Returns the byte of a line at a column. A column outside of the line or within a character is moved back.
    pub(crate) fn byte(self, line: &str, column: u32) -> usize {
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        match self {
            Encoding::Utf8 => floor(line, column),
            Encoding::Utf16 => {
                let mut units = 0;
                let mut ends = line.char_indices().map(|(at, character)| {
                    units += character.len_utf16();
                    (at, units)
                });
                ends.find(|(_, end)| *end > column).map_or(line.len(), |(at, _)| at)
            }
        }
    }
}

/// Returns the nearest character boundary at or before a byte.
fn floor(line: &str, byte: usize) -> usize {
    (0..=byte.min(line.len())).rev().find(|at| line.is_char_boundary(*at)).unwrap_or(0)
}

/// A text divided into lines. Lines end with LF, CRLF or CR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Text {
    text: String,
    /// The bytes of each line without its end. There is at least one line.
    lines: Vec<Range<usize>>,
}

impl Text {
    pub(crate) fn new(text: String) -> Self {
        let lines = split(&text, 0);
        Self { text, lines }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns a line, from 0, without its end; empty after the last line.
    pub(crate) fn line(&self, number: usize) -> &str {
        self.lines.get(number).and_then(|line| self.text.get(line.clone())).unwrap_or("")
    }

    pub(crate) fn lines(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.lines.len()).map(|number| self.line(number))
    }

    /// Returns the text before some lines and the text after them.
    pub(crate) fn around(&self, lines: &Range<usize>) -> [&str; 2] {
        let start = |number: usize| self.lines.get(number).map_or(self.text.len(), |line| line.start);
        let before = self.text.get(..start(lines.start)).unwrap_or("");
        [before, self.text.get(start(lines.end)..).unwrap_or("")]
    }

    /// Returns the number and byte of the position in its line.
    pub(crate) fn place(&self, position: Position, encoding: Encoding) -> (usize, usize) {
        let number = usize::try_from(position.line).unwrap_or(usize::MAX);
        match self.lines.get(number) {
            Some(_) => (number, encoding.byte(self.line(number), position.character)),
            None => (self.lines.len() - 1, self.line(self.lines.len() - 1).len()),
        }
    }

    /// Returns the byte of the text at a position.
    fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let (number, byte) = self.place(position, encoding);
        self.lines.get(number).map_or(self.text.len(), |line| line.start + byte)
    }

    pub(crate) fn position(&self, number: usize, byte: usize, encoding: Encoding) -> Position {
        let line = u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(line, encoding.column(self.line(number), byte))
    }

    /// Returns the range of a span of a line.
    pub(crate) fn range(&self, number: usize, span: Range<usize>, encoding: Encoding) -> lsp_types::Range {
        let position = |byte| self.position(number, byte, encoding);
        lsp_types::Range::new(position(span.start), position(span.end.max(span.start)))
    }

    /// Returns the range of a span of the whole text.
    pub(crate) fn range_of(&self, span: Range<usize>, encoding: Encoding) -> lsp_types::Range {
        let position = |offset: usize| {
            let number = self.number_at(offset);
            let start = self.lines.get(number).map_or(0, |line| line.start);
            self.position(number, offset.saturating_sub(start), encoding)
        };
        lsp_types::Range::new(position(span.start), position(span.end.max(span.start)))
    }

    /// Returns the number of the line that contains a byte of the text.
    pub(crate) fn number_at(&self, offset: usize) -> usize {
        self.lines.partition_point(|line| line.start <= offset).saturating_sub(1)
    }

    /// Replaces a range, and returns which lines changed. Only the lines around it are divided anew, because a client can send many
    /// changes at once.
    pub(crate) fn replace(&mut self, range: lsp_types::Range, new: &str, encoding: Encoding) -> Shift {
        let start = self.offset(range.start, encoding);
        let end = self.offset(range.end, encoding).max(start);
        // A line feed after a carriage return belongs to the end of its line.
        let first = self.number_at(start).saturating_sub(1);
        let last = (self.number_at(end) + 1).min(self.lines.len() - 1);
        let old: Vec<String> = (first..=last).map(|number| self.line(number).to_owned()).collect();
        let begin = self.lines.get(first).map_or(0, |line| line.start);
        let following = self.lines.get(last + 1).map(|line| line.start);
        let kept = self.text.len() - following.unwrap_or(self.text.len());
        self.text.replace_range(start..end, new);
        let finish = self.text.len() - kept;
        let mut middle = split(self.text.get(begin..finish).unwrap_or(""), begin);
        if let Some(old) = following {
            // The part ends with the end of its last line, after which `split` finds an empty one.
            middle.pop();
            for line in self.lines.iter_mut().skip(last + 1) {
                *line = line.start - old + finish..line.end - old + finish;
            }
        }
        let count = middle.len();
        self.lines.splice(first..=last, middle);
        let new: Vec<&str> = (first..first + count).map(|number| self.line(number)).collect();
        changed(first, &old, &new)
    }
}

/// Returns which of the lines from `first` on changed.
fn changed(first: usize, old: &[String], new: &[&str]) -> Shift {
    let head = old.iter().zip(new).take_while(|(old, new)| old == *new).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == *new).count();
    Shift::of(first + head, old.len() - head - tail, new.len() - head - tail)
}

/// Divides a text that begins at an offset into lines.
fn split(text: &str, offset: usize) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let (mut start, mut bytes) = (0, text.bytes().enumerate().peekable());
    while let Some((at, byte)) = bytes.next() {
        if byte != b'\n' && byte != b'\r' {
            continue;
        }
        lines.push(offset + start..offset + at);
        let is_pair = byte == b'\r' && bytes.next_if(|(_, next)| *next == b'\n').is_some();
        start = at + 1 + usize::from(is_pair);
    }
    lines.push(offset + start..offset + text.len());
    lines
}

/// The lines that changed since an earlier text: the lines from `first` up to `old_end` of that became those up to `new_end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shift {
    first: usize,
    old_end: usize,
    new_end: usize,
}

impl Shift {
    /// Returns the change of some lines into others.
    pub(crate) fn of(first: usize, old_count: usize, new_count: usize) -> Self {
        Shift { first, old_end: first + old_count, new_end: first + new_count }
    }

    pub(crate) fn of_all() -> Self {
        Shift { first: 0, old_end: 0, new_end: usize::MAX }
    }

    /// Returns the changed lines of the new text, or `None` if all changed.
    pub(crate) fn new_lines(self) -> Option<Range<usize>> {
        (self.new_end != usize::MAX).then_some(self.first..self.new_end)
    }

    /// Returns this change and a later one together.
    pub(crate) fn then(self, later: Shift) -> Self {
        // The end of both in the text between them.
        let end = self.new_end.max(later.old_end);
        Shift {
            first: self.first.min(later.first),
            old_end: (end - self.new_end).saturating_add(self.old_end),
            new_end: (end - later.old_end).saturating_add(later.new_end),
        }
    }

    /// Returns the number that a line of the new text has in the old one, unless it changed.
    pub(crate) fn old_line(self, line: usize) -> Option<usize> {
        match line {
            _ if line < self.first => Some(line),
            _ if line >= self.new_end => Some(line - self.new_end + self.old_end),
            _ => None,
        }
    }

    /// Returns the number that a line of the old text has in the new one, unless it changed.
    pub(crate) fn new_line(self, line: usize) -> Option<usize> {
        match line {
            _ if line < self.first => Some(line),
            _ if line >= self.old_end => {
                (line - self.old_end).checked_add(self.new_end).filter(|_| self.new_end != usize::MAX)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn columns_by_encoding() {
        let line = "a÷𝄞b";
        for (byte, utf8, utf16) in
            [(0, 0, 0), (1, 1, 1), (2, 1, 1), (3, 3, 2), (7, 7, 4), (8, 8, 5), (99, 8, 5)]
        {
            assert_eq!(
                (Encoding::Utf8.column(line, byte), Encoding::Utf16.column(line, byte)),
                (utf8, utf16)
            );
        }
        for (column, byte) in [(0, 0), (1, 1), (2, 3), (3, 3), (4, 7), (5, 8), (u32::MAX, 8)] {
            assert_eq!(Encoding::Utf16.byte(line, column), byte, "{column}");
        }
        for (line, column, byte) in
            [("", 5, 0), ("ab", 1, 1), ("÷b", 1, 2), ("÷b", 9, 3), ("😀b", 1, 0), ("😀b", 2, 4)]
        {
            assert_eq!(Encoding::Utf16.byte(line, column), byte, "{line} {column}");
        }
        assert_eq!([2, 3, 99].map(|column| Encoding::Utf8.byte(line, column)), [1, 3, 8]);
    }

    #[test]
    fn lines_have_three_kinds_of_ends() {
        let text = Text::new("a\nb\r\nc\r\rd".to_owned());
        assert_eq!(text.lines().collect::<Vec<_>>(), ["a", "b", "c", "", "d"]);
        assert_eq!(Text::new(String::new()).lines().collect::<Vec<_>>(), [""]);
        assert_eq!(text.place(Position::new(9, 9), Encoding::Utf8), (4, 1));
        assert_eq!(
            text.range_of(2..5, Encoding::Utf8),
            lsp_types::Range::new(Position::new(1, 0), Position::new(2, 0))
        );
    }

    proptest! {
        #[test]
        fn a_changed_text_is_divided_as_a_new_one(
            text in "[ab÷𝄞\r\n]{0,20}",
            changes in prop::collection::vec((0_u32..6, 0_u32..6, 0_u32..6, 0_u32..6, "[c\r\n]{0,4}"), 1..5),
        ) {
            let mut changed = Text::new(text);
            for (line, column, to_line, to_column, new) in changes {
                let range = lsp_types::Range::new(Position::new(line, column), Position::new(to_line, to_column));
                let before = changed.clone();
                let shift = changed.replace(range, &new, Encoding::Utf16);
                prop_assert_eq!(&changed, &Text::new(changed.as_str().to_owned()));
                for (number, line) in changed.lines().enumerate() {
                    prop_assert!(shift.old_line(number).is_none_or(|old| before.line(old) == line));
                }
            }
        }
    }
}

#[cfg(test)]
mod shift_tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn all_lines_can_change() {
        let all = Shift::of_all();
        for shift in [all, all.then(Shift::of(3, 1, 2)), Shift::of(3, 1, 2).then(all), all.then(all)] {
            assert_eq!([0, 5, 1000].map(|line| shift.old_line(line)), [None; 3], "{shift:?}");
            assert_eq!([0, 5, 1000].map(|line| shift.new_line(line)), [None; 3], "{shift:?}");
        }
    }

    proptest! {
        #[test]
        fn lines_that_did_not_change_are_found(
            count in 0_usize..20,
            changes in prop::collection::vec((0_usize..20, 0_usize..5, 0_usize..5), 1..6),
        ) {
            let old: Vec<usize> = (0..count).collect();
            let mut new = old.clone();
            let mut shift: Option<Shift> = None;
            for (number, (first, removed, added)) in changes.into_iter().enumerate() {
                let first = first.min(new.len());
                let removed = removed.min(new.len() - first);
                new.splice(first..first + removed, vec![1000 + number; added]);
                let change = Shift::of(first, removed, added);
                shift = Some(shift.map_or(change, |shift| shift.then(change)));
            }
            let shift = shift.expect("at least one change");
            for (number, line) in new.iter().enumerate() {
                if let Some(old_number) = shift.old_line(number) {
                    prop_assert_eq!(old.get(old_number), Some(line));
                    prop_assert_eq!(shift.new_line(old_number), Some(number));
                }
            }
        }
    }
}
