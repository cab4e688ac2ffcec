//! The piece of music.

use std::collections::BTreeSet;

use arcadian_bally::{Bally, Input, Timing};

use super::{TUNE, register};

/// The notes of the first two bars as numbers of MIDI: C4 is 60.
const BARS: [[u8; 8]; 2] = [[60, 64, 67, 72, 76, 67, 72, 76], [60, 62, 69, 74, 77, 69, 74, 77]];
const NAMES: [&str; 3] = ["TONEA", "TONEB", "TONEC"];
const FRAMES_IN_SIXTEENTH: usize = 12;

/// Returns the pitch of a tone in semitones of MIDI.
fn pitch(bally: &Bally, voice: usize) -> f64 {
    let divider = |name| f64::from(register(bally, name)) + 1.0;
    69.0 + 12.0 * (894_886.0 / (divider("TONMO") * divider(NAMES[voice])) / 440.0).log2()
}

/// Returns the volumes of the tones A, B and C.
fn volumes(bally: &Bally) -> [u8; 3] {
    let both = register(bally, "VOLAB");
    [both & 15, both >> 4, register(bally, "VOLC") & 15]
}

/// Runs to the first frame with sound.
fn start() -> Bally {
    let mut bally = TUNE.start(Timing::Measured);
    for _ in 0..20 {
        bally.run_frame(&Input::default());
        if volumes(&bally) != [0; 3] {
            return bally;
        }
    }
    panic!("there is no sound");
}

#[test]
fn it_plays_the_first_bars() {
    let mut bally = start();
    for bar in BARS {
        for (sixteenth, note) in bar.iter().chain(&bar).enumerate() {
            let voice = (sixteenth % 8).min(2);
            assert!(
                (pitch(&bally, voice) - f64::from(*note)).abs() < 0.05,
                "sixteenth {sixteenth} is not {note}"
            );
            for _ in 0..FRAMES_IN_SIXTEENTH {
                assert!(volumes(&bally)[voice] > 0);
                bally.run_frame(&Input::default());
                assert!(bally.samples().iter().any(|sample| *sample != bally.samples()[0]));
            }
        }
    }
    assert_eq!(bally.runaway(), None);
}

/// All notes that sound are of the scale, and the piece begins again after its 35 bars.
#[test]
fn the_whole_piece_is_in_tune() {
    let mut bally = start();
    let mut heard = BTreeSet::new();
    for _ in 0..35 * 16 * FRAMES_IN_SIXTEENTH {
        for voice in (0..3).filter(|&voice| volumes(&bally)[voice] > 0) {
            let pitch = pitch(&bally, voice);
            assert!((pitch - pitch.round()).abs() < 0.08, "{pitch} in frame {}", bally.frames());
            heard.insert(pitch.round() as u8);
        }
        bally.run_frame(&Input::default());
    }
    // From C2, in the bars before the last, to A5.
    assert_eq!((heard.first(), heard.last(), heard.len()), (Some(&36), Some(&81), 31));
    assert!((pitch(&bally, 0) - 60.0).abs() < 0.05, "the first bar again");
    assert_eq!(bally.runaway(), None);
}

/// Returns the number of lit cells of a column: cell k, 1 to 15, begins in row 93 - 6 k.
fn cells(bally: &Bally, column: usize) -> u8 {
    let is_lit = |cell: usize| bally.frame().pixel([16, 64, 112][column], 93 - 6 * cell) == column as u8 + 1;
    (1..=15).filter(|&cell| is_lit(cell)).count() as u8
}

#[test]
fn the_columns_show_the_volumes() {
    let mut bally = start();
    let mut shown = BTreeSet::new();
    let mut last = [[0; 3]; 3];
    for _ in 0..400 {
        bally.run_frame(&Input::default());
        let volumes = volumes(&bally);
        // A picture shows the volumes of the frame before; a column that grows may be a frame later.
        for column in 0..3 {
            if last.iter().all(|earlier| earlier[column] == volumes[column]) {
                assert_eq!(cells(&bally, column), volumes[column], "column {column}");
            }
            shown.insert((column, cells(&bally, column)));
        }
        last = [last[1], last[2], volumes];
    }
    assert!(shown.len() > 25, "{shown:?}");
}
