//! Winning and the next game (lines 47 to 52).

use super::{Game, Prompt};
use crate::rotate::messages;

impl Game {
    /// Reports a win (lines 47 to 49).
    pub(super) fn win(&mut self) {
        for (cx, text) in messages::winning(self.var.n, self.var.d) {
            self.screen.announce(cx, text);
        }
        self.end_game();
    }

    /// Ends the game (lines 50 and 51): restores the puzzle before the prompt, regardless of the answer.
    pub(super) fn end_game(&mut self) {
        self.var.n = 0;
        self.reset();
        self.var.r = 0;
        self.screen.announce(messages::NEW_GAME.0, messages::NEW_GAME.1);
        self.prompt = Prompt::NewGame;
    }

    /// Continues with the same puzzle for a new player (line 52).
    pub(super) fn same_puzzle(&mut self) {
        self.screen.clear_lower();
        self.ask_move();
    }
}
