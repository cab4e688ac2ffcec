//! Positions as text.

use super::*;

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
