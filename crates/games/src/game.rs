//! A game that is being played: who plays, the moves made and taken back, what is selected and marked.

use crate::Kind;
use crate::SetupError;
use std::{collections::BTreeMap, sync::Arc};

use crate::{Choice, Illegal, Level, Move, Outcome, Played, Position, Side, Square, position::Random};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    Person,
    Program(Level),
}

/// A game from its start to the position shown, and the moves that follow there, if some were taken back.
#[derive(Clone, Debug)]
pub struct Game {
    start: Arc<dyn Position>,
    steps: Vec<Played>,
    /// The number of moves before the position shown.
    at: usize,
    players: [Player; 2],
    seed: u64,
    selected: Option<Square>,
    hint: Option<Hint>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub choice: Choice,
    squares: Vec<Square>,
}

/// The reason of a mark on a square. Of several marks the greatest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// The last move concerned it.
    Last,
    Hint,
    /// The selected piece can go there.
    Target,
    Selected,
}

/// The effect of touching a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Touch {
    Selected,
    /// The square that was selected before, while none is selected now.
    Unselected,
    /// The target of a move, which was made.
    Played,
}

/// A move for the program to choose. It can be sent to another thread.
#[derive(Clone, Debug)]
pub struct Task {
    position: Arc<dyn Position>,
    level: Level,
    random: u64,
    /// The number of moves before the position, by which a host knows whether the answer is still wanted.
    pub at: usize,
}

impl Task {
    pub fn position(&self) -> &Arc<dyn Position> {
        &self.position
    }

    pub fn level(&self) -> Level {
        self.level
    }

    pub fn choose(&self, is_enough: &mut dyn FnMut() -> bool) -> Option<Choice> {
        self.position.choose(self.level, self.random, is_enough)
    }
}

/// Construction and state.
impl Game {
    /// Starts a game. `players` are those of the first and the second side; a puzzle ignores the second one. Errors at low levels follow
    /// from the seed.
    pub fn new(start: Arc<dyn Position>, players: [Player; 2], seed: u64) -> Self {
        Self { start, steps: Vec::new(), at: 0, players, seed, selected: None, hint: None }
    }

    pub fn start(&self) -> &Arc<dyn Position> {
        &self.start
    }

    /// Returns the position shown.
    pub fn position(&self) -> &Arc<dyn Position> {
        self.last().map_or(&self.start, |played| &played.position)
    }

    /// Returns the moves, including those that were taken back.
    pub fn steps(&self) -> &[Played] {
        &self.steps
    }

    /// Returns the number of moves before the position shown.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the move that led to the position shown.
    pub fn last(&self) -> Option<&Played> {
        self.at.checked_sub(1).and_then(|last| self.steps.get(last))
    }

    /// Returns the position before a move, from 0, or the one after all moves.
    pub fn position_at(&self, at: usize) -> &Arc<dyn Position> {
        let before = at.checked_sub(1).and_then(|last| self.steps.get(last));
        before.map_or(&self.start, |played| &played.position)
    }

    pub fn player(&self, side: Side) -> Player {
        self.players[side as usize]
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    pub fn selected(&self) -> Option<Square> {
        self.selected
    }

    pub fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }

    /// Says who is to move, or how the game ended.
    pub fn status(&self) -> String {
        let position = self.position();
        let kind = position.kind();
        match position.outcome() {
            _ if kind.sides.len() == 1 => sentence(&position.summary()),
            Some(Outcome::Won(side)) => {
                sentence(&format!("{} has won; {}", kind.side(side), position.summary()))
            }
            Some(Outcome::Drawn) => sentence(&format!("a draw; {}", position.summary())),
            None => sentence(&format!("{}; {}", self.turn(), position.summary())),
        }
    }

    fn turn(&self) -> String {
        let position = self.position();
        let side = position.side();
        let must = match &position.moves()[..] {
            [only] if only.pairs.is_empty() => format!("must pass, {}", only.text),
            _ => "to move".to_owned(),
        };
        let player = match self.player(side) {
            Player::Program(_) => " (the program)",
            Player::Person => "",
        };
        format!("{} {must}{player}", position.kind().side(side))
    }

    pub fn marks(&self) -> BTreeMap<Square, Mark> {
        let last = self.last().into_iter().flat_map(|played| &played.squares);
        let hint = self.hint.iter().flat_map(|hint| &hint.squares);
        let targets = self.targets().into_iter().map(|square| (square, Mark::Target));
        let selected = self.selected.into_iter().map(|square| (square, Mark::Selected));
        let below = last.map(|&square| (square, Mark::Last)).chain(hint.map(|&square| (square, Mark::Hint)));
        below.chain(targets).chain(selected).collect()
    }

    /// Returns the squares where a move begins.
    pub fn sources(&self) -> Vec<Square> {
        let mut sources: Vec<Square> = self.pairs().map(|(from, _)| from).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    /// Returns the squares where a move from the selected one can end.
    pub fn targets(&self) -> Vec<Square> {
        self.pairs().filter(|&(from, _)| Some(from) == self.selected).map(|(_, to)| to).collect()
    }

    /// Returns the legal moves that are not made on the board, such as a pass.
    pub fn keys(&self) -> Vec<String> {
        let moves = self.position().moves().into_iter();
        moves.filter(|candidate| candidate.pairs.is_empty()).map(|candidate| candidate.text).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (Square, Square)> + use<> {
        self.position().moves().into_iter().flat_map(|candidate: Move| candidate.pairs)
    }
}

/// Moves.
impl Game {
    /// Makes a move in the game's notation. Moves that were taken back are forgotten.
    ///
    /// # Errors
    /// Says why it is not a legal move; nothing changes.
    pub fn play(&mut self, text: &str) -> Result<(), Illegal> {
        let played = self.position().play(text)?;
        self.cut();
        self.steps.push(played);
        self.go(self.at + 1);
        Ok(())
    }

    /// Touches a square with a cursor or a finger: selects it, or makes the move from the selected square to this one.
    ///
    /// # Errors
    /// Says why the move is refused; the selection stays.
    pub fn touch(&mut self, square: Square) -> Result<Touch, Illegal> {
        if self.position().grid().cell(square).is_none() {
            return Err(Illegal::Outside { row: square.row, column: square.column });
        }
        let is_target = self.targets().contains(&square);
        let is_source = self.pairs().any(|(from, _)| from == square);
        match self.selected {
            Some(from) if is_target => {
                self.play(&self.position().notation(from, square)?)?;
                return Ok(Touch::Played);
            }
            Some(from) if from == square => {
                self.selected = None;
                return Ok(Touch::Unselected);
            }
            _ if is_source => self.selected = Some(square),
            Some(from) => self.refuse(from, square)?,
            None => return Err(self.position().cannot_begin(square)),
        }
        Ok(Touch::Selected)
    }

    /// Returns why a move is illegal that is not among the moves.
    fn refuse(&self, from: Square, to: Square) -> Result<(), Illegal> {
        self.position().play(&self.position().notation(from, to)?)?;
        Err(self.position().cannot_begin(to))
    }

    pub fn unselect(&mut self) {
        self.selected = None;
    }

    /// Goes back to the position before the last move, or, if the program plays, before the last move of a person. Returns whether there
    /// is one.
    pub fn take_back(&mut self) -> bool {
        let is_person = |at: &usize| self.player(self.position_at(*at).side()) == Player::Person;
        let turn = (0..self.at).rev().find(is_person);
        turn.is_some_and(|at| self.go(at))
    }

    /// Goes to the position after a number of moves. Returns `false` if the game has fewer moves.
    pub fn go(&mut self, at: usize) -> bool {
        let is_there = at <= self.steps.len();
        if is_there {
            (self.at, self.selected, self.hint) = (at, None, None);
        }
        is_there
    }

    /// Forgets the moves after the position shown, so that the game continues there.
    pub fn cut(&mut self) {
        self.steps.truncate(self.at);
    }
}

/// The program.
impl Game {
    /// Returns the move that the program has to choose now, or `None` if a person is to move, the game is over, or moves follow that were
    /// taken back.
    pub fn task(&self) -> Option<Task> {
        let position = self.position();
        let is_running = self.at == self.steps.len() && position.outcome().is_none();
        match self.player(position.side()) {
            Player::Program(level) if is_running => Some(self.task_at(level)),
            _ => None,
        }
    }

    /// Returns the task to find a hint for the side to move, or `None` if the game is over.
    pub fn hint_task(&self) -> Option<Task> {
        self.position().outcome().is_none().then(|| self.task_at(Level::HIGHEST))
    }

    fn task_at(&self, level: Level) -> Task {
        // Each move has numbers of its own, and taking back repeats them.
        let random = Random::new(self.seed ^ (self.at as u64) << 32).number();
        Task { position: Arc::clone(self.position()), level, random, at: self.at }
    }

    /// Shows a move as a hint.
    ///
    /// # Errors
    /// Fails if it is not a legal move.
    pub fn show_hint(&mut self, choice: Choice) -> Result<(), Illegal> {
        let squares = self.position().play(&choice.text)?.squares;
        self.hint = Some(Hint { choice, squares });
        Ok(())
    }
}

/// Returns a text with a capital letter, unless it begins with a name such as `x`.
fn sentence(text: &str) -> String {
    let is_name = text.chars().nth(1) == Some(' ') && !text.starts_with("a ");
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if !is_name => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

impl Kind {
    pub const ALL: [&'static Self; 4] =
        [&crate::tactix::TACTIX, &crate::halma::HALMA, &crate::ataxx::ATAXX, &crate::rotate::ROTATE];

    /// Returns the game with a name.
    ///
    /// # Errors
    /// Fails if there is none.
    pub fn named(name: &str) -> Result<&'static Self, SetupError> {
        let found = Self::ALL.into_iter().find(|kind| kind.name == name);
        found.ok_or_else(|| SetupError::Game(name.to_owned()))
    }
}
