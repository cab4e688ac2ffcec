//! Making a puzzle (lines 12 to 18).

use super::{Game, Prompt};
use crate::rotate::{Board, messages};

impl Game {
    /// Starts the program (lines 12 and 13): clears the screen, solves the board and asks for the level.
    pub(super) fn run(&mut self) {
        self.screen.clear();
        self.board = Board::SOLVED;
        self.var.c = 0;
        self.screen.print(messages::LEVEL_AT, messages::LEVEL);
        self.prompt = Prompt::Level;
    }

    /// Stores the level and echoes it after the prompt.
    pub(super) fn accept(&mut self, d: i16) {
        self.var.d = d;
        d.to_string().bytes().for_each(|digit| self.screen.write(digit));
    }

    /// Makes D counterclockwise turns and stores the upper left letter after each (lines 15 to 17).
    pub(super) fn scramble(&mut self, mut draws: impl FnMut() -> u8) {
        self.stored.clear();
        for _ in 0..self.var.d {
            let position = draw(&mut draws);
            self.board.unturn(position);
            self.stored.extend(self.board.at(position));
        }
    }

    /// Saves the scrambled board and draws it (line 18).
    pub(super) fn deal(&mut self) {
        self.original = self.board;
        self.var.drawn_at(16);
        self.ask_move();
    }
}

/// Draws a position where a group begins (line 16).
fn draw(mut draws: impl FnMut() -> u8) -> usize {
    loop {
        let position = draws().into();
        if Board::can_turn(position) {
            return position;
        }
    }
}

/// Returns whether turning the groups of the letters, last to first, solves the board.
pub(super) fn solves(mut board: Board, stored: &[u8]) -> bool {
    let turned = stored.iter().rev().all(|&letter| {
        let group = board.find(letter).filter(|&position| Board::can_turn(position));
        group.inspect(|&position| board.turn(position)).is_some()
    });
    turned && board.is_solved()
}
