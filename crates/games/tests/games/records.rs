//! Records, written and read.

use arcadian_games::Game;
use proptest::prelude::*;

use crate::{STARTS, game, games, make};

#[test]
fn a_record_of_each_game() {
    for (kind, rules, text) in STARTS {
        let mut game = game(kind, rules, text);
        make(&mut game, &[1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]);
        insta::assert_snapshot!(format!("{kind}_{}", rules.replace(' ', "_")), game.record());
    }
}

const HEADER: &str =
    "arcadian game 1\ngame: tactix\nrules: misere\nstart: xx/xx\nfirst: person\nsecond: program 5\nseed: 1\n";

/// What takes the place of a text in the header, what follows, and the error.
#[rustfmt::skip]
const ERRORS: &[(&str, &str, &str, &str)] = &[
    ("arcadian game 1", "arcadian game 2", "", "line 1, column 1: this is not the record of a game; its first line is `arcadian game 1`"),
    ("game: tactix", "game: chess", "", "line 2, column 7: `chess` is not a game; the games are tactix, halma, ataxx and rotate"),
    ("game: tactix\n", "", "", "line 6, column 1: the field `game` is missing before the moves"),
    ("rules: misere", "rules: mine", "", "line 3, column 8: `mine` is not a rule of TACTIX; write misere or normal"),
    ("start: xx/xx", "start: xx/xy", "", "line 4, column 8: not a position of TACTIX: row 2 contains 'y'; use x for a counter and . for an empty square"),
    ("start: xx/xx", "start:   ../..", "", "line 4, column 10: the game is over in this position: no counters are left; start from another one"),
    ("seed: 1", "seed: -1", "", "line 7, column 7: `-1` is not a seed; write a number from 0 to 18446744073709551615"),
    ("seed: 1", "Seed: 1", "", "line 7, column 1: `Seed` is not a field of a record; the fields are game, rules, start, first, second, seed and result"),
    ("seed: 1", "first: person", "", "line 7, column 1: there is a second field `first`"),
    ("program 5", "program 6", "", "line 6, column 9: `program 6` is not a player; write `person`, or `program` and a level from 1 to 5"),
    ("second: program 5\n", "", "\n1. 00\n", "line 8, column 1: the field `second` is missing before the moves"),
    ("", "", "\n1. 00 33", "line 9, column 7: move 2: 33 is outside the board; rows and columns are 0 to 1"),
    ("", "", "\n1. 00\n3. 01", "line 10, column 1: `3.` is not the number of this move; expected `2.`"),
    ("", "", "\n1. 00\n\n# a comment\nseed: 2\n", "line 12, column 1: fields are before the moves"),
    ("seed: 1", "result: a draw", "", "line 7, column 9: the result is not `a draw` after these moves, but the game is not over"),
    ("seed: 1", "result: a draw", "00-01 10-11", "line 7, column 9: the result is not `a draw` after these moves, but `the first player has won`"),
];

#[test]
fn an_error_has_its_place() {
    assert!(HEADER.parse::<Game>().is_ok());
    for &(from, to, moves, error) in ERRORS {
        let text = format!("{}{moves}", HEADER.replacen(from, to, 1));
        assert_eq!(text.parse::<Game>().expect_err(&text).to_string(), error, "{text}");
    }
    let puzzle = "arcadian game 1\ngame: rotate\nrules: level 8\nstart: BCDH FGEP IJKL AMNO\nfirst: person\nsecond: person\n";
    let error = puzzle.parse::<Game>().expect_err(puzzle);
    assert_eq!(error.to_string(), "line 6, column 9: a puzzle has no second player");
    assert!("".parse::<Game>().is_err());
}

#[test]
fn comments_numbers_and_blank_lines_are_optional() {
    let text = format!("# mine\r\n\r\n{}\r\n  # moves\r\n00 01\r\n 3. 10", HEADER.replace('\n', "\r\n"));
    let game: Game = text.parse().expect("a record");
    assert_eq!((game.at(), game.position().text().as_str()), (3, "../.x"));
}

proptest! {
    #[test]
    fn reading_gives_the_game_that_was_written(game in games()) {
        let text = game.record();
        let read: Game = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(read.record(), text);
        prop_assert_eq!(read.at(), game.at());
        prop_assert_eq!(read.position().text(), game.position().text());
        prop_assert_eq!(read.status(), game.status());
    }

    #[test]
    fn no_text_makes_reading_panic(text in "(arcadian game 1\n)?([a-z]{0,8}[:. ]?[-x/.0-9a-z ]{0,20}\n){0,9}") {
        let _ = text.parse::<Game>();
    }

    #[test]
    fn a_damaged_record_is_read_or_refused(game in games(), at in any::<usize>(), with in any::<char>()) {
        let mut text: Vec<char> = game.record().chars().collect();
        let at = at % text.len();
        text[at] = with;
        let _ = text.into_iter().collect::<String>().parse::<Game>();
    }
}
