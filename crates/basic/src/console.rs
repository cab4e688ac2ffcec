//! The text screen: a picture with a cursor.

use arcadian_screen::{Picture, font};

use crate::{
    cost,
    sound::Sound,
    tape::Recorder,
    words::{self, code},
};

pub use crate::transcript::Transcript;

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
    /// The tape that records what is shown.
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

    /// Shows the end of a line.
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
