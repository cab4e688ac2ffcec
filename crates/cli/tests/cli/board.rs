//! `board`: refused input, help and pictures.

use std::{
    fs,
    process::{Command, Stdio},
};

use crate::support::{ARCADIAN, Folder, RunResult};

const GAMES: [&str; 6] = ["tactix", "rotate", "rook", "bishop", "halma", "ataxx"];

/// Arguments after `board GAME`, and a part of the error message.
const REFUSED: [(&str, &[&str], &str); 69] = [
    ("tactix", &["show", "12", "34", "56"], "expected 2 bytes"),
    ("tactix", &["canonical", "12"], "expected 2 bytes"),
    ("tactix", &["turn", "123456", "--figure", "3"], "expected 5 bytes"),
    ("tactix", &["show", "--figure", "9"], "2, 3, 4, 5"),
    ("tactix", &["show", "--turn", "half", "--reflect", "vertical"], "cannot be used with"),
    ("tactix", &["turn"], "BOARD"),
    ("tactix", &["turn", "xyz"], "bytes in hexadecimal, or rows"),
    ("tactix", &["turn", "1234", "--by", "sideways"], "clockwise"),
    ("tactix", &["reflect", "1234", "--axis", "up"], "vertical"),
    ("tactix", &["moves", "12G4"], "bytes in hexadecimal, or rows"),
    ("tactix", &["solve", "x.x/..."], "a board is square"),
    ("tactix", &["solve", "xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx/xxxxxx"], "too many to solve"),
    ("rotate", &["solve"], "BOARD"),
    ("rotate", &["solve", "ABC"], "the letters A to P, each once"),
    ("rotate", &["solve", "ABCDEFGHIJKLMNOO"], "the letters A to P, each once"),
    ("rotate", &["solve", "ABCDEFGHIJKLMNÖP"], "the letters A to P, each once"),
    ("rotate", &["solve", "ABCDEFGHIJKLMNOP", "--letters", "9"], "--letters"),
    ("rotate", &["solve", "ABCDEFGHIJKLMNOP", "--database", "/dev/null"], "not a pattern database"),
    ("rotate", &["database", "no/such/folder/x"], "there is no folder"),
    ("rotate", &["levels", "--from", "9", "--to", "3"], "the first level, 9, is above the last one, 3"),
    ("rotate", &["depths", "3", "--memory", "0"], "--memory"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOPQ"], "the letters A to P, each once"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", ""], "no moves given"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "AX"], "move 2 is 'X'"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "é"], "letters A to P"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "D"], "D is in the last column"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "M"], "M is in the bottom row"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "SL"], "L is in the last column"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "AS"], "move 2 is an S without a letter"),
    ("rotate", &["show", "ABCDEFGHIJKLMNOP", "SASM"], "second special move"),
    ("rotate", &["special", "4"], "no pair starts at position 4"),
    ("rotate", &["special", "16"], "it is not a decimal number from 1 to 15"),
    ("rotate", &["depths", "x"], "N"),
    ("rook", &["show", "E"], "the groups are"),
    ("rook", &["attacks", "a9"], "`a9` is not a valid square"),
    ("rook", &["attacks", "a1", "0xZZ"], "`0xZZ` is not a valid word"),
    ("rook", &["key", "e4", "--magic", "12"], "`12` is not a valid word"),
    ("rook", &["key", "e4", "--bits", "3"], "--magic"),
    ("rook", &["tables", "--out", "no/such/folder"], "there is no folder"),
    ("halma", &["show", "--from", "256"], "0 to 255"),
    ("halma", &["show", "--from", "100"], "square 100 is empty"),
    ("halma", &["show", "--position", "abc"], "16 rows"),
    ("halma", &["moves", "7x"], "0 to 255"),
    ("halma", &["moves", "30"], "square 30 is empty"),
    ("halma", &["perft", "13"], "13"),
    ("halma", &["paths", "4-6"], "cannot be reached"),
    ("halma", &["paths", "4-5", "4-5"], "move 2"),
    (
        "halma",
        &["play", "--position", "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w"],
        "White has no pieces",
    ),
    ("halma", &["play", "--level", "6"], "from 1 to 5"),
    ("halma", &["play", "--replay", "none.txt"], "none.txt"),
    ("halma", &["play", "--kangaroo", "--replay", "none.txt"], "leave out --kangaroo"),
    ("halma", &["play", "--level", "1", "--replay", "none.txt"], "cannot be used with"),
    ("tactix", &["play", "--size", "7"], "from 2 to 6"),
    ("tactix", &["play", "--position", "../.."], "no counters are left"),
    ("rotate", &["play", "ABCDEFGHIJKLMNOP"], "the letters are in order"),
    ("rotate", &["play", "--level", "41"], "from 1 to 40"),
    ("ataxx", &["play", "--walls", "0x0776"], "no stone can move"),
    (
        "ataxx",
        &["play", "--picture", "......./......./......./..?..../......./......./......."],
        "line 4, column 3 of the picture: `?`",
    ),
    (
        "ataxx",
        &["play", "--picture", "......./......./......./......./......./......./......"],
        "6 squares, expected 7",
    ),
    ("ataxx", &["show", "x5o/7/7/7/7/7/o5x1 x 0 1"], "more than 7 squares"),
    ("ataxx", &["moves", "8/7/7/7/7/7/7 x 0 1"], "character 1"),
    ("ataxx", &["moves", "x5o/7/7/7/7/7 x 0 1"], "6 ranks"),
    ("ataxx", &["moves", "x5o/7/7/7/7/7/o5x z 0 1"], "x or o"),
    ("ataxx", &["walls", "0x1FFFF"], "16 bits"),
    ("ataxx", &["walls", "0111100010001001"], "bit 0"),
    ("ataxx", &["show", "--play", "g9"], "g9"),
    ("ataxx", &["show", "--play", "a1a3"], "cannot make move 1"),
    ("ataxx", &["show", "startpos", "--walls", "0x7888"], "cannot be used with"),
    ("ataxx", &["bytes", "00", "11"], "14 bytes"),
];

fn board(game: &str, args: &[&str]) -> RunResult {
    Folder::with(&[]).run(&[&["board", game][..], args].concat())
}

#[test]
fn bad_input_is_refused_with_one_message() {
    for (game, args, part) in REFUSED {
        let result = board(game, args);
        result.is_refused(&[part]);
        assert_eq!(result.err.matches("error: ").count(), 1, "{game} {args:?}: {}", result.err);
    }
}

#[test]
fn an_unknown_game_is_refused() {
    board("chess", &[]).is_refused(&["chess"]);
    for game in GAMES {
        board(game, &["dance"]).is_refused(&["dance"]);
    }
}

/// Returns the names under `Commands:`, except `help`.
fn commands(help: &str) -> Vec<&str> {
    let (_, list) = help.split_once("Commands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Continuation lines are indented further.
    let names =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn every_command_has_help() {
    let helps = |result: &RunResult| {
        assert_eq!((result.status, result.err.as_str()), (Some(0), ""), "{}", result.out);
        assert!(result.out.contains("Usage: arcadian board"), "{}", result.out);
    };
    let all = Folder::with(&[]).run(&["board", "--help"]);
    helps(&all);
    assert_eq!(commands(&all.out), GAMES);
    for game in GAMES {
        let result = board(game, &["--help"]);
        helps(&result);
        let commands = commands(&result.out);
        assert!(commands.contains(&"show"), "{}", result.out);
        commands.iter().for_each(|command| helps(&board(game, &[command, "--help"])));
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    for game in GAMES {
        let mut child = Command::new(ARCADIAN)
            .args(["board", game, "show"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("an end");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{game}");
    }
}

#[test]
fn nine_turns_equal_a_special_move_for_every_pair() {
    let result = board("rotate", &["special"]);
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""));
    let rows: Vec<Vec<&str>> =
        result.out.lines().skip(1).take(12).map(|line| line.split_whitespace().collect()).collect();
    let pairs =
        ["1-2", "2-3", "3-4", "5-6", "6-7", "7-8", "9-10", "10-11", "11-12", "13-14", "14-15", "15-16"];
    for (row, pair) in rows.iter().zip(pairs) {
        // Pair, turns, words; nine positions; nine keys.
        assert_eq!((row[0], row[1], row.len()), (pair, "9", 3 + 9 + 9), "{row:?}");
    }
}

#[test]
fn a_pattern_database_of_rotate_is_made_once_and_checked() {
    let folder = Folder::with(&[]);
    let run = |args: &[&str]| folder.run(&[&["board", "rotate"][..], args].concat());
    let made = run(&["database", "x.patterns", "--letters", "4", "--special"]);
    assert_eq!((made.status, made.out.as_str()), (Some(0), ""), "{}", made.err);
    assert!(made.err.contains("4 letters, clockwise turns with a special move, 43700 bytes"), "{}", made.err);
    let puzzle = "BCDHFGEPIJKLAMNO";
    let solved = run(&["solve", puzzle, "--special", "--database", "x.patterns"]);
    assert_eq!(solved, run(&["solve", puzzle, "--special"]));
    let other = run(&["solve", puzzle, "--both", "--database", "x.patterns"]);
    other.is_refused(&["is for clockwise turns with a special move", "make one with the same options"]);
    let path = folder.path("x.patterns");
    let mut bytes = fs::read(&path).expect("the database");
    bytes[9_999] ^= 1;
    fs::write(&path, &bytes).expect("a file");
    let damaged = run(&["solve", puzzle, "--special", "--database", "x.patterns"]);
    damaged.is_refused(&["`arcadian board rotate database` makes one", "its checksum does not agree"]);
    assert_eq!(fs::read(&path).expect("the database"), bytes, "it is not replaced");
}

#[test]
fn rotate_boards_have_several_notations() {
    let solved = board("rotate", &["solve", "BCDHFGEPIJKLAMNO"]);
    assert!(solved.out.starts_with("8 moves"), "{}", solved.out);
    for args in [&["solve", "BCDH FGEP IJKL AMNO"][..], &["solve", "bcdh", "fgep", "ijkl", "amno"]] {
        assert_eq!(board("rotate", args), solved);
    }
}
