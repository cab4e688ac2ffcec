//! Which lines of a text are still those of an earlier one.

use std::ops::Range;

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

    /// Returns the change of all lines.
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
