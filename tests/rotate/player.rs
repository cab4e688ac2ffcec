//! A random player that reaches all parts of the game: it makes random moves, solves, quits and mistypes.

use std::collections::VecDeque;

use arcadian_basic::words::code;
use arcadian_board::rotate::{Board, Game, Prompt};

/// An action on both the listing and the oracle.
#[derive(Clone, Debug)]
pub(super) enum Action {
    /// A key at a prompt that takes one.
    Key(u8),
    /// An answer to the LEVEL prompt: the keys before GO, and their value.
    Level { keys: Vec<u8>, level: i16 },
    /// HALT, and RUN typed again.
    Restart,
}

/// The weight of each intent, in the order of [`INTENTS`].
type Profile = [i16; INTENTS.len()];

#[derive(Clone, Copy)]
enum Intent {
    Turn,
    AnyLetter,
    Special,
    Undo,
    Reset,
    Quit,
    At,
    Junk,
    Solve,
    Shorten,
    Finish,
    Spin,
}

const INTENTS: [Intent; 12] = [
    Intent::Turn,
    Intent::AnyLetter,
    Intent::Special,
    Intent::Undo,
    Intent::Reset,
    Intent::Quit,
    Intent::At,
    Intent::Junk,
    Intent::Solve,
    Intent::Shorten,
    Intent::Finish,
    Intent::Spin,
];

const PROFILES: [Profile; 5] = [
    // Moves at random.
    [40, 20, 12, 12, 4, 1, 4, 5, 0, 0, 1, 1],
    // Tries to win.
    [8, 2, 3, 3, 2, 3, 1, 2, 24, 12, 30, 0],
    // Quits.
    [10, 5, 5, 5, 5, 40, 2, 3, 15, 5, 5, 0],
    // Mistypes.
    [10, 10, 15, 15, 6, 3, 12, 40, 2, 1, 2, 0],
    // Turns one group repeatedly.
    [20, 2, 2, 20, 2, 1, 1, 1, 2, 2, 2, 20],
];

/// A random player that chooses its actions by the state of the oracle.
pub(super) struct RandomPlayer {
    random: Random,
    profile: &'static Profile,
    highest: i16,
    /// The level that it enters most often, if any.
    preferred: Option<i16>,
    /// Planned keys for the MOVE prompt.
    plan: VecDeque<u8>,
}

impl RandomPlayer {
    pub(super) fn new(seed: u64, highest: i16, preferred: Option<i16>) -> Self {
        let mut random = Random::new(!seed);
        let profile = &PROFILES[usize::from(random.draw(PROFILES.len() as i16).unsigned_abs()) - 1];
        Self { random, profile, highest, preferred, plan: VecDeque::new() }
    }

    pub(super) fn next(&mut self, game: &Game) -> Action {
        if self.one_in(120) {
            self.plan.clear();
            return Action::Restart;
        }
        if game.prompt() != Prompt::Move {
            self.plan.clear();
        }
        match game.prompt() {
            Prompt::Level => self.level(game),
            Prompt::Move => Action::Key(self.move_key(game)),
            Prompt::Answer | Prompt::NewGame => Action::Key(self.yes_or_no()),
            Prompt::Step => Action::Key(self.step_key()),
        }
    }

    fn level(&mut self, game: &Game) -> Action {
        let level = match (self.draw(20), self.preferred) {
            (1..=2, _) => self.pick(&[0, 41, -1, 42, 100, 32767, -32767]),
            (3, _) => game.counters().d,
            (4..=14, Some(preferred)) => preferred,
            (4..=10, None) => self.draw(4),
            (11..=12, _) => self.highest,
            _ => self.draw(self.highest),
        };
        // D can have a level above `highest` from before a restart.
        let level = if level > self.highest && level < 41 { 1 } else { level };
        let text = self.format_level(level, game.counters().d);
        let code = |character| arcadian_screen::font::code_of(character).unwrap_or(code::ERASE);
        Action::Level { keys: text.chars().map(code).collect(), level }
    }

    /// Writes a level in one of several ways; `~` stands for ERASE.
    fn format_level(&mut self, level: i16, d: i16) -> String {
        let by = self.draw(9);
        match self.draw(12) {
            1 => format!("0{level}").replace("0-", "-0"),
            2 if level.abs() < 1_000 => format!("{}+{by}", level - by),
            3 => format!("{by}~{level}"),
            4 => format!("({level})"),
            5 => format!(" {level}"),
            6 if level.abs() < 1_000 => format!("{}÷{by}", level * by),
            7 if level.abs() < 1_000 => format!("{}-1×{by}", level + by),
            8 => format!("{by}?A~~~{level}"),
            9 if level == d => "D".to_owned(),
            _ => level.to_string(),
        }
    }

    fn yes_or_no(&mut self) -> u8 {
        match self.draw(10) {
            1..=5 => b'Y',
            6..=8 => b'N',
            _ => self.junk(),
        }
    }

    fn step_key(&mut self) -> u8 {
        match self.draw(12) {
            1 => code::GO,
            2..=3 => code::DIVIDE,
            4..=8 => b' ',
            _ => self.junk(),
        }
    }

    fn move_key(&mut self, game: &Game) -> u8 {
        while self.plan.is_empty() {
            self.make_plan(game);
        }
        self.plan.pop_front().unwrap_or(b'A')
    }

    fn make_plan(&mut self, game: &Game) {
        let board = *game.board();
        match self.intent() {
            Intent::Turn => {
                let turn = self.turn(board);
                self.plan.push_back(turn);
            }
            Intent::AnyLetter => {
                let letter = self.letter();
                self.plan.push_back(letter);
            }
            Intent::Special => self.special(board),
            Intent::Undo => self.plan.push_back(b'T'),
            Intent::Reset => self.plan.push_back(b'R'),
            Intent::Quit => self.plan.push_back(b'Q'),
            Intent::At => self.plan.push_back(b'@'),
            Intent::Junk => {
                let junk = self.junk();
                self.plan.push_back(junk);
            }
            Intent::Solve => self.solve(game, <[usize]>::to_vec),
            Intent::Shorten => self.solve(game, shortened),
            Intent::Finish => match finish(game) {
                Some(keys) => self.plan.extend(keys),
                None if self.one_in(3) => self.plan.push_back(b'R'),
                None => {}
            },
            Intent::Spin => self.spin(board),
        }
    }

    fn intent(&mut self) -> Intent {
        let mut left = self.draw(self.profile.iter().sum());
        for (intent, weight) in INTENTS.into_iter().zip(self.profile) {
            left -= weight;
            if left <= 0 {
                return intent;
            }
        }
        Intent::Turn
    }

    /// Plans S and a letter, often with another key between them.
    fn special(&mut self, board: Board) {
        self.plan.push_back(b'S');
        let between = match self.draw(8) {
            1 => Some(b'S'),
            2 => Some(b'T'),
            3 => Some(self.junk()),
            _ => None,
        };
        self.plan.extend(between);
        let last = match self.draw(6) {
            1 => board.at(4 * self.draw_index(4)).unwrap_or(b'A'),
            2 => b'@',
            _ => self.letter(),
        };
        self.plan.push_back(last);
    }

    /// Plans the rest of the answer; after a reset if the board is not one of the answer's boards.
    fn solve(&mut self, game: &Game, improve: impl Fn(&[usize]) -> Vec<usize>) {
        let answer = answer(game);
        let made = if self.one_in(6) { None } else { steps_made(game, &answer) };
        let mut board = *game.board();
        if made.is_none() {
            self.plan.push_back(b'R');
            board = *game.original();
        }
        let mut path = improve(&answer[made.unwrap_or(0)..]);
        if path.is_empty() {
            path = vec![1; 4];
        }
        for position in path {
            self.detour(board);
            self.plan.extend(board.at(position));
            board.turn(position);
        }
    }

    /// Sometimes plans keys that do not change the board: an undone turn, or a letter that does nothing.
    fn detour(&mut self, board: Board) {
        match self.draw(40) {
            1 => {
                let wrong = self.turn(board);
                self.plan.extend([wrong, b'T']);
            }
            2 => {
                let bottom = board.at(12 + self.draw_index(4));
                self.plan.extend(bottom);
            }
            3 => {
                let junk = self.junk();
                self.plan.push_back(junk);
            }
            4 => {
                let wrong = self.turn(board);
                self.plan.extend([wrong, b'S', b'T', b'T']);
            }
            _ => {}
        }
    }

    /// Plans repeated turns of one group, enough for move numbers of two and three digits, then T.
    fn spin(&mut self, mut board: Board) {
        let position = board.find(self.turn(board)).unwrap_or(1);
        let times = if self.one_in(12) { 100 } else { self.draw(12) };
        for _ in 0..times {
            self.plan.extend(board.at(position));
            board.turn(position);
        }
        self.plan.extend(b"TT");
    }

    /// Draws a letter whose group can be turned.
    fn turn(&mut self, board: Board) -> u8 {
        let position = self.pick(&[1, 2, 3, 5, 6, 7, 9, 10, 11]);
        board.at(position).unwrap_or(b'A')
    }

    fn letter(&mut self) -> u8 {
        b'@' + self.draw(16) as u8
    }

    /// Draws a key that MOVE usually ignores.
    fn junk(&mut self) -> u8 {
        match self.draw(8) {
            1 => b'0' + self.draw(10) as u8 - 1,
            2 => self.pick(&[code::GO, code::ERASE, code::DIVIDE, b' ', b'?', b'U', b'_']),
            3 => 103 + self.draw(16) as u8,
            4 => b'U' + self.draw(6) as u8 - 1,
            5 => 31 + self.draw(32) as u8,
            6 => 84 + self.draw(15) as u8,
            _ => self.pick(b"+-=#<>.,"),
        }
    }

    fn draw(&mut self, n: i16) -> i16 {
        self.random.draw(n)
    }

    fn draw_index(&mut self, n: i16) -> usize {
        usize::from(self.draw(n).unsigned_abs())
    }

    fn one_in(&mut self, n: i16) -> bool {
        self.draw(n) == 1
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.draw_index(from.len() as i16) - 1]
    }
}

/// Returns the positions that the stored letters turn, from the puzzle to the solved board.
pub(super) fn answer(game: &Game) -> Vec<usize> {
    let mut board = *game.original();
    let turn = |&letter: &u8| {
        let position = board.find(letter).unwrap_or(1);
        board.turn(position);
        position
    };
    game.stored().iter().rev().map(turn).collect()
}

/// Returns the number of steps of the answer that produce the current board.
fn steps_made(game: &Game, answer: &[usize]) -> Option<usize> {
    let mut board = *game.original();
    (0..=answer.len()).find(|&made| {
        if let Some(&position) = made.checked_sub(1).and_then(|last| answer.get(last)) {
            board.turn(position);
        }
        board == *game.board()
    })
}

/// Removes turns that cancel each other: four of one group without a turn of an overlapping group between them.
pub(super) fn shortened(path: &[usize]) -> Vec<usize> {
    let mut path = path.to_vec();
    'restart: loop {
        for first in 0..path.len() {
            let mut four = vec![first];
            for next in first + 1..path.len() {
                if path[next] == path[first] {
                    four.push(next);
                } else if overlap(path[next], path[first]) {
                    break;
                }
                if four.len() == 4 {
                    for index in four.into_iter().rev() {
                        path.remove(index);
                    }
                    continue 'restart;
                }
            }
        }
        return path;
    }
}

/// Returns whether two groups have a position in common.
fn overlap(a: usize, b: usize) -> bool {
    let (row, column) = (((a - 1) / 4).abs_diff((b - 1) / 4), ((a - 1) % 4).abs_diff((b - 1) % 4));
    row < 2 && column < 2
}

/// Returns the keys of a move that solves the board, if one move does.
fn finish(game: &Game) -> Option<Vec<u8>> {
    let after = |change: &dyn Fn(&mut Board)| {
        let mut board = *game.board();
        change(&mut board);
        board.is_solved()
    };
    let letter = |position: usize| game.board().at(position).unwrap_or(b'A');
    (1..16).find_map(|position| {
        if Board::can_swap(position) && game.counters().l == 0 && after(&|board| board.swap(position)) {
            Some(vec![b'S', letter(position)])
        } else {
            after(&|board| board.turn(position)).then(|| vec![letter(position)])
        }
    })
}

// The random numbers of the players. They are independent of the generator of RND, whose 65,535 states are too few for
// hundreds of thousands of games.

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number 1..=n.
    pub(super) fn draw(&mut self, n: i16) -> i16 {
        let span = u64::from(n.max(1).unsigned_abs());
        (((self.next() >> 32) * span) >> 32) as i16 + 1
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
