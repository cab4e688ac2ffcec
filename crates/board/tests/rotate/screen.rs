//! Tests of the screen while the program waits for a key.

use crate::{made_by, play, press, texts};
use arcadian_board::rotate::{Board, Game, Prompt};

fn check(keys: &str, expected: &[(i16, i16, &str)]) {
    let expected: Vec<_> = expected.iter().map(|&(cx, cy, text)| (cx, cy, text.to_owned())).collect();
    assert_eq!(play(keys).text_at(), expected, "{keys}");
}

const LEVEL: (i16, i16, &str) = (-77, 35, "  LEVEL 8");

#[test]
fn at_each_prompt() {
    check("", &[LEVEL, (-65, 5, "MOVE # 1?")]);
    check("E", &[LEVEL, (-65, 5, "MOVE # 2?")]);
    check("ESB", &[LEVEL, (-65, 15, "SP. MOVE"), (-65, 5, "MOVE # 3?")]);
    check("ESBR", &[LEVEL, (-65, 25, "RESET # 1:2"), (-65, 5, "MOVE # 1?")]);
    check("EQ", &[LEVEL, (-65, 5, "MOVE # 2? Q"), (-29, -24, "ANSWER? (Y/N)")]);
    check("ESBQN", &[LEVEL, (-35, -24, "NEW GAME? (Y/N)")]);
    check("ESBQNN", &[LEVEL, (-65, 5, "MOVE # 1?")]);
}

#[test]
fn during_the_answer() {
    let count = |n| (19, 35, n);
    let reset = (-65, 25, "RESET # 1:0");
    check("QY", &[LEVEL, count("1"), reset, (-65, 5, "MOVE # 1 E"), (-23, -5, "E")]);
    check("QY1", &[LEVEL, count("2"), reset, (-65, 5, "MOVE # 2 L"), (-23, -5, "EL")]);
    check("QY1/", &[LEVEL, count("2"), reset, (-65, 5, "MOVE # 3?"), (-23, -5, "EL")]);
    check("QY1!", &[LEVEL, count("8"), (-35, -24, "NEW GAME? (Y/N)")]);
}

#[test]
fn the_answer_has_ten_letters_per_row() {
    let mut game = press(made_by(&[1; 23]), "QY");
    while game.prompt() == Prompt::Step && game.counters().b < 22 {
        game.key(b'N');
    }
    let rows: Vec<_> = game.text_at().into_iter().filter(|&(_, cy, _)| cy < 0).collect();
    let lengths: Vec<_> = rows.iter().map(|(cx, cy, row)| (*cx, *cy, row.len())).collect();
    assert_eq!(lengths, [(-23, -5, 10), (-23, -13, 10), (-23, -21, 2)]);
    assert_eq!(texts(&game)[..4], ["  LEVEL 23", "22", "RESET # 1:0", "MOVE # 22 F"]);
}

/// When T shortens the number from two digits to one, the letter T remains visible after the shorter prompt.
#[test]
fn a_shorter_prompt_leaves_a_letter() {
    let moved = "EKLPEKLPE";
    let last = |keys: &str| texts(&play(keys)).pop().unwrap();
    assert_eq!(last(moved), "MOVE # 10?");
    assert_eq!(last(&format!("{moved}T")), "MOVE # 9?  T");
    assert_eq!(last(&format!("{moved}T?")), "MOVE # 9?  T");
    assert_eq!(last(&format!("{moved}TE")), "MOVE # 10?");
    assert_eq!(texts(&play(&format!("{moved}TQ")))[1], "MOVE # 9? QT");
    assert_eq!(last(&format!("{moved}TR")), "MOVE # 1?");
}

/// The box that clears the lower half begins one pixel right of the B's left edge.
#[test]
fn a_sliver_of_the_bet_stays() {
    let game = press(made_by(&[1; 5]), "B");
    assert!(game.screen().has_sliver());
    assert_eq!(texts(&game), ["  LEVEL 5", "NEW GAME? (Y/N)"]);
    assert!(press(game.clone(), "N").screen().has_sliver());
    assert!(!press(game, "Y").screen().has_sliver());
}

#[test]
fn the_level_as_typed() {
    let mut game = Game::new();
    assert_eq!(game.text_at(), [(-77, 35, "  LEVEL".to_owned())]);
    game.level(40, || 7);
    assert_eq!(texts(&game), ["  LEVEL 40", "MOVE # 1?"]);
}

/// After any sequence of keys the board has all letters and the screen shows the level.
#[test]
fn any_keys() {
    let mut seed = 1u32;
    let mut draw = move |below: u32| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 8) % below
    };
    let mut game = Game::new();
    for _ in 0..100_000 {
        match (game.prompt(), draw(8)) {
            (_, 0) if draw(500) == 0 => game.restart(),
            (Prompt::Level, _) => game.level(draw(44) as i16 - 1, || draw(12) as u8),
            (_, 0) => game.key(draw(256) as u8),
            _ => game.key(b'@' + draw(21) as u8),
        }
        let mut letters = *game.board().letters();
        letters.sort_unstable();
        assert_eq!(letters, *Board::SOLVED.letters());
        assert!(!game.shown().is_empty());
        assert!(game.text_at()[0].2.starts_with("  LEVEL"));
    }
}
