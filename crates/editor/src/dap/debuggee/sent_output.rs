//! The part of the program's output that the client has received.

/// The output that has been sent to the client.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentOutput {
    lines: Vec<String>,
}

impl SentOutput {
    /// Records all lines as sent and returns the text that the client lacks.
    ///
    /// Output that reverse execution removed is not sent again when the program prints it again.
    pub(crate) fn update(&mut self, lines: Vec<String>) -> Option<String> {
        if self.lines.starts_with(&lines) {
            return None;
        }
        let (sent, last_length) = self.sent_prefix(&lines);
        let mut text = last_length.map_or("", |length| &lines[sent - 1][length..]).to_owned();
        for (number, line) in lines.iter().enumerate().skip(sent) {
            let is_first = number == 0 && self.lines.is_empty();
            text.push_str(if is_first { "" } else { "\n" });
            text.push_str(line);
        }
        self.lines = lines;
        Some(text)
    }

    /// Returns whether the last line that was sent lacks its line end.
    pub(crate) fn has_open_line(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Returns how many of `lines` have been sent, and the length that was sent of the last of them if it can be longer
    /// now.
    fn sent_prefix(&self, lines: &[String]) -> (usize, Option<usize>) {
        // The program keeps only its newest lines, so the oldest that were sent can be missing.
        let kept = (0..self.lines.len()).find(|first| continues(&self.lines[*first..], lines));
        match (kept, self.lines.last()) {
            (Some(first), Some(last)) => (self.lines.len() - first, Some(last.len())),
            _ => (self.lines.iter().zip(lines).take_while(|(old, new)| old == new).count(), None),
        }
    }
}

/// Returns whether `new` starts with `old`; the last line of `old` can be longer in `new`.
fn continues(old: &[String], new: &[String]) -> bool {
    let Some((last, complete)) = old.split_last() else { return false };
    new.starts_with(complete) && new.get(complete.len()).is_some_and(|line| line.starts_with(last.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn updates(steps: &[&[&str]]) -> Vec<Option<String>> {
        let mut sent_output = SentOutput::default();
        let lines = |step: &&[&str]| step.iter().map(|line| (*line).to_owned()).collect();
        steps.iter().map(|step| sent_output.update(lines(step))).collect()
    }

    #[test]
    fn new_output_is_sent_once() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(updates(&[&[], &["A"], &["A"]]), [None, some("A"), None]);
        assert_eq!(
            updates(&[&["A"], &["AB", "C"], &["AB", "C", "D"]]),
            [some("A"), some("B\nC"), some("\nD")]
        );
        assert_eq!(updates(&[&["A", "B"], &["A"], &["A", "B"]]), [some("A\nB"), None, None]);
        assert_eq!(updates(&[&["A", "B", "C"], &["B", "C", "D"]]), [some("A\nB\nC"), some("\nD")]);
        assert_eq!(updates(&[&["A", "B"], &["A", "X", "Y"]]), [some("A\nB"), some("\nX\nY")]);
        assert_eq!(updates(&[&["A"], &["X"]]), [some("A"), some("\nX")]);
    }
}
