//! The texts on the picture, by the place of each character.

use super::messages::{LOWER_CY, PLAIN};
use std::collections::BTreeMap;

/// Characters are six pixels wide and cover CX−3..=CX+2, CY−4..=CY+3.
const STEP: i16 = 6;

/// Pixels that a BOX wipes, with the edges.
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

/// What has been written and still stands, the board apart, and what was printed since the last key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screen {
    /// Characters by (−CY, CX), so that they lie in reading order.
    cells: BTreeMap<(i16, i16), u8>,
    cursor: (i16, i16),
    shown: Vec<String>,
    colours: (u8, u8),
    sliver: bool,
}

impl Screen {
    /// The standing texts as (CX of the first character, CY, text) in reading order: each an unbroken run of
    /// written characters, blanks before it kept and blanks after it dropped.
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

    /// Everything that PRINT and INPUT put out since the last key, a string for each of them, blanks kept.
    /// Single characters written with TV are not among them.
    pub fn shown(&self) -> &[String] {
        &self.shown
    }

    /// The colour registers BC and FC.
    pub const fn colours(&self) -> (u8, u8) {
        self.colours
    }

    /// Whether the left pixel column of the B of "BET YOU CAN'T DO IT AGAIN!" is still to be seen at x = −80:
    /// the box that wipes the lower half begins at x = −79.
    pub const fn has_sliver(&self) -> bool {
        self.sliver
    }

    /// A key has come: what was shown before it is no longer news.
    pub(super) fn key_came(&mut self) {
        self.shown.clear();
    }

    /// Wipes everything and sets the colours of play (line 12).
    pub(super) fn clear(&mut self) {
        let shown = std::mem::take(&mut self.shown);
        *self = Self { shown, colours: PLAIN, ..Self::default() };
    }

    pub(super) const fn set_colours(&mut self, colours: (u8, u8)) {
        self.colours = colours;
    }

    /// Prints at a place.
    pub(super) fn print(&mut self, place: (i16, i16), text: impl Into<String>) {
        let text = text.into();
        self.cursor = place;
        text.bytes().for_each(|character| self.write(character));
        self.shown.push(text);
    }

    /// Writes one character where the last text ended.
    pub(super) fn write(&mut self, character: u8) {
        let (cx, cy) = self.cursor;
        self.cells.insert((-cy, cx), character);
        self.cursor.0 = cx + STEP;
    }

    /// Writes one character at a place.
    pub(super) fn write_at(&mut self, place: (i16, i16), character: u8) {
        self.cursor = place;
        self.write(character);
    }

    /// Writes one character in the place of the last one (line 19, `TV=31;TV=M`).
    pub(super) fn overwrite(&mut self, character: u8) {
        self.cursor.0 -= STEP;
        self.write(character);
    }

    /// Wipes the lower half and prints a message there; every message of the lower half comes so.
    pub(super) fn announce(&mut self, cx: i16, text: impl Into<String>) {
        self.wipe_lower();
        self.print((cx, LOWER_CY), text);
    }

    pub(super) fn wipe_lower(&mut self) {
        self.sliver |= self.cells.contains_key(&(-LOWER_CY, -77));
        self.wipe(&LOWER);
    }

    pub(super) fn wipe_left(&mut self) {
        self.wipe(&LEFT);
    }

    pub(super) fn wipe_count(&mut self) {
        self.wipe(&COUNT);
    }

    fn wipe(&mut self, area: &Area) {
        self.cells.retain(|&(row, cx), _| !area.touches(cx, -row));
    }
}
