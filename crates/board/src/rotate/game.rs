//! The game as a state machine that takes one key at a time.

mod moves;

use super::{Board, Counters, Screen};

/// The code of the GO key.
pub const GO: u8 = 13;
/// The code of the ÷ key.
pub const DIVIDE: u8 = 99;

const LEVELS: std::ops::RangeInclusive<i16> = 1..=40;

/// The input that the program waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// `LEVEL`, answered by [`Game::level`]
    Level,
    /// `MOVE # n?`
    Move,
    /// `ANSWER? (Y/N)`
    Answer,
    /// No text; any key shows the next move of the answer
    Step,
    /// `NEW GAME? (Y/N)`
    NewGame,
}

/// The whole program from the level prompt on.
///
/// The model is exact up to 32,766 moves and resets. There the original stops with an error; the counters of this
/// model saturate.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    original: Board,
    /// The upper left letter of the group after each turn of the scrambling (line 17), first turn first.
    stored: Vec<u8>,
    var: Counters,
    screen: Screen,
    prompt: Prompt,
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}

/// Construction and state.
impl Game {
    /// Creates a fresh machine after RUN: every variable is zero and the program asks for the level.
    pub fn new() -> Self {
        let mut game = Self {
            board: Board::SOLVED,
            original: Board::SOLVED,
            stored: Vec::new(),
            var: Counters::default(),
            screen: Screen::default(),
            prompt: Prompt::Level,
        };
        game.run();
        game
    }

    /// Creates a fresh machine at the first move of a given puzzle.
    ///
    /// `stored` has the letters of line 17 in the order of scrambling; their number is the level. Line 17 must be able to
    /// make the puzzle: turning the groups of its 1 to 40 letters, last to first, must solve the board. Any other puzzle
    /// is rejected as line 14 rejects a level, and the game asks for a level.
    pub fn with_puzzle(board: Board, stored: &[u8]) -> Self {
        let mut game = Self::new();
        let level = i16::try_from(stored.len()).unwrap_or(i16::MAX);
        if LEVELS.contains(&level) && moves::solves(board, stored) {
            game.screen.begin_key();
            (game.board, game.stored) = (board, stored.to_vec());
            game.accept(level);
            game.deal();
        }
        game
    }

    /// Restarts the program as HALT and RUN do: every variable keeps its value, including the counters of the game.
    pub fn restart(&mut self) {
        self.screen.begin_key();
        self.run();
    }

    /// Returns the input that the program waits for.
    pub const fn prompt(&self) -> Prompt {
        self.prompt
    }

    /// Returns the board in memory. At [`Prompt::Level`] it is in order and not on the screen.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the board on the screen, at CX = 40, 50, 60, 70 and CY = 35, 25, 15, 5.
    pub fn board_shown(&self) -> Option<&Board> {
        (self.prompt != Prompt::Level).then_some(&self.board)
    }

    /// Returns the puzzle before the first move. It stays the same until the next puzzle is made.
    pub const fn original(&self) -> &Board {
        &self.original
    }

    /// Returns the letters stored while scrambling, in the order of scrambling.
    pub fn stored(&self) -> &[u8] {
        &self.stored
    }

    /// Returns the program's variables.
    pub const fn counters(&self) -> Counters {
        self.var
    }

    /// Returns the texts and colors on the screen.
    pub const fn screen(&self) -> &Screen {
        &self.screen
    }

    /// Returns the texts on the screen, [`Screen::texts`].
    pub fn text_at(&self) -> Vec<(i16, i16, String)> {
        self.screen.texts()
    }

    /// Returns the output since the last key, [`Screen::shown`].
    pub fn shown(&self) -> Vec<String> {
        self.screen.shown().to_vec()
    }
}

/// Input.
impl Game {
    /// Answers the LEVEL prompt (lines 13 to 18); does nothing at any other prompt.
    ///
    /// `draws` is RND(11). A draw where no group begins is repeated, so a source that never yields a valid position loops
    /// forever, as the original does.
    pub fn level(&mut self, d: i16, draws: impl FnMut() -> u8) {
        if self.prompt != Prompt::Level {
            return;
        }
        self.screen.begin_key();
        self.accept(d);
        if LEVELS.contains(&d) {
            self.scramble(draws);
            self.deal();
        } else {
            self.run();
        }
    }

    /// Sends one key to the current prompt; LEVEL takes none (see [`level`](Self::level)).
    pub fn key(&mut self, code: u8) {
        if self.prompt == Prompt::Level {
            return;
        }
        self.screen.begin_key();
        match self.prompt {
            Prompt::Level => {}
            Prompt::Move => self.move_key(code),
            Prompt::Answer if code == b'Y' => self.show_answer(),
            Prompt::Answer => self.end_game(),
            Prompt::Step => self.step_key(code),
            Prompt::NewGame if code == b'Y' => self.run(),
            Prompt::NewGame => self.same_puzzle(),
        }
    }

    /// Handles a key at MOVE. Line 19 accepts the codes @ to T; any other key repeats the prompt.
    fn move_key(&mut self, code: u8) {
        self.var.m = code.into();
        if !(b'@'..=b'T').contains(&code) {
            return self.ask_move();
        }
        self.screen.overwrite(code);
        match code {
            b'Q' => return self.quit(),
            b'R' => self.reset_and_report(),
            b'S' => self.var.s = 1,
            b'T' => self.undo(),
            _ => {
                if self.letter_key() && self.board.is_solved() {
                    return self.win();
                }
            }
        }
        self.ask_move();
    }

    /// Handles a key during the answer (lines 33 to 35): ÷ returns to the game, GO shows the rest without further keys.
    fn step_key(&mut self, code: u8) {
        match code {
            DIVIDE => return self.ask_move(),
            GO => self.var.k = 1,
            _ => {}
        }
        self.reveal();
    }
}
