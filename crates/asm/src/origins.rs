//! Origins of the characters of a text: a statement is read from a line, and macros and text constants put other texts into it.

use std::ops::Range;

/// A range of bytes in a line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pub(crate) file: usize,
    /// The line, from 0.
    pub(crate) line: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// A part of a text, and where it comes from. If the lengths differ, only the whole part comes from the whole place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    start: usize,
    end: usize,
    place: Place,
}

impl Run {
    const fn is_exact(&self) -> bool {
        self.end - self.start == self.place.to - self.place.from
    }

    /// Returns what is in a range of the text, counted from the beginning of the range.
    fn clipped(&self, range: &Range<usize>) -> Option<Run> {
        let (start, end) = (self.start.max(range.start), self.end.min(range.end));
        if start >= end || !self.is_exact() && (start, end) != (self.start, self.end) {
            return None;
        }
        let (head, tail) = (start - self.start, self.end - end);
        let place = Place { from: self.place.from + head, to: self.place.to - tail, ..self.place };
        Some(Run { start: start - range.start, end: end - range.start, place })
    }
}

/// The origins of the parts of a text, in its order. What has none was made by the assembler, or nobody asks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origins(Vec<Run>);

impl Origins {
    /// Returns the origins of a whole line.
    pub(crate) fn of_line(file: usize, line: usize, length: usize) -> Self {
        let place = Place { file, line, from: 0, to: length };
        Origins(vec![Run { start: 0, end: length, place }])
    }

    /// Returns those of a text that stands for one at a place.
    pub(crate) fn made(length: usize, place: Option<Place>) -> Self {
        Origins(place.map(|place| Run { start: 0, end: length, place }).into_iter().collect())
    }

    /// Returns those of a part of the text.
    pub(crate) fn part(&self, range: Range<usize>) -> Self {
        Origins(self.0.iter().filter_map(|run| run.clipped(&range)).collect())
    }

    /// Adds those of a text that is added to one of this length.
    pub(crate) fn append(&mut self, length: usize, added: Origins) {
        for run in added.0 {
            let run = Run { start: run.start + length, end: run.end + length, ..run };
            match self.0.last_mut() {
                Some(last) if last.adjoins(&run) => (last.end, last.place.to) = (run.end, run.place.to),
                _ => self.0.push(run),
            }
        }
    }

    /// Replaces those of a range by those of a text of this length.
    pub(crate) fn replace(&mut self, range: Range<usize>, length: usize, new: Origins) {
        let mut all = self.part(0..range.start);
        all.append(range.start, new);
        all.append(range.start + length, self.part(range.end..usize::MAX));
        *self = all;
    }

    /// Returns where a range comes from, if that is one place.
    pub(crate) fn place(&self, range: &Range<usize>) -> Option<Place> {
        let run = self.0.iter().find(|run| run.start <= range.start && range.end <= run.end)?;
        run.clipped(range).map(|run| run.place)
    }
}

impl Run {
    fn adjoins(&self, next: &Run) -> bool {
        let places = (self.place.file, self.place.line, self.place.to)
            == (next.place.file, next.place.line, next.place.from);
        places && self.end == next.start && self.is_exact() && next.is_exact()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_replacements_keep_their_origins() {
        let place = |line, from, to| Some(Place { file: 0, line, from, to });
        // `ld a,value` with `COUNT+1` from line 7 for `value`.
        let mut origins = Origins::of_line(0, 2, 10);
        let argument = Origins::of_line(0, 7, 20).part(8..15);
        origins.replace(5..10, 7, argument);
        assert_eq!(origins.place(&(0..2)), place(2, 0, 2));
        assert_eq!(origins.place(&(5..10)), place(7, 8, 13));
        assert_eq!(origins.place(&(4..6)), None);
        // A name that stands for another one has its place as a whole.
        let made = Origins::made(4, place(3, 8, 9));
        origins.replace(0..2, 4, made);
        assert_eq!(origins.place(&(0..4)), place(3, 8, 9));
        assert_eq!(origins.place(&(0..3)), None);
        assert_eq!(origins.place(&(7..12)), place(7, 8, 13));
        let mut joined = Origins::of_line(0, 1, 9).part(0..4);
        joined.append(4, Origins::of_line(0, 1, 9).part(4..9));
        assert_eq!(joined, Origins::of_line(0, 1, 9));
    }
}
