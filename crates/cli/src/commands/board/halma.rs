//! `board halma`: Halma and Kangaroo Halma.

use std::sync::Arc;

use anyhow::{Context, Result};
use arcadian_board::halma::{Color, Move, Position, Set, Variant, chain, hops, perft, steps};
use arcadian_games as games;
use arcadian_games::{Halma, halma::HALMA};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::play::{self, OpponentArgs, SessionArgs};
use crate::{
    files::{ExitStatus, output},
    number::decimal,
};

const SHOW_HELP: &str = "\
Square = 16 x row + column, from the upper left corner. A move is two squares: 4-21.
A position is 16 rows separated by /, a blank, and w or b for the side to move. In a row w and b are pieces, and a number \
is that number of empty squares.

Examples:
  arcadian board halma show --numbers
  arcadian board halma show --from 65
  arcadian board halma show --position '16/1w14/16/3b12/16/8w7/16/16/16/16/16/16/16/16/16/16 w' --from 17 --kangaroo";

const MOVES_HELP: &str = "\
Examples:
  arcadian board halma moves
  arcadian board halma moves 35
  arcadian board halma moves 68 --after '50-67 205-188' --kangaroo";

const PATHS_HELP: &str = "\
Examples:
  arcadian board halma paths 4-21 251-234
  arcadian board halma paths --kangaroo 65-81 190-174";

const PLAY_HELP: &str = "\
White moves first, and `--program first` lets the program begin. From move 60 of each side on a side has also won if the opposite camp is full \
and one of the pieces there is its own, so that nobody can prevent a win by staying at home.

Examples:
  arcadian board halma play
  arcadian board halma play --kangaroo --program first --level 5
  arcadian board halma play --program none --record game.txt
  arcadian board halma play --replay game.txt";

/// A command of `board halma`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a board, and the destinations of a piece
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// List the moves of a piece with their hops, or all moves
    #[command(after_help = MOVES_HELP)]
    Moves(MovesArgs),
    /// Count the sequences of moves up to a depth
    Perft(PerftArgs),
    /// List given moves, each with its path, and draw the board after them
    #[command(after_help = PATHS_HELP)]
    Paths(PathsArgs),
    /// Play a game against the program or another person
    #[command(after_help = PLAY_HELP, after_long_help = format!("{}\n\n{PLAY_HELP}", play::HELP))]
    Play(PlayArgs),
}

/// The initial position and the rules.
#[derive(Args, Debug)]
pub struct From {
    /// Position [default: the start]
    #[arg(long, value_name = "TEXT")]
    pub position: Option<Position>,
    /// Play Kangaroo Halma: hops over pieces at any distance
    #[arg(long)]
    pub kangaroo: bool,
}

/// The position after some moves.
#[derive(Args, Debug)]
pub struct After {
    #[command(flatten)]
    pub from: From,
    /// Moves to make first, separated by blanks or commas
    #[arg(long, value_name = "MOVES", value_parser = moves_text)]
    pub after: Option<Moves>,
}

#[derive(Clone, Debug)]
pub struct Moves(Vec<Move>);

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    #[command(flatten)]
    pub at: After,
    /// Mark the destinations of the piece on this square
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    pub from: Option<u8>,
    /// Show the number of each square
    #[arg(long)]
    pub numbers: bool,
}

/// The arguments of `moves`.
#[derive(Args, Debug)]
pub struct MovesArgs {
    /// Square of the piece [default: all pieces of the side to move]
    #[arg(value_parser = square)]
    pub square: Option<u8>,
    #[command(flatten)]
    pub at: After,
}

/// The arguments of `perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// Number of moves, at most 12; each takes about sixty times as long as the one before
    #[arg(allow_negative_numbers = true, value_parser = decimal::<u8>(0..=12))]
    pub depth: u8,
    #[command(flatten)]
    pub at: After,
    /// Show the count of each first move
    #[arg(long)]
    pub divide: bool,
}

/// The arguments of `paths`.
#[derive(Args, Debug)]
pub struct PathsArgs {
    /// Moves to play
    #[arg(required = true)]
    pub moves: Vec<Move>,
    #[command(flatten)]
    pub from: From,
}

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    #[command(flatten)]
    pub from: From,
    #[command(flatten)]
    pub opponent: OpponentArgs,
    #[command(flatten)]
    pub session: SessionArgs,
}

impl From {
    fn variant(&self) -> Variant {
        if self.kangaroo { Variant::Kangaroo } else { Variant::Standard }
    }

    fn position(&self) -> Position {
        self.position.unwrap_or_else(Position::start)
    }
}

impl After {
    fn position(&self) -> Result<Position> {
        let moves = self.after.iter().flat_map(|Moves(moves)| moves);
        (1..).zip(moves).try_fold(self.from.position(), |position, (number, &played)| {
            play_one(&position, number, played, self.from.variant())
        })
    }
}

fn play_game(args: &PlayArgs) -> Result<ExitStatus> {
    let is_given = args.from.kangaroo || args.from.position.is_some();
    play::refuse_with_replay(&args.session, is_given, "--kangaroo and --position")?;
    let (position, variant) = (args.from.position(), args.from.variant());
    let start = move |_| Ok(Arc::new(Halma::new(position, variant)?) as Arc<dyn games::Position>);
    play::run(&HALMA, &args.session, args.opponent.players()?, start)
}

/// Plays a move. The error names the number of the move.
fn play_one(position: &Position, number: usize, played: Move, variant: Variant) -> Result<Position> {
    position.play(played, variant).with_context(|| format!("move {number}, {played}"))
}

fn moves_text(text: &str) -> Result<Moves> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    words.map(|word| Ok(word.parse()?)).collect::<Result<_>>().map(Moves)
}

fn square(text: &str) -> Result<u8> {
    text.parse().context("a square is a number from 0 to 255")
}

pub fn run(command: &Command) -> Result<ExitStatus> {
    match command {
        Command::Show(args) => show(args),
        Command::Moves(args) => moves(args),
        Command::Perft(args) => count_moves(args),
        Command::Paths(args) => paths(args),
        Command::Play(args) => play_game(args),
    }
}

/// Lists the moves of one piece or of all pieces.
pub fn moves(args: &MovesArgs) -> Result<ExitStatus> {
    let position = args.at.position()?;
    let variant = args.at.from.variant();
    let (text, report) = match args.square {
        Some(square) => of_one(&position, square, variant)?,
        None => of_all(&position, variant),
    };
    output::answer(ExitStatus::Holds, &text, report)
}

fn of_one(position: &Position, square: u8, variant: Variant) -> Result<(String, Value)> {
    let color = require_piece(position, square)?;
    let occupied = position.board.occupied();
    let chains =
        hops(occupied, square, variant).squares().filter_map(|to| chain(occupied, square, to, variant));
    let chains: Vec<Vec<u8>> = chains.collect();
    let near: Vec<u8> = steps(occupied, square).squares().collect();
    let report = json!({ "square": square, "steps": near, "hops": chains });
    let chains: Vec<String> = chains.iter().map(|squares| path(squares)).collect();
    let steps = listed(near.into_iter());
    let hops = if chains.is_empty() { "none".to_owned() } else { chains.join("\n       ") };
    Ok((format!("{color}'s piece on {square}\nsteps  {steps}\nhops   {hops}\n"), report))
}

/// Formats the squares of a chain of hops.
pub fn path(squares: &[u8]) -> String {
    squares.iter().map(u8::to_string).collect::<Vec<_>>().join(" > ")
}

fn of_all(position: &Position, variant: Variant) -> (String, Value) {
    let moves = position.moves(variant);
    let state = match position.winner() {
        Some(color) => format!("{color} has won"),
        None => format!("{} has {} moves", position.side, moves.len()),
    };
    let mut pieces: Vec<u8> = moves.iter().map(|played| played.from).collect();
    pieces.dedup();
    let line = |&from: &u8| {
        let destinations = moves.iter().filter(|played| played.from == from).map(|played| played.to);
        format!("{from:4}  {}\n", listed(destinations))
    };
    let text = format!("{state}\n{}", pieces.iter().map(line).collect::<String>());
    let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
    (text, json!({ "position": position.to_string(), "moves": moves }))
}

fn listed(squares: impl Iterator<Item = u8>) -> String {
    let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
    if squares.is_empty() { "none".to_owned() } else { squares.join(" ") }
}

/// Returns the color of the piece on a square. Fails if the square is empty.
pub fn require_piece(position: &Position, square: u8) -> Result<Color> {
    position.board.at(square).with_context(|| format!("square {square} is empty"))
}

/// Plays the moves, lists each with its path, and draws the final board.
pub fn paths(args: &PathsArgs) -> Result<ExitStatus> {
    let variant = args.from.variant();
    let mut position = args.from.position();
    let mut record = String::new();
    let mut paths = Vec::new();
    for (number, &played) in (1..).zip(&args.moves) {
        let next = play_one(&position, number, played, variant)?;
        let path = path_of(&position, played, variant);
        record += &format!("{number:3}. {:5} {:7}  {path}\n", position.side, played.to_string());
        paths.push(json!({ "side": position.side.to_string(), "move": played.to_string(), "path": path }));
        position = next;
    }
    let board = plain(&position, &Marks::default());
    let text = format!("{record}\n{board}{}", state(&position));
    output::answer(ExitStatus::Holds, &text, json!({ "position": position.to_string(), "moves": paths }))
}

/// Returns the path of a piece: `step`, or the squares of its hops.
fn path_of(position: &Position, played: Move, variant: Variant) -> String {
    let hops = chain(position.board.occupied(), played.from, played.to, variant);
    hops.map_or_else(|| "step".to_owned(), |squares| path(&squares))
}

/// Prints the counts for each depth or for each first move.
pub fn count_moves(args: &PerftArgs) -> Result<ExitStatus> {
    let (position, variant) = (args.at.position()?, args.at.from.variant());
    if args.divide {
        let rest = u32::from(args.depth).saturating_sub(1);
        return count_by_move(args.depth, 7, position.moves(variant), |played| {
            Ok(perft(&position.play(played, variant)?, variant, rest))
        });
    }
    count_by_depth(args.depth, |depth| perft(&position, variant, depth.into()))
}

/// Prints the number of positions at each depth.
pub fn count_by_depth(deepest: u8, count: impl Fn(u8) -> u64) -> Result<ExitStatus> {
    let mut table = output::Table::new("depth                nodes\n")?;
    let mut all = Vec::new();
    for depth in 0..=deepest {
        let nodes = count(depth);
        table.add(&format!("{depth:5} {nodes:20}\n"))?;
        all.push(nodes);
    }
    table.finish(ExitStatus::Holds, json!({ "nodes": all }))
}

/// Prints the number of positions after each first move, in columns of which the first has this width.
pub fn count_by_move<M: ToString + Copy>(
    depth: u8,
    width: usize,
    moves: Vec<M>,
    count: impl Fn(M) -> Result<u64>,
) -> Result<ExitStatus> {
    let mut table = output::Table::new("")?;
    let (mut all, mut counts) = (u64::from(depth == 0), json!({}));
    let number = 25 - width;
    for played in moves.into_iter().filter(|_| depth > 0) {
        let (nodes, name) = (count(played)?, played.to_string());
        table.add(&format!("{name:width$} {nodes:number$}\n"))?;
        counts[name] = nodes.into();
        all += nodes;
    }
    table.add(&format!("{:width$} {all:number$}\n", "nodes"))?;
    table.finish(ExitStatus::Holds, json!({ "moves": counts, "nodes": all }))
}

/// Draws a board, with the destinations of a piece if requested.
pub fn show(args: &ShowArgs) -> Result<ExitStatus> {
    let position = args.at.position()?;
    let mut marks = Marks::default();
    let mut legend = String::new();
    if let Some(square) = args.from {
        require_piece(&position, square)?;
        marks = Marks {
            from: Some(square),
            steps: steps(position.board.occupied(), square),
            hops: hops(position.board.occupied(), square, args.at.from.variant()),
        };
        legend =
            format!("From {square}: {} by a step (+), {} by hops (*)\n", marks.steps.len(), marks.hops.len());
    }
    let board = if args.numbers { numbered(&position, &marks) } else { plain(&position, &marks) };
    let listed = |set: Set| set.squares().collect::<Vec<_>>();
    let report = json!({
        "position": position.to_string(),
        "steps": args.from.map(|_| listed(marks.steps)),
        "hops": args.from.map(|_| listed(marks.hops)),
    });
    output::answer(ExitStatus::Holds, &format!("{board}{legend}{}", state(&position)), report)
}

#[derive(Default)]
pub struct Marks {
    from: Option<u8>,
    steps: Set,
    hops: Set,
}

/// Draws a board with the number of the first square at the left of each row.
pub fn plain(position: &Position, marks: &Marks) -> String {
    let columns: String = (0..16).map(|column| format!("{column:3}")).collect();
    let cell = |square| {
        let [left, right] = if marks.from == Some(square) { ['(', ')'] } else { [' '; 2] };
        format!("{left}{}{right}", letter(position, marks, square))
    };
    let line = |row: u8| {
        let cells: String = (0..16).map(|column| cell(16 * row + column)).collect();
        format!("{:4} {}\n", 16 * row, cells.trim_end())
    };
    format!("    {columns}\n{}", (0..16).map(line).collect::<String>())
}

/// Draws a board with the number of each square, followed by its content.
fn numbered(position: &Position, marks: &Marks) -> String {
    let cell =
        |square| format!("{square:3}{}", letter(position, marks, square).to_string().replace('.', " "));
    let line = |row: u8| {
        let cells: Vec<String> = (0..16).map(|column| cell(16 * row + column)).collect();
        format!("{}\n", cells.join(" ").trim_end())
    };
    (0..16).map(line).collect()
}

fn letter(position: &Position, marks: &Marks, square: u8) -> char {
    match position.board.at(square) {
        Some(Color::White) => 'w',
        Some(Color::Black) => 'b',
        None if marks.steps.is_in(square) => '+',
        None if marks.hops.is_in(square) => '*',
        None => '.',
    }
}

/// Returns the state of the game and the position as text.
pub fn state(position: &Position) -> String {
    match position.winner() {
        Some(color) => format!("{color} has won\n{position}\n"),
        None => format!("{} to move\n{position}\n", position.side),
    }
}
