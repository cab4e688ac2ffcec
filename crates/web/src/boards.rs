//! The module of the web page that plays TACTIX, Halma, Ataxx and ROTATE, for a worker.
//!
//! It keeps nothing between requests: a request has the record of its game. So the page can end the worker while the program thinks, and
//! nothing is lost.
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

mod setup;
mod state;

use crate::{Handler, Module, Reply, refuse};
use arcadian_files::Error;
use arcadian_games::{Choice, Game, rotate::Puzzle};
use serde::Deserialize;
use serde_json::json;

use crate::boards::{
    setup::Setup,
    state::{square, state},
};

/// The module.
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
struct Shown {
    record: String,
    at: Option<usize>,
}

/// A touched square of a game, and the one that was selected before.
#[derive(Deserialize)]
struct Touched {
    record: String,
    selected: Option<usize>,
    square: usize,
}

/// A move in the notation of a game.
#[derive(Deserialize)]
struct Typed {
    record: String,
    text: String,
}

/// A puzzle of the program of 1982, as the module `play` has it in its state.
#[derive(Deserialize)]
struct Asked {
    puzzle: String,
}

impl Asked {
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

fn show(shown: &Shown) -> Reply {
    let mut game = read(&shown.record)?;
    let at = shown.at.unwrap_or(game.at());
    if !game.go(at) {
        return Err(refuse(format!("the game has {} moves, not {at}", game.steps().len())));
    }
    Ok(state(&game))
}

fn touch(touched: &Touched) -> Reply {
    let mut game = read(&touched.record)?;
    if let Some(selected) = touched.selected {
        game.touch(square(&game, selected)).map_err(refused)?;
    }
    game.touch(square(&game, touched.square)).map_err(refused)?;
    Ok(state(&game))
}

fn play(typed: &Typed) -> Reply {
    let mut game = read(&typed.record)?;
    game.play(typed.text.trim()).map_err(refused)?;
    Ok(state(&game))
}

fn back(shown: &Shown) -> Reply {
    let mut game = read(&shown.record)?;
    if !game.take_back() {
        return Err(refuse("there is no move of a person to take back".to_owned()));
    }
    Ok(state(&game))
}

/// Makes the move of the program.
fn choose(shown: &Shown) -> Reply {
    let mut game = read(&shown.record)?;
    let task = game.task().ok_or_else(|| refuse("the program is not to move".to_owned()))?;
    let choice = task.choose(&mut || false).ok_or_else(no_move)?;
    game.play(&choice.text).map_err(refused)?;
    Ok(said(&game, "The program", &choice))
}

/// Marks the move that the highest level makes.
fn hint(shown: &Shown) -> Reply {
    let mut game = read(&shown.record)?;
    let task = game.hint_task().ok_or_else(|| refuse("the game is over".to_owned()))?;
    let choice = task.choose(&mut || false).ok_or_else(no_move)?;
    game.show_hint(choice.clone()).map_err(refused)?;
    Ok(said(&game, "Hint", &choice))
}

/// Returns the least number of moves for a puzzle of the program of 1982.
fn shortest(asked: &Asked) -> Reply {
    let moves = asked.puzzle()?.shortest(&mut || false).ok_or_else(no_move)?;
    Ok(json!({ "moves": moves }))
}

/// Returns a hint for the program of 1982.
fn solve(asked: &Asked) -> Reply {
    let puzzle = asked.puzzle()?;
    let said = puzzle.hint(&mut || false).ok_or_else(no_move)?;
    Ok(json!({ "said": said }))
}

fn no_move() -> Error {
    refuse("the program found no move".to_owned())
}

/// Returns a game with what there is to say about a move.
fn said(game: &Game, who: &str, choice: &Choice) -> serde_json::Value {
    let mut state = state(game);
    state["said"] = format!("{who}: {}, {}.", choice.text, choice.reason).into();
    state
}
