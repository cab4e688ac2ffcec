//! Moves, their taking back, and resets (lines 5, 10, 11, 19, 24, 26 and 39 to 45).

use super::{Asks, Game};
use crate::rotate::{Board, Counters, messages as say};

impl Game {
    /// Line 19. The letter typed before stands in the place of the second blank, or further right if the number
    /// has become shorter.
    pub(super) fn ask_move(&mut self) {
        let question = format!("MOVE # {}?  ", self.var.move_number());
        self.screen.print(say::MOVE_AT, question);
        self.asks = Asks::Move;
    }

    /// Lines 26 and 39 to 45; tells whether a move was made.
    pub(super) fn letter_key(&mut self) -> bool {
        self.look_up();
        self.var.h = (self.var.p % 4 == 0).into();
        if self.var.s != 0 && self.var.l == 0 { self.special_move() } else { self.regular_move() }
    }

    /// Lines 6 and 7: P becomes the position of M. It stays as it was when M is no letter of the board, that is `@`.
    pub(super) fn look_up(&mut self) {
        let letter = u8::try_from(self.var.m).unwrap_or(0);
        if let Some(position) = self.board.find(letter) {
            self.var.p = position as i16;
        }
    }

    /// Lines 44 and 45.
    fn regular_move(&mut self) -> bool {
        let valid = Board::can_turn(self.var.position());
        if valid {
            self.turn();
        }
        valid
    }

    /// Lines 42 and 43; a letter of the last column takes the S back.
    fn special_move(&mut self) -> bool {
        self.var.s = 0;
        let valid = Board::can_swap(self.var.position());
        if valid {
            self.board.swap(self.var.position());
            self.var.drawn_at(self.var.p + 1);
            self.var.charge();
            (self.var.l, self.var.t) = (1, 0);
            self.screen.print(say::SPECIAL_AT, say::SPECIAL);
        }
        valid
    }

    /// Line 5: turns the group at P, charges the move, notes it for T. The lower left letter is drawn last.
    pub(super) fn turn(&mut self) {
        self.var.charge();
        self.var.t = self.var.p;
        self.board.turn(self.var.position());
        self.var.drawn_at(self.var.p + 4);
    }

    /// Line 24: three more turns of the noted group, less the four charges. Without a note not even S changes.
    pub(super) fn take_back(&mut self) {
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

    /// Line 10: the puzzle as it was, a new special move, a clean left side.
    pub(super) fn reset(&mut self) {
        self.board = self.original;
        self.var.drawn_at(16);
        let Counters { n, r, .. } = self.var;
        self.var = Counters { l: 0, r: r.saturating_add(1), s: 0, t: 0, v: n, ..self.var };
        self.screen.wipe_left();
    }

    /// Lines 10 and 11.
    pub(super) fn reset_and_tell(&mut self) {
        self.reset();
        self.screen.print(say::RESET_AT, format!("RESET # {}:{}", self.var.r, self.var.n));
    }
}
