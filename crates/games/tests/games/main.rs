//! The games as hosts use them, and the end of a game of Halma.

use std::sync::Arc;

use arcadian_board::halma::{Board, Color, Position as Model, Variant};
use arcadian_games::halma::PATIENCE;
use arcadian_games::{Game, Halma, Kind, Level, Outcome, Player, Position, Side};
use proptest::prelude::*;

#[cfg(feature = "machine")]
mod machine;
mod played;
mod search;

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

fn board(white: &[u8], black: &[u8]) -> Model {
    let mut board = Board::empty();
    for (color, squares) in Color::BOTH.into_iter().zip([white, black]) {
        for (piece, &square) in squares.iter().enumerate() {
            board.add_piece(color, piece, square);
        }
    }
    Model { board, side: Color::White }
}

#[test]
fn all_pieces_in_the_opposite_camp_win() {
    let position = Halma::new(board(&[234], &[100]), Variant::Standard).expect("a position");
    let won = position.play("234-235").expect("a step").position;
    assert_eq!(won.outcome(), Some(Outcome::Won(Side::First)));
    assert!(won.moves().is_empty());
    assert_eq!(won.play("100-99").expect_err("over").to_string(), "the game is over: White has won");
}

/// Black keeps eighteen pieces at home and moves one back and forth. White fills the free square of the camp.
#[test]
fn who_stays_at_home_loses_when_patience_ends() {
    let camp = Color::Black.camp();
    let (_, stay) = camp.split_last().expect("a camp");
    let black: Vec<u8> = stay.iter().copied().chain([100]).collect();
    let (white, free) = ([camp[18] - 17, 0], camp[18]);
    let start = Halma::new(board(&white, &black), Variant::Standard).expect("a position");
    let mut game = Game::new(Arc::new(start), [Player::Person; 2], 1);
    game.play(&format!("{}-{free}", white[0])).expect("a step into the camp");
    assert_eq!(game.position().outcome(), None, "it is early, and a piece is at home");
    let mut squares = [(100, 101), (0, 1)];
    while game.at() < 2 * PATIENCE as usize {
        assert_eq!(game.position().outcome(), None, "after {} moves", game.at());
        let (from, to) = squares[0];
        game.play(&format!("{from}-{to}")).expect("a step");
        squares = [squares[1], (to, from)];
    }
    assert_eq!(game.position().outcome(), Some(Outcome::Won(Side::First)));
}

#[test]
fn positions_that_cannot_be_played() {
    let error = |white: &[u8], black: &[u8]| {
        Halma::new(board(white, black), Variant::Standard).expect_err("no game").to_string()
    };
    assert_eq!(error(&[0], &[]), "Black has no pieces; each side needs at least one");
    assert_eq!(
        error(&[255], &[100]),
        "the game is over in this position: White has won; start from another one"
    );
}
