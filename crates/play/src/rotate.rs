//! ROTATE of 1982: the puzzle in the memory of a machine that plays it, for hosts that give hints.

use arcadian_basic::{Basic, Pause};

/// The checksums of the program's bytes in memory: as it was repaired, and as it was printed.
const PROGRAMS: [u64; 2] = [0x7455_4F96_D5DB_AFE7, 0xB5A6_EFBE_BCD0_7803];
/// The line that asks for a move.
const ASKS: u16 = 19;
/// The variables S, whether S was pressed, and L, whether the special move was made.
const PRESSED: usize = b'S' as usize - b'A' as usize;
const MADE: usize = b'L' as usize - b'A' as usize;

/// Returns whether a machine has the program, whatever its file is called.
pub fn is_loaded(basic: &Basic) -> bool {
    let store = basic.store();
    PROGRAMS.contains(&checksum(&store.bytes()[..store.end()]))
}

/// Returns the sixteen letters of the puzzle, from `@(1)` on, if the program asks for a move. `special` follows if the special move
/// can be made, and `pressed` if S was pressed for it.
pub fn puzzle(basic: &Basic, pause: Pause) -> Option<String> {
    if pause != Pause::Key || !is_loaded(basic) || basic.position().line != ASKS {
        return None;
    }
    let letter = |n| u8::try_from(basic.array(n)?).ok().filter(u8::is_ascii_uppercase).map(char::from);
    let mut puzzle: String = (1..=16).map(letter).collect::<Option<_>>()?;
    let variables = basic.variables();
    if variables[MADE] == 0 {
        puzzle += " special";
        if variables[PRESSED] != 0 {
            puzzle += " pressed";
        }
    }
    Some(puzzle)
}

/// Returns the FNV-1a checksum of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_basic::Key;
    use arcadian_files::{
        NoFiles,
        program::{self, Reading},
    };

    fn machine(as_printed: bool) -> Basic {
        let reading = Reading { as_printed, ..Reading::default() };
        let loaded = program::load(&NoFiles, program::ROTATE.as_ref(), &reading).expect("it is built in");
        loaded.machine(1).expect("it fits")
    }

    /// Presses keys, and returns the puzzle.
    fn pressed(basic: &mut Basic, keys: &str) -> Option<String> {
        let mut pause = basic.run(1_000_000);
        for key in keys.bytes() {
            basic.press(Key::Code(key));
            pause = basic.run(1_000_000);
        }
        puzzle(basic, pause)
    }

    #[test]
    fn the_program_is_recognized_by_its_bytes() {
        for (as_printed, expected) in [(false, PROGRAMS[0]), (true, PROGRAMS[1])] {
            let mut basic = machine(as_printed);
            let store = basic.store();
            let sum = checksum(&store.bytes()[..store.end()]);
            assert_eq!(sum, expected, "{sum:#018X}");
            assert!(is_loaded(&basic));
            basic.enter("53 STOP").expect("machine characters");
            basic.run(100);
            assert!(!is_loaded(&basic), "one line is another");
        }
        assert!(!is_loaded(&Basic::new(arcadian_basic::Dialect::Bally, 1)));
    }

    #[test]
    fn there_is_a_puzzle_where_a_move_is_asked_for() {
        let mut basic = machine(false);
        basic.enter("RUN").expect("machine characters");
        assert_eq!(pressed(&mut basic, "2"), None, "the level is typed");
        let first = pressed(&mut basic, "\r").expect("a puzzle");
        let (letters, special) = first.split_at(16);
        assert_eq!(special, " special");
        assert_eq!(pressed(&mut basic, "S").as_deref(), Some(&*format!("{letters} special pressed")));
        // The first letter and its neighbor change places.
        let (a, b) = (&letters[..1], &letters[1..2]);
        assert_eq!(pressed(&mut basic, a).as_deref(), Some(&*format!("{b}{a}{}", &letters[2..])));
        assert_eq!(pressed(&mut basic, "S").map(|puzzle| puzzle.len()), Some(16), "S has no effect any more");
        assert_eq!(pressed(&mut basic, "R"), Some(first.clone()));
        assert_eq!(pressed(&mut basic, "Q"), None, "it asks whether to show the answer");
        assert_eq!(pressed(&mut basic, "NN"), Some(first));
    }
}
