//! Making a puzzle (lines 12 to 18).

use super::{Asks, Game};
use crate::rotate::{Board, messages as say};

impl Game {
    /// Lines 12 and 13: a clean screen, an ordered board, the level.
    pub(super) fn run(&mut self) {
        self.screen.clear();
        self.board = Board::SOLVED;
        self.var.c = 0;
        self.screen.print(say::LEVEL_AT, say::LEVEL);
        self.asks = Asks::Level;
    }

    /// The typed level stands after the question.
    pub(super) fn accept(&mut self, d: i16) {
        self.var.d = d;
        d.to_string().bytes().for_each(|digit| self.screen.write(digit));
    }

    /// Lines 15 to 17: D turns counter-clockwise, and after each the letter in the upper left place is stored.
    pub(super) fn scramble(&mut self, mut draws: impl FnMut() -> u8) {
        self.stored.clear();
        for _ in 0..self.var.d {
            let position = draw(&mut draws);
            self.board.unturn(position);
            self.stored.extend(self.board.at(position));
        }
    }

    /// Line 18: the scrambled board is kept and drawn.
    pub(super) fn deal(&mut self) {
        self.original = self.board;
        self.var.drawn_at(16);
        self.ask_move();
    }
}

/// Line 16.
fn draw(mut draws: impl FnMut() -> u8) -> usize {
    loop {
        let position = draws().into();
        if Board::can_turn(position) {
            return position;
        }
    }
}

/// Whether the letters, last to first, are turns that put the board in order.
pub(super) fn undoes(mut board: Board, stored: &[u8]) -> bool {
    let turned = stored.iter().rev().all(|&letter| {
        let group = board.find(letter).filter(|&position| Board::can_turn(position));
        group.inspect(|&position| board.turn(position)).is_some()
    });
    turned && board.is_solved()
}
