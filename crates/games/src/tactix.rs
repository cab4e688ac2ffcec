//! TACTIX as a game: runs of counters, taken by turns. The program as its player: perfect where the board can be solved at once, with
//! errors at the lower levels.

use std::sync::Arc;

use arcadian_board::tactix::{self, Board, MAX_SOLVABLE, Rule, Solution, Symmetry};

use crate::{
    Cell, Choice, Grid, Illegal, IllegalTactix, Kind, Level, Move, Outcome, Played, Position, SetupError,
    Side, Square, position::Random,
};

pub static TACTIX: Kind = Kind {
    name: "tactix",
    title: "TACTIX",
    sides: &["the first player", "the second player"],
    notation: "a counter by row and column from 0, such as 12, or the first and the last counter of a run in a row or a column, such as 00-03",
    characters: "0123456789-",
    selection: "the first counter of a run, then the last one; the same counter twice takes only that one",
    shading: None,
    read: |rules, text| {
        let rule = rule(rules)?;
        Ok(Arc::new(Tactix::new(text.parse()?, rule)?))
    },
};

/// The names of the rules in records.
const RULES: [(&str, Rule); 2] = [("misere", Rule::Misere), ("normal", Rule::Normal)];

fn rule(text: &str) -> Result<Rule, SetupError> {
    let found = RULES.iter().find(|(name, _)| *name == text).map(|&(_, rule)| rule);
    let unknown =
        || SetupError::Rules { found: text.to_owned(), game: TACTIX.title, rules: "misere or normal" };
    found.ok_or_else(unknown)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactix {
    board: Board,
    rule: Rule,
    side: Side,
}

impl Tactix {
    /// Creates a game on a board, which must have 2 to 6 squares on a side, and counters.
    pub fn new(board: Board, rule: Rule) -> Result<Self, SetupError> {
        let new = Self { board, rule, side: Side::First };
        match board.size() {
            2..=6 if board.counters() != 0 => Ok(new),
            2..=6 => Err(SetupError::Over("no counters are left".to_owned())),
            size => Err(SetupError::Size(size)),
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    fn read(&self, text: &str) -> Result<tactix::Move, IllegalTactix> {
        let form = || IllegalTactix::Text(text.to_owned());
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let (first, last) = (square(first).ok_or_else(form)?, square(last).ok_or_else(form)?);
        let (first, last) = (first.min(last), first.max(last));
        let size = self.board.size();
        if let Some(outside) = [first, last].into_iter().find(|&(row, column)| row.max(column) >= size) {
            return Err(IllegalTactix::Outside { square: name(outside), last: size - 1 });
        }
        tactix::Move::new(first, last)
            .ok_or_else(|| IllegalTactix::Line { first: name(first), last: name(last) })
    }

    fn missing(&self, run: &tactix::Move) -> Option<(usize, usize)> {
        squares(run).find(|&(row, column)| !self.board.has(row, column))
    }
}

fn squares(run: &tactix::Move) -> impl Iterator<Item = (usize, usize)> {
    let (first, last) = (run.first(), run.last());
    (first.0..=last.0).flat_map(move |row| (first.1..=last.1).map(move |column| (row, column)))
}

fn square(text: &str) -> Option<(usize, usize)> {
    let mut digits = text.chars().map(|digit| digit.to_digit(10).map(|digit| digit as usize));
    match (digits.next()?, digits.next()?, digits.next()) {
        (Some(row), Some(column), None) => Some((row, column)),
        _ => None,
    }
}

fn name((row, column): (usize, usize)) -> String {
    format!("{row}{column}")
}

impl Position for Tactix {
    fn kind(&self) -> &'static Kind {
        &TACTIX
    }

    fn rules(&self) -> String {
        RULES.iter().filter(|(_, rule)| *rule == self.rule).map(|(name, _)| *name).collect()
    }

    fn text(&self) -> String {
        self.board.to_string()
    }

    fn side(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = match self.rule {
            Rule::Normal => self.side.other(),
            Rule::Misere => self.side,
        };
        (self.board.counters() == 0).then_some(Outcome::Won(winner))
    }

    fn summary(&self) -> String {
        let counters = self.board.counters().count_ones();
        let plural = if counters == 1 { "" } else { "s" };
        let goal = match self.rule {
            Rule::Normal => "wins",
            Rule::Misere => "loses",
        };
        format!("{counters} counter{plural}; the last one {goal}")
    }

    fn moves(&self) -> Vec<Move> {
        let runs = self.board.moves().into_iter();
        runs.map(|run| {
            let [first, last] = [run.first(), run.last()].map(|(row, column)| Square::new(row, column));
            let mut pairs = vec![(first, last), (last, first)];
            pairs.dedup();
            Move { text: run.to_string(), pairs }
        })
        .collect()
    }

    fn play(&self, text: &str) -> Result<Played, Illegal> {
        if self.board.counters() == 0 {
            return Err(IllegalTactix::Over.into());
        }
        let run = self.read(text)?;
        let gap = || IllegalTactix::Gap(self.missing(&run).map(name).unwrap_or_default());
        let board = self.board.take(&run).map_err(|_| gap())?;
        Ok(Played {
            text: run.to_string(),
            squares: squares(&run).map(|(row, column)| Square::new(row, column)).collect(),
            position: Arc::new(Self { board, side: self.side.other(), ..*self }),
        })
    }

    fn notation(&self, from: Square, to: Square) -> Result<String, Illegal> {
        let [from, to] = [from, to].map(|square| name((square.row, square.column)));
        Ok(if from == to { from } else { format!("{from}-{to}") })
    }

    fn cannot_begin(&self, from: Square) -> Illegal {
        match self.outcome() {
            Some(_) => IllegalTactix::Over.into(),
            None => IllegalTactix::Gap(name((from.row, from.column))).into(),
        }
    }

    fn grid(&self) -> Grid {
        let size = self.board.size();
        let labels: Vec<String> = (0..size).map(|number| number.to_string()).collect();
        let cell = |row, column| {
            let letter = if self.board.has(row, column) { 'x' } else { Cell::EMPTY };
            Cell { letter, side: None, is_shaded: false }
        };
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| cell(row, column))).collect();
        Grid { rows: labels.clone(), columns: labels, cells }
    }

    fn choose(&self, level: Level, random: u64, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
        choose(self.board, self.rule, level, random, is_enough)
    }
}

/// The number of counters from which on the highest level plays perfectly, on boards of every size.
pub const PERFECT: u32 = MAX_SOLVABLE;

/// The number of moves in 100 that are picked at random, for each level.
const ERRORS: [usize; 5] = [100, 60, 35, 15, 0];

/// The number of solutions that are tried on a board that is too large to solve. Each takes a tenth of a second.
const TRIES: usize = 12;

/// Chooses a move, or none on an empty board.
fn choose(
    board: Board,
    rule: Rule,
    level: Level,
    random: u64,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<Choice> {
    let mut random = Random::new(random);
    let errs = random.below(100) < ERRORS.get(usize::from(level.number()) - 1).copied().unwrap_or(0);
    if errs {
        return choice(random.pick(&board.moves())?, "picked at random");
    }
    match Solution::new(board, rule) {
        Ok(solution) => solved(&board, &solution, &mut random),
        Err(_) => unsolved(board, rule, &mut random, is_enough),
    }
}

fn choice(run: &tactix::Move, reason: &str) -> Option<Choice> {
    Some(Choice { text: run.to_string(), reason: reason.to_owned() })
}

/// Chooses a winning move. If there is none, one that takes few counters: the more are left, the easier is the opponent's error.
fn solved(board: &Board, solution: &Solution, random: &mut Random) -> Option<Choice> {
    let winning = solution.winning_moves(board);
    if let Some(run) = random.pick(&winning) {
        return choice(run, "wins with best play");
    }
    let singles: Vec<tactix::Move> =
        board.moves().into_iter().filter(|run| run.first() == run.last()).collect();
    choice(random.pick(&singles)?, "loses against best play, as every move does")
}

/// Chooses a move of a board that is too large: one that provably wins, one that keeps the board symmetric, or any.
fn unsolved(
    board: Board,
    rule: Rule,
    random: &mut Random,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<Choice> {
    let moves = board.moves();
    let left = |run: &tactix::Move| board.take(run).ok();
    if let Some(run) = winning(&moves, left, rule, is_enough) {
        return choice(&run, "wins with best play");
    }
    let is_symmetric = |run: &&tactix::Move| left(run).is_some_and(|left| left.image(Symmetry::Half) == left);
    let symmetric: Vec<tactix::Move> = moves.iter().filter(is_symmetric).copied().collect();
    match (random.pick(&symmetric), rule) {
        (Some(run), Rule::Normal) if board.size().is_multiple_of(2) => {
            choice(run, "wins: the board is symmetric, so every move has an answer")
        }
        (Some(run), _) => choice(run, "leaves a symmetric board; it is too large to solve at once"),
        (None, _) => choice(random.pick(&moves)?, "any move; the board is too large to solve at once"),
    }
}

/// Returns the first of some moves after which the opponent provably loses, among those that leave few enough counters to solve.
fn winning(
    moves: &[tactix::Move],
    left: impl Fn(&tactix::Move) -> Option<Board>,
    rule: Rule,
    is_enough: &mut dyn FnMut() -> bool,
) -> Option<tactix::Move> {
    let is_small = |board: &Board| board.counters().count_ones() <= MAX_SOLVABLE;
    let small = moves.iter().filter_map(|run| Some((run, left(run).filter(is_small)?)));
    small
        .take(TRIES)
        .take_while(|_| !is_enough())
        .find(|(_, board)| {
            Solution::new(*board, rule)
                .is_ok_and(|solution| solution.outcome(board) == Some(tactix::Outcome::Loss))
        })
        .map(|(run, _)| *run)
}
