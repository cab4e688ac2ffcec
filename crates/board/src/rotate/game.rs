//! The game as a state machine that takes one key at a time, and its moves, undo and resets (lines 5, 10, 11, 19, 24,
//! 26 and 39 to 45).

use super::{Board, Counters, Screen};
use crate::rotate::screen;

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
        if LEVELS.contains(&level) && solves(board, stored) {
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

    pub const fn counters(&self) -> Counters {
        self.var
    }

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

impl Game {
    /// Prints the MOVE prompt (line 19). The previous key remains after it only if the number has become shorter: the
    /// prompt's second blank overwrites it otherwise.
    pub(super) fn ask_move(&mut self) {
        let question = format!("MOVE # {}?  ", self.var.move_number());
        self.screen.print(screen::MOVE_AT, question);
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
            self.screen.print(screen::SPECIAL_AT, screen::SPECIAL);
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
        self.screen.print(screen::RESET_AT, format!("RESET # {}:{}", self.var.r, self.var.n));
    }
}

impl Game {
    /// Quits the game (lines 27 to 29).
    pub(super) fn quit(&mut self) {
        for (cx, text) in screen::quitting(self.var.n) {
            self.screen.announce(cx, text);
        }
        self.prompt = Prompt::Answer;
    }

    /// Starts the answer (lines 31 and 32): other colors, a counted reset, and the first move without a key.
    pub(super) fn show_answer(&mut self) {
        self.screen.set_colors(screen::CAUGHT);
        self.screen.announce(screen::CHEATING.0, screen::CHEATING.1);
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
        self.screen.print(screen::MOVE_AT, format!("MOVE # {} ", self.var.b));
        self.screen.write(letter);
        self.count_revealed();
        self.look_up();
        self.turn();
        self.screen.write_at(screen::answer_at(self.var.b), letter);
    }

    /// Updates the reverse box, which shows the maximum number of moves ever revealed (line 36).
    fn count_revealed(&mut self) {
        if self.var.b > self.var.c {
            self.var.c = self.var.b;
            self.screen.clear_count();
            self.screen.print(screen::COUNT_AT, self.var.c.to_string());
        }
    }
}

impl Game {
    /// Reports a win (lines 47 to 49).
    pub(super) fn win(&mut self) {
        for (cx, text) in screen::winning(self.var.n, self.var.d) {
            self.screen.announce(cx, text);
        }
        self.end_game();
    }

    /// Ends the game (lines 50 and 51): restores the puzzle before the prompt, regardless of the answer.
    pub(super) fn end_game(&mut self) {
        self.var.n = 0;
        self.reset();
        self.var.r = 0;
        self.screen.announce(screen::NEW_GAME.0, screen::NEW_GAME.1);
        self.prompt = Prompt::NewGame;
    }

    /// Continues with the same puzzle for a new player (line 52).
    pub(super) fn same_puzzle(&mut self) {
        self.screen.clear_lower();
        self.ask_move();
    }
}

impl Game {
    /// Starts the program (lines 12 and 13): clears the screen, solves the board and asks for the level.
    pub(super) fn run(&mut self) {
        self.screen.clear();
        self.board = Board::SOLVED;
        self.var.c = 0;
        self.screen.print(screen::LEVEL_AT, screen::LEVEL);
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
