//! The output of PRINT and INPUT as text.

use std::{collections::VecDeque, sync::Arc};

use arcadian_screen::font;

use crate::words;

/// The most lines kept, so that a program that prints forever does not fill the host's memory.
const KEPT_LINES: usize = 10_000;
/// A longer line is broken, in bytes.
const LONGEST_LINE: usize = 2_000;
/// The size of a chunk in bytes: less than [`KEPT_LINES`], so that the oldest line kept is always in a chunk.
const CHUNK: usize = 4_096;

/// The output of PRINT and INPUT, line by line, including what has been cleared from the screen.
/// A line ends at a new line and when the program moves the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    chunks: VecDeque<Chunk>,
    /// Complete lines after the last chunk, each with its new line.
    recent: String,
    recent_lines: usize,
    open: String,
    /// The number of complete lines kept.
    kept: usize,
    /// The number of lines at the start of the first chunk that are not kept.
    hidden: usize,
    dropped: u64,
    written: u64,
}

/// Complete lines, each with its new line, shared by copies of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    text: Arc<str>,
    lines: usize,
}

impl Transcript {
    /// Returns the newest lines, at most 10,000, an unfinished one last.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let chunks = self.chunks.iter().map(|chunk| &*chunk.text);
        let complete = chunks.chain([self.recent.as_str()]).flat_map(|text| text.split_terminator('\n'));
        let open = (!self.open.is_empty()).then_some(self.open.as_str());
        complete.skip(self.hidden).chain(open)
    }

    /// Returns the number of older lines that were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Returns about how many bytes a copy takes, less what it shares with an older copy.
    pub(crate) fn unshared_bytes(&self, older: Option<&Transcript>) -> usize {
        let chunks: usize = self.chunks.iter().map(|chunk| chunk.text.len()).sum();
        let new = older.map_or(u64::MAX, |older| self.written.saturating_sub(older.written));
        let own = self.chunks.len() * size_of::<Chunk>() + self.recent.len() + self.open.len();
        own + chunks.min(usize::try_from(new).unwrap_or(usize::MAX))
    }

    pub(crate) fn push(&mut self, byte: u8) {
        match words::word(byte) {
            Some(word) => self.open.push_str(word),
            None => self.open.extend(font::char_of(byte)),
        }
        if self.open.len() >= LONGEST_LINE {
            self.end_line();
        }
    }

    pub(crate) fn erase(&mut self) {
        self.open.pop();
    }

    pub(crate) fn end_line(&mut self) {
        self.written += self.open.len() as u64 + 1;
        self.recent.push_str(&self.open);
        self.recent.push('\n');
        self.open.clear();
        self.recent_lines += 1;
        self.kept += 1;
        if self.recent.len() >= CHUNK {
            self.seal();
        }
        if self.kept > KEPT_LINES {
            self.drop_line();
        }
    }

    /// Ends an unfinished line, because the cursor was moved.
    pub(crate) fn end_open_line(&mut self) {
        if !self.open.is_empty() {
            self.end_line();
        }
    }

    fn seal(&mut self) {
        let lines = std::mem::take(&mut self.recent_lines);
        self.chunks.push_back(Chunk { text: self.recent.as_str().into(), lines });
        self.recent.clear();
    }

    fn drop_line(&mut self) {
        self.kept -= 1;
        self.dropped += 1;
        self.hidden += 1;
        if self.chunks.front().is_some_and(|first| first.lines == self.hidden) {
            self.chunks.pop_front();
            self.hidden = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn print(transcript: &mut Transcript, text: &str) {
        text.bytes().for_each(|byte| transcript.push(byte));
    }

    #[test]
    fn only_the_newest_lines_are_kept() {
        let mut transcript = Transcript::default();
        for n in 0..25_000 {
            print(&mut transcript, &n.to_string());
            transcript.end_line();
        }
        assert_eq!(transcript.dropped(), 15_000);
        assert!(transcript.lines().eq((15_000..25_000).map(|n: i32| n.to_string())));
    }

    #[test]
    fn a_copy_shares_old_lines() {
        let mut transcript = Transcript::default();
        for _ in 0..5_000 {
            print(&mut transcript, "TEN LETTER");
            transcript.end_line();
        }
        let older = transcript.clone();
        transcript.end_line();
        assert!(transcript.unshared_bytes(None) > 50_000);
        assert!(transcript.unshared_bytes(Some(&older)) < 6_000);
    }

    proptest! {
        #[test]
        fn lines_equal_a_plain_list(
            lines in prop::collection::vec("[A-Z]{0,40}", 0..400),
            open in "[A-Z]{0,9}",
        ) {
            let mut transcript = Transcript::default();
            for line in &lines {
                print(&mut transcript, line);
                transcript.end_line();
            }
            print(&mut transcript, &open);
            let expected = lines.iter().chain((!open.is_empty()).then_some(&open));
            prop_assert!(transcript.lines().eq(expected));
        }
    }
}
