//! Quitting and the answer (lines 27 to 38).

use super::{Game, Prompt};
use crate::rotate::messages;

impl Game {
    /// Quits the game (lines 27 to 29).
    pub(super) fn quit(&mut self) {
        for (cx, text) in messages::quitting(self.var.n) {
            self.screen.announce(cx, text);
        }
        self.prompt = Prompt::Answer;
    }

    /// Starts the answer (lines 31 and 32): other colors, a counted reset, and the first move without a key.
    pub(super) fn show_answer(&mut self) {
        self.screen.set_colors(messages::CAUGHT);
        self.screen.announce(messages::CHEATING.0, messages::CHEATING.1);
        (self.var.b, self.var.k) = (0, 0);
        self.reset_and_report();
        self.screen.clear_lower();
        self.reveal();
    }

    /// Shows one more move, or all the rest after GO (lines 32 to 38). While waiting for a key, M already has the next
    /// letter.
    pub(super) fn reveal(&mut self) {
        self.next_letter();
        self.reveal_move();
        while self.next_letter() {
            if self.var.k == 0 {
                self.prompt = Prompt::Step;
                return;
            }
            self.reveal_move();
        }
        self.end_game();
    }

    /// Loads the next letter into M, last stored letter first. Returns whether one is left.
    fn next_letter(&mut self) -> bool {
        let shown = usize::from(self.var.b.unsigned_abs());
        let next = self.stored.iter().rev().nth(shown);
        if let Some(&letter) = next {
            self.var.m = letter.into();
        }
        next.is_some()
    }

    /// Shows, counts, makes and records a move (lines 36 and 37).
    fn reveal_move(&mut self) {
        let letter = u8::try_from(self.var.m).unwrap_or(0);
        self.var.b = self.var.b.saturating_add(1);
        self.screen.print(messages::MOVE_AT, format!("MOVE # {} ", self.var.b));
        self.screen.write(letter);
        self.count_revealed();
        self.look_up();
        self.turn();
        self.screen.write_at(messages::answer_at(self.var.b), letter);
    }

    /// Updates the reverse box, which shows the maximum number of moves ever revealed (line 36).
    fn count_revealed(&mut self) {
        if self.var.b > self.var.c {
            self.var.c = self.var.b;
            self.screen.clear_count();
            self.screen.print(messages::COUNT_AT, self.var.c.to_string());
        }
    }
}
