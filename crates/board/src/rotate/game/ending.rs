//! Winning and the next game (lines 47 to 52).

use super::{Asks, Game};
use crate::rotate::messages as say;

impl Game {
    /// Lines 47 to 49.
    pub(super) fn win(&mut self) {
        for (cx, text) in say::winning(self.var.n, self.var.d) {
            self.screen.announce(cx, text);
        }
        self.end_game();
    }

    /// Lines 50 and 51: the puzzle is put back before the question, whatever its answer will be.
    pub(super) fn end_game(&mut self) {
        self.var.n = 0;
        self.reset();
        self.var.r = 0;
        self.screen.announce(say::NEW_GAME.0, say::NEW_GAME.1);
        self.asks = Asks::NewGame;
    }

    /// Line 52.
    pub(super) fn same_puzzle(&mut self) {
        self.screen.wipe_lower();
        self.ask_move();
    }
}
