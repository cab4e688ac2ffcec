//! The program's variables that persist between keys.

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

    /// Charges a move.
    pub(super) const fn charge(&mut self) {
        self.n = self.n.saturating_add(1);
    }
}
