//! The text screen, a picture with a cursor; the transcript, the output of PRINT and INPUT as text; and the tape.
//!
//! The tape of `:PRINT` and `:INPUT` without a name: what is shown goes to it, and what it has is typed.
//!
//! Evidence: period (a program that renumbers sends its output to the tape, and programs on tapes start by themselves), choice
//! (what exactly is recorded).

use std::{collections::VecDeque, sync::Arc};

use arcadian_screen::{Picture, font};

use crate::{
    cost,
    sound::Sound,
    words::{self, code},
};

/// CX after CLEAR (listing) and after a new line (choice).
pub const LEFT: i16 = -77;
/// CY of the first text row. Evidence: listing.
pub const FIRST_ROW: i16 = 40;
/// CY of the last text row.
const LAST_ROW: i16 = -40;
/// CX of the last whole cell of a row.
const LAST_CELL: i16 = 73;
const CELL: i16 = 6;
const ROW: i16 = 8;

/// The picture with its cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Console {
    pub picture: Picture,
    pub cx: i16,
    pub cy: i16,
    /// The last code sent to TV.
    pub last: i16,
    /// The emulated time, in T-states.
    pub tstates: u64,
    /// T-states of scrolling, which depend on how much of the screen has program bits.
    pub(crate) scroll_cost: u32,
    pub(crate) sound: Sound,
    pub(crate) recorder: Recorder,
}

impl Default for Console {
    fn default() -> Self {
        Self {
            picture: Picture::new(),
            cx: LEFT,
            cy: FIRST_ROW,
            last: 0,
            tstates: 0,
            scroll_cost: cost::scroll(u32::MAX),
            sound: Sound::default(),
            recorder: Recorder::default(),
        }
    }
}

impl Console {
    /// Executes CLEAR. Evidence: listing.
    pub fn clear(&mut self) {
        self.picture.clear();
        (self.cx, self.cy) = (LEFT, FIRST_ROW);
        self.tstates += u64::from(cost::CLEAR);
    }

    /// Shows one code: a character, a word, a new line or an erasure; other codes draw nothing.
    pub fn put(&mut self, byte: u8) {
        if byte != code::GO {
            self.recorder.record(byte);
        }
        self.show(byte);
    }

    /// Shows the blank that belongs to a word. A tape does not have it.
    pub(crate) fn put_blank_of_word(&mut self) {
        self.show(b' ');
    }

    fn show(&mut self, byte: u8) {
        self.last = i16::from(byte);
        match byte {
            code::GO => self.new_line(),
            code::ERASE => self.erase(),
            32..=99 => self.draw(byte),
            _ => words::word(byte).unwrap_or_default().bytes().for_each(|letter| self.draw(letter)),
        }
    }

    /// Executes MU=`value`, which waits for the end of the note before.
    pub(crate) fn play(&mut self, value: i16) {
        self.tstates = self.sound.play(value, self.tstates);
    }

    /// Shows text; characters that the machine does not have are left out.
    pub fn put_text(&mut self, text: &str) {
        text.chars().filter_map(font::code_of).for_each(|byte| self.put(byte));
    }

    /// Draws a character, with its note; after the last whole cell the cursor moves to the next row. Evidence: choice.
    fn draw(&mut self, byte: u8) {
        self.tstates += u64::from(self.sound.show(byte, self.tstates));
        self.draw_cell(byte);
        self.cx = self.cx.saturating_add(CELL);
        if self.cx > LAST_CELL {
            self.next_row();
        }
    }

    pub fn new_line(&mut self) {
        self.recorder.record(code::GO);
        self.next_row();
    }

    /// Moves to the next row; below the last one the picture scrolls up. Evidence: choice.
    fn next_row(&mut self) {
        self.tstates += u64::from(cost::NEW_LINE);
        self.cx = LEFT;
        self.cy = self.cy.saturating_sub(ROW);
        if self.cy < LAST_ROW {
            self.picture.scroll_up(ROW as usize);
            self.cy = self.cy.saturating_add(ROW).max(LAST_ROW);
            self.tstates += u64::from(self.scroll_cost);
        }
    }

    /// Moves to the next row unless the cursor is at the left edge.
    pub fn fresh_line(&mut self) {
        if self.cx != LEFT {
            self.new_line();
        }
    }

    /// Moves back one cell and clears it; at the left edge, moves to the end of the row above.
    /// Evidence: listing (line 19); the left edge: choice.
    fn erase(&mut self) {
        if self.cx.saturating_sub(CELL) >= LEFT || self.cx < LEFT {
            self.cx = self.cx.saturating_sub(CELL);
        } else if self.cy < FIRST_ROW {
            self.cx = LAST_CELL;
            self.cy = self.cy.saturating_add(ROW);
        }
        self.draw_cell(b' ');
    }

    fn draw_cell(&mut self, byte: u8) {
        self.picture.draw_code(self.cx, self.cy, byte);
        let visible = Picture::visible_pixels(self.cx, self.cy);
        self.tstates += u64::from(cost::character(visible, font::CELL_PIXELS, self.cx.wrapping_sub(LEFT)));
    }
}

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

/// The most bytes of a tape: 40 minutes of sound.
pub const LONGEST_TAPE: usize = 1 << 16;

/// A tape that records what is shown: characters, words as one byte, and a carriage return for each new line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Recorder {
    /// The recorded bytes; `None` without a tape.
    bytes: Option<Vec<u8>>,
    is_on: bool,
}

impl Recorder {
    pub(crate) fn insert(&mut self) {
        self.bytes = Some(Vec::new());
    }

    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// Begins to record; returns false without a tape.
    pub(crate) fn start(&mut self) -> bool {
        self.is_on = self.bytes.is_some();
        self.is_on
    }

    pub(crate) fn stop(&mut self) {
        self.is_on = false;
    }

    /// Records a byte. After the end of the tape they are lost.
    pub(crate) fn record(&mut self, byte: u8) {
        let bytes = self.bytes.as_mut().filter(|bytes| self.is_on && bytes.len() < LONGEST_TAPE);
        bytes.into_iter().for_each(|bytes| bytes.push(byte));
    }
}

/// A tape that types its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    /// The bytes; `None` without a tape.
    bytes: Option<Vec<u8>>,
    at: usize,
    is_on: bool,
}

impl Player {
    pub(crate) fn insert(&mut self, bytes: Vec<u8>) {
        *self = Self { bytes: Some(bytes), at: 0, is_on: false };
    }

    /// Begins to play, where it stopped last; returns false without a tape.
    pub(crate) fn start(&mut self) -> bool {
        self.is_on = self.bytes.is_some();
        self.is_on
    }

    pub(crate) fn stop(&mut self) {
        self.is_on = false;
    }

    /// Returns the next byte. Null bytes and line feeds, which fill pauses, are not typed. At its end the tape stops.
    pub(crate) fn next(&mut self) -> Option<u8> {
        let bytes = self.bytes.as_deref().filter(|_| self.is_on).unwrap_or_default();
        let rest = bytes.get(self.at..).unwrap_or_default();
        let skipped = rest.iter().take_while(|byte| matches!(byte, 0 | b'\n')).count();
        self.at += (skipped + 1).min(rest.len());
        let next = rest.get(skipped).copied();
        self.is_on = next.is_some();
        next
    }

    /// Returns whether a byte may follow.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(codes: &[u8]) -> Console {
        let mut console = Console::default();
        codes.iter().for_each(|&code| console.put(code));
        console
    }

    #[test]
    fn a_row_has_twenty_six_cells() {
        let console = after(&[b'A'; 25]);
        assert_eq!((console.cx, console.cy), (73, 40));
        let console = after(&[b'A'; 26]);
        assert_eq!((console.cx, console.cy), (LEFT, 32));
    }

    #[test]
    fn a_twelfth_row_scrolls() {
        let mut console = after(&[code::GO; 10]);
        assert_eq!(console.cy, -40);
        console.put(b'X');
        console.put(code::GO);
        assert_eq!(console.cy, -40);
        assert!(console.picture.pixel(-80, -29) || console.picture.pixel(-76, -29), "X moved up by eight");
    }

    #[test]
    fn erase_clears_the_cell_before() {
        let console = after(&[b'A', code::ERASE]);
        assert_eq!(console.picture, Picture::new());
        assert_eq!(console.cx, LEFT);
        let console = after(&[&[b'A'; 26][..], &[code::ERASE]].concat());
        assert_eq!((console.cx, console.cy), (73, 40));
        assert_eq!(
            after(&[code::ERASE]),
            Console { last: 31, tstates: u64::from(cost::CHARACTER), ..Console::default() }
        );
    }

    #[test]
    fn any_cursor_is_accepted() {
        for (cx, cy) in [(i16::MAX, i16::MAX), (i16::MIN, i16::MIN), (0, i16::MIN), (i16::MIN, 0)] {
            let mut console = Console { cx, cy, ..Console::default() };
            for code in 0..=255 {
                console.put(code);
            }
        }
    }
}

#[cfg(test)]
mod transcript_tests {
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
