//! Giving up and the answer (lines 27 to 38).

use super::{Asks, Game};
use crate::rotate::messages as say;

impl Game {
    /// Lines 27 to 29.
    pub(super) fn quit(&mut self) {
        for (cx, text) in say::quitting(self.var.n) {
            self.screen.announce(cx, text);
        }
        self.asks = Asks::Answer;
    }

    /// Lines 31 and 32: other colours, a reset that counts, and the first move at once.
    pub(super) fn show_answer(&mut self) {
        self.screen.set_colours(say::CAUGHT);
        self.screen.announce(say::CHEATING.0, say::CHEATING.1);
        (self.var.b, self.var.k) = (0, 0);
        self.reset_and_tell();
        self.screen.wipe_lower();
        self.reveal();
    }

    /// One more move, or all the rest after GO (lines 32 to 38). M already holds the coming letter when a key is awaited.
    pub(super) fn reveal(&mut self) {
        self.next_letter();
        self.reveal_move();
        while self.next_letter() {
            if self.var.k == 0 {
                self.asks = Asks::Step;
                return;
            }
            self.reveal_move();
        }
        self.end_game();
    }

    /// The stored letters are taken last to first; tells whether one is left.
    fn next_letter(&mut self) -> bool {
        let shown = usize::from(self.var.b.unsigned_abs());
        let next = self.stored.iter().rev().nth(shown);
        if let Some(&letter) = next {
            self.var.m = letter.into();
        }
        next.is_some()
    }

    /// Lines 36 and 37: tells the move, counts it, makes it and writes it down.
    fn reveal_move(&mut self) {
        let letter = u8::try_from(self.var.m).unwrap_or(0);
        self.var.b = self.var.b.saturating_add(1);
        self.screen.print(say::MOVE_AT, format!("MOVE # {} ", self.var.b));
        self.screen.write(letter);
        self.count_revealed();
        self.look_up();
        self.turn();
        self.screen.write_at(say::answer_at(self.var.b), letter);
    }

    /// Line 36: the reverse box shows the most moves ever revealed.
    fn count_revealed(&mut self) {
        if self.var.b > self.var.c {
            self.var.c = self.var.b;
            self.screen.wipe_count();
            self.screen.print(say::COUNT_AT, self.var.c.to_string());
        }
    }
}
