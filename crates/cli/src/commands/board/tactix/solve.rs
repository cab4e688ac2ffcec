//! Solutions of positions.

use anyhow::Result;
use arcadian_board::tactix::{Board, Outcome, Rule, Solution};
use clap::{Args, ValueEnum};

use super::{figure::Figure, picture, read};
use crate::number::decimal;

pub const HELP: &str = "\
A board is its bytes in hexadecimal, byte 1 first, or its rows: x is a counter, . an empty square, / separates rows.
At most 25 counters can be solved.

Examples:
  arcadian board tactix solve xxx/xxx/xxx
  arcadian board tactix solve 3C 81 --rule misere
  arcadian board tactix solve --size 5";

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Bytes in hexadecimal, or rows
    #[arg(required_unless_present = "size", conflicts_with = "size")]
    pub board: Vec<String>,
    /// Figure of the layout [default: figure 2 for bytes, none for rows]
    #[arg(long, value_enum, conflicts_with = "size")]
    pub figure: Option<Figure>,
    /// Count the lost positions of the full board with N squares on a side
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = decimal::<u8>(1..=5))]
    pub size: Option<u8>,
    /// Rule for the last counter
    #[arg(long, value_enum, default_value = "both")]
    pub rule: Game,
}

/// A rule, or both.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Game {
    /// The player who takes the last counter wins
    Normal,
    /// The player who takes the last counter loses
    Misere,
    /// Both rules
    Both,
}

impl Game {
    fn rules(self) -> &'static [(&'static str, Rule)] {
        const RULES: [(&str, Rule); 2] = [("normal", Rule::Normal), ("misère", Rule::Misere)];
        match self {
            Game::Normal => &RULES[..1],
            Game::Misere => &RULES[1..],
            Game::Both => &RULES,
        }
    }
}

/// Solves a position, or counts the lost positions.
pub fn solve(args: &SolveArgs) -> Result<String> {
    match args.size {
        Some(size) => counts(Board::full(size.into())?, args.rule),
        None => position(&read::position(&args.board, args.figure)?, args.rule),
    }
}

fn position(board: &Board, game: Game) -> Result<String> {
    let mut text = picture::counters(board);
    for (name, rule) in game.rules() {
        let solution = Solution::new(*board, *rule)?;
        text += &format!("{name}: {}\n", verdict(&solution, board));
    }
    Ok(text)
}

fn verdict(solution: &Solution, board: &Board) -> String {
    let moves: Vec<String> = solution.winning_moves(board).iter().map(ToString::to_string).collect();
    match (solution.outcome(board), solution.best_move(board)) {
        (Some(Outcome::Win), Some(_)) => format!("the player to move wins by {}", moves.join(" ")),
        (Some(Outcome::Win), None) => "the player to move has won".to_owned(),
        (_, None) => "the player to move has lost".to_owned(),
        (_, Some(best)) => format!("the player to move loses; every move loses, for example {best}"),
    }
}

fn counts(board: Board, game: Game) -> Result<String> {
    let rules = game.rules();
    let solutions: Vec<Solution> =
        rules.iter().map(|(_, rule)| Solution::new(board, *rule)).collect::<Result<_, _>>()?;
    let columns: Vec<Vec<u64>> = solutions.iter().map(Solution::losses_by_counters).collect();
    let line = |name: &str, cells: Vec<String>| {
        format!("{name:>8}{}\n", cells.iter().map(|cell| format!("{cell:>11}")).collect::<String>())
    };
    let mut text = format!(
        "{0} × {0}: positions in which the player to move loses\n\n{1}",
        board.size(),
        line("counters", rules.iter().map(|(name, _)| (*name).to_owned()).collect())
    );
    for counters in 0..=board.counters().count_ones() {
        let cells = columns.iter().filter_map(|column| column.get(counters as usize)).map(u64::to_string);
        text += &line(&counters.to_string(), cells.collect());
    }
    text += &line("all", columns.iter().map(|column| column.iter().sum::<u64>().to_string()).collect());
    text += &format!("\nof {} positions. The full board:\n", 1u64 << board.counters().count_ones());
    for ((name, _), solution) in rules.iter().zip(&solutions) {
        text += &format!("{name}: {}\n", verdict(solution, &board));
    }
    Ok(text)
}
