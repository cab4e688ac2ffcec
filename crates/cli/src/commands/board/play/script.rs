//! A game without a terminal: moves are lines of standard input.

use std::io::{self, BufRead, BufReader, IsTerminal, Read};

use anyhow::{Context, Result, bail, ensure};
use arcadian_games::{Game, Task};

use super::heading;
use crate::files::{
    ExitStatus,
    input::LineFeeds,
    output::{self, Pending},
};

/// The longest line in bytes.
const LONGEST_LINE: u64 = 1000;

/// Plays until the end of the input, then writes the record.
pub fn play(mut game: Game, record: Option<Pending>) -> Result<ExitStatus> {
    let played = lines(&mut game);
    if let Some(record) = record {
        record.finish(game.record().as_bytes())?;
    }
    played.map(|()| ExitStatus::Holds)
}

fn lines(game: &mut Game) -> Result<()> {
    output::print(&format!("{}\n", heading(game)))?;
    show(game)?;
    program(game)?;
    // A person at a terminal without a cursor can correct a line; a script that goes on after an error would play another game.
    let is_forgiving = io::stdin().is_terminal();
    let mut input = BufReader::new(LineFeeds::new(io::stdin().lock()));
    for number in 1.. {
        let Some(line) = next(&mut input, number)? else { break };
        match act(game, line.trim()) {
            Ok(Next::Leave) => break,
            Ok(Next::Continue) => {}
            Err(error) if is_forgiving => output::note(&format!("{error:#}")),
            Err(error) => return Err(error).with_context(|| format!("line {number}")),
        }
    }
    Ok(())
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

/// Does what a line says.
fn act(game: &mut Game, line: &str) -> Result<Next> {
    match line {
        "" => {}
        _ if line.starts_with('#') => {}
        "quit" => return Ok(Next::Leave),
        "board" => {
            output::print("\n")?;
            show(game)?;
        }
        "hint" => hint(game)?,
        "undo" => {
            ensure!(game.take_back(), "cannot take back: no move was made");
            output::print("\ntake back\n")?;
            show(game)?;
        }
        text => {
            let side = side(game);
            game.play(text)?;
            output::print(&format!("\n{side}{}\n", last(game)))?;
            show(game)?;
            program(game)?;
        }
    }
    Ok(Next::Continue)
}

/// Makes the moves of the program until a person is to move or the game is over.
fn program(game: &mut Game) -> Result<()> {
    while let Some(task) = game.task() {
        let side = side(game);
        let Some(choice) = choose(&task) else { bail!("the program found no move of {side}") };
        game.play(&choice.text)?;
        output::print(&format!("\n{side}{}, {}\n", last(game), choice.reason))?;
        show(game)?;
    }
    Ok(())
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
