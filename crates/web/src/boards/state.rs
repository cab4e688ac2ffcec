//! A game as the page shows it. Squares are numbers, row by row from 0.

use arcadian_games::{Cell, Game, Grid, Mark, Square};
use serde_json::{Map, Value, json};

pub(crate) fn square(game: &Game, number: usize) -> Square {
    let columns = game.position().grid().columns.len().max(1);
    Square::new(number / columns, number % columns)
}

/// Returns a game as JSON.
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
