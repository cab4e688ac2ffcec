//! The module of the web page that plays TACTIX, Halma, Ataxx and ROTATE, for a worker.
//!
//! The module keeps nothing between requests: a request has the record of its game. So the page can end the worker while the program
//! thinks, and nothing is lost.
//!
//! ```
//! use arcadian_web::Module;
//! use arcadian_web::boards::Boards;
//! use serde_json::{Value, json};
//!
//! let mut ask = |request: Value| -> Value {
//!     let answer = Boards.handle(request.to_string().as_bytes());
//!     serde_json::from_slice(&answer).expect("JSON")
//! };
//! let game = ask(json!({
//!     "do": "begin", "game": "tactix", "rules": "normal", "size": 2, "program": "second", "level": 5, "seed": 1,
//! }));
//! assert_eq!(game["cells"], "xxxx");
//! let game = ask(json!({ "do": "play", "record": game["record"], "text": "00-01" }));
//! assert_eq!(game["turn"], "program");
//! let game = ask(json!({ "do": "choose", "record": game["record"] }));
//! assert_eq!(game["said"], "The program: 10-11, wins with best play.");
//! assert_eq!(game["turn"], "over");
//! ```

use std::sync::Arc;

use arcadian_board::{
    ataxx::{self, Walls},
    halma,
    tactix::Board,
};
use arcadian_files::Error;
use arcadian_games::{
    Cell, Choice, Game, Grid, Kind, Level, Mark, Player, Position, Rotate, Square, rotate::Puzzle,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{Handler, Module, Reply, refuse};

#[derive(Default)]
pub struct Boards;

impl Module for Boards {
    const REQUESTS: &'static [Handler<Self>] = &[
        ("begin", |_, request| Ok(state(&request.read::<Setup>()?.begin()?))),
        ("show", |_, request| show(&request.read()?)),
        ("touch", |_, request| touch(&request.read()?)),
        ("play", |_, request| play(&request.read()?)),
        ("back", |_, request| back(&request.read()?)),
        ("choose", |_, request| choose(&request.read()?)),
        ("hint", |_, request| hint(&request.read()?)),
        ("solve", |_, request| solve(&request.read()?)),
        ("shortest", |_, request| shortest(&request.read()?)),
    ];
}

/// A game, and the number of moves to show of it if not all.
#[derive(Deserialize)]
struct GameView {
    record: String,
    at: Option<usize>,
}

/// A touched square of a game, and the one that was selected before.
#[derive(Deserialize)]
struct Touch {
    record: String,
    selected: Option<usize>,
    square: usize,
}

/// A move in the notation of a game.
#[derive(Deserialize)]
struct Notation {
    record: String,
    text: String,
}

/// A puzzle of the program of 1982, as the module `play` has it in its state.
#[derive(Deserialize)]
struct PuzzleText {
    puzzle: String,
}

impl PuzzleText {
    fn puzzle(&self) -> Result<Puzzle, Error> {
        self.puzzle.parse().map_err(refused)
    }
}

fn read(record: &str) -> Result<Game, Error> {
    record.parse().map_err(refused)
}

fn refused(error: impl ToString) -> Error {
    refuse(error.to_string())
}

fn show(shown: &GameView) -> Reply {
    let mut game = read(&shown.record)?;
    let at = shown.at.unwrap_or(game.at());
    if !game.go(at) {
        return Err(refuse(format!("the game has {} moves, not {at}", game.steps().len())));
    }
    Ok(state(&game))
}

fn touch(touched: &Touch) -> Reply {
    let mut game = read(&touched.record)?;
    if let Some(selected) = touched.selected {
        game.touch(square(&game, selected)).map_err(refused)?;
    }
    game.touch(square(&game, touched.square)).map_err(refused)?;
    Ok(state(&game))
}

fn play(typed: &Notation) -> Reply {
    let mut game = read(&typed.record)?;
    game.play(typed.text.trim()).map_err(refused)?;
    Ok(state(&game))
}

fn back(shown: &GameView) -> Reply {
    let mut game = read(&shown.record)?;
    if !game.take_back() {
        return Err(refuse("there is no move of a person to take back".to_owned()));
    }
    Ok(state(&game))
}

/// Makes the move of the program.
fn choose(shown: &GameView) -> Reply {
    let mut game = read(&shown.record)?;
    let task = game.task().ok_or_else(|| refuse("the program is not to move".to_owned()))?;
    let choice = task.choose(&mut || false).ok_or_else(no_move)?;
    game.play(&choice.text).map_err(refused)?;
    Ok(said(&game, "The program", &choice))
}

/// Marks the move that the highest level makes.
fn hint(shown: &GameView) -> Reply {
    let mut game = read(&shown.record)?;
    let task = game.hint_task().ok_or_else(|| refuse("the game is over".to_owned()))?;
    let choice = task.choose(&mut || false).ok_or_else(no_move)?;
    game.show_hint(choice.clone()).map_err(refused)?;
    Ok(said(&game, "Hint", &choice))
}

/// Returns the least number of moves for a puzzle of the program of 1982.
fn shortest(asked: &PuzzleText) -> Reply {
    let moves = asked.puzzle()?.shortest(&mut || false).ok_or_else(no_move)?;
    Ok(json!({ "moves": moves }))
}

/// Returns a hint for the program of 1982.
fn solve(asked: &PuzzleText) -> Reply {
    let puzzle = asked.puzzle()?;
    let said = puzzle.hint(&mut || false).ok_or_else(no_move)?;
    Ok(json!({ "said": said }))
}

fn no_move() -> Error {
    refuse("the program found no move".to_owned())
}

/// Returns a game with what there is to say about a move.
fn said(game: &Game, who: &str, choice: &Choice) -> Value {
    let mut state = state(game);
    state["said"] = format!("{who}: {}, {}.", choice.text, choice.reason).into();
    state
}

/// A game to begin: who plays, and the fields of its kind.
#[derive(Deserialize)]
pub(crate) struct Setup {
    game: String,
    /// The sides that the program plays: `first`, `second`, `both` or `none`.
    program: String,
    level: u8,
    seed: u64,
    /// The rules as records name them.
    #[serde(default)]
    rules: String,
    /// The squares on a side in TACTIX.
    #[serde(default)]
    size: usize,
    /// The mask of the walls in Ataxx.
    #[serde(default)]
    walls: u16,
    /// The level of ROTATE.
    #[serde(default)]
    turns: u8,
    /// A position to begin with, as records have it.
    #[serde(default)]
    position: String,
}

impl Setup {
    pub(crate) fn begin(&self) -> Result<Game, Error> {
        let kind = Kind::named(&self.game).map_err(refused)?;
        Ok(Game::new(self.start(kind)?, self.players()?, self.seed))
    }

    fn start(&self, kind: &Kind) -> Result<Arc<dyn Position>, Error> {
        let position = match (self.position.trim(), kind.name) {
            ("", "rotate") => {
                return Ok(Arc::new(Rotate::shuffled(self.turns, self.seed).map_err(refused)?));
            }
            ("", "tactix") => Board::full(self.size).map_err(refused)?.to_string(),
            ("", "halma") => halma::Position::start().to_string(),
            ("", _) => ataxx::Position::start(Walls::new(self.walls).map_err(refused)?).to_string(),
            (given, _) => given.to_owned(),
        };
        (kind.read)(&self.rules, &position).map_err(refused)
    }

    fn players(&self) -> Result<[Player; 2], Error> {
        let level = Level::new(self.level);
        let level =
            level.ok_or_else(|| refuse(format!("a level is a number from 1 to 5, not {}", self.level)))?;
        let program = Player::Program(level);
        match &*self.program {
            "first" => Ok([program, Player::Person]),
            "second" => Ok([Player::Person, program]),
            "both" => Ok([program; 2]),
            "none" => Ok([Player::Person; 2]),
            other => Err(refuse(format!("the program plays first, second, both or none, not `{other}`"))),
        }
    }
}

/// Squares are numbers, row by row from 0.
pub(crate) fn square(game: &Game, number: usize) -> Square {
    let columns = game.position().grid().columns.len().max(1);
    Square::new(number / columns, number % columns)
}

pub(crate) fn state(game: &Game) -> Value {
    let position = game.position();
    let (kind, grid) = (position.kind(), position.grid());
    let number = |square: &Square| square.row * grid.columns.len() + square.column;
    let marks = game.marks();
    let marks: Map<String, Value> =
        marks.iter().map(|(square, &mark)| (number(square).to_string(), name(mark).into())).collect();
    json!({
        "record": game.record_to_here(),
        "game": kind.name,
        "title": kind.title,
        "rules": game.start().rules(),
        "status": game.status(),
        "turn": turn(game),
        "notation": kind.notation,
        "moves": game.steps()[..game.at()].iter().map(|played| &played.text).collect::<Vec<_>>(),
        "rows": grid.rows,
        "columns": grid.columns,
        "cells": grid.cells.iter().map(|cell| cell.letter).collect::<String>(),
        "shaded": shaded(&grid),
        "marks": marks,
        "selected": game.selected().as_ref().map(number),
        "sources": game.sources().iter().map(number).collect::<Vec<_>>(),
        "keys": game.keys(),
        "said": "",
    })
}

/// Returns who has to act: `person`, `program`, or nobody if the game is `over`.
fn turn(game: &Game) -> &'static str {
    match (game.position().outcome(), game.task()) {
        (Some(_), _) => "over",
        (None, Some(_)) => "program",
        (None, None) => "person",
    }
}

fn name(mark: Mark) -> &'static str {
    match mark {
        Mark::Last => "last",
        Mark::Hint => "hint",
        Mark::Target => "target",
        Mark::Selected => "selected",
    }
}

fn shaded(grid: &Grid) -> Vec<usize> {
    let is_shaded = |(_, cell): &(usize, &Cell)| cell.is_shaded;
    grid.cells.iter().enumerate().filter(is_shaded).map(|(number, _)| number).collect()
}
