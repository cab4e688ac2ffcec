//! A game without a terminal: moves are lines of standard input.

use std::{
    io::{self, BufRead, BufReader, IsTerminal, Read},
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Context, Result, bail, ensure};
use arcadian_games::machine::Fault;
use arcadian_games::{Game, Task};

use super::{
    NO_MACHINE, Setup, heading,
    records::{Records, Saved},
};
use crate::{
    files::{ExitStatus, input::LineFeeds, output},
    terminal,
};

/// The longest line in bytes.
const LONGEST_LINE: u64 = 1000;

/// The record, for the thread that waits for a signal.
struct Recorded {
    records: Records,
    game: Saved,
}

impl Recorded {
    fn finish(recorded: &Mutex<Self>) -> Result<()> {
        let Recorded { records, game } = &mut *recorded.lock().unwrap_or_else(PoisonError::into_inner);
        records.finish(game)
    }
}

/// Plays until the end of the input or a signal, then writes the record.
pub fn play(mut setup: Setup, records: Records) -> Result<ExitStatus> {
    let is_on = records.is_on();
    let recorded = Arc::new(Mutex::new(Recorded { records, game: Saved::from(&setup.game) }));
    if is_on {
        let recorded = Arc::clone(&recorded);
        let save = move || {
            Recorded::finish(&recorded).unwrap_or_else(|error| output::note(&format!("error: {error:#}")));
        };
        terminal::before_end(save).context("cannot listen for signals")?;
    }
    let played = lines(&mut setup, &mut |game| {
        recorded.lock().unwrap_or_else(PoisonError::into_inner).game = game.into();
    });
    Recorded::finish(&recorded)?;
    played.map(|()| ExitStatus::Holds)
}

/// Does what the lines say, and gives the game to `record` after each move.
fn lines(setup: &mut Setup, record: &mut dyn FnMut(&Game)) -> Result<()> {
    output::print(&format!("{}\n", heading(&setup.game)))?;
    start_machine(setup)?;
    show(&setup.game)?;
    program(setup, record)?;
    // A person at a terminal without a cursor can correct a line; a script that goes on after an error would play another game.
    let is_forgiving = io::stdin().is_terminal();
    let mut input = BufReader::new(LineFeeds::new(io::stdin().lock()));
    for number in 1.. {
        let Some(line) = next(&mut input, number)? else { break };
        match act(setup, line.trim(), record) {
            Ok(Next::Leave) => break,
            Ok(Next::Continue) => {}
            Err(error) if is_forgiving && !error.is::<Fault>() => output::note(&format!("{error:#}")),
            Err(error) => return Err(error).with_context(|| format!("line {number}")),
        }
    }
    Ok(())
}

/// Prints what the machine has done before the first line: solving the board, and the moves of a record.
fn start_machine(setup: &mut Setup) -> Result<()> {
    let Some(machine) = &mut setup.machine else { return Ok(()) };
    let lines = machine.solution().into_iter().chain(machine.follow_all(&setup.game)?);
    lines.into_iter().try_for_each(|line| output::print(&format!("{line}\n")))
}

/// Reads a line without its end.
fn next(input: &mut impl BufRead, number: usize) -> Result<Option<String>> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(LONGEST_LINE + 1).read_until(b'\n', &mut bytes);
    read.context("cannot read standard input")?;
    ensure!(
        bytes.len() as u64 <= LONGEST_LINE,
        "line {number} has more than {LONGEST_LINE} bytes; write one move on a line"
    );
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

enum Next {
    Continue,
    Leave,
}

fn act(setup: &mut Setup, line: &str, record: &mut dyn FnMut(&Game)) -> Result<Next> {
    let game = &mut setup.game;
    match line {
        "" => {}
        _ if line.starts_with('#') => {}
        "quit" => return Ok(Next::Leave),
        "board" => {
            output::print("\n")?;
            show(game)?;
        }
        "hint" => hint(game)?,
        "step" => step(setup)?,
        "undo" => {
            ensure!(game.take_back(), "cannot take back: no move was made");
            game.cut();
            record(game);
            output::print("\ntake back\n")?;
            show(game)?;
            setup.machine.iter_mut().try_for_each(|machine| machine.follow(game))?;
        }
        text => {
            let side = side(game);
            game.play(text)?;
            record(game);
            output::print(&format!("\n{side}{}\n", last(game)))?;
            show_move(setup)?;
            program(setup, record)?;
        }
    }
    Ok(Next::Continue)
}

/// Makes the moves of the program until a person is to move or the game is over.
fn program(setup: &mut Setup, record: &mut dyn FnMut(&Game)) -> Result<()> {
    while let Some(task) = setup.game.task() {
        let side = side(&setup.game);
        let by_machine = setup.machine.as_ref().map(|machine| machine.choose(&task)).transpose()?.flatten();
        let Some(choice) = by_machine.or_else(|| choose(&task)) else {
            bail!("the program found no move of {side}")
        };
        setup.game.play(&choice.text)?;
        record(&setup.game);
        output::print(&format!("\n{side}{}, {}\n", last(&setup.game), choice.reason))?;
        show_move(setup)?;
    }
    Ok(())
}

/// Prints the cost of the routines that made the last move, and the position.
fn show_move(setup: &mut Setup) -> Result<()> {
    if let Some(machine) = &mut setup.machine {
        machine.follow(&setup.game)?;
        machine.costs().into_iter().try_for_each(|line| output::print(&format!("{line}\n")))?;
    }
    show(&setup.game)
}

/// Prints how the routines of the last move can be stepped through.
fn step(setup: &Setup) -> Result<()> {
    let machine = setup.machine.as_ref().context(NO_MACHINE)?;
    ensure!(!machine.runs().is_empty(), "cannot step: no routine has made a move");
    output::print(&format!("\n{}\n", machine.commands().join("\n")))
}

fn choose(task: &Task) -> Option<arcadian_games::Choice> {
    task.choose(&mut || false)
}

fn hint(game: &Game) -> Result<()> {
    let task = game.hint_task().context("cannot give a hint: the game is over")?;
    let choice = choose(&task).context("cannot give a hint: the side to move has no move")?;
    output::print(&format!("\nhint: {}, {}\n", choice.text, choice.reason))
}

/// Returns the side to move, as the beginning of a line.
fn side(game: &Game) -> String {
    let kind = game.start().kind();
    if kind.sides.len() == 1 { String::new() } else { format!("{}: ", kind.side(game.position().side())) }
}

fn last(game: &Game) -> String {
    game.last().map(|played| played.text.clone()).unwrap_or_default()
}

fn show(game: &Game) -> Result<()> {
    output::print(&format!("{}\n{}\n", game.position().grid(), game.status()))
}
