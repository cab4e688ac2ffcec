//! The program's variables that outlive a key.

/// The author's "Index of Major Variables" under his names, as they are while a key is awaited.
///
/// All are zero on a fresh machine and none is cleared by starting the program over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Moves of the answer shown since it was last asked for.
    pub b: i16,
    /// The most moves of this puzzle's answer ever shown; the number in the reverse box.
    pub c: i16,
    /// The level: turns that made the puzzle. A refused level stays here until the next answer.
    pub d: i16,
    /// 1 for a letter of the last column, else 0; after a letter was drawn, the column of it (1..=4).
    pub h: i16,
    /// 1 once GO has set the answer running.
    pub k: i16,
    /// 1 once the special move is spent.
    pub l: i16,
    /// The last key at the MOVE question, or the letter of the answer that comes next.
    pub m: i16,
    /// Moves charged, regular and special, over all resets.
    pub n: i16,
    /// The position last looked up or drawn.
    pub p: i16,
    /// Resets.
    pub r: i16,
    /// 1 while an S waits for its letter.
    pub s: i16,
    /// The position of the last regular move while T can take it back, else 0.
    pub t: i16,
    /// N as it was at the last reset.
    pub v: i16,
}

impl Counters {
    /// The number that the MOVE question asks for.
    pub const fn move_number(&self) -> i16 {
        self.n.saturating_sub(self.v).saturating_add(1)
    }

    /// P as a position of the board.
    pub(super) fn position(&self) -> usize {
        usize::from(self.p.unsigned_abs())
    }

    /// A letter was drawn at P: the drawing leaves its column in H (line 3).
    pub(super) const fn drawn_at(&mut self, position: i16) {
        self.p = position;
        self.h = (position - 1) % 4 + 1;
    }

    /// A move is charged.
    pub(super) const fn charge(&mut self) {
        self.n = self.n.saturating_add(1);
    }
}
