//! A player who comes through all parts of the game: wanders, solves, gives up, mistypes.

use arcadian_basic::{Random, words::code};
use arcadian_board::rotate::{Board, Game, Prompt};
use std::collections::VecDeque;

/// What is done to the listing and the oracle.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// A key at a question that takes one.
    Key(u8),
    /// The LEVEL question answered: the keys before GO, and the number they make.
    Level { keys: Vec<u8>, level: i16 },
    /// HALT, and RUN typed again.
    Restart,
}

/// What a player likes, as weights in the order of [`WISHES`].
type Temper = [i16; WISHES.len()];

#[derive(Clone, Copy)]
enum Wish {
    Turn,
    AnyLetter,
    Special,
    TakeBack,
    Reset,
    Quit,
    At,
    Junk,
    Solve,
    Shorten,
    Finish,
    Spin,
}

const WISHES: [Wish; 12] = [
    Wish::Turn,
    Wish::AnyLetter,
    Wish::Special,
    Wish::TakeBack,
    Wish::Reset,
    Wish::Quit,
    Wish::At,
    Wish::Junk,
    Wish::Solve,
    Wish::Shorten,
    Wish::Finish,
    Wish::Spin,
];

const TEMPERS: [Temper; 5] = [
    // Wanders.
    [40, 20, 12, 12, 4, 1, 4, 5, 0, 0, 1, 1],
    // Wants to win.
    [8, 2, 3, 3, 2, 3, 1, 2, 24, 12, 30, 0],
    // Gives up.
    [10, 5, 5, 5, 5, 40, 2, 3, 15, 5, 5, 0],
    // Mistypes.
    [10, 10, 15, 15, 6, 3, 12, 40, 2, 1, 2, 0],
    // Turns round and round.
    [20, 2, 2, 20, 2, 1, 1, 1, 2, 2, 2, 20],
];

/// Decides what comes next from what the oracle shows.
pub(super) struct Player {
    random: Random,
    temper: &'static Temper,
    /// The highest level that may be asked for.
    highest: i16,
    /// The level that is liked, if one is.
    favourite: Option<i16>,
    /// Keys decided on for the MOVE question.
    plan: VecDeque<u8>,
}

impl Player {
    pub(super) fn new(seed: u64, highest: i16, favourite: Option<i16>) -> Self {
        let mut random = Random::new(!seed);
        let temper = &TEMPERS[usize::from(random.draw(TEMPERS.len() as i16).unsigned_abs()) - 1];
        Self { random, temper, highest, favourite, plan: VecDeque::new() }
    }

    pub(super) fn next(&mut self, game: &Game) -> Act {
        if self.one_in(120) {
            self.plan.clear();
            return Act::Restart;
        }
        if game.prompt() != Prompt::Move {
            self.plan.clear();
        }
        match game.prompt() {
            Prompt::Level => self.level(game),
            Prompt::Move => Act::Key(self.move_key(game)),
            Prompt::Answer | Prompt::NewGame => Act::Key(self.yes_or_no()),
            Prompt::Step => Act::Key(self.step_key()),
        }
    }

    fn level(&mut self, game: &Game) -> Act {
        let level = match (self.draw(20), self.favourite) {
            (1..=2, _) => self.pick(&[0, 41, -1, 42, 100, 32767, -32767]),
            (3, _) => game.counters().d,
            (4..=14, Some(favourite)) => favourite,
            (4..=10, None) => self.draw(4),
            (11..=12, _) => self.highest,
            _ => self.draw(self.highest),
        };
        // A left over level may be one that has to be asked for otherwise.
        let level = if level > self.highest && level < 41 { 1 } else { level };
        let text = self.spelt(level, game.counters().d);
        let code = |character| arcadian_screen::font::code_of(character).unwrap_or(code::ERASE);
        Act::Level { keys: text.chars().map(code).collect(), level }
    }

    /// A way to write a number; `~` stands for ERASE.
    fn spelt(&mut self, level: i16, left_over: i16) -> String {
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
            9 if level == left_over => "D".to_owned(),
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
        match self.wish() {
            Wish::Turn => {
                let turn = self.turn(board);
                self.plan.push_back(turn);
            }
            Wish::AnyLetter => {
                let letter = self.letter();
                self.plan.push_back(letter);
            }
            Wish::Special => self.special(board),
            Wish::TakeBack => self.plan.push_back(b'T'),
            Wish::Reset => self.plan.push_back(b'R'),
            Wish::Quit => self.plan.push_back(b'Q'),
            Wish::At => self.plan.push_back(b'@'),
            Wish::Junk => {
                let junk = self.junk();
                self.plan.push_back(junk);
            }
            Wish::Solve => self.solve(game, <[usize]>::to_vec),
            Wish::Shorten => self.solve(game, shortened),
            Wish::Finish => match finish(game) {
                Some(keys) => self.plan.extend(keys),
                None if self.one_in(3) => self.plan.push_back(b'R'),
                None => {}
            },
            Wish::Spin => self.spin(board),
        }
    }

    fn wish(&mut self) -> Wish {
        let mut left = self.draw(self.temper.iter().sum());
        for (wish, weight) in WISHES.into_iter().zip(self.temper) {
            left -= weight;
            if left <= 0 {
                return wish;
            }
        }
        Wish::Turn
    }

    /// S and a letter, often with something between them.
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
            1 => board.at(4 * self.place(4)).unwrap_or(b'A'),
            2 => b'@',
            _ => self.letter(),
        };
        self.plan.push_back(last);
    }

    /// Plays the rest of the answer, from the start if the board is not one of its own.
    fn solve(&mut self, game: &Game, improve: impl Fn(&[usize]) -> Vec<usize>) {
        let answer = answer(game);
        let here = if self.one_in(6) { None } else { steps_made(game, &answer) };
        let mut board = *game.board();
        if here.is_none() {
            self.plan.push_back(b'R');
            board = *game.original();
        }
        let mut way = improve(&answer[here.unwrap_or(0)..]);
        if way.is_empty() {
            way = vec![1; 4];
        }
        for position in way {
            self.detour(board);
            self.plan.extend(board.at(position));
            board.turn(position);
        }
    }

    /// Now and then something that leaves the board as it is: a turn taken back, a letter that does nothing.
    fn detour(&mut self, board: Board) {
        match self.draw(40) {
            1 => {
                let wrong = self.turn(board);
                self.plan.extend([wrong, b'T']);
            }
            2 => {
                let bottom = board.at(12 + self.place(4));
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

    /// One group turned again and again, far enough for numbers of two and three digits, then taken back.
    fn spin(&mut self, mut board: Board) {
        let position = board.find(self.turn(board)).unwrap_or(1);
        let times = if self.one_in(12) { 100 } else { self.draw(12) };
        for _ in 0..times {
            self.plan.extend(board.at(position));
            board.turn(position);
        }
        self.plan.extend(b"TT");
    }

    /// A letter that can be turned.
    fn turn(&mut self, board: Board) -> u8 {
        let position = self.pick(&[1, 2, 3, 5, 6, 7, 9, 10, 11]);
        board.at(position).unwrap_or(b'A')
    }

    fn letter(&mut self) -> u8 {
        b'@' + self.draw(16) as u8
    }

    /// A key that MOVE does not take.
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

    fn place(&mut self, n: i16) -> usize {
        usize::from(self.draw(n).unsigned_abs())
    }

    fn one_in(&mut self, n: i16) -> bool {
        self.draw(n) == 1
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.place(from.len() as i16) - 1]
    }
}

/// The positions that the stored letters turn, from the puzzle to the ordered board.
pub(super) fn answer(game: &Game) -> Vec<usize> {
    let mut board = *game.original();
    let turn = |&letter: &u8| {
        let position = board.find(letter).unwrap_or(1);
        board.turn(position);
        position
    };
    game.stored().iter().rev().map(turn).collect()
}

/// How many steps of the answer lead to the board as it is now.
fn steps_made(game: &Game, answer: &[usize]) -> Option<usize> {
    let mut board = *game.original();
    (0..=answer.len()).find(|&made| {
        if let Some(&position) = made.checked_sub(1).and_then(|last| answer.get(last)) {
            board.turn(position);
        }
        board == *game.board()
    })
}

/// The same way without turns that undo themselves: four of one group with nothing between that touches it.
pub(super) fn shortened(way: &[usize]) -> Vec<usize> {
    let mut way = way.to_vec();
    'again: loop {
        for first in 0..way.len() {
            let mut four = vec![first];
            for next in first + 1..way.len() {
                if way[next] == way[first] {
                    four.push(next);
                } else if touch(way[next], way[first]) {
                    break;
                }
                if four.len() == 4 {
                    for index in four.into_iter().rev() {
                        way.remove(index);
                    }
                    continue 'again;
                }
            }
        }
        return way;
    }
}

/// Whether two groups share a place.
fn touch(a: usize, b: usize) -> bool {
    let (row, column) = (((a - 1) / 4).abs_diff((b - 1) / 4), ((a - 1) % 4).abs_diff((b - 1) % 4));
    row < 2 && column < 2
}

/// Keys of one move that puts the board in order.
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
