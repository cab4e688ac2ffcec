//! What PRINT and INPUT put out as text.

use std::{collections::VecDeque, sync::Arc};

use arcadian_screen::font;

use crate::words;

/// Lines of transcript kept; a program that prints for ever must not fill the host's memory.
const KEPT_LINES: usize = 10_000;
/// A transcript line without a new line ends here.
const LONGEST_LINE: usize = 2_000;
/// Bytes of complete lines that make a chunk: fewer than the lines kept, so that those never lie in `recent` alone.
const CHUNK: usize = 4_096;

/// What PRINT and INPUT put out, line by line, also when it has been cleared from the screen since.
/// A line ends at a new line and where the program moves the cursor elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    chunks: VecDeque<Chunk>,
    /// Complete lines that do not make a chunk yet, each with its new line.
    recent: String,
    recent_lines: usize,
    open: String,
    /// Complete lines that are kept.
    kept: usize,
    /// Lines of the first chunk that are not.
    hidden: usize,
    dropped: u64,
    written: u64,
}

/// Complete lines, each with its new line. Copies of a machine share them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chunk {
    text: Arc<str>,
    lines: usize,
}

impl Transcript {
    /// The lines, the newest 10,000 at most, an unfinished one last.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        let chunks = self.chunks.iter().map(|chunk| &*chunk.text);
        let complete = chunks.chain([self.recent.as_str()]).flat_map(|text| text.split_terminator('\n'));
        let open = (!self.open.is_empty()).then_some(self.open.as_str());
        complete.skip(self.hidden).chain(open)
    }

    /// How many older lines were let go.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// About how many bytes a copy takes beside an older one, with which it shares what that has.
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

    /// The cursor was moved: what follows is another line.
    pub(crate) fn moved(&mut self) {
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
    fn the_newest_lines_are_kept() {
        let mut transcript = Transcript::default();
        for n in 0..25_000 {
            print(&mut transcript, &n.to_string());
            transcript.end_line();
        }
        assert_eq!(transcript.dropped(), 15_000);
        assert!(transcript.lines().eq((15_000..25_000).map(|n: i32| n.to_string())));
    }

    #[test]
    fn a_copy_costs_what_it_does_not_share() {
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
        /// The same lines as a plain list of them.
        #[test]
        fn lines_are_those_written(
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
