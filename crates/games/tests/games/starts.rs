//! Positions that cannot be played, and pictures of boards.

use arcadian_board::ataxx::{Position, Walls};
use arcadian_games::{Kind, ataxx::picture};

/// A game, rules, a position, and the error.
#[rustfmt::skip]
const REFUSED: &[(&str, &str, &str, &str)] = &[
    ("tactix", "misere", "x", "TACTIX is played on boards of 2 to 6 squares on a side, not 1"),
    ("tactix", "misere", "...../...../...../...../.....", "the game is over in this position: no counters are left; start from another one"),
    ("tactix", "misere", "xx/x", "not a position of TACTIX: row 2 has length 1, but there are 2 rows; a board is square"),
    ("halma", "standard", "16 w", "not a position of Halma: the board has 1 rows, expected 16 separated by /"),
    ("ataxx", "standard", "x5o/7/7/7/7/7/o5x", "not a position of Ataxx: character 18: the side to move is missing; write x or o"),
    ("ataxx", "standard", "x6/7/7/7/7/7/7 x", "the game is over in this position: a side has no stones; x has 1, o has 0; start from another one"),
    ("ataxx", "standard", "x5o/7/7/7/7/7/o5x x 100 1", "the game is over in this position: a hundred moves were made without a clone; x has 2, o has 2; start from another one"),
    ("rotate", "level 8", "ABCD", "not a board of ROTATE: a board has the letters A to P, each once, such as `BCDH FGEP IJKL AMNO`"),
    ("rotate", "level 8", "ABCD EFGH IJKL MNOP", "the game is over in this position: the letters are in order; start from another one"),
    ("rotate", "level 41", "BCDH FGEP IJKL AMNO", "`level 41` is not a rule of ROTATE; write `level` and a number from 1 to 40, or `given`"),
];

#[test]
fn positions_that_cannot_be_played_say_why() {
    for &(kind, rules, text, error) in REFUSED {
        let kind = Kind::named(kind).expect("a game");
        assert_eq!((kind.read)(rules, text).expect_err(text).to_string(), error, "{text}");
    }
    let walls = (kind_of("ataxx").read)(
        "standard",
        &Position::start(Walls::new(0x0776).expect("a mask")).to_string(),
    );
    let locked =
        "the game is over in this position: no stone can move; x has 2, o has 2; start from another one";
    assert_eq!(walls.expect_err("locked").to_string(), locked);
}

fn kind_of(name: &str) -> &'static Kind {
    Kind::named(name).expect("a game")
}

#[test]
fn walls_by_picture() {
    let rows = "...#...\n...#...\n...#...\n###.###\n...#...\n...#...\n...#...\n";
    let start = Position::start(Walls::new(0x7888).expect("a mask"));
    assert_eq!(picture(rows), Ok(start));
    assert_eq!(picture(&rows.replace('\n', "/").replace('#', "-")), Ok(start));
    let placed = picture("x....../......./......./......./......./......./......O")
        .map(|position| position.to_string());
    assert_eq!(placed.as_deref(), Ok("x6/7/7/7/7/7/6o x 0 1"));
}

#[test]
fn a_picture_that_is_not_a_board_has_its_place() {
    #[rustfmt::skip]
    let table = [
        ("", "line 1, column 1 of the picture: the board has 0 rows, expected 7"),
        (".......\n......", "line 2, column 7 of the picture: the row has 6 squares, expected 7"),
        ("........", "line 1, column 8 of the picture: the row has 8 squares, expected 7"),
        (".......\n...?...", "line 2, column 4 of the picture: `?` is not a square; . is free, # a wall, x and o are stones"),
        ("#....../......./......./......./......./......./.......", "line 7, column 1 of the picture: there is a wall on a corner, where stones start; draw the stones elsewhere, or no wall there"),
        ("x....../......./......./......./......./......./.......", "line 7, column 1 of the picture: o has no stones; draw stones of both sides, or none for the usual start"),
    ];
    for (text, error) in table {
        assert_eq!(picture(text).expect_err(text).to_string(), error, "{text}");
    }
}
