//! The texts on the screen, stored by the location of each character.

use super::messages::{LOWER_CY, PLAIN};
use std::collections::BTreeMap;

/// Characters are six pixels wide and cover CX−3..=CX+2, CY−4..=CY+3.
const STEP: i16 = 6;

/// The pixels that a BOX clears, bounds included.
struct Area {
    x: (i16, i16),
    y: (i16, i16),
}

/// Line 9, `BOX 0,-22,159,43,2`: the lower half.
const LOWER: Area = Area { x: (-79, 79), y: (-43, -1) };
/// Line 10, `BOX -19,14,106,31,2`: left of the board, below the level.
const LEFT: Area = Area { x: (-72, 33), y: (-1, 29) };
/// Line 36, `BOX 21,35,13,9,2`: the count of revealed moves.
const COUNT: Area = Area { x: (15, 27), y: (31, 39) };

impl Area {
    fn touches(&self, cx: i16, cy: i16) -> bool {
        cx + 2 >= self.x.0 && cx - 3 <= self.x.1 && cy + 3 >= self.y.0 && cy - 4 <= self.y.1
    }
}

/// The characters on the screen, except the board, and the output since the last key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// Characters by (−CY, CX), so that they sort in reading order.
    cells: BTreeMap<(i16, i16), u8>,
    cursor: (i16, i16),
    shown: Vec<String>,
    colors: (u8, u8),
    sliver: bool,
}

impl Screen {
    /// Returns the texts on the screen as (CX of the first character, CY, text) in reading order. Each is a contiguous run
    /// of characters with leading blanks kept and trailing blanks removed.
    pub fn texts(&self) -> Vec<(i16, i16, String)> {
        let mut runs: Vec<(i16, i16, String)> = Vec::new();
        let mut next = None;
        for (&(row, cx), &character) in &self.cells {
            match runs.last_mut() {
                Some(run) if next == Some((row, cx)) => run.2.push(char::from(character)),
                _ => runs.push((cx, -row, char::from(character).into())),
            }
            next = Some((row, cx + STEP));
        }
        runs.iter_mut().for_each(|run| run.2.truncate(run.2.trim_end().len()));
        runs.retain(|run| !run.2.is_empty());
        runs
    }

    /// Returns the output of PRINT and INPUT since the last key, one string for each statement, blanks kept. Single
    /// characters written with TV are not included.
    pub fn shown(&self) -> &[String] {
        &self.shown
    }

    /// Returns the color registers BC and FC.
    pub const fn colors(&self) -> (u8, u8) {
        self.colors
    }

    /// Returns whether the left pixel column of the B of "BET YOU CAN'T DO IT AGAIN!" is still visible at x = −80: the box
    /// that clears the lower half begins at x = −79.
    pub const fn has_sliver(&self) -> bool {
        self.sliver
    }

    /// Discards the output before the current key.
    pub(super) fn begin_key(&mut self) {
        self.shown.clear();
    }

    /// Clears the screen and sets the colors of the game (line 12).
    pub(super) fn clear(&mut self) {
        let shown = std::mem::take(&mut self.shown);
        *self = Self { shown, colors: PLAIN, ..Self::default() };
    }

    pub(super) const fn set_colors(&mut self, colors: (u8, u8)) {
        self.colors = colors;
    }

    /// Prints a text at a location.
    pub(super) fn print(&mut self, at: (i16, i16), text: impl Into<String>) {
        let text = text.into();
        self.cursor = at;
        text.bytes().for_each(|character| self.write(character));
        self.shown.push(text);
    }

    /// Writes one character at the cursor.
    pub(super) fn write(&mut self, character: u8) {
        let (cx, cy) = self.cursor;
        self.cells.insert((-cy, cx), character);
        self.cursor.0 = cx + STEP;
    }

    /// Writes one character at a location.
    pub(super) fn write_at(&mut self, at: (i16, i16), character: u8) {
        self.cursor = at;
        self.write(character);
    }

    /// Overwrites the last character (line 19, `TV=31;TV=M`).
    pub(super) fn overwrite(&mut self, character: u8) {
        self.cursor.0 -= STEP;
        self.write(character);
    }

    /// Clears the lower half and prints a message there.
    pub(super) fn announce(&mut self, cx: i16, text: impl Into<String>) {
        self.clear_lower();
        self.print((cx, LOWER_CY), text);
    }

    pub(super) fn clear_lower(&mut self) {
        self.sliver |= self.cells.contains_key(&(-LOWER_CY, -77));
        self.clear_area(&LOWER);
    }

    pub(super) fn clear_left(&mut self) {
        self.clear_area(&LEFT);
    }

    pub(super) fn clear_count(&mut self) {
        self.clear_area(&COUNT);
    }

    fn clear_area(&mut self, area: &Area) {
        self.cells.retain(|&(row, cx), _| !area.touches(cx, -row));
    }
}
