//! Games in which machine code makes the moves: the bundled routines on an 8080, a Z80 or a 6502.
//!
//! The game itself goes on by the reference model. After each move [`GameCode::runs`] runs the routines that do the same, and compares all
//! that they return with the positions of the game. A difference is a [`Fault`]. In TACTIX the machine also chooses moves.
//!
//! ```
//! use std::sync::Arc;
//!
//! use arcadian_games::{Game, Player, Rotate};
//! use arcadian_isa::Processor;
//! use arcadian_games::machine::GameCode;
//!
//! let puzzle = Rotate::new("BCDH FGEP IJKL AMNO".parse()?, None)?;
//! let mut game = Game::new(Arc::new(puzzle), [Player::Person; 2], 1);
//! let code = GameCode::new(Processor::I8080, &game)?;
//! game.play("E")?;
//! let runs = code.runs(&game)?;
//! assert_eq!((runs[0].routine, runs[0].cost.cycles), ("RKEY", 510));
//! assert_eq!(code.input(&runs[0]), "letter=45,board=4243444846474550494A4B4C414D4E4F");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Modules
//!
//! - [`Role`] says what a routine does in a game; `kinds` has a table of roles for each game, and the calls that a move needs.
//! - [`GameCode`] reads the routines and runs the calls, and has the solution of TACTIX on the machine.

mod kinds;

use std::{any::Any, collections::BTreeMap};

use arcadian_board::tactix::{Board, FIGURE_2, Outcome, Rule, Solution, all_moves};
use arcadian_isa::Processor;
use arcadian_machine::CallCost;
use arcadian_proof::{Field, Routine};

use crate::{
    Choice, Game, Level, Player, Position, Side, Tactix, Task,
    machine::kinds::{Call, bytes, tactix},
};

pub use kinds::{Fault, Role, Run, SetupError, roles};

/// The maximum number of instructions of a call. TSOLVE executes 16 million, every other routine less than 40,000.
const LIMIT: u64 = 50_000_000;

/// The routines that play a game on a processor.
#[derive(Clone, Debug)]
pub struct GameCode {
    processor: Processor,
    routines: BTreeMap<&'static str, Routine>,
    solved: Option<SolvedBoards>,
}

impl GameCode {
    /// Reads the routines of a game. If the program plays TACTIX at the highest level, the machine solves the board first, which takes up
    /// to a second.
    pub fn new(processor: Processor, game: &Game) -> Result<Self, SetupError> {
        let start = game.start();
        kinds::check(&**start)?;
        let read = |role: &Role| match arcadian_claims::named(role.routine, processor) {
            Some(read) => Ok((role.routine, read.map_err(|error| SetupError::Sheet(Box::new(error)))?)),
            None => Err(SetupError::Missing(role.routine)),
        };
        let routines = roles(start.kind()).iter().map(read).collect::<Result<_, _>>()?;
        let mut code = Self { processor, routines, solved: None };
        code.solve(game)?;
        Ok(code)
    }

    /// Uses another routine in place of the one with the same label.
    pub fn replace(&mut self, routine: Routine) {
        for (label, old) in &mut self.routines {
            if routine.name.eq_ignore_ascii_case(label) {
                *old = routine.clone();
            }
        }
    }

    pub fn processor(&self) -> Processor {
        self.processor
    }

    pub fn routine(&self, label: &str) -> Option<&Routine> {
        self.routines.get(label)
    }

    /// Returns the input of a run as text, such as `letter=45,board=…`.
    pub fn input(&self, run: &Run) -> String {
        let routine = self.routine(run.routine);
        routine
            .map_or_else(String::new, |routine| Field::settings(routine.specification.inputs(), &run.input))
    }

    /// Returns what it cost to solve the board, if the machine did that.
    pub fn solution_cost(&self) -> Option<CallCost> {
        self.solved.as_ref().map(|solved| solved.cost)
    }

    /// Returns the runs that made the last move of a game, in order. There are none before the first move, and for a move that no routine
    /// makes.
    ///
    /// # Errors
    /// Fails if a result is not that of the reference model.
    pub fn runs(&self, game: &Game) -> Result<Vec<Run>, Fault> {
        let (Some(at), Some(played)) = (game.at().checked_sub(1), game.last()) else { return Ok(Vec::new()) };
        let before = game.position_at(at);
        let calls = kinds::calls(&**before, played);
        let choice = self.choice_of(game.player(before.side()), &**before, &played.text);
        choice.into_iter().chain(calls).map(|call| self.run(&call)).collect()
    }

    /// Returns the runs that find where the selected piece can go. There are none if nothing is selected, or no routine finds that.
    ///
    /// # Errors
    /// Fails if a result is not that of the reference model.
    pub fn selection_runs(&self, game: &Game) -> Result<Vec<Run>, Fault> {
        let calls = |selected| kinds::selection_calls(&**game.position(), selected);
        game.selected().into_iter().flat_map(calls).map(|call| self.run(&call)).collect()
    }

    /// Chooses the move of a task, or returns `None` if the game has to choose it.
    ///
    /// # Errors
    /// Fails if the reference model would choose another move.
    pub fn choose(&self, task: &Task) -> Result<Option<Choice>, Fault> {
        let Some((solved, tactix)) = self.solved_for(Player::Program(task.level()), &**task.position())
        else {
            return Ok(None);
        };
        let Some((call, choice)) = solved.choice(tactix) else { return Ok(None) };
        self.run(&call).map(|_| Some(choice))
    }

    /// Returns the call that chose a move, if the machine did.
    fn choice_of(&self, player: Player, before: &dyn Position, text: &str) -> Option<Call> {
        let (solved, tactix) = self.solved_for(player, before)?;
        solved.choice(tactix).filter(|(_, choice)| choice.text == text).map(|(call, _)| call)
    }

    fn solved_for<'a>(
        &self,
        player: Player,
        position: &'a dyn Position,
    ) -> Option<(&SolvedBoards, &'a Tactix)> {
        let tactix = (position as &dyn Any).downcast_ref()?;
        let is_highest = player == Player::Program(Level::HIGHEST);
        self.solved.as_ref().filter(|_| is_highest).map(|solved| (solved, tactix))
    }

    fn solve(&mut self, game: &Game) -> Result<(), SetupError> {
        let start: &dyn Any = &**game.start();
        let needs = Side::BOTH.iter().any(|side| game.player(*side) == Player::Program(Level::HIGHEST));
        if let Some(tactix) = start.downcast_ref::<Tactix>().filter(|_| needs) {
            self.solved = SolvedBoards::by(tactix.rule(), |call| self.returned(call))?;
        }
        Ok(())
    }

    fn run(&self, call: &Call) -> Result<Run, Fault> {
        self.returned(call).map(|(run, _)| run)
    }

    /// Makes a call and compares its outputs. Returns them, too.
    fn returned(&self, call: &Call) -> Result<(Run, Vec<u8>), Fault> {
        let routine = self.routine(call.routine).ok_or(Fault::Missing(call.routine))?;
        let (inputs, outputs) = (routine.specification.inputs(), routine.specification.outputs());
        let (input, expected) = (bytes(inputs, &call.input), bytes(outputs, &call.expected));
        let about = || (routine.name.clone(), self.processor, Field::settings(inputs, &input));
        let returned = routine.call(&input, LIMIT).map_err(|why| {
            let (routine, processor, input) = about();
            Fault::Failed { routine, processor, input, why: Box::new(why) }
        })?;
        if returned.output != expected {
            let (routine, processor, input) = about();
            let text = |bytes: &[u8]| Field::settings(outputs, bytes);
            let (found, expected) = (text(&returned.output), text(&expected));
            return Err(Fault::Different { routine, processor, input, found, expected });
        }
        Ok((Run { routine: call.routine, input, cost: returned.cost }, returned.output))
    }
}

/// The outcomes of all boards, by the machine and by the reference model.
#[derive(Clone, Debug)]
pub(crate) struct SolvedBoards {
    outcomes: Vec<u8>,
    solution: Solution,
    /// The cost of TSOLVE.
    pub(crate) cost: CallCost,
}

impl SolvedBoards {
    /// Solves the full board with `run`, which makes a call and returns its outputs.
    pub(crate) fn by(
        rule: Rule,
        run: impl FnOnce(&Call) -> Result<(Run, Vec<u8>), Fault>,
    ) -> Result<Option<Self>, Fault> {
        let full = Board::full(4).ok();
        let Some(solution) = full.and_then(|board| Solution::new(board, rule).ok()) else { return Ok(None) };
        let expected = outcomes(&solution);
        let misere = u8::from(rule == Rule::Misere);
        let call = Call {
            routine: "TSOLVE",
            // What is there before must not matter.
            input: vec![("misere", vec![misere]), ("outcomes", vec![0xA5; BYTES])],
            expected: vec![("outcomes", expected)],
        };
        let (solved, outcomes) = run(&call)?;
        Ok(Some(Self { outcomes, solution, cost: solved.cost }))
    }

    /// Returns the call that chooses a move, and the move that the reference model chooses; `None` on an empty board.
    pub(crate) fn choice(&self, tactix: &Tactix) -> Option<(Call, Choice)> {
        let board = tactix.board();
        let run = self.solution.best_move(board)?;
        let number = all_moves(4).iter().position(|other| *other == run)?;
        let reason = match self.solution.outcome(board)? {
            Outcome::Win => "wins with best play",
            Outcome::Loss => "loses against best play, as every move does",
        };
        let call = Call {
            routine: "TBEST",
            input: vec![("board", tactix::bytes(board)?), ("outcomes", self.outcomes.clone())],
            expected: vec![("number", vec![number as u8]), ("none", vec![0])],
        };
        Some((call, Choice { text: run.to_string(), reason: reason.to_owned() }))
    }
}

/// The size of the table of outcomes.
const BYTES: usize = 8192;

/// Returns the outcomes as TBIT finds them: a bit for each board.
fn outcomes(solution: &Solution) -> Vec<u8> {
    let mut table = vec![0; BYTES];
    for word in 0..8 * BYTES {
        let board = FIGURE_2.to_rows(word as u64).ok();
        let wins = board.and_then(|board| solution.outcome(&board)) == Some(Outcome::Win);
        table[word % BYTES] |= u8::from(wins) << (word / BYTES);
    }
    table
}
