//! The program as a player: its searches, its levels, and its hints.

use arcadian_board::halma::{self, Variant};
use arcadian_board::tactix::{Board, Outcome, Rule, Solution};
use arcadian_board::{ataxx, rotate};
use arcadian_games::search::{Found, Settings, Unwatched, WON, Watch};
use arcadian_games::{Game, Level, Player, Position, Rotate, Side, Tactix};
use proptest::prelude::*;

use crate::level;

const VARIANTS: [Variant; 2] = [Variant::Standard, Variant::Kangaroo];

fn levels() -> impl Iterator<Item = Level> {
    (1..=5).filter_map(Level::new)
}

fn ataxx(fen: &str) -> ataxx::Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn settings(nodes: u64) -> Settings {
    Settings { nodes, ..Settings::default() }
}

/// Stops at the nth question, and counts completed depths.
struct StopAt {
    questions: u32,
    depths: usize,
}

impl<M> Watch<M> for StopAt {
    fn is_enough(&mut self) -> bool {
        self.questions = self.questions.saturating_sub(1);
        self.questions == 0
    }
    fn found(&mut self, _: &Found<M>) {
        self.depths += 1;
    }
}

#[test]
fn a_stopped_search_has_a_move() {
    let start = ataxx::Position::start(ataxx::Walls::default());
    for questions in [1, 2, 5] {
        let mut watch = StopAt { questions, depths: 0 };
        let found = arcadian_games::ataxx::search(&start, Settings::default(), &mut watch);
        assert_eq!(found.nodes, u64::from(questions - 1) * 1024);
        assert_eq!(usize::from(found.depth), watch.depths);
        assert!(start.play(found.line[0]).is_ok());
    }
}

/// Positions of Ataxx that are decided in a few moves, with the score and the first move.
const DECIDED: &[(&str, i32, &str)] = &[
    ("7/7/7/7/7/-------/x-1o3 x 0 1", WON - 1, "a1c1"),
    ("-------/-------/-------/-------/-------/-------/x1--ooo x 0 1", 1 - WON, "b1"),
    ("-------/-------/-------/-------/-------/---o---/x--o1-- x 0 1", 2 - WON, "0000"),
];

#[test]
fn decided_games_of_ataxx() {
    for &(fen, score, first) in DECIDED {
        let found = arcadian_games::ataxx::search(&ataxx(fen), settings(200_000), &mut Unwatched);
        assert_eq!((found.score, found.line[0].to_string().as_str()), (score, first), "{fen}");
        assert!(found.nodes < 200_000, "{fen}: the search ends when all lines do");
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let over = ataxx("x6/7/7/7/7/7/7 o 0 1");
    let mut won = halma::Position::start();
    won.board = halma::Board::empty();
    won.board.add_piece(halma::Color::White, 0, 255);
    won.board.add_piece(halma::Color::Black, 0, 100);
    for side in halma::Color::BOTH {
        won.side = side;
        assert_eq!(
            arcadian_games::halma::choose(&won, Variant::Standard, Level::LOWEST, &mut Unwatched),
            None
        );
    }
    for level in levels() {
        assert_eq!(arcadian_games::ataxx::choose(&over, level, &mut Unwatched), None);
    }
}

#[test]
fn halma_is_won_in_one_move() {
    let position: halma::Position =
        "16/16/16/16/16/16/b15/16/16/16/14w1/16/16/16/16/16 w".parse().expect("a position");
    for (variant, level) in
        VARIANTS.into_iter().flat_map(|variant| levels().map(move |level| (variant, level)))
    {
        let found = arcadian_games::halma::choose(&position, variant, level, &mut Unwatched).expect("a move");
        let after = position.play(found.line[0], variant).expect("a legal move");
        assert_eq!(
            (after.winner(), found.score),
            (Some(halma::Color::White), WON - 1),
            "{variant:?}, {level:?}"
        );
    }
}

fn scrambled(variant: Variant, moves: usize, mut seed: u64) -> halma::Position {
    let mut position = halma::Position::start();
    for _ in 0..moves {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let legal = position.moves(variant);
        position = position.play(legal[(seed >> 33) as usize % legal.len()], variant).expect("a legal move");
    }
    position
}

/// Checks that the program, playing both sides, ends a game from some positions: no side goes back and forth.
fn games_of_halma_end(level: u8, scrambles: &[usize], most: usize) {
    let level = Level::new(level).expect("a level");
    for (variant, &moves) in
        VARIANTS.into_iter().flat_map(|variant| scrambles.iter().map(move |moves| (variant, moves)))
    {
        let mut position = scrambled(variant, moves, level.number().into());
        let mut played = 0;
        while let Some(found) = arcadian_games::halma::choose(&position, variant, level, &mut Unwatched) {
            played += 1;
            assert!(
                played <= most,
                "{variant:?}, {level:?}, {moves} random moves: no end in {most} moves: {position}"
            );
            position = position.play(found.line[0], variant).expect("a legal move");
        }
        assert!(position.winner().is_some());
    }
}

#[test]
fn games_of_halma_end_at_low_levels() {
    games_of_halma_end(1, &[0, 10, 20, 40, 80, 160], 400);
    games_of_halma_end(2, &[0, 10, 20, 40, 80, 160], 400);
    games_of_halma_end(3, &[0, 20], 400);
}

#[test]
#[ignore = "minutes: cargo test --release -p arcadian-games --test games search -- --ignored"]
fn games_of_halma_end_at_high_levels() {
    games_of_halma_end(3, &[10, 40, 80, 160], 400);
    games_of_halma_end(4, &[0, 20, 160], 400);
    games_of_halma_end(5, &[0], 400);
}

#[test]
fn a_higher_level_of_halma_wins() {
    for variant in VARIANTS {
        for strong in 0..2 {
            let levels = [1, 3].map(|level| Level::new(level).expect("a level"));
            let mut position = halma::Position::start();
            while let Some(found) = {
                let is_strong = position.side as usize == strong;
                arcadian_games::halma::choose(
                    &position,
                    variant,
                    levels[usize::from(is_strong)],
                    &mut Unwatched,
                )
            } {
                position = position.play(found.line[0], variant).expect("a legal move");
            }
            assert_eq!(position.winner(), Some(halma::Color::BOTH[strong]), "{variant:?}");
        }
    }
}

fn ataxx_positions() -> impl Strategy<Value = ataxx::Position> {
    (prop::collection::vec(0..4_u8, 49), any::<bool>(), 0..110_u16).prop_map(|(cells, is_x, half_moves)| {
        let mut board = ataxx::Board::default();
        ataxx::Square::all()
            .zip(cells)
            .for_each(|(square, bits)| board.set(square, ataxx::Cell::from_bits(bits)));
        let side = if is_x { ataxx::Side::X } else { ataxx::Side::O };
        ataxx::Position { board, side, half_moves, full_moves: 1 }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn lines_of_ataxx_are_legal(position in ataxx_positions(), depth in 1..4_u8, is_selective: bool) {
        let settings = Settings { depth, is_selective, ..settings(5_000) };
        let found = arcadian_games::ataxx::search(&position, settings, &mut Unwatched);
        prop_assert_eq!(found.line.is_empty(), position.is_over());
        let end = found.line.iter().try_fold(position, |position, &played| position.play(played));
        prop_assert!(end.is_ok());
    }

    /// The score does not depend on the table, also where the half-move clock ends the game.
    #[test]
    fn the_table_changes_no_score_of_ataxx(position in ataxx_positions(), clock in 94..100_u16, depth in 1..5_u8) {
        let position = ataxx::Position { half_moves: clock, ..position };
        let score = |entries| {
            let settings = Settings { depth, entries, is_selective: false, ..settings(100_000) };
            let found = arcadian_games::ataxx::search(&position, settings, &mut Unwatched);
            (found.nodes < settings.nodes).then_some(found.score)
        };
        if let [Some(without), Some(with)] = [0, 1 << 16].map(score) {
            prop_assert_eq!(without, with);
        }
    }

    #[test]
    fn lines_of_halma_are_legal(moves in 0..200_usize, seed: u64, depth in 1..3_u8, is_kangaroo: bool) {
        let variant = VARIANTS[usize::from(is_kangaroo)];
        let position = scrambled(variant, moves, seed);
        let settings = Settings { depth, ..settings(5_000) };
        let found = arcadian_games::halma::search(&position, variant, settings, &mut Unwatched);
        prop_assert!(!found.line.is_empty());
        let end = found.line.iter().try_fold(position, |position, &played| position.play(played, variant));
        prop_assert!(end.is_ok());
    }
}

/// A puzzle and the letters of its turns, as the program makes them.
fn puzzle(positions: &[u8]) -> (rotate::Board, Vec<u8>) {
    let mut draws = positions.iter().copied().cycle();
    let mut game = rotate::Game::new();
    game.level(positions.len() as i16, || draws.next().unwrap_or(1));
    (*game.board(), game.stored().to_vec())
}

proptest! {
    #[test]
    fn moves_count_as_in_the_game(
        positions in proptest::collection::vec(proptest::sample::select(&[1_u8, 2, 3, 5, 6, 7, 9, 10, 11][..]), 1..6),
        keys in "[A-PRST]{0,40}",
    ) {
        let (board, stored) = puzzle(&positions);
        prop_assume!(!board.is_solved());
        let mut model = rotate::Game::with_puzzle(board, &stored);
        let mut ours = Rotate::new(board, Some(stored.len() as u8)).expect("a puzzle");
        let mut letters = keys.chars();
        while let Some(key) = letters.next() {
            // The program refuses a special move only after its letter; here the pair is one move.
            let letter = (key == 'S').then(|| letters.next()).flatten();
            let text: String = [key].into_iter().chain(letter).collect();
            let Ok(next) = ours.after(&text) else { continue };
            text.bytes().for_each(|key| model.key(key));
            ours = next;
            if ours.outcome().is_some() {
                prop_assert_eq!(model.prompt(), rotate::Prompt::NewGame);
                break;
            }
            prop_assert_eq!(ours.board(), model.board(), "{}", text);
            prop_assert_eq!(i64::from(ours.count()), i64::from(model.counters().n), "{}", text);
            prop_assert_eq!(ours.has_special(), model.counters().l == 0, "{}", text);
        }
    }
}

#[test]
fn shuffles_follow_from_the_seed_and_are_unsolved() {
    for level in 1..=40 {
        let board = |seed| *Rotate::shuffled(level, seed).expect("a level").board();
        assert_eq!(board(5), board(5));
        assert!(!board(level.into()).is_solved());
    }
    assert_ne!(Rotate::shuffled(8, 1), Rotate::shuffled(8, 2));
    let refused = [0, 41, 255].map(|level| Rotate::shuffled(level, 1).expect_err("no level").to_string());
    assert_eq!(refused[1], "a level of ROTATE is a number of turns from 1 to 40, not 41");
}

#[test]
fn hints_solve_a_puzzle_in_the_fewest_moves() {
    for (level, seed) in [(1, 1), (4, 2), (8, 3)] {
        let mut position: std::sync::Arc<dyn Position> =
            std::sync::Arc::new(Rotate::shuffled(level, seed).expect("a level"));
        let mut left = None;
        while position.outcome().is_none() {
            let hint = position.choose(Level::HIGHEST, 0, &mut || false).expect("a hint");
            let moves: Option<u32> =
                hint.reason.split(' ').rev().nth(1).and_then(|number| number.parse().ok());
            let moves = moves.expect("the number of moves");
            assert!(left.is_none_or(|left| left == moves + 1), "{left:?} {hint:?}");
            left = Some(moves);
            position = position.play(&hint.text).expect("a legal hint").position;
        }
        assert_eq!(left, Some(1), "level {level}");
    }
}

fn choose(board: Board, rule: Rule, level: Level, random: u64) -> String {
    let position = Tactix::new(board, rule).expect("a position");
    position.choose(level, random, &mut || false).expect("a move").text
}

fn winner(board: Board, rule: Rule, levels: [u8; 2], seed: u64) -> Side {
    let players = levels.map(|number| Player::Program(level(number)));
    let mut game =
        Game::new(std::sync::Arc::new(Tactix::new(board, rule).expect("a position")), players, seed);
    while let Some(task) = game.task() {
        let choice = task.choose(&mut || false).expect("a move");
        game.play(&choice.text).expect("a legal move");
    }
    match game.position().outcome() {
        Some(arcadian_games::Outcome::Won(side)) => side,
        other => panic!("{other:?}"),
    }
}

/// From every position of 3 × 3 that can be won, the highest level leaves one that is lost for the opponent.
#[test]
fn the_highest_level_wins_every_position_that_can_be_won() {
    for rule in [Rule::Normal, Rule::Misere] {
        let full = Board::full(3).expect("a board");
        let solution = Solution::new(full, rule).expect("a small board");
        for counters in 1..512 {
            let board = Board::new(3, counters).expect("a board");
            let text = choose(board, rule, Level::HIGHEST, counters);
            let run = board.moves().into_iter().find(|run| run.to_string() == text).expect("a legal move");
            let left = solution.outcome(&board.take(&run).expect("a legal move"));
            let is_won = solution.outcome(&board) == Some(Outcome::Win);
            assert_eq!(left == Some(Outcome::Loss), is_won, "{rule:?} {board}: {text}");
        }
    }
}

#[test]
fn the_highest_level_wins_won_games_against_every_level() {
    for rule in [Rule::Normal, Rule::Misere] {
        for opponent in 1..=4 {
            for seed in 0..5 {
                let side = winner(Board::full(4).expect("a board"), rule, [opponent, 5], seed);
                assert_eq!(
                    side,
                    Side::Second,
                    "4 × 4 is won by the second player: {rule:?} {opponent} {seed}"
                );
                let side = winner(Board::full(3).expect("a board"), rule, [5, opponent], seed);
                assert_eq!(side, Side::First, "3 × 3 is won by the first player: {rule:?} {opponent} {seed}");
            }
        }
    }
}

/// Checks how often each level errs in a position with one winning move among many.
#[test]
fn lower_levels_err_more_often() {
    let board = Board::full(3).expect("a board");
    let solution = Solution::new(board, Rule::Misere).expect("a small board");
    let winning: Vec<String> = solution.winning_moves(&board).iter().map(ToString::to_string).collect();
    let errors = [1, 2, 3, 4, 5].map(|number| {
        let wrong = |random: &u64| !winning.contains(&choose(board, Rule::Misere, level(number), *random));
        (0..200).filter(wrong).count()
    });
    assert!(errors.is_sorted_by(|more, fewer| more > fewer) && errors[4] == 0, "{errors:?}");
}

/// On 6 × 6 the second player of the normal game mirrors, so it wins without a solution of the whole board.
#[test]
fn six_by_six_is_won_by_the_second_player_of_the_normal_game() {
    let board = Board::full(6).expect("a board");
    assert_eq!(winner(board, Rule::Normal, [1, 5], 1), Side::Second);
}
