//! Tests of Halma, here of the three structures.

mod moves;
mod slow;

use proptest::prelude::*;

use super::*;

/// Plays a random game: each number selects one of the legal moves.
fn played(variant: Variant, choices: &[usize]) -> Position {
    choices.iter().fold(Position::start(), |position, &choice| {
        let moves = position.moves(variant);
        let picked = moves.get(choice % moves.len().max(1));
        picked.map_or(position, |&picked| position.play(picked, variant).expect("a move of the list"))
    })
}

fn variants() -> impl Strategy<Value = Variant> {
    prop_oneof![Just(Variant::Standard), Just(Variant::Kangaroo)]
}

/// Generates a variant and a position reached by random moves.
fn positions() -> impl Strategy<Value = (Variant, Position)> {
    let choices = prop::collection::vec(any::<usize>(), 0..120);
    (variants(), choices).prop_map(|(variant, choices)| (variant, played(variant, &choices)))
}

fn occupancies() -> impl Strategy<Value = Set> {
    prop::collection::vec(any::<u8>(), 0..200).prop_map(|squares| squares.into_iter().collect())
}

/// Returns the position after a half turn of the board with the colors exchanged.
fn turned(position: &Position) -> Position {
    let mut board = Board::empty();
    for color in Color::BOTH {
        for (piece, square) in position.board.pieces(color) {
            board.add_piece(color.other(), piece, 255 - square);
        }
    }
    Position { board, side: position.side.other() }
}

#[test]
fn each_square_is_one_bit() {
    for square in 0..=255 {
        let mut set = Set::default();
        set.incl(square);
        assert_eq!(set.squares().collect::<Vec<_>>(), [square]);
        assert_eq!(set.to_bytes()[usize::from(square) / 8], 1 << (square % 8));
        set.excl(square);
        assert!(set.is_empty());
    }
}

#[test]
fn camps_are_opposite_corners() {
    let white = [0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 32, 33, 34, 35, 48, 49, 50, 64, 65];
    assert_eq!(Color::White.camp(), white);
    let mut black = Color::Black.camp();
    black.sort_unstable();
    let expected =
        [190, 191, 205, 206, 207, 220, 221, 222, 223, 235, 236, 237, 238, 239, 251, 252, 253, 254, 255];
    assert_eq!(black, expected);
}

#[test]
fn the_board_is_102_bytes() {
    let bytes = Board::init().to_bytes().expect("all pieces are there");
    assert_eq!(bytes.len(), 102);
    assert_eq!(bytes[..10], [0x1F, 0, 0x1F, 0, 0x0F, 0, 0x07, 0, 0x03, 0]);
    assert_eq!(bytes[32..55], [0; 23]);
    assert_eq!(bytes[54..64], [0, 0xC0, 0, 0xE0, 0, 0xF0, 0, 0xF8, 0, 0xF8]);
    assert_eq!(bytes[64..83], Color::White.camp());
    assert_eq!(bytes[83..], Color::Black.camp());
    assert_eq!(Board::from_bytes(&bytes), Board::init());
}

#[test]
fn a_board_without_all_pieces_has_no_bytes() {
    assert_eq!(Board::empty().to_bytes(), None);
}

#[test]
fn piece_numbers_above_18_are_ignored() {
    let mut board = Board::init();
    board.add_piece(Color::White, 19, 100);
    board.make(Color::Black, usize::MAX, 100);
    assert_eq!(board, Board::init());
    assert_eq!(board.piece(Color::White, 19), None);
}

#[test]
fn a_move_updates_all_three() {
    let mut board = Board::init();
    board.make(Color::Black, 4, 100);
    assert_eq!((board.at(251), board.at(100)), (None, Some(Color::Black)));
    assert_eq!(board.piece(Color::Black, 4), Some(100));
    assert!(board.is_consistent());
    board.make(Color::White, 0, 251);
    assert_eq!(board.at(251), Some(Color::White));
    assert!(board.is_consistent());
}

#[test]
fn inconsistent_structures_are_detected() {
    let good = Board::init().to_bytes().expect("all pieces are there");
    for (byte, bit) in [(0, 1), (10, 1), (32, 1), (40, 1), (63, 0x80), (64, 1), (101, 4)] {
        let mut bytes = good;
        bytes[byte] ^= bit;
        assert!(!Board::from_bytes(&bytes).is_consistent(), "byte {byte}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_a_board(bytes in prop::collection::vec(any::<u8>(), 102)) {
        let bytes: [u8; 102] = bytes.try_into().expect("102 bytes");
        prop_assert_eq!(Board::from_bytes(&bytes).to_bytes(), Some(bytes));
    }

    #[test]
    fn structures_are_consistent_after_any_game((_, position) in positions()) {
        prop_assert!(position.board.is_consistent());
        prop_assert_eq!(position.board.occupied().len(), 38);
        prop_assert_eq!(position.board.color().len(), 19);
    }

    #[test]
    fn insertion_and_removal(set in occupancies(), square: u8) {
        let (mut with, mut without) = (set, set);
        with.incl(square);
        without.excl(square);
        prop_assert!(with.is_in(square) && !without.is_in(square));
        prop_assert!((0..=255).all(|s| s == square || [with, without].iter().all(|t| t.is_in(s) == set.is_in(s))));
    }
}

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

const START: &str = "wwwww11/wwwww11/wwww12/www13/ww14/16/16/16/16/16/16/14bb/13bbb/12bbbb/11bbbbb/11bbbbb w";

#[test]
fn the_start() {
    assert_eq!(Position::start().to_string(), START);
    let read: Position = START.parse().expect("the start");
    assert_eq!(read.board.occupied(), Position::start().board.occupied());
    assert_eq!(read.board.color(), Position::start().board.color());
    assert_eq!(read.side, Color::White);
}

#[test]
fn invalid_positions() {
    let with = |row: &str| START.replacen("wwwww11", row, 1);
    for (text, why) in [
        (String::new(), "a position is 16 rows separated by /, a space, and w or b for the side to move"),
        (
            START.replace(" w", ""),
            "a position is 16 rows separated by /, a space, and w or b for the side to move",
        ),
        (START.replace(" w", " x"), "the side to move is `x`, expected w or b"),
        (START.replace(" w", " w b"), "the side to move is `w b`, expected w or b"),
        (START.replace(" w", " "), "the side to move is ``, expected w or b"),
        (START.replacen("16/16/", "", 1), "the board has 14 rows, expected 16 separated by /"),
        (format!("16/{START}"), "the board has 17 rows, expected 16 separated by /"),
        (with("wwwww12"), "row 0 has more than 16 squares"),
        (with("wwwww99999999999999999999999"), "row 0 has more than 16 squares"),
        (with("17"), "row 0 has more than 16 squares"),
        (with("wwwwwwwwwwwwwwwww"), "row 0 has more than 16 squares"),
        (with("wwwww10"), "row 0 has 15 squares, expected 16"),
        (with(""), "row 0 has 0 squares, expected 16"),
        (with("wwxww11"), "row 0 contains `x`, expected w, b or a number of empty squares"),
        (with("wwäww11"), "row 0 contains `ä`, expected w, b or a number of empty squares"),
        (with("wwwww011"), "row 0 has a number with a leading 0; write 1 to 16 for empty squares"),
        (with("wwwwww10"), "White has more than 19 pieces"),
        (with("wwwwb11").replacen("16", "b15", 1), "Black has more than 19 pieces"),
    ] {
        assert_eq!(text.parse::<Position>().expect_err(&text).to_string(), why, "{text}");
    }
}

#[test]
fn fewer_pieces_are_allowed() {
    let text = "16/1w14/16/16/16/16/16/16/16/16/16/16/16/16/14b1/16 b";
    let position: Position = text.parse().expect("a position");
    assert_eq!(position.to_string(), text);
    assert_eq!(position.board.piece(Color::White, 0), Some(17));
    assert_eq!(position.board.piece(Color::White, 1), None);
    assert!(position.board.is_consistent());
}

proptest! {
    #[test]
    fn text_round_trip((_, position) in positions()) {
        let text = position.to_string();
        let read: Position = text.parse().expect("what was written");
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.board.occupied(), position.board.occupied());
        prop_assert_eq!(read.board.color(), position.board.color());
        prop_assert!(read.board.is_consistent());
    }

    #[test]
    fn any_text_is_handled(text in "[wb0-9/ ä]{0,60}") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert!(position.board.is_consistent());
        }
    }
}
