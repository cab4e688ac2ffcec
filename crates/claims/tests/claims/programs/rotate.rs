//! The board of ROTATE.

use arcadian_board::rotate::{Board, Game, Prompt};
use arcadian_cpu::{I8080, Mos6502};
use arcadian_machine::MachineCore;
use arcadian_proof::Random;

use super::console::Console;

/// The random numbers of the programs, of 4 bits.
struct Shifts(u16);

impl Shifts {
    /// Makes the seed from a word.
    fn of(word: &str) -> Self {
        let seed =
            word.bytes().fold(0_u16, |seed, byte| seed.rotate_left(1) ^ u16::from(byte.to_ascii_uppercase()));
        Shifts(seed.max(1))
    }

    fn draw(&mut self) -> u8 {
        for _ in 0..4 {
            let feedback = if self.0 & 0x8000 == 0 { 0 } else { 0x2D };
            self.0 = self.0 << 1 ^ feedback;
        }
        self.0 as u8 & 0x0F
    }
}

/// Returns a program after the questions for level and word, and the same game of the oracle.
fn begin<C: MachineCore>(level: i16, word: &str) -> (Console<C>, Game) {
    let mut program = Console::<C>::load("rotate");
    program.type_lines(&[&level.to_string(), word]);
    let (mut game, mut shifts) = (Game::new(), Shifts::of(word));
    game.level(level, || shifts.draw());
    (program, game)
}

fn assert_equal<C: MachineCore>(program: &Console<C>, game: &Game, keys: &str) {
    let board = String::from_utf8_lossy(&program.bytes::<16>("BOARD")).into_owned();
    assert_eq!(board, String::from_utf8_lossy(game.board().letters()), "after {keys}");
}

fn counted<C: MachineCore>(program: &Console<C>) -> i16 {
    let [low, high] = program.bytes("COUNT");
    format!("{high:02X}{low:02X}").parse().expect("decimal digits")
}

/// A key of a script: mostly letters, and everything that has a meaning or none.
fn key(random: &mut Random) -> char {
    const KEYS: &[u8] = b"ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOPSSSTTTR?1U";
    char::from(KEYS[random.below(KEYS.len() as u32) as usize])
}

fn random_scripts_lead_to_the_same_boards<C: MachineCore>() {
    let mut random = Random::new(11);
    for script in 0..60 {
        let level = 1 + random.below(40) as i16;
        let (mut program, mut game) = begin::<C>(level, &format!("word {script}").replace(' ', ""));
        let mut keys = format!("level {level}: ");
        assert_equal(&program, &game, &keys);
        for _ in 0..60 {
            let typed = key(&mut random);
            keys.push(typed);
            game.key(typed as u8);
            if game.prompt() != Prompt::Move {
                break;
            }
            program.type_lines(&[&typed.to_string()]);
            assert_equal(&program, &game, &keys);
            assert_eq!(counted(&program), game.counters().n, "after {keys}");
        }
    }
}

#[test]
fn random_scripts_lead_to_the_same_boards_on_the_8080() {
    random_scripts_lead_to_the_same_boards::<I8080>();
}

#[test]
fn random_scripts_lead_to_the_same_boards_on_the_6502() {
    random_scripts_lead_to_the_same_boards::<Mos6502>();
}

/// Plays the answer: the letters of the mixing, last one first, put the board in order.
fn the_answer_wins<C: MachineCore>() {
    for (level, word) in [(1, "A"), (2, "queen"), (5, "Tactix"), (9, ""), (40, "a long word, with blanks")] {
        let (mut program, game) = begin::<C>(level, &word.replace(' ', ""));
        let keys: String = game.stored().iter().rev().map(|letter| char::from(*letter)).collect();
        let printed = program.type_lines(&[&keys]);
        assert_eq!(program.bytes::<16>("BOARD"), *Board::SOLVED.letters(), "{word}");
        assert!(printed.contains("\n M N O P\nALL IN ORDER. MOVES: 00"), "{printed}");
        assert!(printed.ends_with("\nLEVEL (1-40)? "), "{printed}");
    }
}

#[test]
fn the_answer_wins_on_both_processors() {
    the_answer_wins::<I8080>();
    the_answer_wins::<Mos6502>();
}

/// Lines, and what the program prints last, after level 8 and the word ARCADIAN.
const REPLIES: &[(&str, &str)] = &[
    ("?", "A TO P TURNS, S EXCHANGES, T TAKES BACK, R RESETS, Q ENDS.\n"),
    ("T", "T FOLLOWS A TURN.\n"),
    ("RT", "T FOLLOWS A TURN.\n"),
];

fn refusals_have_reasons<C: MachineCore>() {
    let (program, _) = begin::<C>(8, "ARCADIAN");
    let board = program.bytes::<16>("BOARD");
    let last_column = char::from(board[3]);
    let first = char::from(board[0]);
    let more = [
        (last_column.to_string(), "NO GROUP BEGINS THERE.\n"),
        (format!("S{last_column}"), "IT HAS NO RIGHT NEIGHBOR; S IS OFF.\n"),
        (format!("S{first}S"), "THE EXCHANGE IS SPENT UNTIL R.\n"),
        (format!("S{first}T"), "T FOLLOWS A TURN.\n"),
    ];
    let replies = REPLIES.iter().map(|(keys, reply)| ((*keys).to_owned(), *reply)).chain(more);
    for (keys, reply) in replies {
        let (mut program, _) = begin::<C>(8, "ARCADIAN");
        let printed = program.type_lines(&[&keys]);
        assert!(printed.starts_with(&format!("{keys}\n{reply}\n ")), "{keys}: {printed}");
    }
}

#[test]
fn refusals_have_reasons_on_both_processors() {
    refusals_have_reasons::<I8080>();
    refusals_have_reasons::<Mos6502>();
}

fn levels_are_from_1_to_40<C: MachineCore>() {
    const AGAIN: &str = "LEVEL (1-40)? ";
    for level in ["", "0", "41", "50", "99", "256", "297", "4O", "-1", "X"] {
        let printed = Console::<C>::load("rotate").type_lines(&[level]);
        assert!(printed.ends_with(&format!("{level}\n{AGAIN}")), "{level}: {printed}");
    }
}

#[test]
fn levels_are_from_1_to_40_on_both_processors() {
    levels_are_from_1_to_40::<I8080>();
    levels_are_from_1_to_40::<Mos6502>();
}
