//! The game as a machine that takes one key at a time.

mod answer;
mod ending;
mod moves;
mod puzzle;

use super::{Board, Counters, Screen};

/// The code of the GO key.
pub const GO: u8 = 13;
/// The code of the ÷ key.
pub const DIVIDE: u8 = 99;

const LEVELS: std::ops::RangeInclusive<i16> = 1..=40;

/// The question at which the program stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asks {
    /// `LEVEL`, answered by [`Game::level`].
    Level,
    /// `MOVE # n?`
    Move,
    /// `ANSWER? (Y/N)`
    Answer,
    /// Nothing is asked: a key shows the next move of the answer.
    Step,
    /// `NEW GAME? (Y/N)`
    NewGame,
}

/// The whole program, from the level prompt on.
///
/// Exact up to 32,766 moves and resets; there the original stops with an error, and this one's counters stand still.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    original: Board,
    /// The letter in the upper left place after each turn of the scrambling (line 17), first turn first.
    stored: Vec<u8>,
    var: Counters,
    screen: Screen,
    asks: Asks,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Starting and looking.
impl Game {
    /// A fresh machine on which RUN was typed: every variable zero, the level asked for.
    pub fn new() -> Self {
        let mut game = Self {
            board: Board::SOLVED,
            original: Board::SOLVED,
            stored: Vec::new(),
            var: Counters::default(),
            screen: Screen::default(),
            asks: Asks::Level,
        };
        game.run();
        game
    }

    /// A fresh machine standing at the first move of a given puzzle.
    ///
    /// `stored` holds the letters of line 17 in the order of scrambling; their number is the level. The puzzle
    /// must be one that line 17 can make: 1 to 40 letters that, turned last to first, put the board in order.
    /// Any other is refused as line 14 refuses a level, and the game asks for one.
    pub fn with_puzzle(board: Board, stored: &[u8]) -> Self {
        let mut game = Self::new();
        let level = i16::try_from(stored.len()).unwrap_or(i16::MAX);
        if LEVELS.contains(&level) && puzzle::undoes(board, stored) {
            game.screen.key_came();
            (game.board, game.stored) = (board, stored.to_vec());
            game.accept(level);
            game.deal();
        }
        game
    }

    /// HALT, then RUN: the program starts over with every variable as it was, those of play too.
    pub fn restart(&mut self) {
        self.screen.key_came();
        self.run();
    }

    /// The question at which the program stands.
    pub const fn asks(&self) -> Asks {
        self.asks
    }

    /// The board in memory. At [`Asks::Level`] it is in order and not on the screen.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The board on the screen, at the places CX = 40, 50, 60, 70 of the rows CY = 35, 25, 15, 5.
    pub fn board_shown(&self) -> Option<&Board> {
        (self.asks != Asks::Level).then_some(&self.board)
    }

    /// The puzzle as it was before the first move. A puzzle that was left stays until the next is made.
    pub const fn original(&self) -> &Board {
        &self.original
    }

    /// The letters stored while scrambling, in the order of scrambling.
    pub fn stored(&self) -> &[u8] {
        &self.stored
    }

    /// The program's variables.
    pub const fn counters(&self) -> Counters {
        self.var
    }

    /// The texts and colours on the screen.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The standing texts, [`Screen::texts`].
    pub fn text_at(&self) -> Vec<(i16, i16, String)> {
        self.screen.texts()
    }

    /// What was printed since the last key, [`Screen::shown`].
    pub fn shown(&self) -> Vec<String> {
        self.screen.shown().to_vec()
    }
}

/// Keys.
impl Game {
    /// Answers the LEVEL question (lines 13 to 18); at any other it does nothing.
    ///
    /// `draws` is RND(11). A draw that is no upper left position of a group is drawn again, so a source that
    /// never gives one keeps the program busy for ever, as it would the original.
    pub fn level(&mut self, d: i16, draws: impl FnMut() -> u8) {
        if self.asks != Asks::Level {
            return;
        }
        self.screen.key_came();
        self.accept(d);
        if LEVELS.contains(&d) {
            self.scramble(draws);
            self.deal();
        } else {
            self.run();
        }
    }

    /// Gives one key to the question at hand; LEVEL takes none (see [`level`](Self::level)).
    pub fn key(&mut self, code: u8) {
        if self.asks == Asks::Level {
            return;
        }
        self.screen.key_came();
        match self.asks {
            Asks::Level => {}
            Asks::Move => self.move_key(code),
            Asks::Answer if code == b'Y' => self.show_answer(),
            Asks::Answer => self.end_game(),
            Asks::Step => self.step_key(code),
            Asks::NewGame if code == b'Y' => self.run(),
            Asks::NewGame => self.same_puzzle(),
        }
    }

    /// Line 19 takes the codes from @ to T; any other only repeats the question.
    fn move_key(&mut self, code: u8) {
        self.var.m = code.into();
        if !(b'@'..=b'T').contains(&code) {
            return self.ask_move();
        }
        self.screen.overwrite(code);
        match code {
            b'Q' => return self.quit(),
            b'R' => self.reset_and_tell(),
            b'S' => self.var.s = 1,
            b'T' => self.take_back(),
            _ => {
                if self.letter_key() && self.board.is_solved() {
                    return self.win();
                }
            }
        }
        self.ask_move();
    }

    /// Lines 33 to 35: ÷ goes back to the game, GO needs no further keys.
    fn step_key(&mut self, code: u8) {
        match code {
            DIVIDE => return self.ask_move(),
            GO => self.var.k = 1,
            _ => {}
        }
        self.reveal();
    }
}
