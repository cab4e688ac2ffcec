//! Moves, undo and resets (lines 5, 10, 11, 19, 24, 26 and 39 to 45).

use super::{Game, Prompt};
use crate::rotate::{Board, Counters, messages};

impl Game {
    /// Prints the MOVE prompt (line 19). The previous key remains after it only if the number has become shorter: the
    /// prompt's second blank overwrites it otherwise.
    pub(super) fn ask_move(&mut self) {
        let question = format!("MOVE # {}?  ", self.var.move_number());
        self.screen.print(messages::MOVE_AT, question);
        self.prompt = Prompt::Move;
    }

    /// Handles a letter key (lines 26 and 39 to 45). Returns whether it made a move.
    pub(super) fn letter_key(&mut self) -> bool {
        self.look_up();
        self.var.h = (self.var.p % 4 == 0).into();
        if self.var.s != 0 && self.var.l == 0 { self.special_move() } else { self.regular_move() }
    }

    /// Sets P to the position of M (lines 6 and 7). P keeps its value if M is not a letter of the board, that is, `@`.
    pub(super) fn look_up(&mut self) {
        let letter = u8::try_from(self.var.m).unwrap_or(0);
        if let Some(position) = self.board.find(letter) {
            self.var.p = position as i16;
        }
    }

    /// Makes a regular move (lines 44 and 45).
    fn regular_move(&mut self) -> bool {
        let valid = Board::can_turn(self.var.position());
        if valid {
            self.turn();
        }
        valid
    }

    /// Makes a special move (lines 42 and 43). A letter of the last column cancels the S.
    fn special_move(&mut self) -> bool {
        self.var.s = 0;
        let valid = Board::can_swap(self.var.position());
        if valid {
            self.board.swap(self.var.position());
            self.var.drawn_at(self.var.p + 1);
            self.var.charge();
            (self.var.l, self.var.t) = (1, 0);
            self.screen.print(messages::SPECIAL_AT, messages::SPECIAL);
        }
        valid
    }

    /// Turns the group at P, charges the move and records it for T (line 5). The lower left letter is drawn last.
    pub(super) fn turn(&mut self) {
        self.var.charge();
        self.var.t = self.var.p;
        self.board.turn(self.var.position());
        self.var.drawn_at(self.var.p + 4);
    }

    /// Undoes the recorded turn with three more turns and takes off all four charges (line 24). Without a recorded turn
    /// nothing changes, not even S.
    pub(super) fn undo(&mut self) {
        if self.var.t == 0 {
            return;
        }
        for _ in 0..3 {
            self.var.p = self.var.t;
            self.turn();
        }
        self.var.n = self.var.n.saturating_sub(4);
        (self.var.s, self.var.t) = (0, 0);
    }

    /// Restores the puzzle and the special move and clears the left side (line 10).
    pub(super) fn reset(&mut self) {
        self.board = self.original;
        self.var.drawn_at(16);
        let Counters { n, r, .. } = self.var;
        self.var = Counters { l: 0, r: r.saturating_add(1), s: 0, t: 0, v: n, ..self.var };
        self.screen.clear_left();
    }

    /// Resets and reports the count (lines 10 and 11).
    pub(super) fn reset_and_report(&mut self) {
        self.reset();
        self.screen.print(messages::RESET_AT, format!("RESET # {}:{}", self.var.r, self.var.n));
    }
}
