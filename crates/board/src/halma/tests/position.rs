//! Playing and winning.

use super::*;

fn play(text: &str) -> Result<Position, Illegal> {
    Position::start().play(text.parse().expect("a move"), Variant::Standard)
}

#[test]
fn a_move_hands_the_turn_over() {
    let position = play("4-21").expect("a legal move");
    assert_eq!(position.side, Colour::Black);
    assert_eq!(position.board.piece(Colour::White, 4), Some(21));
    assert_eq!(position.board.at(4), None);
}

#[test]
fn moves_that_are_not_allowed() {
    for (text, why) in [
        ("100-101", "no piece stands on 100"),
        ("255-238", "the piece on 255 is Black's, and White is to move"),
        ("0-1", "a piece stands on 1"),
        ("4-4", "a piece stands on 4"),
        ("4-6", "neither a step nor hops lead from 4 to 6"),
    ] {
        assert_eq!(play(text).expect_err(text).to_string(), why);
    }
}

#[test]
fn texts_that_are_no_moves() {
    for text in ["", "4", "4-", "-4", "4-256", "4--5", "+4-5", "4 - 5", "4-5-6", "a-b", "4-5 "] {
        let error = text.parse::<Move>().expect_err(text);
        assert_eq!(
            error.to_string(),
            format!("'{text}' is no move: expected two squares of 0 to 255, such as 4-21")
        );
    }
    assert_eq!("004-021".parse(), Ok(Move { from: 4, to: 21 }));
}

#[test]
fn nobody_has_won_at_the_start() {
    assert_eq!(Position::start().winner(), None);
    assert_eq!(Position { board: Board::empty(), side: Colour::White }.winner(), None);
}

#[test]
fn who_moved_last_has_won_when_both_are_home() {
    let home = turned(&Position::start()).board;
    let mut both = Board::empty();
    for colour in Colour::BOTH {
        home.pieces(colour.other()).for_each(|(piece, square)| both.add_piece(colour, piece, square));
    }
    for side in Colour::BOTH {
        assert_eq!(Position { board: both, side }.winner(), Some(side.other()));
    }
}

#[test]
fn one_piece_outside_is_no_win() {
    let text = "16/16/16/16/16/b15/16/16/16/16/16/14ww/13www/11wwww1/11wwwww/11wwwww w";
    let almost: Position = text.parse().expect("a position");
    assert_eq!(almost.winner(), None);
    assert_eq!(almost.board.pieces(Colour::White).count(), PIECES);
}

proptest! {
    #[test]
    fn moves_of_the_list_are_the_moves_that_can_be_played((variant, position) in positions(), from: u8, to: u8) {
        let tried = Move { from, to };
        prop_assert_eq!(position.moves(variant).contains(&tried), position.play(tried, variant).is_ok());
    }

    #[test]
    fn a_move_is_its_text(from: u8, to: u8) {
        let written = Move { from, to };
        prop_assert_eq!(written.to_string().parse(), Ok(written));
    }
}
