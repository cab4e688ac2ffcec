//! Snapshots of the game's screens: recognized text and pixels.

use super::pair::{Machine, given};
use arcadian_basic::{Ending, ErrorCode, Key, Pause};
use arcadian_screen::{picture, recognize};
use insta::assert_snapshot;

const SEED: u64 = 1982;

/// The puzzle printed with the listing, the letters that solve it, and the boards printed after each.
const PUZZLE: &str = "BCDH FGEP IJKL AMNO";
const SOLUTION: [(char, &str); 8] = [
    ('E', "BCDH FGKE IJLP AMNO"),
    ('L', "BCDH FGKE IJNL AMOP"),
    ('G', "BCDH FJGE INKL AMOP"),
    ('D', "BCGD FJEH INKL AMOP"),
    ('I', "BCGD FJEH AIKL MNOP"),
    ('F', "BCGD AFEH IJKL MNOP"),
    ('C', "BFCD AEGH IJKL MNOP"),
    ('B', "ABCD EFGH IJKL MNOP"),
];

/// The draws of line 16 that make the puzzle: the positions of the solution's letters, last to first.
const DRAWS: [u8; 8] = [1, 2, 5, 9, 3, 6, 11, 7];

/// Returns the listing after RUN and some keys.
fn after(keys: &str) -> Machine {
    let mut machine = Machine::new(SEED);
    machine.start();
    machine.keys(keys);
    machine
}

/// Returns the printed puzzle after some keys.
fn printed(keys: &str) -> Machine {
    let mut machine = Machine::patched(SEED, &given(&DRAWS));
    machine.start();
    machine.keys("8{GO}");
    machine.keys(keys);
    machine
}

fn rows(machine: &Machine) -> String {
    recognize::text(machine.basic.picture()).join("\n")
}

/// Returns the recognized text, then the color registers and all pixels.
fn screen(machine: &Machine) -> String {
    let [bc, _, fc, _] = machine.basic.colors().left;
    let pixels = picture::pixels(machine.basic.picture()).join("\n");
    format!("{}\n\nBC={bc} FC={fc}\n{pixels}", rows(machine))
}

/// A picture that does not change for a while.
struct Still {
    rows: String,
    screen: String,
}

impl Still {
    fn of(machine: &Machine) -> Self {
        Self { rows: rows(machine), screen: screen(machine) }
    }
}

/// Presses a key and returns each picture that is shown during a delay loop of the program, and the last picture.
fn stills(machine: &mut Machine, key: char) -> Vec<Still> {
    machine.queue_key(Key::typed(key).expect("a key"));
    let mut stills: Vec<Still> = Vec::new();
    let mut last = machine.basic.picture().clone();
    while machine.basic.run(500) == Pause::Budget {
        let still = Still::of(machine);
        let is_unchanged = last == *machine.basic.picture();
        if is_unchanged && stills.last().is_none_or(|known| known.screen != still.screen) {
            stills.push(still);
        }
        last = machine.basic.picture().clone();
    }
    stills.push(Still::of(machine));
    stills
}

/// Returns the texts of consecutive pictures.
fn film(stills: &[Still]) -> String {
    stills.iter().map(|still| still.rows.as_str()).collect::<Vec<_>>().join("\n----\n")
}

fn last_lines(machine: &Machine, count: usize) -> Vec<String> {
    let lines: Vec<_> = machine.basic.transcript().lines().map(str::to_owned).collect();
    lines[lines.len().saturating_sub(count)..].to_vec()
}

#[test]
fn level_prompt() {
    let mut machine = Machine::new(SEED);
    assert_eq!(machine.start(), Pause::Answer);
    assert_eq!(machine.basic.store().free(), 144);
    assert_snapshot!(screen(&machine));
}

#[test]
fn first_move_of_level_8() {
    assert_snapshot!(screen(&after("8{GO}")));
}

#[test]
fn after_a_turn() {
    assert_snapshot!(screen(&printed("E")));
}

#[test]
fn special_move() {
    assert_snapshot!(screen(&printed("SB")));
}

#[test]
fn reset() {
    assert_snapshot!(screen(&printed("ESBR")));
}

#[test]
fn quit() {
    let mut machine = printed("EL");
    let stills = stills(&mut machine, 'Q');
    assert_eq!(last_lines(&machine, 3), ["SPOILSPORT!", "YOU QUIT AFTER 2 MOVES!", "ANSWER? (Y/N)"]);
    assert_eq!(stills.len(), 3);
    assert_snapshot!("quit_film", film(&stills));
    assert_snapshot!("quit_after", stills[1].screen);
    assert_snapshot!("quit_answer", stills[2].screen);
}

#[test]
fn answer_with_its_count() {
    assert_snapshot!(screen(&printed("EQY  ")));
}

#[test]
fn answer_of_level_40() {
    let machine = after(&format!("40{{GO}}QY{}", " ".repeat(38)));
    assert_snapshot!(screen(&machine));
}

/// The puzzle is made by nine turns that exchange F and G; one special move solves it.
#[test]
fn won_with_fewer_moves() {
    let mut machine = Machine::patched(SEED, &given(&[10, 6, 7, 10, 10, 10, 7, 7, 7]));
    machine.start();
    machine.keys("9{GO}S");
    let stills = stills(&mut machine, 'G');
    assert_eq!(stills.len(), 5);
    assert_snapshot!("fewer_film", film(&stills));
    assert_snapshot!("fewer_smarty", stills[0].screen);
    assert_snapshot!("fewer_by", stills[2].screen);
    assert_snapshot!("fewer_bet", stills[3].screen);
    assert_snapshot!("fewer_new_game", stills[4].screen);
}

/// The puzzle printed with the listing, solved with the letters printed there.
#[test]
fn won_with_as_many_moves() {
    let mut machine = printed("");
    assert_eq!(board(&machine), PUZZLE);
    let (last, first) = SOLUTION.split_last().expect("eight letters");
    for (number, (letter, after)) in first.iter().enumerate() {
        machine.keys(&letter.to_string());
        assert_eq!(board(&machine), *after);
        assert_eq!(last_lines(&machine, 1), [format!("MOVE # {}?  ", number + 2)]);
    }
    let stills = stills(&mut machine, last.0);
    assert_eq!(last_lines(&machine, 2), ["YOU WON IN 8 MOVES!", "NEW GAME? (Y/N)"]);
    assert_eq!(board(&machine), PUZZLE, "the puzzle is restored before the prompt");
    assert_snapshot!("equal_film", film(&stills));
    assert_snapshot!("equal_won", stills[0].screen);
    assert_snapshot!("equal_new_game", stills[1].screen);
}

#[test]
fn won_with_more_moves() {
    let mut machine = printed("EKRELGDIFC");
    let stills = stills(&mut machine, 'B');
    assert_eq!(last_lines(&machine, 3), ["YOU WON IN 10 MOVES!", "2 MORE THAN ME!", "NEW GAME? (Y/N)"]);
    assert_snapshot!("more_film", film(&stills));
    assert_snapshot!("more_by", stills[1].screen);
}

/// The program leaves no spare byte: level 41 does not fit, and the machine prints SORRY over the picture.
#[test]
fn sorry_at_level_41() {
    let mut machine = Machine::patched(SEED, &["14 IF (D<1)+(D>41)RUN".to_owned()]);
    assert_eq!(machine.basic.store().free(), 144);
    machine.start();
    assert_eq!(machine.keys("41{GO}"), Pause::Prompt);
    let Some(Ending::Error(fault)) = machine.basic.ending() else { panic!("no error") };
    assert_eq!((fault.why.code(), fault.line), (ErrorCode::Sorry, Some(17)));
    assert_snapshot!(screen(&machine));
}

/// Returns the letters recognized at the positions of the board.
fn board(machine: &Machine) -> String {
    let found = recognize::characters(machine.basic.picture());
    let at = |column: usize, row: usize| {
        let position = (117 + 10 * column, 5 + 10 * row);
        let letter = found.iter().find(|letter| (letter.column, letter.row) == position);
        letter.map_or('?', |letter| letter.character())
    };
    let row = |row: usize| (0..4).map(|column| at(column, row)).collect::<String>();
    (0..4).map(row).collect::<Vec<_>>().join(" ")
}
