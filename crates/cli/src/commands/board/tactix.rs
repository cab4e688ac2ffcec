//! `board tactix`: TACTIX.

use std::{path::PathBuf, sync::Arc};

use anyhow::{Context, Result, bail};
use arcadian_board::tactix::{
    Board, FIGURE_2, FIGURE_3, FIGURE_4, FIGURE_5, Layout, Rule, Shape, Symmetry, all_moves,
};
use arcadian_files::address;
use arcadian_games::{Position, Tactix, tactix::TACTIX};
use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use super::play::{self, OpponentArgs, SessionArgs};
use crate::{
    files::{ExitStatus, output},
    number::decimal,
};

mod database;
mod picture;
mod table;
mod whole;

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
    pub fn rules(self) -> &'static [Rule] {
        const RULES: [Rule; 2] = [Rule::Normal, Rule::Misere];
        match self {
            Game::Normal => &RULES[..1],
            Game::Misere => &RULES[1..],
            Game::Both => &RULES,
        }
    }
}

/// The arguments of `solve`.
#[derive(Args, Debug)]
pub struct SolveArgs {
    /// Bytes in hexadecimal, or rows; or a size, as --size
    #[arg(required_unless_present = "size", conflicts_with = "size")]
    pub board: Vec<String>,
    /// Figure of the layout [default: figure 2 for bytes, none for rows]
    #[arg(long, value_enum, conflicts_with = "size")]
    pub figure: Option<Figure>,
    /// Solve the whole board with N rows and columns, or with M rows and N columns
    #[arg(long, value_name = "N|MxN", allow_negative_numbers = true, value_parser = size)]
    pub size: Option<Shape>,
    /// Rule for the last counter
    #[arg(long, value_enum, default_value = "both")]
    pub rule: Game,
    /// Keep the table of a whole board in this file, or look a position up in it
    #[arg(long, value_name = "FILE")]
    pub database: Option<PathBuf>,
    /// Compute the database again, and replace it
    #[arg(long, requires = "database")]
    pub rebuild: bool,
    /// Maximum memory for a whole board in MB [default: most of what is available]
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = decimal::<u32>(1..=1 << 20))]
    pub memory: Option<u32>,
    /// Add Grundy numbers and lengths of games, of whole boards of up to 25 squares
    #[arg(long)]
    pub numbers: bool,
}

fn size(text: &str) -> Result<Shape> {
    Ok(text.parse()?)
}

const BOARDS: &str = "\
A board is its bytes in hexadecimal, byte 1 first, or its rows: x is a counter, . an empty square, / separates rows.
";

const SHOW_HELP: &str = "\
A board is its bytes in hexadecimal, byte 1 first, or its rows: x is a counter, . an empty square, / separates rows.

Examples:
  arcadian board tactix show --figure 3
  arcadian board tactix show --figure 3 --turn clockwise
  arcadian board tactix show --figure 5 --reflect horizontal
  arcadian board tactix show 'x..x/.x../..xx/....'";

const PLAY_HELP: &str = "\
Up to 5 x 5 the program plays perfectly at level 5; on 6 x 6 as soon as 25 counters are left, and as the second player of the normal game from the start. \
At lower levels some of its moves are random.

Examples:
  arcadian board tactix play
  arcadian board tactix play --size 5 --level 5 --program first
  arcadian board tactix play --rule normal --position x.x/xxx/x.x";

/// A command of `board tactix`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a figure's layout or a board, and its turn or reflection
    #[command(after_help = SHOW_HELP)]
    Show(ShowArgs),
    /// Turn a board
    #[command(after_help = BOARDS)]
    Turn(TurnArgs),
    /// Reflect a board
    #[command(after_help = BOARDS)]
    Reflect(ReflectArgs),
    /// Find the smallest of a board's eight images
    #[command(after_help = BOARDS)]
    Canonical(BoardArgs),
    /// List the moves of a board with their numbers
    #[command(after_help = BOARDS)]
    Moves(PositionArgs),
    /// Find the winner and the winning moves of a position, or solve a whole board
    #[command(after_help = whole::POSITION_HELP)]
    Solve(SolveArgs),
    /// Derive Tables 1 and 2 and the rules of all figures from the layouts
    Tables,
    /// Play a game against the program or another person
    #[command(after_help = PLAY_HELP, after_long_help = format!("{}\n\n{PLAY_HELP}", play::HELP))]
    Play(PlayArgs),
}

/// A board in a figure's layout.
#[derive(Args, Debug)]
pub struct BoardArgs {
    /// Bytes in hexadecimal, or rows
    #[arg(required = true)]
    pub board: Vec<String>,
    /// Figure of the layout
    #[arg(long, value_enum, default_value = "2")]
    pub figure: Figure,
}

/// A board of any size.
#[derive(Args, Debug)]
pub struct PositionArgs {
    /// Bytes in hexadecimal, or rows
    #[arg(required = true)]
    pub board: Vec<String>,
    /// Figure of the layout [default: figure 2 for bytes, none for rows]
    #[arg(long, value_enum)]
    pub figure: Option<Figure>,
}

/// The arguments of `show`.
#[derive(Args, Debug)]
pub struct ShowArgs {
    /// Bytes in hexadecimal, or rows [default: the layout itself]
    pub board: Vec<String>,
    /// Figure of the layout
    #[arg(long, value_enum, default_value = "2")]
    pub figure: Figure,
    /// Show it before and after a turn
    #[arg(long, value_enum, conflicts_with = "reflect")]
    pub turn: Option<Turn>,
    /// Show it before and after a reflection about this axis
    #[arg(long, value_enum, value_name = "AXIS")]
    pub reflect: Option<Axis>,
}

/// The arguments of `turn`.
#[derive(Args, Debug)]
pub struct TurnArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Turn to apply
    #[arg(long, value_enum, default_value = "clockwise")]
    pub by: Turn,
}

/// The arguments of `reflect`.
#[derive(Args, Debug)]
pub struct ReflectArgs {
    #[command(flatten)]
    pub board: BoardArgs,
    /// Axis of the reflection
    #[arg(long, value_enum, default_value = "vertical")]
    pub axis: Axis,
}

/// The arguments of `play`.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// Number of squares on a side, from 2 to 6
    #[arg(long, value_name = "N", default_value_t = 4, allow_negative_numbers = true, value_parser = decimal::<usize>(2..=6), conflicts_with_all = ["position", "replay"])]
    pub size: usize,
    /// Position: rows separated by /, x is a counter, . an empty square [default: a full board]
    #[arg(long, value_name = "ROWS", conflicts_with = "replay")]
    pub position: Option<Board>,
    /// Rule for the last counter
    #[arg(long, value_enum, default_value = "misere", conflicts_with = "replay")]
    pub rule: GameRule,
    #[command(flatten)]
    pub opponent: OpponentArgs,
    #[command(flatten)]
    pub session: SessionArgs,
}

/// The rule of a game.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum GameRule {
    /// Who takes the last counter loses
    Misere,
    /// Who takes the last counter wins
    Normal,
}

impl From<GameRule> for Rule {
    fn from(rule: GameRule) -> Self {
        match rule {
            GameRule::Misere => Rule::Misere,
            GameRule::Normal => Rule::Normal,
        }
    }
}

/// A turn about the center.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Turn {
    /// Quarter turn clockwise
    Clockwise,
    /// Quarter turn counterclockwise
    Counter,
    /// Half turn
    Half,
}

impl From<Turn> for Symmetry {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Clockwise => Symmetry::Clockwise,
            Turn::Counter => Symmetry::CounterClockwise,
            Turn::Half => Symmetry::Half,
        }
    }
}

/// An axis of reflection.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Axis {
    /// Exchange left and right
    Vertical,
    /// Exchange top and bottom
    Horizontal,
    /// Reflect about the diagonal from upper left to lower right
    UlLr,
    /// Reflect about the diagonal from lower left to upper right
    LlUr,
}

impl From<Axis> for Symmetry {
    fn from(axis: Axis) -> Self {
        match axis {
            Axis::Vertical => Symmetry::Vertical,
            Axis::Horizontal => Symmetry::Horizontal,
            Axis::UlLr => Symmetry::MainDiagonal,
            Axis::LlUr => Symmetry::AntiDiagonal,
        }
    }
}

pub fn run(command: &Command) -> Result<ExitStatus> {
    let (text, report) = match command {
        Command::Solve(args) => return whole::solve_position(args),
        Command::Show(args) => (show(args)?, json!({ "figure": args.figure.number() })),
        Command::Turn(args) => moved(&args.board, args.by.into())?,
        Command::Reflect(args) => moved(&args.board, args.axis.into())?,
        Command::Canonical(args) => canonical(args)?,
        Command::Moves(args) => moves(&position(&args.board, args.figure)?),
        Command::Tables => (picture::tables(), json!({})),
        Command::Play(args) => return play_game(args),
    };
    output::answer(ExitStatus::Holds, &text, report)
}

fn show(args: &ShowArgs) -> Result<String> {
    let symmetry = args.turn.map(Symmetry::from).or(args.reflect.map(Symmetry::from));
    if args.board.is_empty() {
        return Ok(match symmetry {
            None => picture::layout(args.figure),
            Some(symmetry) => picture::layout_moved(args.figure, symmetry),
        });
    }
    let word = word(&args.board, args.figure)?;
    match symmetry {
        None => picture::word(args.figure, word),
        Some(symmetry) => picture::word_moved(args.figure, word, symmetry),
    }
}

fn moved(args: &BoardArgs, symmetry: Symmetry) -> Result<(String, Value)> {
    let figure = args.figure;
    let word = word(&args.board, figure)?;
    let [bytes, image] =
        [word, figure.layout().image(word, symmetry)].map(|word| picture::bytes(figure, word));
    let report = json!({ "figure": figure.number(), "bytes": bytes, "image": image });
    Ok((picture::word_moved(figure, word, symmetry)?, report))
}

fn canonical(args: &BoardArgs) -> Result<(String, Value)> {
    let figure = args.figure;
    let word = word(&args.board, figure)?;
    let [bytes, least] = [word, figure.layout().canonical(word)].map(|word| picture::bytes(figure, word));
    let report = json!({ "figure": figure.number(), "bytes": bytes, "canonical": least });
    Ok((picture::images(figure, word)?, report))
}

/// Lists the legal moves of a board, with their numbers among the moves of the full board.
fn moves(board: &Board) -> (String, Value) {
    let numbered = all_moves(board.size()).into_iter().enumerate();
    let legal: Vec<_> = numbered.filter(|(_, run)| board.allows(run)).collect();
    let report = legal.iter().map(|(number, run)| json!({ "number": number, "move": run.to_string() }));
    let report: Vec<Value> = report.collect();
    let legal: Vec<String> = legal.iter().map(|(number, run)| format!("{number:5}  {run:<5}")).collect();
    let rows = legal.chunks(6).map(|row| format!("{}\n", row.concat().trim_end()));
    let count = match legal.len() {
        0 => "no moves\n".to_owned(),
        1 => "1 move: its number, row and column of its first and its last counter\n\n".to_owned(),
        count => format!("{count} moves: number, row and column of the first and of the last counter\n\n"),
    };
    let text = format!("{}{count}{}", picture::counters(board), rows.collect::<String>());
    (text, json!({ "moves": report }))
}

/// A figure with a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Figure {
    /// 4 × 4 in 2 bytes
    #[value(name = "2")]
    Two,
    /// 6 × 6 in 5 bytes
    #[value(name = "3")]
    Three,
    /// 5 × 5 in 4 bytes, first form
    #[value(name = "4")]
    Four,
    /// 5 × 5 in 4 bytes, better form
    #[value(name = "5")]
    Five,
}

impl Figure {
    pub const ALL: [Figure; 4] = [Figure::Two, Figure::Three, Figure::Four, Figure::Five];

    pub fn number(self) -> u8 {
        self as u8 + 2
    }

    pub fn layout(self) -> &'static Layout {
        match self {
            Figure::Two => &FIGURE_2,
            Figure::Three => &FIGURE_3,
            Figure::Four => &FIGURE_4,
            Figure::Five => &FIGURE_5,
        }
    }

    /// Returns the title, as in `Figure 3, 6 × 6 in 5 bytes`.
    pub fn title(self) -> String {
        let size = self.layout().size();
        format!("Figure {}, {size} × {size} in {} bytes", self.number(), self.layout().byte_count())
    }
}

fn play_game(args: &PlayArgs) -> Result<ExitStatus> {
    let board = args.position.map_or_else(|| Board::full(args.size), Ok)?;
    let rule = args.rule.into();
    let start = move |_| Ok(Arc::new(Tactix::new(board, rule)?) as Arc<dyn Position>);
    play::run(&TACTIX, &args.session, args.opponent.players()?, start)
}

/// Parses a board in a figure's layout.
pub fn word(text: &[String], figure: Figure) -> Result<u64> {
    let text = text.join(" ");
    let layout = figure.layout();
    let word = if is_rows(&text) { layout.from_rows(&rows(&text)?) } else { layout.word(&bytes(&text)?) };
    word.with_context(|| format!("`{text}` is not a valid board of figure {}", figure.number()))
}

/// Parses a board of any size. Bytes without a figure are those of figure 2.
pub fn position(text: &[String], figure: Option<Figure>) -> Result<Board> {
    match figure {
        None if is_rows(&text.join(" ")) => rows(&text.join(" ")),
        _ => {
            let figure = figure.unwrap_or(Figure::Two);
            Ok(figure.layout().to_rows(word(text, figure)?)?)
        }
    }
}

fn is_rows(text: &str) -> bool {
    text.contains('/') || text.chars().all(|square| "xX.".contains(square))
}

fn rows(text: &str) -> Result<Board> {
    text.parse().with_context(|| format!("`{text}` is not a valid board"))
}

fn bytes(text: &str) -> Result<Vec<u8>> {
    if let Some(bytes) = address::bytes(text) {
        return Ok(bytes);
    }
    let is_odd = |word: &&str| word.len() % 2 == 1 && word.bytes().all(|digit| digit.is_ascii_hexdigit());
    match text.split_whitespace().find(is_odd) {
        Some(word) => bail!(
            "`{text}` is not a valid board; a byte has two hexadecimal digits, but `{word}` has an odd number"
        ),
        None => bail!(
            "`{text}` is not a valid board; write bytes in hexadecimal, or rows of x and . separated by /"
        ),
    }
}
