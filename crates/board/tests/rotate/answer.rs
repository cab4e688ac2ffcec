//! Tests of quitting and the answer.

use crate::{PRINTED, board_after, made_by, play, press};
use arcadian_board::rotate::{Counters, Prompt};

#[test]
fn q_offers_the_answer() {
    let game = play("ELGQ");
    assert_eq!(game.prompt(), Prompt::Answer);
    assert_eq!(game.shown(), ["SPOILSPORT!", "YOU QUIT AFTER 3 MOVES!", "ANSWER? (Y/N)"]);
}

/// Line 30: any key except Y means no.
#[test]
fn declining_the_answer_ends_the_game() {
    for key in ["N", "?", "!", "/", "@"] {
        let game = press(play("ELQ"), key);
        assert_eq!((game.prompt(), game.board().to_string().as_str()), (Prompt::NewGame, PRINTED));
        assert_eq!(game.shown(), ["NEW GAME? (Y/N)"]);
        assert_eq!(game.screen().colors(), (223, 8));
    }
}

#[test]
fn the_first_move_needs_no_key() {
    let game = play("ELQY");
    assert_eq!((game.prompt(), game.board().to_string()), (Prompt::Step, board_after("E")));
    assert_eq!(game.shown(), ["CHEATING???", "RESET # 1:2", "MOVE # 1 ", "1"]);
    assert_eq!(game.screen().colors(), (119, 0));
    let expected = Counters {
        b: 1,
        c: 1,
        d: 8,
        h: 3,
        m: i16::from(b'L'),
        n: 3,
        p: 11,
        r: 1,
        t: 7,
        v: 2,
        ..Counters::default()
    };
    assert_eq!(game.counters(), expected);
}

#[test]
fn any_key_shows_the_next_move() {
    for (keys, letters) in [("N", "EL"), ("?Q", "ELG"), ("TRSYA ", "ELGDIFC")] {
        let game = press(play("QY"), keys);
        assert_eq!((game.prompt(), game.board().to_string()), (Prompt::Step, board_after(letters)));
        assert_eq!(game.counters().n, letters.len() as i16);
    }
}

#[test]
fn the_last_move_ends_the_game() {
    let game = play("QY1234567");
    assert_eq!((game.prompt(), game.board().to_string().as_str()), (Prompt::NewGame, PRINTED));
    assert_eq!(game.shown(), ["MOVE # 8 ", "8", "NEW GAME? (Y/N)"]);
}

#[test]
fn go_shows_the_rest() {
    let game = play("QY1!");
    assert_eq!(game.prompt(), Prompt::NewGame);
    let shown: Vec<_> = (3..=8).flat_map(|n| [format!("MOVE # {n} "), n.to_string()]).collect();
    assert_eq!(game.shown()[..12], shown);
    let Counters { b, c, k, n, r, v, .. } = game.counters();
    assert_eq!((b, c, k, n, r, v), (8, 8, 1, 0, 0, 0));
}

/// The answer of level 1 has one move, so it ends without waiting for a key.
#[test]
fn the_answer_of_level_one_needs_no_key() {
    let game = press(made_by(&[1]), "QY");
    assert_eq!(game.prompt(), Prompt::NewGame);
    assert_eq!(game.shown(), ["CHEATING???", "RESET # 1:0", "MOVE # 1 ", "1", "NEW GAME? (Y/N)"]);
}

#[test]
fn divide_returns_with_the_moves_charged() {
    let game = play("AEQY12/");
    assert_eq!((game.prompt(), game.board().to_string()), (Prompt::Move, board_after("ELG")));
    assert_eq!((game.counters().n, game.counters().v), (4, 1));
    assert_eq!(game.shown(), ["MOVE # 4?  "]);
    let game = press(game, "DIFCB");
    assert_eq!(game.shown()[0], "YOU WON IN 9 MOVES!");
}

/// T undoes the last move of the answer as it undoes a move of the player.
#[test]
fn t_after_divide() {
    let game = play("QY1/T");
    assert_eq!((game.board().to_string(), game.counters().n), (board_after("E"), 1));
}

/// @ after ÷ turns the group below that of the answer's last move.
#[test]
fn at_sign_after_divide() {
    assert_eq!(board_after("QY/@"), board_after("EL"));
}

/// The answer's reset restores the special move.
#[test]
fn the_answer_resets() {
    let game = play("SBSQY/SG");
    assert_eq!(game.counters().l, 1);
    assert_eq!(game.shown()[0], "SP. MOVE");
}

/// The count is the maximum number of moves ever shown; it is printed only when it grows.
#[test]
fn the_count_only_grows() {
    let game = play("QY12/QY");
    assert_eq!((game.counters().b, game.counters().c), (1, 3));
    assert_eq!(game.shown(), ["CHEATING???", "RESET # 2:3", "MOVE # 1 "]);
    let game = press(game, "12");
    assert_eq!((game.shown(), game.counters().c), (vec!["MOVE # 3 ".to_owned()], 3));
    assert_eq!(press(game, "3").shown(), ["MOVE # 4 ", "4"]);
}
