//! State of the program that persists between keys: the texts on the screen, by the location of each character, and the
//! variables.

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

/// A message: the CX where it begins, and its text.
pub(super) type Message = (i16, String);

/// Location of the level prompt (lines 12 and 13).
pub(super) const LEVEL_AT: (i16, i16) = (-77, 35);
/// Location of the reset message (line 11).
pub(super) const RESET_AT: (i16, i16) = (-65, 25);
/// Location of the special move message (line 43).
pub(super) const SPECIAL_AT: (i16, i16) = (-65, 15);
/// Location of the move prompt and of the answer's move number (lines 19 and 32).
pub(super) const MOVE_AT: (i16, i16) = (-65, 5);
/// Location of the count of revealed moves (line 36).
pub(super) const COUNT_AT: (i16, i16) = (19, 35);
/// CY of every message in the lower half (line 9).
pub(super) const LOWER_CY: i16 = -24;

/// The colors BC and FC of the game (line 12).
pub(super) const PLAIN: (u8, u8) = (223, 8);
/// The colors BC and FC after the answer was requested (line 31).
pub(super) const CAUGHT: (u8, u8) = (119, 0);

/// The prompt of line 13, with the blank that INPUT adds.
pub(super) const LEVEL: &str = "  LEVEL ";
/// The message of line 43.
pub(super) const SPECIAL: &str = "SP. MOVE";
/// The message of line 31.
pub(super) const CHEATING: (i16, &str) = (-29, "CHEATING???");
/// The prompt of line 51.
pub(super) const NEW_GAME: (i16, &str) = (-35, "NEW GAME? (Y/N)");

/// Returns the messages after quitting with `n` moves, in order (lines 27 to 29).
pub(super) fn quitting(n: i16) -> [Message; 3] {
    [(-29, "SPOILSPORT!".into()), (-65, format!("YOU QUIT AFTER {n} MOVES!")), (-29, "ANSWER? (Y/N)".into())]
}

/// Returns the messages after winning a level `d` puzzle in `n` moves, in order (lines 47 to 49).
pub(super) fn winning(n: i16, d: i16) -> impl Iterator<Item = Message> {
    let (fewer, more) = (n < d, n > d);
    let by = n.abs_diff(d);
    [
        (fewer, (-29, "WOW! SMARTY!".into())),
        (true, (-47, format!("YOU WON IN {n} MOVES!"))),
        (more, (-41, format!("{by} MORE THAN ME!"))),
        (fewer, (-41, format!("{by} FEWER THAN ME!"))),
        (fewer, (-77, "BET YOU CAN'T DO IT AGAIN!".into())),
    ]
    .into_iter()
    .filter_map(|(is_printed, message)| is_printed.then_some(message))
}

/// Returns the location of the `b`th move of the answer: ten to a row (lines 32 and 37).
pub(super) const fn answer_at(b: i16) -> (i16, i16) {
    let before = b.saturating_sub(1);
    (-23 + before % 10 * 6, -5 - before / 10 * 8)
}

/// The author's "Index of Major Variables", under his names, with their values while the program waits for a key.
///
/// All are zero on a fresh machine. Restarting the program clears none of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Moves of the answer shown since it was last requested.
    pub b: i16,
    /// The maximum number of moves ever shown of this puzzle's answer; the number in the reverse box.
    pub c: i16,
    /// The level: the number of turns that made the puzzle. A rejected level stays here until the next input.
    pub d: i16,
    /// 1 for a letter of the last column, else 0; after a letter is drawn, its column (1..=4).
    pub h: i16,
    /// 1 after GO was pressed during the answer.
    pub k: i16,
    /// 1 after the special move was used.
    pub l: i16,
    /// The last key at the MOVE prompt, or the next letter of the answer.
    pub m: i16,
    /// The number of moves charged, regular and special, over all resets.
    pub n: i16,
    /// The last position looked up or drawn.
    pub p: i16,
    /// The number of resets.
    pub r: i16,
    /// 1 while an S waits for its letter.
    pub s: i16,
    /// The position of the last regular move while T can undo it, else 0.
    pub t: i16,
    /// N at the last reset.
    pub v: i16,
}

impl Counters {
    /// Returns the number in the MOVE prompt.
    pub const fn move_number(&self) -> i16 {
        self.n.saturating_sub(self.v).saturating_add(1)
    }

    /// Returns P as a position of the board.
    pub(super) fn position(&self) -> usize {
        usize::from(self.p.unsigned_abs())
    }

    /// Records that a letter was drawn at P: drawing leaves its column in H (line 3).
    pub(super) const fn drawn_at(&mut self, position: i16) {
        self.p = position;
        self.h = (position - 1) % 4 + 1;
    }

    pub(super) const fn charge(&mut self) {
        self.n = self.n.saturating_add(1);
    }
}
