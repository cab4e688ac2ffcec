//! Tests of the games as hosts use them.

mod halma;
#[cfg(feature = "machine")]
mod machine;
mod played;
mod rotate;
mod search;

use std::sync::Arc;

use arcadian_games::{Game, Kind, Level, Player, Position};
use proptest::prelude::*;

/// The initial positions of the games: kind, rules, text.
const STARTS: [(&str, &str, &str); 7] = [
    ("tactix", "misere", "xxx/xxx/xxx"),
    ("tactix", "normal", "x.xx/xxxx/.x.x/xxxx"),
    ("halma", "standard", HALMA),
    ("halma", "kangaroo", HALMA),
    ("ataxx", "standard", "x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1"),
    ("rotate", "level 8", "BCDH FGEP IJKL AMNO"),
    ("rotate", "given", "PONM LKJI HGFE DCBA"),
];

const HALMA: &str = "wwwww11/wwwww11/wwww12/www13/ww14/16/16/16/16/16/16/14bb/13bbb/12bbbb/11bbbbb/11bbbbb w";

fn start(kind: &str, rules: &str, text: &str) -> Arc<dyn Position> {
    let kind = Kind::named(kind).unwrap_or_else(|error| panic!("{error}"));
    (kind.read)(rules, text).unwrap_or_else(|error| panic!("{kind:?} {rules} {text}: {error}"))
}

/// Starts a game of two persons.
fn game(kind: &str, rules: &str, text: &str) -> Game {
    Game::new(start(kind, rules, text), [Player::Person; 2], 1)
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// Makes up to `numbers.len()` legal moves, chosen by the numbers.
fn make(game: &mut Game, numbers: &[usize]) {
    for number in numbers {
        let moves = game.position().moves();
        if moves.is_empty() {
            return;
        }
        game.play(&moves[number % moves.len()].text).expect("a listed move is legal");
    }
}

fn games() -> impl Strategy<Value = Game> {
    let numbers = proptest::collection::vec(any::<usize>(), 0..60);
    (0..STARTS.len(), numbers, 0..6_u8, any::<u64>()).prop_map(|(which, numbers, program, seed)| {
        let (kind, rules, text) = STARTS[which];
        let players = [Player::Person, Level::new(program).map_or(Player::Person, Player::Program)];
        let is_puzzle = Kind::named(kind).is_ok_and(|kind| kind.sides.len() == 1);
        let players = if is_puzzle { [Player::Person; 2] } else { players };
        let mut game = Game::new(start(kind, rules, text), players, seed);
        make(&mut game, &numbers);
        game
    })
}
