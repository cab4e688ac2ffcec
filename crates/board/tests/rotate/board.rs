//! Tests of the board, of the level prompt and scrambling, and of the screen while the program waits for a key.

use std::collections::HashSet;

use arcadian_board::rotate::{Board, BoardError, Counters, Game, Prompt};

use crate::{PRINTED, SOLUTION, deal, made_by, play, press, texts};

pub(crate) const GROUPS: [usize; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];

/// The solution printed with the listing, a board after each letter.
#[test]
fn printed_solution() {
    let boards = [
        "BCDH FGKE IJLP AMNO",
        "BCDH FGKE IJNL AMOP",
        "BCDH FJGE INKL AMOP",
        "BCGD FJEH INKL AMOP",
        "BCGD FJEH AIKL MNOP",
        "BCGD AFEH IJKL MNOP",
        "BFCD AEGH IJKL MNOP",
        "ABCD EFGH IJKL MNOP",
    ];
    let mut board: Board = PRINTED.parse().unwrap();
    for (letter, expected) in SOLUTION.bytes().zip(boards) {
        board.turn(board.find(letter).unwrap());
        assert_eq!(board.to_string(), expected, "after {}", char::from(letter));
    }
    assert!(board.is_solved());
}

#[test]
fn unturn_and_four_turns_restore_the_board() {
    for position in GROUPS {
        let mut board = Board::SOLVED;
        board.turn(position);
        assert_ne!(board, Board::SOLVED);
        board.unturn(position);
        assert_eq!(board, Board::SOLVED);
        (0..4).for_each(|_| board.turn(position));
        assert_eq!(board, Board::SOLVED);
    }
}

#[test]
fn other_positions_do_nothing() {
    for position in (0..40).chain([usize::MAX]) {
        let (mut turned, mut unturned, mut swapped) = (Board::SOLVED, Board::SOLVED, Board::SOLVED);
        turned.turn(position);
        unturned.unturn(position);
        swapped.swap(position);
        assert_eq!(turned != Board::SOLVED, GROUPS.contains(&position), "{position}");
        assert_eq!(unturned != Board::SOLVED, GROUPS.contains(&position), "{position}");
        assert_eq!(swapped != Board::SOLVED, Board::can_swap(position), "{position}");
    }
    assert_eq!((0..40).filter(|&p| Board::can_swap(p)).count(), 12);
}

#[test]
fn letters_and_positions() {
    let board: Board = PRINTED.parse().unwrap();
    assert_eq!(board.letters(), b"BCDHFGEPIJKLAMNO");
    assert_eq!((board.find(b'A'), board.find(b'@'), board.find(b'Q')), (Some(13), None, None));
    assert_eq!((board.at(0), board.at(1), board.at(16), board.at(17)), (None, Some(b'B'), Some(b'O'), None));
    assert_eq!(format!("{board:>21}"), format!("  {PRINTED}"));
}

#[test]
fn text_must_be_the_sixteen_letters() {
    for text in [
        "",
        "ABCD",
        "ABCD EFGH IJKL MNOO",
        "ABCD EFGH IJKL MNOPP",
        "abcd efgh ijkl mnop",
        "ÄBCD EFGH IJKL MNO",
    ] {
        assert_eq!(text.parse::<Board>(), Err(BoardError), "{text}");
    }
    assert_eq!("ABCDEFGHIJKLMNOP".parse(), Ok(Board::SOLVED));
}

/// The number of boards first reached at each depth by clockwise turns of the solved board.
#[test]
fn new_boards_at_each_depth() {
    let mut seen = HashSet::from([Board::SOLVED]);
    let mut layer = vec![Board::SOLVED];
    for expected in [1, 9, 65, 449, 3039, 20335, 133947, 863315] {
        assert_eq!(layer.len(), expected);
        layer = layer.into_iter().flat_map(neighbors).filter(|&board| seen.insert(board)).collect();
    }
}

fn neighbors(board: Board) -> [Board; 9] {
    GROUPS.map(|position| {
        let mut next = board;
        next.turn(position);
        next
    })
}

#[test]
fn a_fresh_machine_asks_for_the_level() {
    let game = Game::new();
    assert_eq!(game.prompt(), Prompt::Level);
    assert_eq!(game.counters(), Counters::default());
    assert_eq!((game.board(), game.board_shown()), (&Board::SOLVED, None));
    assert_eq!(game.shown(), ["  LEVEL "]);
}

#[test]
fn keys_do_not_answer_the_level() {
    let game = press(Game::new(), "YQRST!/8");
    assert_eq!((game.prompt(), game.shown()), (Prompt::Level, vec!["  LEVEL ".to_owned()]));
}

/// Line 14 asks again for a level outside 1 to 40.
#[test]
fn a_level_out_of_range_is_asked_again() {
    for level in [0, 41, -1, i16::MIN, i16::MAX] {
        let mut game = Game::new();
        game.level(level, || 1);
        assert_eq!((game.prompt(), game.counters().d), (Prompt::Level, level));
        assert_eq!(game.text_at(), [(-77, 35, "  LEVEL".to_owned())]);
    }
    for level in [1, 40] {
        let mut game = Game::new();
        game.level(level, || 11);
        assert_eq!((game.prompt(), game.stored().len()), (Prompt::Move, level as usize));
    }
}

/// Lines 16 and 17: a multiple of 4 is drawn again, and the stored letter is the key that solves the turn.
#[test]
fn draws_make_the_puzzle() {
    let mut draws = [4, 8, 1, 8, 11].into_iter();
    let mut game = Game::new();
    game.level(2, || draws.next().unwrap());
    assert_eq!(game.board().to_string(), "BFCD AEGH IJLP MNKO");
    assert_eq!((game.stored(), game.original()), (&b"BL"[..], game.board()));
    assert_eq!(game.counters(), Counters { d: 2, p: 16, h: 4, ..Counters::default() });
    assert_eq!(game.shown(), ["MOVE # 1?  "]);
}

#[test]
fn the_level_is_answered_only_when_asked() {
    let mut game = play("E");
    deal(&mut game, &[1]);
    assert_eq!((game.counters().d, game.counters().n), (8, 1));
}

/// The printed solution, reversed, is a scrambling that line 17 can make.
#[test]
fn the_printed_puzzle_can_be_drawn() {
    let game = made_by(&[1, 2, 5, 9, 3, 6, 11, 7]);
    assert_eq!(game.board().to_string(), PRINTED);
    assert_eq!(game.stored(), play("").stored());
}

#[test]
fn an_impossible_puzzle_is_rejected() {
    let board: Board = PRINTED.parse().unwrap();
    for stored in [&b""[..], b"B", b"O", b"?", &[b'A'; 41]] {
        assert_eq!(Game::with_puzzle(board, stored).prompt(), Prompt::Level);
    }
}

/// After four turns of one group the puzzle begins solved, and the program does not notice.
#[test]
fn a_puzzle_may_begin_solved() {
    let game = made_by(&[6; 4]);
    assert_eq!((game.board(), game.prompt()), (&Board::SOLVED, Prompt::Move));
    let game = press(game, "AT");
    assert_eq!((game.board(), game.prompt(), game.counters().n), (&Board::SOLVED, Prompt::Move, 0));
}

/// HALT and RUN preserve the counters of the game, as the author warns.
#[test]
fn a_halted_game_keeps_its_counters() {
    let mut game = play("ELRG");
    game.restart();
    assert_eq!((game.prompt(), game.board_shown()), (Prompt::Level, None));
    deal(&mut game, &[1]);
    let Counters { n, r, t, v, .. } = game.counters();
    assert_eq!((n, r, t, v), (3, 1, 6, 2));
    assert_eq!(game.shown(), ["MOVE # 2?  "]);
}

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

/// The letter T remains visible after the shorter prompt when T shortens the number from two digits to one.
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
