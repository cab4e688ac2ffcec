//! TACTIX on 4 × 4 as the machine solves it, and the moves that it chooses.

use crate::{Choice, Tactix};
use arcadian_board::tactix::{Board, FIGURE_2, Outcome, Rule, Solution, all_moves};
use arcadian_machine::CallCost;

use crate::machine::{
    call::{Call, Fault, Run},
    kinds::tactix::bytes,
};

/// The outcomes of all boards, by the machine and by the reference model.
#[derive(Clone, Debug)]
pub(crate) struct Solved {
    outcomes: Vec<u8>,
    solution: Solution,
    /// What TSOLVE cost.
    pub(crate) cost: CallCost,
}

impl Solved {
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
            input: vec![("board", bytes(board)?), ("outcomes", self.outcomes.clone())],
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
