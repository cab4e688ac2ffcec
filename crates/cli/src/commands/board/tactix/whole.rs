//! Solutions of whole boards.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_board::tactix::{Census, Move, Rule, Shape};
use arcadian_files::{count, escape};
use serde_json::{Value, json};

use super::{
    SolveArgs,
    database::{Digest, Game},
    table::{self, Plan, Table},
};
use crate::{
    commands::board::tactix::database::{self, name},
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
            None => return interrupted(args),
        }
    }
    if args.json {
        output::print_json(&json(shape, &solved))?;
    } else {
        output::print(&text(shape, &solved))?;
    }
    Ok(ExitStatus::Holds)
}

fn interrupted(args: &SolveArgs) -> Result<ExitStatus> {
    if args.json {
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
        let verdict = database::words(one.is_losing, &one.winning, shape.moves().first());
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
        "rule": if solved.rule == Rule::Normal { "normal" } else { "misere" },
        "winner": if solved.is_losing { "second player" } else { "first player" },
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
