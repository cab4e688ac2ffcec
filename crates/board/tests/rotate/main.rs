//! ROTATE: the board, the solver, and scripted games for every rule and quirk of the listing.

mod board;
mod game;
mod search;
mod solve;

use arcadian_board::rotate::{DIVIDE, GO, Game};

/// The level 8 puzzle printed with the listing, and its printed solution.
const PRINTED: &str = "BCDH FGEP IJKL AMNO";
const SOLUTION: &str = "ELGDIFCB";

/// Plays the printed puzzle with these keys; `/` is ÷ and `!` is GO.
fn play(keys: &str) -> Game {
    let stored: Vec<u8> = SOLUTION.bytes().rev().collect();
    press(Game::with_puzzle(PRINTED.parse().unwrap(), &stored), keys)
}

fn press(mut game: Game, keys: &str) -> Game {
    for key in keys.bytes() {
        game.key(match key {
            b'/' => DIVIDE,
            b'!' => GO,
            other => other,
        });
    }
    game
}

/// Makes a puzzle on a fresh machine by turning these positions.
fn made_by(positions: &[u8]) -> Game {
    let mut game = Game::new();
    deal(&mut game, positions);
    game
}

fn deal(game: &mut Game, positions: &[u8]) {
    let mut draws = positions.iter().copied();
    game.level(positions.len() as i16, || draws.next().unwrap_or(1));
}

fn board_after(keys: &str) -> String {
    play(keys).board().to_string()
}

fn texts(game: &Game) -> Vec<String> {
    game.text_at().into_iter().map(|(_, _, text)| text).collect()
}
