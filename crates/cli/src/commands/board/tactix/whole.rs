//! Solutions of positions and of whole boards.

use std::{
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_board::tactix::{Board, Census, Move, Outcome, Rule, Shape, Solution};
use arcadian_files::{count, escape};
use serde_json::{Value, json};

use super::{
    SolveArgs,
    database::{self, Database, Digest, Game, Winner, name},
    picture, size,
    table::{self, Plan, Table},
};
use crate::{
    files::{ExitStatus, output, pending::Pending},
    memory,
    terminal::{self, Progress},
};

/// The number of squares from which the memory and the time are said before the start.
const LONG: u32 = 29;

/// The positions that are computed in a second with other programs running, for the time that is said before the start.
const SPEED: u64 = 350_000_000;

pub struct Solved {
    pub rule: Rule,
    pub census: Census,
    pub is_losing: bool,
    /// The winning first moves.
    pub winning: Vec<Move>,
    pub digest: Digest,
    pub numbers: Option<Numbers>,
}

/// Numbers of all positions: that of the full board, and the maximum.
pub struct Numbers {
    pub grundy: Option<(u8, u8)>,
    pub length: (u8, u8),
}

pub fn run(args: &SolveArgs, shape: Shape) -> Result<ExitStatus> {
    let rules = args.rule.rules();
    ensure!(
        args.database.is_none() || rules.len() == 1,
        "a database is for one rule; add --rule normal or --rule misere"
    );
    let mut solved = Vec::new();
    for rule in rules {
        match solve(args, Game { shape, rule: *rule })? {
            Some(one) => solved.push(one),
            None => return interrupted(),
        }
    }
    // A certificate: no more than what another program can check.
    if output::is_json() {
        output::print_report(true, &json(shape, &solved))?;
    } else {
        output::print(&text(shape, &solved))?;
    }
    Ok(ExitStatus::Holds)
}

fn interrupted() -> Result<ExitStatus> {
    if output::is_json() {
        bail!("interrupted; the same command continues");
    }
    terminal::end_interrupted();
    Ok(ExitStatus::Fails)
}

/// Solves a board under one rule. Returns `None` if it was interrupted.
fn solve(args: &SolveArgs, game: Game) -> Result<Option<Solved>> {
    let numbers = args.numbers.then(|| numbers(game)).transpose();
    let numbers = numbers.with_context(|| format!("cannot compute the numbers of {}", game.title()))?;
    let plan = Plan::new(game, memory::allowed(args.memory)?, args.database.is_some())?;
    let interrupted = Arc::new(AtomicBool::new(false));
    let path = args.database.as_deref();
    let file = path.map(|path| table::open(path, game, args.rebuild)).transpose()?;
    let is_written = file.as_ref().is_some_and(|file| !file.is_complete());
    let _claim = path.filter(|_| is_written).map(|path| Pending::saved(path, "the database")).transpose()?;
    if is_written {
        terminal::listen_for_interrupt(&interrupted).context("cannot listen for Ctrl-C")?;
    }
    let table = Table::new(game, plan, file, interrupted);
    announce(game, plan, &table);
    let progress = Progress::new();
    let census = table.complete(&progress);
    progress.erase();
    let census = census.with_context(|| {
        format!("cannot solve {}, which takes {} MB of memory", game.title(), plan.bytes.div_ceil(1 << 20))
    })?;
    let Some(census) = census else {
        let (done, parts) = table.parts_in_file();
        let partial = path.map(table::partial).unwrap_or_default();
        output::note(&format!(
            "stopped: {done} of {parts} parts are in {}; the same command continues",
            escape::path(&partial)
        ));
        return Ok(None);
    };
    path.map(|path| table.finish(path)).transpose()?;
    let (is_losing, winning) = first_moves(game.shape, &table)?;
    Ok(Some(Solved { rule: game.rule, census, is_losing, winning, digest: table.digest(), numbers }))
}

/// Says what a long computation takes.
fn announce(game: Game, plan: Plan, table: &Table) {
    if game.shape.squares() < LONG {
        return;
    }
    let (done, parts) = table.parts_in_file();
    let threads = count(plan.threads, "thread");
    let positions = 1u64 << game.shape.squares();
    let seconds = positions / SPEED / plan.threads as u64 * (parts - done) as u64 / parts as u64;
    let in_file = match plan.kept {
        kept if kept < parts => format!(", {} MB in the file", positions >> 23),
        _ => String::new(),
    };
    output::note(&format!(
        "{}: {positions} positions, {} MB of memory{in_file}, {threads}, about {:?}; {done} of {parts} parts are there",
        game.title(),
        plan.bytes.div_ceil(1 << 20),
        Duration::from_secs(seconds),
    ));
}

fn first_moves(shape: Shape, table: &Table) -> Result<(bool, Vec<Move>)> {
    let is_losing = table.is_losing(shape.full())?;
    let mut winning = Vec::new();
    for run in shape.moves() {
        if table.is_losing(shape.full() & !shape.mask(&run))? {
            winning.push(run);
        }
    }
    Ok((is_losing, winning))
}

fn numbers(game: Game) -> Result<Numbers> {
    let of_full =
        |numbers: &[u8]| (numbers.last().copied().unwrap_or(0), numbers.iter().copied().max().unwrap_or(0));
    let grundy = match game.rule {
        Rule::Normal => Some(of_full(&game.shape.grundy_numbers()?)),
        Rule::Misere => None,
    };
    Ok(Numbers { grundy, length: of_full(&game.shape.lengths(game.rule)?) })
}

pub fn text(shape: Shape, solved: &[Solved]) -> String {
    let mut text = format!("{shape}: positions in which the player to move loses\n\n");
    text += &line("counters", solved.iter().map(|one| name(one.rule).to_owned()));
    for counters in 0..=shape.squares() as usize {
        text += &line(
            &counters.to_string(),
            solved.iter().map(|one| one.census.by_counters()[counters].to_string()),
        );
    }
    text += &line("all", solved.iter().map(|one| one.census.total().to_string()));
    text += &line("classes", solved.iter().map(|one| one.census.classes().to_string()));
    text += &format!("\nof {} positions. The full board:\n", 1u64 << shape.squares());
    for one in solved {
        let (is_losing, winning) = (one.is_losing, one.winning.clone());
        let verdict = Winner { is_losing, winning, any: shape.moves().first().copied() };
        text += &format!("{}: {verdict}\n{}", name(one.rule), up_to_symmetry(shape, one));
        text += &one.numbers.as_ref().map(of_positions).unwrap_or_default();
    }
    text
}

fn line(name: &str, cells: impl Iterator<Item = String>) -> String {
    format!("{name:>8}{}\n", cells.map(|cell| format!("{cell:>11}")).collect::<String>())
}

fn up_to_symmetry(shape: Shape, solved: &Solved) -> String {
    let classes = shape.representatives(&solved.winning);
    if classes.len() == solved.winning.len() {
        return String::new();
    }
    format!("        up to symmetry by {}\n", texts(&classes).join(" "))
}

fn of_positions(numbers: &Numbers) -> String {
    let grundy = numbers
        .grundy
        .map(|(of_full, most)| format!("        Grundy number {of_full}; maximum of all positions {most}\n"));
    let (of_full, most) = numbers.length;
    format!(
        "{}        {of_full} moves with best play; maximum of all positions {most}\n",
        grundy.unwrap_or_default()
    )
}

/// Reports a board as JSON, which is a certificate: `docs/boards/tactix/check.py` verifies it.
pub fn json(shape: Shape, solved: &[Solved]) -> Value {
    json!({
        "rows": shape.rows(),
        "columns": shape.columns(),
        "games": solved.iter().map(|one| game(shape, one)).collect::<Vec<_>>(),
    })
}

fn game(shape: Shape, solved: &Solved) -> Value {
    let mut game = json!({
        "rule": rule_name(solved.rule),
        "winner": player(solved.is_losing),
        "losing": solved.census.total(),
        "losing_by_counters": solved.census.by_counters(),
        "losing_classes": solved.census.classes(),
        "winning_first_moves": texts(&solved.winning),
        "winning_first_moves_up_to_symmetry": texts(&shape.representatives(&solved.winning)),
        "table_sha256": solved.digest.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
    });
    if let Some(numbers) = &solved.numbers {
        game["grundy"] =
            json!(numbers.grundy.map(|(of_full, most)| json!({ "full_board": of_full, "maximum": most })));
        game["length"] = json!({ "full_board": numbers.length.0, "maximum": numbers.length.1 });
    }
    game
}

fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

pub const POSITION_HELP: &str = "\
A board is its bytes in hexadecimal, byte 1 first, or its rows: x is a counter, . an empty square, / separates rows. One digit is a \
size, and so is 5x7 (five rows, seven columns): the whole board is solved, with up to 36 squares. A position may have at most 25 \
counters, or any number with a database.

A database is the table of a whole board under one rule. While it is computed it is FILE.partial, and Ctrl-C keeps what is done: the \
same command continues. A file that is damaged or of another board is refused, and replaced only with --rebuild.

Examples:
  arcadian board tactix solve xxx/xxx/xxx
  arcadian board tactix solve 3C 81 --rule misere
  arcadian board tactix solve 5
  arcadian board tactix solve 6 --rule misere --database 6x6.tactix
  arcadian board tactix solve xxxxxx/x....x/x....x/x....x/x....x/xxxxxx --database 6x6.tactix

Exit status: 0 solved; 130 interrupted; 2 bad arguments, a damaged file, or not enough memory.";

/// Solves a position or a whole board.
pub fn solve_position(args: &SolveArgs) -> Result<ExitStatus> {
    solution_of(args)
}

fn solution_of(args: &SolveArgs) -> Result<ExitStatus> {
    if let Some(shape) = args.size.map_or_else(|| shape_of(args), |shape| Ok(Some(shape)))? {
        return run(args, shape);
    }
    let unused = [("--numbers", args.numbers), ("--rebuild", args.rebuild)];
    for (option, is_given) in unused {
        ensure!(
            !is_given,
            "{option} is for whole boards; give a size, such as 5 or 5x7, in place of a position"
        );
    }
    let board = super::position(&args.board, args.figure)?;
    let found = match &args.database {
        None => computed(&board, args.rule)?,
        Some(path) => vec![in_database(&board, args.rule, path)?],
    };
    let line = |(rule, winner): &(Rule, Winner)| format!("{}: {winner}\n", name(*rule));
    let text = picture::counters(&board) + &found.iter().map(line).collect::<String>();
    let games: Vec<_> = found.iter().map(|(rule, winner)| of_position(*rule, winner)).collect();
    output::answer(ExitStatus::Holds, &text, json!({ "games": games }))
}

fn of_position(rule: Rule, Winner { is_losing, winning, .. }: &Winner) -> Value {
    let (rule, winner) = (rule_name(rule), player(*is_losing));
    json!({ "rule": rule, "winner": winner, "winning_moves": texts(winning) })
}

/// Returns the winner, for the player to move.
fn player(is_losing: bool) -> &'static str {
    if is_losing { "second player" } else { "first player" }
}

fn rule_name(rule: Rule) -> &'static str {
    if rule == Rule::Normal { "normal" } else { "misere" }
}

/// Returns the size if the argument is one: a digit, which is too short for a byte, or two numbers with an `x` between them.
fn shape_of(args: &SolveArgs) -> Result<Option<Shape>> {
    let [text] = &args.board[..] else { return Ok(None) };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let is_size = text.len() == 1 && is_number(text)
        || text.split_once('x').is_some_and(|(rows, columns)| is_number(rows) && is_number(columns));
    if is_size && args.figure.is_none() { size(text).map(Some) } else { Ok(None) }
}

fn computed(board: &Board, game: super::Game) -> Result<Vec<(Rule, Winner)>> {
    let solve = |rule: &Rule| Ok((*rule, winner(&Solution::new(*board, *rule)?, board)));
    game.rules().iter().map(solve).collect()
}

fn in_database(board: &Board, game: super::Game, path: &Path) -> Result<(Rule, Winner)> {
    let mut database = Database::open(path, false)?;
    let rule = database.game().rule;
    ensure!(
        game.rules().contains(&rule),
        "the database {} is for the rule {}; leave --rule out",
        escape::path(path),
        name(rule)
    );
    Ok((rule, database::winner(&mut database, board, path)?))
}

fn winner(solution: &Solution, board: &Board) -> Winner {
    let is_losing = solution.outcome(board) != Some(Outcome::Win);
    Winner { is_losing, winning: solution.winning_moves(board), any: solution.best_move(board) }
}
