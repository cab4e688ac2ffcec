//! The end of a game of Halma.

use arcadian_board::halma::{Board, Color, Position as Model, Variant};
use arcadian_games::{Game, Halma, Outcome, Player, Position, Side, halma::PATIENCE};

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
    let mut game = Game::new(std::sync::Arc::new(start), [Player::Person; 2], 1);
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
