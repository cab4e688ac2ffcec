//! The machine code of a game with `--on`: what ran for the last move, and how it can be stepped through. The thread that thinks.

use std::{
    io,
    time::{Duration, Instant},
};

use anyhow::{Context, Result};
use arcadian_debugger::step::{stepping::Stepping, subject::Subject};
use arcadian_games::{
    Choice, Game, Task,
    machine::{Fault, GameCode, Run},
};
use arcadian_isa::Processor;
use arcadian_machine::CallCost;

use crate::{memory::Background, number::grouped};

/// The longest input of a command line that is printed, in bytes.
const LONGEST_INPUT: usize = 256;

/// The routines of a game, and those that made the last move or found where the selected piece can go.
pub struct Machine {
    code: GameCode,
    runs: Vec<Run>,
}

impl Machine {
    /// Reads the routines, and solves the board if the program needs that.
    pub fn new(processor: Processor, game: &Game) -> Result<Self> {
        let code = GameCode::new(processor, game);
        Ok(Self::of(code.with_context(|| format!("cannot play on the {processor}"))?))
    }

    pub fn of(code: GameCode) -> Self {
        Self { code, runs: Vec::new() }
    }

    /// Runs the routines that find where the selected piece can go. If there are none, runs those that made the last move.
    pub fn follow(&mut self, game: &Game) -> Result<(), Fault> {
        self.runs = self.code.selection_runs(game)?;
        if self.runs.is_empty() {
            self.runs = self.code.runs(game)?;
        }
        Ok(())
    }

    /// Runs the routines of all moves up to the position shown. Returns what they cost together, or nothing before the first move.
    pub fn follow_all(&mut self, game: &Game) -> Result<Option<String>, Fault> {
        let mut replayed = game.clone();
        let mut total = CallCost { instructions: 0, cycles: 0 };
        for at in 1..=game.at() {
            replayed.go(at);
            self.follow(&replayed)?;
            total = self.runs.iter().fold(total, |total, run| sum(total, run.cost));
        }
        let moves = arcadian_files::count(game.at(), "move");
        Ok((game.at() > 0).then(|| format!("{moves} on the {}: {}", self.code.processor(), cost(total))))
    }

    /// Chooses the move of the program, or returns `None` if the game has to.
    pub fn choose(&self, task: &Task) -> Result<Option<Choice>, Fault> {
        self.code.choose(task)
    }

    pub fn processor(&self) -> Processor {
        self.code.processor()
    }

    /// Returns the runs that were made last.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Says what solving the board cost, if the machine did it.
    pub fn solution(&self) -> Option<String> {
        self.code.solution_cost().map(|spent| self.line("TSOLVE", spent))
    }

    /// Says what the routines of the last move cost, as in `RKEY on the 8080: 510 cycles, 68 instructions; RDONE: …`.
    pub fn costs(&self) -> Option<String> {
        let mut groups = self.runs.chunk_by(|one, other| one.routine == other.routine).map(|group| {
            let total = group.iter().map(|run| run.cost).reduce(sum);
            let times = if group.len() == 1 { String::new() } else { format!(", {} times,", group.len()) };
            (format!("{}{times}", group[0].routine), total.unwrap_or(group[0].cost))
        });
        let (name, spent) = groups.next()?;
        let rest = groups.map(|(name, spent)| format!("; {}: {}", name.trim_end_matches(','), cost(spent)));
        Some(self.line(&name, spent) + &rest.collect::<String>())
    }

    fn line(&self, name: &str, spent: CallCost) -> String {
        format!("{name} on the {}: {}", self.code.processor(), cost(spent))
    }

    /// Returns the command lines that step through the routines of the last move. A comment replaces one that would be too long.
    pub fn commands(&self) -> Vec<String> {
        let cpu = match self.code.processor() {
            Processor::I8080 => String::new(),
            other => format!(" --cpu {other}"),
        };
        let command = |run: &Run| match run.input.len() {
            0..=LONGEST_INPUT => format!("arcadian step {}{cpu} --in {}", run.routine, self.code.input(run)),
            bytes => format!(
                "# {}: {} bytes of input are too many for a command line; the key s in a terminal steps through it",
                run.routine,
                grouped(bytes as u64)
            ),
        };
        self.runs.iter().map(command).collect()
    }

    /// Starts a routine of the last move with the same input. Returns its label, too.
    pub fn stepping(&self, number: usize) -> Result<(Stepping, &'static str)> {
        let run = self.runs.get(number).context("no routine has this number")?;
        let routine = self.code.routine(run.routine).context("the routine is not known")?;
        Ok((Stepping::start(&Subject::call(routine.clone(), &run.input))?, run.routine))
    }
}

fn sum(one: CallCost, other: CallCost) -> CallCost {
    CallCost { instructions: one.instructions + other.instructions, cycles: one.cycles + other.cycles }
}

fn cost(spent: CallCost) -> String {
    format!("{} cycles, {} instructions", grouped(spent.cycles), grouped(spent.instructions))
}

/// A search that is running. Dropping it stops the search.
#[derive(Debug)]
pub struct Thinking {
    search: Background<Choice>,
    /// Whether a hint is wanted, not a move of the program.
    pub is_hint: bool,
    start: Instant,
}

/// The time for a hint. A move of the program has none: the same game must be the same on every machine.
const HINT: Duration = Duration::from_secs(3);

impl Thinking {
    pub fn start(task: Task, is_hint: bool) -> io::Result<Self> {
        let search = Background::start(move |is_enough| task.choose(is_enough))?;
        Ok(Self { search, is_hint, start: Instant::now() })
    }

    /// Returns the answer if the search has ended. It has none if it failed.
    pub fn answer(&self) -> Option<Option<Choice>> {
        self.search.result()
    }

    pub fn is_overdue(&self) -> bool {
        self.is_hint && self.start.elapsed() > HINT
    }

    /// Ends the search soon, with the best move so far.
    pub fn hurry(&self) {
        self.search.hurry();
    }
}
