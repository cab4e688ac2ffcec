//! Positions as text.

use super::*;

const START: &str = "wwwww11/wwwww11/wwww12/www13/ww14/16/16/16/16/16/16/14bb/13bbb/12bbbb/11bbbbb/11bbbbb w";

#[test]
fn the_start() {
    assert_eq!(Position::start().to_string(), START);
    let read: Position = START.parse().expect("the start");
    assert_eq!(read.board.occupied(), Position::start().board.occupied());
    assert_eq!(read.board.colour(), Position::start().board.colour());
    assert_eq!(read.side, Colour::White);
}

#[test]
fn texts_that_are_no_positions() {
    let with = |row: &str| START.replacen("wwwww11", row, 1);
    for (text, why) in [
        (
            String::new(),
            "a position is 16 rows with / between them, a blank, and w or b for the side to move",
        ),
        (
            START.replace(" w", ""),
            "a position is 16 rows with / between them, a blank, and w or b for the side to move",
        ),
        (START.replace(" w", " x"), "the side to move is 'x': expected w or b"),
        (START.replace(" w", " w b"), "the side to move is 'w b': expected w or b"),
        (START.replace(" w", " "), "the side to move is '': expected w or b"),
        (START.replacen("16/16/", "", 1), "the board has 14 rows: expected 16 with / between them"),
        (format!("16/{START}"), "the board has 17 rows: expected 16 with / between them"),
        (with("wwwww12"), "row 0 has more than 16 squares"),
        (with("wwwww99999999999999999999999"), "row 0 has more than 16 squares"),
        (with("17"), "row 0 has more than 16 squares"),
        (with("wwwwwwwwwwwwwwwww"), "row 0 has more than 16 squares"),
        (with("wwwww10"), "row 0 has 15 squares: expected 16"),
        (with(""), "row 0 has 0 squares: expected 16"),
        (with("wwxww11"), "row 0 has 'x': expected w, b or a number of empty squares"),
        (with("wwäww11"), "row 0 has 'ä': expected w, b or a number of empty squares"),
        (with("wwwww011"), "row 0 has a number that begins with 0: empty squares are 1 to 16"),
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
    assert_eq!(position.board.piece(Colour::White, 0), Some(17));
    assert_eq!(position.board.piece(Colour::White, 1), None);
    assert!(position.board.agrees());
}

proptest! {
    #[test]
    fn a_position_is_its_text((_, position) in positions()) {
        let text = position.to_string();
        let read: Position = text.parse().expect("what was written");
        prop_assert_eq!(read.to_string(), text);
        prop_assert_eq!(read.board.occupied(), position.board.occupied());
        prop_assert_eq!(read.board.colour(), position.board.colour());
        prop_assert!(read.board.agrees());
    }

    #[test]
    fn any_text_is_answered(text in "[wb0-9/ ä]{0,60}") {
        if let Ok(position) = text.parse::<Position>() {
            prop_assert!(position.board.agrees());
        }
    }
}
