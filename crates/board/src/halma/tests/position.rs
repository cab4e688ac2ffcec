//! Moves and wins.

use super::*;

fn play(text: &str) -> Result<Position, Illegal> {
    Position::start().play(text.parse().expect("a move"), Variant::Standard)
}

#[test]
fn a_move_passes_the_turn() {
    let position = play("4-21").expect("a legal move");
    assert_eq!(position.side, Color::Black);
    assert_eq!(position.board.piece(Color::White, 4), Some(21));
    assert_eq!(position.board.at(4), None);
}

#[test]
fn illegal_moves() {
    for (text, why) in [
        ("100-101", "square 100 is empty"),
        ("255-238", "the piece on 255 is Black's, but White is to move"),
        ("0-1", "square 1 is occupied"),
        ("4-4", "square 4 is occupied"),
        ("4-6", "6 cannot be reached from 4 by a step or by hops"),
    ] {
        assert_eq!(play(text).expect_err(text).to_string(), why);
    }
}

#[test]
fn invalid_move_texts() {
    for text in ["", "4", "4-", "-4", "4-256", "4--5", "+4-5", "4 - 5", "4-5-6", "a-b", "4-5 "] {
        let error = text.parse::<Move>().expect_err(text);
        assert_eq!(
            error.to_string(),
            format!("`{text}` is not a valid move; write two squares from 0 to 255, such as 4-21")
        );
    }
    assert_eq!("004-021".parse(), Ok(Move { from: 4, to: 21 }));
}

#[test]
fn the_initial_position_has_no_winner() {
    assert_eq!(Position::start().winner(), None);
    assert_eq!(Position { board: Board::empty(), side: Color::White }.winner(), None);
}

#[test]
fn the_last_mover_wins_when_both_qualify() {
    let swapped = turned(&Position::start()).board;
    let mut both = Board::empty();
    for color in Color::BOTH {
        swapped.pieces(color.other()).for_each(|(piece, square)| both.add_piece(color, piece, square));
    }
    for side in Color::BOTH {
        assert_eq!(Position { board: both, side }.winner(), Some(side.other()));
    }
}

#[test]
fn one_piece_outside_prevents_a_win() {
    let text = "16/16/16/16/16/b15/16/16/16/16/16/14ww/13www/11wwww1/11wwwww/11wwwww w";
    let almost: Position = text.parse().expect("a position");
    assert_eq!(almost.winner(), None);
    assert_eq!(almost.board.pieces(Color::White).count(), PIECES);
}

proptest! {
    #[test]
    fn listed_moves_are_the_playable_moves((variant, position) in positions(), from: u8, to: u8) {
        let tried = Move { from, to };
        prop_assert_eq!(position.moves(variant).contains(&tried), position.play(tried, variant).is_ok());
    }

    #[test]
    fn move_text_round_trip(from: u8, to: u8) {
        let written = Move { from, to };
        prop_assert_eq!(written.to_string().parse(), Ok(written));
    }
}
