//! The moves of the program in Ataxx and Halma.

use arcadian_board::{
    ataxx,
    halma::{self, Variant},
};
use arcadian_games::{
    Level,
    search::{Found, Settings, Unwatched, WON, Watch},
};
use proptest::prelude::*;

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
