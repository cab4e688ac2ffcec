//! The player of TACTIX.

use arcadian_board::tactix::{Board, FIGURE_2, Move, Outcome, Rule, Solution, all_moves};
use arcadian_claims::PARTS;
use arcadian_cpu::{I8080, Mos6502};
use arcadian_isa::Processor;
use arcadian_machine::MachineCore;
use arcadian_proof::{Random, Routine, Settings, prove};

use super::console::Console;

const RULES: [(Rule, u8, &str); 2] = [(Rule::Normal, 0, "W"), (Rule::Misere, 1, "L")];

fn solution(rule: Rule) -> Solution {
    Solution::new(Board::full(4).expect("a board"), rule).expect("few counters")
}

fn board(word: u16) -> Board {
    FIGURE_2.to_rows(word.into()).expect("every word is a board")
}

fn solved<C: MachineCore>(rule: u8) -> Console<C> {
    let mut program = Console::<C>::load("tactix");
    let table = program.address("WINS");
    // The routine must not depend on what is there.
    program.machine.backplane.load(table, &[0xA5; 8192]).expect("it fits");
    let [low, high] = table.to_le_bytes();
    match C::PROCESSOR {
        Processor::Mos6502 => {
            let pointer = program.address("PTR");
            program.machine.backplane.load(pointer, &[low, high]).expect("it fits");
            program.call("TSOLVE", &[("A", rule)]);
        }
        _ => program.call("TSOLVE", &[("A", rule), ("H", high), ("L", low)]),
    }
    program
}

/// Returns the move that TBEST chooses, or `None` for 255 and carry.
fn best<C: MachineCore>(program: &mut Console<C>, word: u16) -> Option<u8> {
    let [low, high] = word.to_le_bytes();
    let [wins_low, wins_high] = program.address("WINS").to_le_bytes();
    match C::PROCESSOR {
        Processor::Mos6502 => program.call("TBEST", &[("A", low), ("X", high)]),
        _ => program.call("TBEST", &[("H", high), ("L", low), ("D", wins_high), ("E", wins_low)]),
    }
    let number = program.register("A");
    assert_eq!(program.carry(), number == 255, "board {word:04X}");
    (number != 255).then_some(number)
}

fn outcomes_equal_the_oracle<C: MachineCore>() {
    for (rule, code, _) in RULES {
        let program = solved::<C>(code);
        let solution = solution(rule);
        let table = program.bytes::<8192>("WINS");
        for word in 0..=u16::MAX {
            let wins = table[usize::from(word % 8192)] >> (word / 8192) & 1 != 0;
            assert_eq!(wins, solution.outcome(&board(word)) == Some(Outcome::Win), "{rule:?} {word:04X}");
        }
    }
}

#[test]
fn outcomes_equal_the_oracle_on_the_8080() {
    outcomes_equal_the_oracle::<I8080>();
}

#[test]
fn outcomes_equal_the_oracle_on_the_6502() {
    outcomes_equal_the_oracle::<Mos6502>();
}

/// Compares the moves for boards with what the oracle chooses, which wins wherever one can. So no reply is left out.
fn moves_equal_the_oracle<C: MachineCore>(step: usize) {
    let moves = all_moves(4);
    for (rule, code, _) in RULES {
        let mut program = solved::<C>(code);
        let solution = solution(rule);
        for word in (0..=u16::MAX).step_by(step) {
            let chosen = best(&mut program, word).map(|number| moves[usize::from(number)]);
            assert_eq!(chosen, solution.best_move(&board(word)), "{rule:?} {word:04X}");
        }
    }
}

#[test]
fn moves_equal_the_oracle_on_a_sample() {
    moves_equal_the_oracle::<I8080>(61);
    moves_equal_the_oracle::<Mos6502>(61);
}

#[test]
#[ignore = "takes a minute: cargo test -p arcadian-claims --test claims programs -- --ignored"]
fn moves_equal_the_oracle_on_every_board_on_the_8080() {
    moves_equal_the_oracle::<I8080>(1);
}

#[test]
#[ignore = "takes a minute: cargo test -p arcadian-claims --test claims programs -- --ignored"]
fn moves_equal_the_oracle_on_every_board_on_the_6502() {
    moves_equal_the_oracle::<Mos6502>(1);
}

/// TNUM and TBIT state what they compute. TSOLVE and TBEST run for too long for a proof; the tests above run them for all inputs.
#[test]
fn the_parts_are_proven() {
    let mut proven = 0;
    for sheet in PARTS {
        let assembly = arcadian_claims::program(sheet).expect("no mistakes");
        if !assembly.sheet.expect("a header").has_specification() {
            continue;
        }
        let read = Routine::read(
            sheet.file,
            sheet.text(),
            &mut arcadian_claims::BundledFiles,
            arcadian_claims::all(),
        );
        let routine = read.expect("a sheet");
        let result = prove(&routine, Settings::default().bounds, 1000).expect("a proof");
        assert_eq!(result.failing, None, "{}", sheet.file);
        let cost = result.cost.expect("it was run").cycles;
        let stated = routine.stated_cycles.expect("the cycles");
        assert_eq!((stated.least, stated.most), (cost.min, cost.max), "{}", sheet.file);
        proven += 1;
    }
    assert_eq!(proven, 4);
}

/// The condition in the sheet of TNUM says what the oracle's list of moves says.
#[test]
fn numbers_of_moves_equal_the_oracle() {
    let mut program = Console::<I8080>::load("tactix");
    let number = |program: &mut Console<I8080>, first: (usize, usize), last: (usize, usize)| {
        let square = |(row, column)| (16 * row + column) as u8;
        program.call("TNUM", &[("B", square(first)), ("C", square(last))]);
        program.register("A")
    };
    for (expected, run) in (0..).zip(all_moves(4)) {
        assert_eq!(number(&mut program, run.first(), run.last()), expected, "{run}");
        assert_eq!(number(&mut program, run.last(), run.first()), expected, "{run}");
    }
    for (first, last) in [((0, 0), (1, 1)), ((0, 4), (0, 4)), ((4, 0), (4, 1)), ((3, 3), (0, 1))] {
        assert_eq!(number(&mut program, first, last), 255);
        assert!(program.carry());
    }
}

fn shown<C: MachineCore>(program: &Console<C>) -> u16 {
    u16::from_le_bytes(program.bytes("BOARD"))
}

/// Types a random legal move. Returns what the program prints.
fn play_any<C: MachineCore>(program: &mut Console<C>, random: &mut Random) -> String {
    let moves: Vec<Move> = board(shown(program)).moves();
    let run = moves[random.below(moves.len() as u32) as usize];
    program.type_lines(&[&run.to_string()])
}

/// Plays games in which the player begins, and so loses on a full board whatever it does.
fn the_program_wins_when_the_player_begins<C: MachineCore>() {
    let mut random = Random::new(5);
    for (_, _, key) in RULES {
        let mut program = Console::<C>::load("tactix");
        program.type_lines(&[key]);
        for _ in 0..40 {
            program.type_lines(&["y"]);
            let end = loop {
                let printed = play_any(&mut program, &mut random);
                if printed.contains("WIN") {
                    break printed;
                }
            };
            assert!(end.ends_with("I WIN.\nDO YOU BEGIN (Y/N, Q ENDS)? "), "{key} {end}");
        }
    }
}

#[test]
fn the_program_wins_when_the_player_begins_on_both_processors() {
    the_program_wins_when_the_player_begins::<I8080>();
    the_program_wins_when_the_player_begins::<Mos6502>();
}

/// Plays games in which the program begins and the player makes no mistake, and so wins.
fn a_perfect_player_wins_when_the_program_begins<C: MachineCore>() {
    for (rule, _, key) in RULES {
        let solution = solution(rule);
        let mut program = Console::<C>::load("tactix");
        let mut printed = program.type_lines(&[key, "n"]);
        while !printed.contains("WIN.") {
            let run = solution.best_move(&board(shown(&program))).expect("a counter");
            printed = program.type_lines(&[&run.to_string()]);
        }
        assert!(printed.contains("\nYOU WIN.\n"), "{key} {printed}");
    }
}

#[test]
fn a_perfect_player_wins_when_the_program_begins_on_both_processors() {
    a_perfect_player_wins_when_the_program_begins::<I8080>();
    a_perfect_player_wins_when_the_program_begins::<Mos6502>();
}

const HOW: &str = "ROW AND COLUMN, 0 TO 3, AS IN 12 OR 10-13.";
const LINE: &str = "NOT IN ONE ROW OR COLUMN.";
const GONE: &str = "NOT ALL ARE THERE.";

/// The moves that are typed after the move 10-12 and its answer, and the messages that refuse them.
const REFUSED: &[(&str, &str)] = &[
    ("", HOW),
    ("1", HOW),
    ("04", HOW),
    ("40", HOW),
    ("12-", HOW),
    ("12-1", HOW),
    ("12-134", HOW),
    ("12,13", HOW),
    ("RESIGN", HOW),
    ("00-11", LINE),
    ("01-30", LINE),
    ("10", GONE),
    ("10-13", GONE),
    ("13-10", GONE),
    (" 1 0 - 1 3 ", GONE),
];

fn illegal_moves_are_refused_with_a_reason<C: MachineCore>() {
    for (typed, reason) in REFUSED {
        let mut program = Console::<C>::load("tactix");
        program.type_lines(&["w", "y", "10-12"]);
        let before = shown(&program);
        let printed = program.type_lines(&[typed]);
        assert_eq!(printed, format!("{typed}\n{reason}\nYOUR MOVE? "));
        assert_eq!(shown(&program), before, "{typed}");
    }
}

#[test]
fn illegal_moves_are_refused_with_a_reason_on_both_processors() {
    illegal_moves_are_refused_with_a_reason::<I8080>();
    illegal_moves_are_refused_with_a_reason::<Mos6502>();
}

#[test]
fn questions_are_repeated_until_they_are_answered() {
    let expected = "\
TACTIX, 4 X 4
DOES THE LAST COUNTER WIN OR LOSE (W/L)? maybe
DOES THE LAST COUNTER WIN OR LOSE (W/L)? lose
WAIT A MINUTE.
DO YOU BEGIN (Y/N, Q ENDS)? 
DO YOU BEGIN (Y/N, Q ENDS)? q
";
    let lines = ["maybe", "lose", "", "q"];
    assert_eq!(Console::<I8080>::load("tactix").type_lines(&lines), expected);
    assert_eq!(Console::<Mos6502>::load("tactix").type_lines(&lines), expected);
}
