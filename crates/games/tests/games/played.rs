//! Games that are played: squares, marks, moves taken back, tasks for the program, why moves are illegal; and their records. Positions
//! that cannot be played, and pictures of boards.

use arcadian_board::ataxx::{Position, Walls};
use arcadian_games::{Game, Kind, Mark, Player, Square, Touch, ataxx::picture};
use proptest::prelude::*;

use crate::{STARTS, game, games, level, make, start};

fn at(row: usize, column: usize) -> Square {
    Square::new(row, column)
}

#[test]
fn every_move_can_be_made_by_each_of_its_pairs_of_squares() {
    for (kind, rules, text) in STARTS {
        let fresh = game(kind, rules, text);
        for candidate in fresh.position().moves() {
            for &(from, to) in &candidate.pairs {
                let mut game = fresh.clone();
                assert_eq!(game.touch(from), Ok(Touch::Selected), "{kind} {candidate:?}");
                assert!(
                    game.sources().contains(&from) && game.targets().contains(&to),
                    "{kind} {candidate:?}"
                );
                assert_eq!(game.touch(to), Ok(Touch::Played), "{kind} {candidate:?}");
                assert_eq!(game.last().map(|played| &played.text), Some(&candidate.text));
            }
        }
    }
}

#[test]
fn a_square_is_selected_changed_and_unselected() {
    let mut game = game("halma", "standard", crate::HALMA);
    assert_eq!(game.touch(at(0, 4)), Ok(Touch::Selected));
    assert_eq!(game.touch(at(1, 4)), Ok(Touch::Selected));
    assert_eq!(game.selected(), Some(at(1, 4)));
    assert_eq!(game.touch(at(1, 4)), Ok(Touch::Unselected));
    assert_eq!((game.selected(), game.targets()), (None, Vec::new()));
}

#[test]
fn marks_tell_the_selection_its_targets_the_hint_and_the_last_move() {
    let mut game = game("tactix", "misere", "xx/xx");
    game.play("00").expect("a legal move");
    assert_eq!(game.marks().into_iter().collect::<Vec<_>>(), [(at(0, 0), Mark::Last)]);
    let hint = game.hint_task().and_then(|task| task.choose(&mut || false)).expect("a hint");
    assert_eq!((hint.text.as_str(), hint.reason.as_str()), ("01-11", "wins with best play"));
    game.show_hint(hint).expect("a legal hint");
    game.touch(at(0, 1)).expect("a counter");
    let marks: Vec<_> = game.marks().into_iter().collect();
    let expected = [(at(0, 0), Mark::Last), (at(0, 1), Mark::Selected), (at(1, 1), Mark::Target)];
    assert_eq!(marks, expected, "a target hides the hint, the selection hides that it is a target of itself");
    game.play("01").expect("a legal move");
    assert_eq!((game.hint(), game.selected()), (None, None));
}

#[test]
fn taking_back_returns_to_a_person() {
    let players = [Player::Person, Player::Program(level(5))];
    let mut game = Game::new(start("tactix", "misere", "xxx/xxx/xxx"), players, 1);
    assert!(!game.take_back());
    game.play("00").expect("a legal move");
    game.play("22").expect("a legal move");
    game.play("02").expect("a legal move");
    assert!(game.task().is_some());
    assert!(game.take_back());
    assert_eq!((game.at(), game.task().is_some()), (2, false));
    assert!(game.take_back());
    assert_eq!((game.at(), game.steps().len()), (0, 3));
    // The moves are still there, so the program does not move in their place.
    assert!(game.go(1) && game.task().is_none() && !game.go(4));
    game.cut();
    assert!(game.task().is_some() && game.steps().len() == 1);
}

#[test]
fn the_person_who_starts_second_cannot_take_back_the_programs_first_move() {
    let players = [Player::Program(level(1)), Player::Person];
    let mut game = Game::new(start("ataxx", "standard", STARTS[4].2), players, 1);
    let choice = game.task().and_then(|task| task.choose(&mut || false)).expect("a move");
    game.play(&choice.text).expect("a legal move");
    assert!(!game.take_back());
}

#[test]
fn the_status_is_a_sentence() {
    let table = [
        (STARTS[0], "", "The first player to move; 9 counters; the last one loses"),
        (STARTS[0], "00-02 10-12 20-22", "The second player has won; 0 counters; the last one loses"),
        (STARTS[1], "", "The first player to move; 13 counters; the last one wins"),
        (STARTS[2], "4-21", "Black to move; in the opposite camp: White 0, Black 0"),
        (STARTS[4], "a7a5", "o to move; x 2, o 2, free 33; 1 without a clone"),
        (STARTS[5], "", "Level 8; moves: 0; special move left"),
        (STARTS[5], "SB R", "Level 8; moves: 1; special move left; resets: 1"),
        (STARTS[5], "E L G D I F C", "Level 8; moves: 7; special move left"),
        (STARTS[5], "E L G D I F C B", "Solved in 8 moves, as many as the turns of the shuffle"),
        (STARTS[5], "B R E L G D I F C B", "Solved in 9 moves, 1 more than the turns of the shuffle"),
        (STARTS[6], "P", "Given board; moves: 1; special move left"),
    ];
    for ((kind, rules, text), moves, status) in table {
        let mut game = game(kind, rules, text);
        let played = moves.split_whitespace().try_for_each(|played| game.play(played));
        assert_eq!((played, game.status().as_str()), (Ok(()), status), "{kind} {moves}");
    }
    let cornered = game("ataxx", "standard", "7/7/7/7/4ooo/4ooo/4oox x 0 1");
    assert_eq!(cornered.status(), "x must pass, 0000; x 1, o 8, free 40");
    assert_eq!(cornered.keys(), ["0000"]);
}

/// Programs at every level play each game of two sides with legal moves, and equal seeds give equal games.
#[test]
fn the_program_plays_every_game() {
    for (kind, rules, text) in STARTS.into_iter().filter(|(kind, ..)| *kind != "rotate") {
        for number in 1..=4 {
            let play = || {
                let mut game = Game::new(start(kind, rules, text), [Player::Program(level(number)); 2], 7);
                for _ in 0..4 {
                    let Some(task) = game.task() else { break };
                    let choice = task.choose(&mut || false).expect("a move");
                    game.play(&choice.text).expect("a legal move");
                }
                game.record()
            };
            assert_eq!(play(), play(), "{kind} at level {number}");
        }
    }
}

proptest! {
    #[test]
    fn the_moves_listed_are_those_that_are_legal(game in games()) {
        let moves = game.position().moves();
        prop_assert_eq!(moves.is_empty(), game.position().outcome().is_some());
        for candidate in &moves {
            let played = game.position().play(&candidate.text).expect("a listed move is legal");
            prop_assert_eq!(&played.text, &candidate.text);
        }
        let grid = game.position().grid();
        prop_assert_eq!(grid.cells.len(), grid.rows.len() * grid.columns.len());
    }

    #[test]
    fn any_text_and_any_square_are_answered(mut game in games(), text in ".{0,12}", row in 0..20_usize, column in 0..20_usize) {
        let _ = game.play(&text);
        let _ = game.touch(Square::new(row, column));
        let _ = game.touch(Square::new(column, row));
        prop_assert!(!game.status().is_empty());
    }

    #[test]
    fn moves_taken_back_and_made_again_lead_to_the_same_position(mut game in games()) {
        let (end, text) = (game.at(), game.position().text());
        while game.at() > 0 {
            prop_assert!(game.take_back() || game.go(0));
        }
        prop_assert!(game.go(end));
        prop_assert_eq!(game.position().text(), text);
    }
}

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

/// Errors in a record: a text of the header, its replacement, the moves that follow, and the error.
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

/// A game, its rules and its position.
type Start = (&'static str, &'static str, &'static str);

/// Squares by row and column.
type Squares = &'static [(usize, usize)];

const TACTIX: Start = ("tactix", "misere", "x.x/xxx/xxx");
const HALMA: Start = ("halma", "standard", crate::HALMA);
const ATAXX: Start = ("ataxx", "standard", "x2-2o/3-3/3-3/---1---/3-3/3-3/o2-2x x 0 1");
const ROTATE: Start = ("rotate", "level 8", "BCDH FGEP IJKL AMNO");

/// A start, moves before, a move, and the reason why it is illegal.
#[rustfmt::skip]
const MOVES: &[(Start, &str, &str, &str)] = &[
    (TACTIX, "", "x", "`x` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03"),
    (TACTIX, "", "", "`` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03"),
    (TACTIX, "", "1\u{1b}", "`1\\u{1b}` is not a move; write a counter, such as 12, or the first and last counter of a run, such as 00-03"),
    (TACTIX, "", "13", "13 is outside the board; rows and columns are 0 to 2"),
    (TACTIX, "", "10-22", "10 and 22 are neither in one row nor in one column"),
    (TACTIX, "", "01", "01 has no counter; a move takes counters without a gap"),
    (TACTIX, "", "00-02", "01 has no counter; a move takes counters without a gap"),
    (TACTIX, "11", "21-01", "01 has no counter; a move takes counters without a gap"),
    (TACTIX, "00 02 10-12 20-22", "00", "the game is over: no counters are left"),
    (HALMA, "", "4", "`4` is not a valid move; write two squares from 0 to 255, such as 4-21"),
    (HALMA, "", "4-256", "`4-256` is not a valid move; write two squares from 0 to 255, such as 4-21"),
    (HALMA, "", "5-6", "square 5 is empty"),
    (HALMA, "", "255-254", "the piece on 255 is Black's, but White is to move"),
    (HALMA, "", "0-1", "square 1 is occupied"),
    (HALMA, "", "0-7", "7 cannot be reached from 0 by a step or by hops"),
    (ATAXX, "", "h1", "`h1`: a move is a square (g2), two squares (a7a5) or 0000"),
    (ATAXX, "", "a7b6", "`a7b6`: a7 and b6 are adjacent; write b6 for a clone to b6"),
    (ATAXX, "", "a7a3", "a7 and a3 are 4 squares apart; a clone goes 1 square, a jump 2"),
    (ATAXX, "", "b5b3", "b5 has no stone"),
    (ATAXX, "", "d7d5", "d7 is a wall"),
    (ATAXX, "", "a1a3", "the stone on a1 is not x's, and x is to move"),
    (ATAXX, "", "c5", "no stone of x is next to c5, so none can be cloned there; write two squares for a jump"),
    (ATAXX, "b7", "d7", "d7 is a wall"),
    (ATAXX, "b7 f7 b6 f6 c7 e7", "c7", "c7 is occupied"),
    (ATAXX, "", "0000", "x can move, so it must not pass"),
    (ROTATE, "", "Z", "`Z` is not a move; write a letter A to P, S and a letter for the special move, T or R"),
    (ROTATE, "", "S", "`S` is not a move; write a letter A to P, S and a letter for the special move, T or R"),
    (ROTATE, "", "H", "H has no group: it is in the bottom row or the right column"),
    (ROTATE, "", "M", "M has no group: it is in the bottom row or the right column"),
    (ROTATE, "", "SP", "P has no right neighbor to be exchanged with"),
    (ROTATE, "SB", "SC", "the special move has been made; R starts again with a new one"),
    (ROTATE, "", "T", "T takes back the turn just made, and there is none"),
    (ROTATE, "B SJ", "T", "T takes back the turn just made, and there is none"),
    (ROTATE, "E L G D I F C B", "A", "the game is over: solved in 8 moves, as many as the turns of the shuffle"),
];

#[test]
fn every_illegal_move_says_why() {
    for &((kind, rules, text), before, illegal, reason) in MOVES {
        let mut game = game(kind, rules, text);
        for played in before.split_whitespace() {
            game.play(played).unwrap_or_else(|error| panic!("{kind} {before}: {error}"));
        }
        let record = game.record();
        let error = game.play(illegal).expect_err(illegal);
        assert_eq!(error.to_string(), reason, "{kind} {before} {illegal}");
        assert_eq!(game.record(), record, "an illegal move changes nothing");
    }
}

/// A start, squares touched in this order (row, column), and the reason why the last one is refused.
#[rustfmt::skip]
const TOUCHES: &[(Start, Squares, &str)] = &[
    (TACTIX, &[(0, 1)], "01 has no counter; a move takes counters without a gap"),
    (TACTIX, &[(0, 0), (0, 1)], "01 has no counter; a move takes counters without a gap"),
    (TACTIX, &[(3, 0)], "there is no square in row 3, column 0 (from 0)"),
    (HALMA, &[(0, 5)], "square 5 is empty"),
    (HALMA, &[(15, 15)], "the piece on 255 is Black's, but White is to move"),
    (HALMA, &[(0, 0)], "the piece on 0 cannot move"),
    (HALMA, &[(0, 4), (0, 9)], "9 cannot be reached from 4 by a step or by hops"),
    (HALMA, &[(0, 16)], "there is no square in row 0, column 16 (from 0)"),
    (ATAXX, &[(0, 3)], "d7 is a wall"),
    (ATAXX, &[(6, 0)], "the stone on a1 is not x's, and x is to move"),
    (ATAXX, &[(0, 0), (0, 4)], "a7 and e7 are 4 squares apart; a clone goes 1 square, a jump 2"),
    (ATAXX, &[(1, 1)], "b6 has no stone"),
    (ROTATE, &[(3, 3)], "O has no group: it is in the bottom row or the right column"),
    (ROTATE, &[(0, 0), (3, 3)], "select the same letter twice for a turn, or its right neighbor for the special move"),
];

#[test]
fn a_square_that_is_refused_says_why() {
    for &((kind, rules, text), touched, reason) in TOUCHES {
        let mut game = game(kind, rules, text);
        let (last, before) = touched.split_last().expect("squares");
        for &(row, column) in before {
            game.touch(Square::new(row, column))
                .unwrap_or_else(|error| panic!("{kind} {touched:?}: {error}"));
        }
        let selected = game.selected();
        let error = game.touch(Square::new(last.0, last.1)).expect_err(reason);
        assert_eq!((error.to_string().as_str(), game.selected()), (reason, selected), "{kind} {touched:?}");
    }
}

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
