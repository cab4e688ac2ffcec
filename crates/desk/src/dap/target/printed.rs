//! What the program printed, as far as the client has not been shown it.

/// What the client has been shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct Printed {
    lines: Vec<String>,
}

impl Printed {
    /// The text to show so that these lines have been shown. What going back took away is not shown again when it
    /// comes again.
    pub(crate) fn show(&mut self, lines: Vec<String>) -> Option<String> {
        if self.lines.starts_with(&lines) {
            return None;
        }
        let (known, open) = self.known(&lines);
        let mut text = open.map_or("", |open| &lines[known - 1][open..]).to_owned();
        for (number, line) in lines.iter().enumerate().skip(known) {
            let is_first = number == 0 && self.lines.is_empty();
            text.push_str(if is_first { "" } else { "\n" });
            text.push_str(line);
        }
        self.lines = lines;
        Some(text)
    }

    /// Whether a line stands open at the end.
    pub(crate) fn is_open(&self) -> bool {
        !self.lines.is_empty()
    }

    /// How many of these lines have been shown, and how much of the last of them, if that may have grown.
    fn known(&self, lines: &[String]) -> (usize, Option<usize>) {
        // Only the newest lines are kept, so the first may have gone.
        let kept = (0..self.lines.len()).find(|first| continues(&self.lines[*first..], lines));
        match (kept, self.lines.last()) {
            (Some(first), Some(last)) => (self.lines.len() - first, Some(last.len())),
            _ => (self.lines.iter().zip(lines).take_while(|(old, new)| old == new).count(), None),
        }
    }
}

/// Whether the new lines are the old and more; the last one may have grown.
fn continues(old: &[String], new: &[String]) -> bool {
    let Some((last, complete)) = old.split_last() else { return false };
    new.starts_with(complete) && new.get(complete.len()).is_some_and(|line| line.starts_with(last.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(steps: &[&[&str]]) -> Vec<Option<String>> {
        let mut printed = Printed::default();
        let lines = |step: &&[&str]| step.iter().map(|line| (*line).to_owned()).collect();
        steps.iter().map(|step| printed.show(lines(step))).collect()
    }

    #[test]
    fn what_is_new_is_shown_once() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(shown(&[&[], &["A"], &["A"]]), [None, some("A"), None]);
        assert_eq!(shown(&[&["A"], &["AB", "C"], &["AB", "C", "D"]]), [some("A"), some("B\nC"), some("\nD")]);
        assert_eq!(shown(&[&["A", "B"], &["A"], &["A", "B"]]), [some("A\nB"), None, None]);
        assert_eq!(shown(&[&["A", "B", "C"], &["B", "C", "D"]]), [some("A\nB\nC"), some("\nD")]);
        assert_eq!(shown(&[&["A", "B"], &["A", "X", "Y"]]), [some("A\nB"), some("\nX\nY")]);
        assert_eq!(shown(&[&["A"], &["X"]]), [some("A"), some("\nX")]);
    }
}
