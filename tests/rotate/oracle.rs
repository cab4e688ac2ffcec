//! The listing compared with the oracle: random games, games constructed for rare events, and listings with one mistake,
//! which the comparison must detect.

use std::{collections::BTreeSet, ops::Range, thread};

use arcadian_board::rotate::Board;

use super::{
    coverage::Coverage,
    pair::{GIVEN, Pair},
    player::{Random, RandomPlayer, answer},
};

/// The number of sequences of the ordinary run.
const SEQUENCES: u64 = 3_000;
/// The number of sequences of the long run.
const LONG_RUN: u64 = 200_000;

/// The positions that line 16 accepts.
const POSITIONS: [u8; 9] = [1, 2, 3, 5, 6, 7, 9, 10, 11];

#[test]
fn random_games() {
    let mut coverage = play_all(0..SEQUENCES).unwrap_or_else(|text| panic!("{text}"));
    rare_games(&mut coverage).unwrap_or_else(|text| panic!("{text}"));
    coverage.assert_complete();
}

#[test]
#[ignore = "takes minutes: run it by name after a change to the interpreter, the screen or the oracle"]
fn many_random_games() {
    play_all(SEQUENCES..SEQUENCES + LONG_RUN).unwrap_or_else(|text| panic!("{text}"));
}

/// Solves each level by its own answer, then shows the answer.
#[test]
fn every_level() {
    let mut coverage = Coverage::new();
    for level in 1..=40 {
        let mut pair = Pair::random(1900 + level, &[]);
        let mut play = |keys: &str| {
            pair.perform_all(keys, &mut coverage).unwrap_or_else(|text| panic!("{text}"));
            (letters(&pair), pair.game.shown())
        };
        let (solution, _) = play(&format!("{level}{{GO}}"));
        let (_, shown) = play(&solution);
        assert_eq!(shown, [format!("YOU WON IN {level} MOVES!"), "NEW GAME? (Y/N)".into()]);
        play("NQY{GO}");
    }
}

/// Returns the letters of the answer in the order of solving.
fn letters(pair: &Pair) -> String {
    pair.game.stored().iter().rev().map(|&letter| char::from(letter)).collect()
}

/// The comparison detects any mistake in the listing. Each of these lines differs in one detail from the printed one.
#[test]
fn mistakes_are_found() {
    let mistakes = [
        "3 Z=P÷4;H=RM;IF H=0H=3",
        "5 N=N+1;Z=@(P);@(P)=@(P+4);@(P+4)=@(P+5);@(P+5)=@(P+1);@(P+1)=Z;GOSUB 3;P=P+1;GOSUB 3;P=P+4;GOSUB 3;P=P-1;GOSUB 3;RETURN",
        "9 CX=-29;CY=-24;BOX 0,-22,160,43,2;RETURN",
        "10 FOR I=17TO 32;P=I-16;@(P)=@(I);GOSUB 3;NEXT I;L=0;R=R+1;S=0;T=0;BOX -19,14,106,31,2;RETURN",
        "11 CX=-65;CY=25;PRINT #1,\"RESET # \",R,\":\",N-V;RETURN",
        "14 IF (D<1)+(D>39)RUN",
        "19 CX=-65;CY=5;PRINT\"MOVE # \",#1,N-V+1,\"?  \",;M=KP;IF M>64IFM<85TV=31;TV=M;GOTO 21",
        "24 IF M=84IF TFOR I=1TO 3;P=T;GOSUB 5;NEXT I;N=N-4;S=0",
        "24 IF M=84IF TFOR I=1TO 3;P=T;GOSUB 5;NEXT I;N=N-4;T=0",
        "31 GOSUB 9;BC=119;FC=0;PRINT\"CHEATING??",
        "34 Z=KP;IF Z=98GOTO 19",
        "36 B=B+1;PRINT\"MOVE # \",#1,B,\" \",;TV=M;IF B#CC=B;BOX 21,35,13,9,2;CX=19;CY=35;PRINT #1,C;BOX 21,35,13,9,3",
        "37 GOSUB 6;GOSUB 5;CX=X;CY=Y;TV=M;IF B-B÷4×4=0CX=-23;CY=CY-8",
        "40 IF L=2GOTO 44",
        "42 IF HGOTO 19",
        "44 IF (P>12)+0GOTO 19",
        "46 FOR I=2TO 15;IF @(I)>@(I+1)GOTO 19",
        "47 NEXT I;GOSUB 9;IF N>DPRINT\"WOW! SMARTY!\";GOSUB 8",
        "51 N=0;GOSUB 10;GOSUB 9;CX=-35;PRINT\"NEW GAME? (Y/N)",
        "52 IF KP=78GOSUB 9;GOTO 19",
    ];
    for line in mistakes {
        let detected = (0..1_000).any(|seed| play(pair(seed, &[line]), seed).is_err());
        assert!(detected, "{line}");
    }
}

/// Changes that affect nothing but the time.
#[test]
fn differences_without_effect() {
    for line in ["44 IF (P>12)+HGOTO 19", "8 FOR I=0TO 99;NEXT I", "50 GOSUB 9"] {
        for seed in 0..100 {
            play(pair(seed, &[line]), seed).unwrap_or_else(|text| panic!("{text}"));
        }
    }
}

/// Plays games for events that random players reach too rarely.
fn rare_games(coverage: &mut Coverage) -> Result<(), String> {
    let twenty: Vec<u8> = POSITIONS.into_iter().cycle().take(GIVEN).collect();
    let games = [
        // The group below turns by @ after a turn of the one above.
        (vec![5, 1], "2{GO}@B@".to_owned()),
        // A letter remains after the shorter prompt: from 100 to 99 and from 1000 to 999.
        (vec![1], format!("1{{GO}}{}TTB", "KOPL".repeat(25)[..99].to_owned())),
        (vec![1], format!("1{{GO}}{}TTB", "KOPL".repeat(250)[..999].to_owned())),
        // HALT and RUN preserve T and the move counters.
        (twenty.clone(), "3{GO}FSF{HALT}5{GO}TTFBC{HALT}4{GO}T{HALT}50{GO}0{GO}6{GO}QY 9{DIV}T".to_owned()),
        // A whole answer with a key for each move; then half of it; then all at full speed.
        (twenty.clone(), format!("20{{GO}}QY{}NQY{}{{DIV}}TQY{{GO}}", " ".repeat(19), " ".repeat(9))),
        // Many resets.
        (twenty, format!("20{{GO}}{}QY{{DIV}}R", "RBSC".repeat(60))),
    ];
    for (positions, keys) in games {
        Pair::given(&positions, &[]).perform_all(&keys, coverage)?;
    }
    Pair::random(40, &[]).perform_all(&format!("40{{GO}}QY{}Y40{{GO}}QY {{GO}}N", " ".repeat(39)), coverage)
}

/// Plays seeds on all processors. Returns the failure with the lowest seed, if any.
fn play_all(seeds: Range<u64>) -> Result<Coverage, String> {
    let workers = thread::available_parallelism().map_or(1, |n| n.get()) as u64;
    let work = |first: u64| {
        let mut coverage = Coverage::new();
        let mut own_seeds = (seeds.start + first..seeds.end).step_by(workers as usize);
        own_seeds.try_for_each(|seed| match play(pair(seed, &[]), seed) {
            Ok(more) => {
                coverage.add(&more);
                Ok(())
            }
            Err(text) => Err((seed, text)),
        })?;
        Ok::<_, (u64, String)>(coverage)
    };
    let results: Vec<_> = thread::scope(|scope| {
        let work = &work;
        let handles: Vec<_> = (0..workers).map(|first| scope.spawn(move || work(first))).collect();
        handles.into_iter().map(|handle| handle.join().expect("the comparison does not panic")).collect()
    });
    let mut all = Coverage::new();
    let failed = results.into_iter().filter_map(|result| result.map(|coverage| all.add(&coverage)).err());
    match failed.min() {
        Some((seed, text)) => Err(format!("sequence {seed}\n{text}")),
        None => Ok(all),
    }
}

/// Creates the pair of a seed. Every third one has given positions for line 16; the others draw at random.
fn pair(seed: u64, lines: &[&str]) -> Pair {
    if has_given_positions(seed) {
        Pair::given(&given_positions(seed).0, lines)
    } else {
        Pair::random(seed, lines)
    }
}

fn has_given_positions(seed: u64) -> bool {
    seed % 3 == 2
}

/// Plays a sequence of actions from RUN on.
fn play(mut pair: Pair, seed: u64) -> Result<Coverage, String> {
    let mut coverage = Coverage::new();
    let mut player = if has_given_positions(seed) {
        RandomPlayer::new(seed, GIVEN as i16, Some(given_positions(seed).1))
    } else {
        RandomPlayer::new(seed, 40, None)
    };
    for _ in 0..80 {
        let action = player.next(&pair.game);
        pair.perform(action, &mut coverage)?;
    }
    Ok(coverage)
}

/// Returns twenty positions for line 16, and the level that uses the interesting ones: turns that cancel each other, an
/// exchange made of turns, or both.
fn given_positions(seed: u64) -> (Vec<u8>, i16) {
    let mut random = Random::new(seed ^ 0x1982_0907);
    let mut of = |count: usize| usize::from(random.draw(count as i16).unsigned_abs()) - 1;
    let (one, other) = (POSITIONS[of(9)], POSITIONS[of(9)]);
    let exchange = draws_solved_by(EXCHANGES[of(12)].1);
    let mut positions = match of(6) {
        0 => vec![one; 4],
        1 => [[one; 4], [other; 4]].concat(),
        2 => vec![one, one, one, one, other],
        3 => vec![other, one, one, one, one],
        4 => [&[one; 4], &exchange[..]].concat(),
        _ => exchange,
    };
    let level = positions.len() as i16;
    positions.resize_with(GIVEN, || POSITIONS[of(9)]);
    (positions, level)
}

// The author's question: "How many regular moves (and which?) would be equivalent to one special move?"
// The answer is nine, and these are examples.

/// For each position, nine clockwise turns whose only effect is to exchange its letter with the right neighbor.
pub(super) const EXCHANGES: [(usize, [u8; 9]); 12] = [
    (1, [5, 2, 2, 2, 5, 5, 5, 2, 1]),
    (2, [6, 3, 3, 3, 6, 6, 6, 3, 2]),
    (3, [3, 2, 7, 7, 7, 2, 2, 2, 7]),
    (5, [6, 6, 6, 9, 9, 9, 6, 5, 9]),
    (6, [7, 7, 7, 10, 10, 10, 7, 6, 10]),
    (7, [7, 6, 11, 11, 11, 6, 6, 6, 11]),
    (9, [1, 5, 6, 1, 1, 1, 6, 6, 6]),
    (10, [2, 5, 5, 5, 2, 2, 2, 5, 6]),
    (11, [6, 6, 6, 3, 3, 3, 6, 7, 3]),
    (13, [9, 10, 5, 5, 5, 10, 10, 10, 5]),
    (14, [6, 9, 9, 9, 6, 6, 6, 9, 10]),
    (15, [10, 10, 10, 7, 7, 7, 10, 11, 7]),
];

/// Returns the draws of line 16 that make a puzzle which these turns solve.
pub(super) fn draws_solved_by(turns: [u8; 9]) -> Vec<u8> {
    turns.into_iter().rev().collect()
}

/// One special move solves a puzzle that needs nine turns.
#[test]
fn one_move_for_nine() {
    let mut coverage = Coverage::new();
    for (position, turns) in EXCHANGES {
        let mut pair = Pair::given(&draws_solved_by(turns), &[]);
        let letter = char::from(Board::SOLVED.at(position + 1).unwrap_or(b'?'));
        let played = pair.perform_all(&format!("9{{GO}}S{letter}"), &mut coverage);
        played.unwrap_or_else(|text| panic!("{text}"));
        let shown = pair.game.shown();
        assert!(shown.contains(&"8 FEWER THAN ME!".to_owned()), "{position}: {shown:?}");
        assert_eq!(answer(&pair.game), turns.map(usize::from));
    }
}

/// A turn is an odd permutation, so only an odd number of turns can exchange two letters. No board is within four turns of
/// the solved board and within four turns of an exchanged one, so seven or fewer turns are not enough.
#[test]
fn fewer_than_nine_are_not_enough() {
    let from_solved = within_four(Board::SOLVED, Board::turn);
    assert_eq!(from_solved.len(), 1 + 9 + 65 + 449 + 3_039);
    for (position, _) in EXCHANGES {
        let mut exchanged = Board::SOLVED;
        exchanged.swap(position);
        assert!(from_solved.is_disjoint(&within_four(exchanged, Board::unturn)), "{position}");
    }
}

/// Returns the boards that at most four turns reach.
fn within_four(start: Board, turn: fn(&mut Board, usize)) -> BTreeSet<Board> {
    let mut known = BTreeSet::from([start]);
    for _ in 0..4 {
        let neighbors = |board: &Board| {
            let board = *board;
            (1..=11).map(move |position| {
                let mut next = board;
                turn(&mut next, position);
                next
            })
        };
        let next: Vec<Board> = known.iter().flat_map(neighbors).collect();
        known.extend(next);
    }
    known
}
