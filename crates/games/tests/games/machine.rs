//! Complete games on each processor: every move equals the reference model, and code that is wrong is found.

use std::sync::Arc;

use arcadian_asm::NoFiles;
use arcadian_board::{
    ataxx::Walls,
    halma::{Position as HalmaPosition, Variant},
    tactix::{Board, Rule, all_moves},
};
use arcadian_claims::BundledFiles;
use arcadian_games::machine::{Fault, GameCode, Run, SetupError, roles};
use arcadian_games::{Ataxx, Game, Halma, Kind, Level, Player, Position, Rotate, Tactix};
use arcadian_isa::Processor;
use arcadian_proof::{Random, Routine};
use proptest::prelude::*;

const PROCESSORS: [Processor; 3] = [Processor::I8080, Processor::Z80, Processor::Mos6502];
const PERSONS: [Player; 2] = [Player::Person; 2];

fn tactix(size: usize, rule: Rule, players: [Player; 2]) -> Game {
    let start = Tactix::new(Board::full(size).expect("a board"), rule).expect("counters");
    Game::new(Arc::new(start), players, 1)
}

fn rotate(seed: u64) -> Game {
    Game::new(Arc::new(Rotate::shuffled(12, seed).expect("a level")), PERSONS, seed)
}

/// Starts a game of each kind; TACTIX and Halma by one of their rules each.
fn start(kind: usize, is_other: bool, walls: u16) -> Game {
    let start: Arc<dyn Position> = match kind {
        0 => {
            return tactix(4, if is_other { Rule::Normal } else { Rule::Misere }, PERSONS);
        }
        1 => {
            let variant = if is_other { Variant::Kangaroo } else { Variant::Standard };
            Arc::new(Halma::new(HalmaPosition::start(), variant).expect("a start"))
        }
        2 => {
            let walls = Walls::new(walls).unwrap_or_default();
            Arc::new(
                Ataxx::with_walls(walls).or_else(|_| Ataxx::with_walls(Walls::default())).expect("a start"),
            )
        }
        _ => return rotate(walls.into()),
    };
    Game::new(start, PERSONS, 1)
}

/// Makes a random move. Returns whether there was one.
fn play_any(game: &mut Game, random: &mut Random) -> bool {
    let moves = game.position().moves();
    if moves.is_empty() {
        return false;
    }
    let chosen = &moves[random.below(moves.len() as u32) as usize];
    game.play(&chosen.text).expect("a legal move");
    true
}

fn labels(runs: &[Run]) -> Vec<&'static str> {
    runs.iter().map(|run| run.routine).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn random_games_equal_the_model(
        kind in 0..4_usize,
        is_other: bool,
        walls: u16,
        seed: u64,
        processor in prop::sample::select(&PROCESSORS[..]),
    ) {
        let mut game = start(kind, is_other, walls);
        let code = GameCode::new(processor, &game).expect("routines");
        let mut random = Random::new(seed);
        for _ in 0..60 {
            if !play_any(&mut game, &mut random) {
                break;
            }
            let runs = code.runs(&game).expect("no difference");
            prop_assert!(!runs.is_empty(), "{}", game.record());
            if let Some(source) = game.sources().first() {
                game.touch(*source).expect("a move begins there");
                let found = code.selection_runs(&game).expect("no difference").len();
                prop_assert_eq!(found, if kind == 1 { 2 } else { 0 });
                game.unselect();
            }
        }
    }
}

/// Each routine has its role in some game, and no other one runs.
#[test]
fn every_role_is_played() {
    for (number, kind) in Kind::ALL.iter().enumerate() {
        let mut played: Vec<&str> = Vec::new();
        for is_other in [false, true] {
            let mut game = start(number, is_other, 0x0100);
            let code = GameCode::new(Processor::Mos6502, &game).expect("routines");
            let mut random = Random::new(7);
            for _ in 0..40 {
                if play_any(&mut game, &mut random) {
                    played.extend(labels(&code.runs(&game).expect("no difference")));
                }
            }
        }
        let expected = roles(kind).iter().map(|role| role.routine);
        let chooses = |label: &&str| !["TSOLVE", "TBEST"].contains(label);
        let expected: std::collections::BTreeSet<&str> = expected.filter(chooses).collect();
        assert_eq!(played.into_iter().collect::<std::collections::BTreeSet<_>>(), expected, "{}", kind.name);
    }
}

#[test]
fn a_turn_that_is_taken_back_is_three_turns() {
    let mut game = rotate(1);
    let code = GameCode::new(Processor::Z80, &game).expect("routines");
    assert_eq!(code.runs(&game).expect("no move"), []);
    let mut play = |text: &str| {
        game.play(text).expect("a legal move");
        labels(&code.runs(&game).expect("no difference"))
    };
    let letter = rotate(1).position().moves()[0].text.clone();
    assert_eq!(play(&letter), ["RKEY", "RDONE"]);
    assert_eq!(play("T"), ["RTURN", "RTURN", "RTURN", "RDONE"]);
    assert_eq!(play("R"), ["RDONE"]);
}

#[test]
fn a_side_of_ataxx_that_cannot_move_passes() {
    let position = "-o-----/-------/-------/-------/-------/-------/x6 o 0 1";
    let start = Ataxx::new(position.parse().expect("a position")).expect("x can move");
    let mut game = Game::new(Arc::new(start), PERSONS, 1);
    for processor in PROCESSORS {
        let code = GameCode::new(processor, &game).expect("routines");
        game.go(0);
        game.play("0000").expect("o must pass");
        let runs = code.runs(&game).expect("no difference");
        assert_eq!(labels(&runs), ["AANY"]);
        assert!(code.input(&runs[0]).starts_with("side=01,board="), "{}", code.input(&runs[0]));
    }
}

/// The machine solves the board and chooses moves under both rules; the reference model chooses the same, or it would be a fault.
#[test]
fn the_program_plays_tactix_by_the_machine() {
    let highest = Player::Program(Level::HIGHEST);
    for (processor, rule) in PROCESSORS.into_iter().zip([Rule::Misere, Rule::Normal, Rule::Misere]) {
        let mut game = tactix(4, rule, [Player::Person, highest]);
        let code = GameCode::new(processor, &game).expect("routines");
        assert!(code.solution_cost().expect("it was solved").instructions > 5_000_000);
        let mut random = Random::new(3);
        while game.position().outcome().is_none() {
            play_any(&mut game, &mut random);
            assert_eq!(labels(&code.runs(&game).expect("no difference")), ["TTAKE"]);
            let Some(task) = game.task() else { continue };
            let choice = code.choose(&task).expect("no difference").expect("a move");
            assert_eq!(choice.reason, "wins with best play", "the second player wins 4 × 4");
            game.play(&choice.text).expect("a legal move");
            assert_eq!(labels(&code.runs(&game).expect("no difference")), ["TBEST", "TTAKE"]);
        }
        assert_eq!(
            game.position().outcome(),
            Some(arcadian_games::Outcome::Won(arcadian_games::Side::Second))
        );
    }
}

#[test]
fn other_levels_choose_as_without_a_machine() {
    let level = Level::new(4).expect("a level");
    let game = tactix(4, Rule::Misere, [Player::Program(level); 2]);
    let code = GameCode::new(Processor::Mos6502, &game).expect("routines");
    assert_eq!(code.solution_cost(), None);
    assert_eq!(code.choose(&game.task().expect("its turn")).expect("no difference"), None);
}

#[test]
fn other_boards_of_tactix_are_refused() {
    for size in [2, 3, 5, 6] {
        let refused = GameCode::new(Processor::I8080, &tactix(size, Rule::Misere, PERSONS));
        assert!(matches!(refused, Err(SetupError::Size(found)) if found == size));
    }
}

/// Returns a bundled sheet with another text in it.
fn changed(file: &str, from: &str, to: &str) -> Routine {
    let text = arcadian_claims::sheets().find(|sheet| sheet.file == file).expect("a sheet").text();
    assert!(text.contains(from), "{file} has {from}");
    let text = text.replace(from, to);
    Routine::read(file, &text, &mut BundledFiles, arcadian_claims::all()).expect("a sheet")
}

#[test]
fn wrong_code_is_found() {
    let mut game = rotate(1);
    let mut code = GameCode::new(Processor::I8080, &game).expect("routines");
    // The letter at the lower left does not move up.
    code.replace(changed(
        "8080/rkey.asm",
        "0123  70                   MOV M,B",
        "0123  77                   MOV M,A",
    ));
    let letter = game.position().moves()[0].text.clone();
    game.play(&letter).expect("a legal move");
    let fault = code.runs(&game).expect_err("a difference");
    let Fault::Different { routine, processor, input, found, expected } = &fault else { panic!("{fault}") };
    assert_eq!((&routine[..], *processor), ("RKEY", Processor::I8080));
    assert!(input.starts_with("letter=") && found != expected);
    let text = fault.to_string();
    assert!(text.starts_with("RKEY on the 8080 differs from the reference model for letter="), "{text}");
    assert!(text.contains(found) && text.contains(expected), "{text}");
}

#[test]
fn code_that_does_not_return_is_found() {
    let mut game = tactix(4, Rule::Misere, PERSONS);
    let mut code = GameCode::new(Processor::Mos6502, &game).expect("routines");
    let endless = ";! routine: TTAKE\n;! cpu: 6502\n;! org: $0300\n;! in: Y = number, A = board.0, X = board.1\n\
        ;! out: A = board.0, X = board.1, C = refused\n;! clobbers: P\n;! oracle: f2_take\nTTAKE: JMP TTAKE\n";
    code.replace(Routine::read("ttake.asm", endless, &mut NoFiles, arcadian_claims::all()).expect("a sheet"));
    let first = all_moves(4)[0].to_string();
    game.play(&first).expect("a legal move");
    let fault = code.runs(&game).expect_err("it hangs").to_string();
    assert_eq!(
        fault,
        "TTAKE on the 6502 fails for number=00,board=FFFF: no return: the instruction at 0300 jumps to itself"
    );
}

#[test]
fn the_roles_are_documented() {
    let page = include_str!("../../../../docs/boards/games.md");
    let is_role =
        |line: &&str| Kind::ALL.iter().any(|kind| line.starts_with(&format!("| {} | `", kind.title)));
    let rows: Vec<&str> = page.lines().filter(is_role).collect();
    let expected: Vec<String> = Kind::ALL
        .iter()
        .flat_map(|kind| {
            let row = |role: &arcadian_games::machine::Role| {
                format!("| {} | `{}` | {} |", kind.title, role.routine, role.about)
            };
            roles(kind).iter().map(row)
        })
        .collect();
    assert_eq!(rows, expected);
}
