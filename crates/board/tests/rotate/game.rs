//! Tests of regular and special moves, T and R, of quitting and the answer, and of winning and the next game.

use arcadian_board::rotate::{Board, Counters, Game, Prompt};

use crate::{PRINTED, SOLUTION, board_after, deal, made_by, play, press, texts};

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

fn shown(game: &Game) -> String {
    assert_eq!(game.prompt(), Prompt::NewGame);
    game.shown().join("|")
}

#[test]
fn winning_with_equal_moves() {
    assert_eq!(shown(&play(SOLUTION)), "YOU WON IN 8 MOVES!|NEW GAME? (Y/N)");
}

#[test]
fn winning_with_more_moves() {
    let game = press(made_by(&[1]), "KOPLB");
    assert_eq!(shown(&game), "YOU WON IN 5 MOVES!|4 MORE THAN ME!|NEW GAME? (Y/N)");
}

#[test]
fn winning_with_fewer_moves() {
    let game = press(made_by(&[1; 5]), "B");
    assert_eq!(
        shown(&game),
        "WOW! SMARTY!|YOU WON IN 1 MOVES!|4 FEWER THAN ME!|BET YOU CAN'T DO IT AGAIN!|NEW GAME? (Y/N)"
    );
}

/// Nine turns whose only effect is to exchange A and B.
#[test]
fn winning_by_the_special_move() {
    let game = made_by(&[1, 2, 5, 5, 5, 2, 2, 2, 5]);
    assert_eq!(game.board().to_string(), "BACD EFGH IJKL MNOP");
    assert_eq!(
        shown(&press(game, "SB")),
        "SP. MOVE|WOW! SMARTY!|YOU WON IN 1 MOVES!|8 FEWER THAN ME!|BET YOU CAN'T DO IT AGAIN!|NEW GAME? (Y/N)"
    );
}

#[test]
fn moves_before_a_reset_count() {
    let game = play(&format!("ELGR{SOLUTION}"));
    assert_eq!(shown(&game), "YOU WON IN 11 MOVES!|3 MORE THAN ME!|NEW GAME? (Y/N)");
}

/// Line 51: the puzzle is restored before the prompt.
#[test]
fn the_board_is_restored_before_the_prompt() {
    let game = play(SOLUTION);
    assert_eq!(game.board().to_string(), PRINTED);
    let expected = Counters { d: 8, h: 4, m: i16::from(b'B'), p: 16, ..Counters::default() };
    assert_eq!(game.counters(), expected);
}

/// Line 52: any key except Y starts the same puzzle for a new player.
#[test]
fn the_same_puzzle_again() {
    for key in ["N", "/", "!", "y"] {
        let game = press(play("ELRSBQN"), key);
        assert_eq!((game.prompt(), game.board().to_string().as_str()), (Prompt::Move, PRINTED));
        assert_eq!(game.shown(), ["MOVE # 1?  "]);
        let Counters { l, n, r, s, t, v, .. } = game.counters();
        assert_eq!([l, n, r, s, t, v], [0; 6]);
    }
}

/// The count of revealed moves and the colors persist for the next player of the puzzle.
#[test]
fn the_count_and_colors_persist() {
    let game = play("QY12/QNN");
    assert_eq!((game.counters().c, game.counters().b), (3, 3));
    assert_eq!(game.screen().colors(), (119, 0));
    assert_eq!(game.text_at()[1], (19, 35, "3".to_owned()));
}

#[test]
fn a_new_puzzle() {
    let mut game = play("QY1/QNY");
    assert_eq!((game.prompt(), game.board(), game.board_shown()), (Prompt::Level, &Board::SOLVED, None));
    assert_eq!((game.shown(), game.screen().colors()), (vec!["  LEVEL ".to_owned()], (223, 8)));
    let Counters { b, c, d, m, p, .. } = game.counters();
    assert_eq!((b, c, d, m, p), (2, 0, 8, i16::from(b'Q'), 16));
    deal(&mut game, &[1]);
    assert_eq!((game.counters().d, game.prompt()), (1, Prompt::Move));
    assert_eq!(game.board().to_string(), "BFCD AEGH IJKL MNOP");
}

#[test]
fn a_letter_turns_its_group() {
    let game = play("E");
    assert_eq!(game.board().to_string(), "BCDH FGKE IJLP AMNO");
    let expected = Counters { d: 8, h: 3, m: 69, n: 1, p: 11, t: 7, ..Counters::default() };
    assert_eq!(game.counters(), expected);
    assert_eq!(game.shown(), ["MOVE # 2?  "]);
}

/// Line 44: the last column and the bottom row.
#[test]
fn other_letters_do_nothing() {
    for letter in "HPLOAMN".chars() {
        let game = play(&letter.to_string());
        assert_eq!((game.board().to_string().as_str(), game.counters().n), (PRINTED, 0), "{letter}");
    }
    assert_eq!((play("H").counters().h, play("H").counters().p), (1, 4));
    assert_eq!((play("A").counters().h, play("A").counters().p), (0, 13));
}

/// Lines 19 and 20: codes below @ and above T repeat the prompt and change only M.
#[test]
fn other_keys_are_ignored() {
    let untouched = play("").counters();
    for code in (0..=63).chain(85..=255) {
        let mut game = play("");
        game.key(code);
        assert_eq!(game.counters(), Counters { m: code.into(), ..untouched });
        assert_eq!(game.shown(), ["MOVE # 1?  "]);
    }
}

/// @ passes line 19, but the search finds no letter, so P keeps the last position.
#[test]
fn the_at_sign_reuses_the_last_position() {
    assert_eq!(board_after("@"), PRINTED);
    assert_eq!(board_after("E@"), board_after("EL"));
    assert_eq!(board_after("ET@"), board_after("K"));
    assert_eq!(board_after("H@"), PRINTED);
    assert_eq!(board_after("SB@"), board_after("SBB"));
    assert_eq!(board_after("AS@"), board_after("SA"));
    assert_eq!((board_after("S@"), play("S@").counters().s), (PRINTED.into(), 0));
}

#[test]
fn s_exchanges_a_pair_once() {
    let game = play("SB");
    assert_eq!(game.board().to_string(), "CBDH FGEP IJKL AMNO");
    let expected = Counters { d: 8, h: 2, l: 1, m: 66, n: 1, p: 2, ..Counters::default() };
    assert_eq!(game.counters(), expected);
    assert_eq!(game.shown(), ["SP. MOVE", "MOVE # 2?  "]);
    assert_eq!(board_after("SN"), "BCDH FGEP IJKL AMON");
}

/// Line 40: after the special move an S changes nothing, though its flag stays until the next reset or T.
#[test]
fn a_second_s_is_ignored() {
    assert_eq!(board_after("SBSE"), board_after("SBE"));
    assert_eq!(play("SBSE").counters().s, 1);
    assert_eq!(play("SBSET").counters().s, 0);
    assert_eq!(board_after("SBRSC"), "BDCH FGEP IJKL AMNO");
}

#[test]
fn a_letter_of_the_last_column_cancels_s() {
    assert_eq!(play("SH").counters().s, 0);
    assert_eq!(board_after("SHE"), board_after("E"));
}

/// S stays pending through keys that are not letters of the board.
#[test]
fn s_waits_for_its_letter() {
    for keys in ["SSB", "S?B", "SUB", "STB"] {
        assert_eq!(board_after(keys), board_after("SB"), "{keys}");
    }
}

#[test]
fn t_undoes_a_regular_move() {
    let game = play("ELT");
    assert_eq!(game.board().to_string(), board_after("E"));
    assert_eq!((game.counters().n, game.counters().t), (1, 0));
    assert_eq!(game.shown(), ["MOVE # 2?  "]);
    assert_eq!(board_after("ELTT"), board_after("E"));
    assert_eq!(board_after("T"), PRINTED);
}

/// Keys that move nothing can be pressed between a move and T.
#[test]
fn t_works_after_idle_keys() {
    for keys in ["EAT", "EHT", "E?T", "EST", "EQ"] {
        assert_eq!(play(keys).counters().n, i16::from(keys == "EQ"), "{keys}");
    }
}

/// Line 24: T cancels S only if there is a move to undo.
#[test]
fn t_after_s() {
    assert_eq!((board_after("EST").as_str(), play("EST").counters().s), (PRINTED, 0));
    assert_eq!(play("ST").counters().s, 1);
}

#[test]
fn t_does_not_touch_a_special_move() {
    let game = play("ESBT");
    assert_eq!((game.board().to_string(), game.counters().n), (board_after("ESB"), 2));
}

#[test]
fn r_restores_the_puzzle_and_keeps_the_charges() {
    let game = play("ELGSR");
    assert_eq!(game.board().to_string(), PRINTED);
    let expected = Counters { d: 8, h: 4, m: 82, n: 3, p: 16, r: 1, v: 3, ..Counters::default() };
    assert_eq!(game.counters(), expected);
    assert_eq!(game.shown(), ["RESET # 1:3", "MOVE # 1?  "]);
    assert_eq!(press(game, "ER").shown(), ["RESET # 2:4", "MOVE # 1?  "]);
}

/// Only a move is checked for a solution: a T that solves the board does not win.
#[test]
fn t_cannot_win() {
    let game = press(made_by(&[6; 4]), "AT");
    assert_eq!(game.prompt(), Prompt::Move);
    assert_eq!(texts(&game).last().unwrap(), "MOVE # 1?");
}
