//! Saved states.

use arcadian_bally::{Bally, Config, Expansion, Input, PadKey, STATE_VERSION, StateError, Timing};
use proptest::prelude::*;

use crate::rig::{busy, busy_config};

/// Returns what a run shows and plays: pictures, sounds, and the state at the end.
fn run(bally: &mut Bally, frames: usize) -> (Vec<Vec<u8>>, Vec<i16>, Vec<u8>) {
    let (mut pictures, mut sound) = (Vec::new(), Vec::new());
    for frame in 0..frames {
        let mut input = Input::default();
        if frame % 3 == 1 {
            input.press(PadKey::at(2, 3).unwrap());
        }
        pictures.push(bally.run_frame(&input).raster());
        sound.extend_from_slice(bally.samples());
    }
    (pictures, sound, bally.save())
}

#[test]
fn a_loaded_state_goes_on_exactly_like_the_saved_one() {
    for config in [
        busy_config(),
        Config { timing: Timing::WaitStates, ..busy_config() },
        Config { expansion: Expansion::BlueRam16K, sample_rate: 22_050, ..busy_config() },
        Config { sample_rate: 0, ..busy_config() },
        Config::default(),
    ] {
        let mut bally = Bally::new(config.clone());
        run(&mut bally, 17);
        let state = bally.save();
        let mut other = Bally::new(config);
        run(&mut other, 3);
        other.load(&state).unwrap();
        assert_eq!(other.save(), state);
        assert_eq!(other.frame(), bally.frame());
        assert!(run(&mut other, 20) == run(&mut bally, 20));
        assert_eq!((other.cycles(), other.machine().core), (bally.cycles(), bally.machine().core));
    }
}

#[test]
fn a_state_saved_within_a_frame_goes_on_too() {
    for cycles in [1, 100, 12_345, 20_000] {
        let mut bally = busy();
        run(&mut bally, 2);
        bally.run(&arcadian_machine::Until::halted().cycles(cycles));
        let mut other = Bally::new(busy_config());
        other.load(&bally.save()).unwrap();
        let (ours, theirs) = (run(&mut other, 5), run(&mut bally, 5));
        assert!(ours.0 == theirs.0 && ours.2 == theirs.2);
        // The first run has the samples that were computed before the state was saved.
        assert!(theirs.1 == ours.1);
    }
}

#[test]
fn states_of_other_machines_are_refused() {
    let state = busy().save();
    let refuse = |config: Config, what| {
        let mut other = Bally::new(config);
        assert_eq!(other.load(&state), Err(StateError::OtherMachine(what)));
    };
    refuse(Config::default(), "cartridge");
    refuse(Config { rom: crate::rig::rom(" HALT\n"), ..busy_config() }, "ROM");
    refuse(Config { expansion: Expansion::Rl64, ..busy_config() }, "expansion");
    refuse(Config { timing: Timing::WaitStates, ..busy_config() }, "timing");
    refuse(Config { sample_rate: 1, ..busy_config() }, "sample rate");
}

#[test]
fn damaged_states_are_refused_and_change_nothing() {
    let mut bally = busy();
    run(&mut bally, 2);
    let state = bally.save();
    let load = |bytes: &[u8]| {
        let mut other = bally.clone();
        let result = other.load(bytes);
        assert_eq!(other.save(), state);
        result
    };
    assert_eq!(load(b""), Err(StateError::NotAState));
    assert_eq!(load(b"PK\x03\x04 and so on"), Err(StateError::NotAState));
    assert_eq!(load(&state[..20]), Err(StateError::Length));
    assert_eq!(load(&state[..state.len() - 1]), Err(StateError::CheckSum));
    let mut newer = state.clone();
    newer[12] = 9;
    assert_eq!(load(&newer), Err(StateError::Version(9)));
    assert_eq!(
        StateError::Version(9).to_string(),
        format!("the state has format 9; this version reads format {STATE_VERSION}")
    );
    let mut damaged = state.clone();
    damaged[5000] ^= 1;
    assert_eq!(load(&damaged), Err(StateError::CheckSum));
}

/// The position of the check sum, after which the contents begin.
const CHECK_SUM: usize = 32 - 4 - 4 + 4;

/// Returns the CRC-32 by its definition.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0_u32, |crc, &byte| {
        (0..8).fold(
            crc ^ u32::from(byte),
            |crc, _| if crc & 1 != 0 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Bytes with a correct check sum but nonsense as contents are refused or run without a panic.
    #[test]
    fn forged_states_do_no_harm(
        changes in prop::collection::vec((0..20_000_usize, any::<u8>()), 1..200),
        cut in 0..400_usize,
    ) {
        let mut bally = busy();
        bally.run_frame(&Input::default());
        let mut state = bally.save();
        let contents = CHECK_SUM + 4;
        for (at, value) in changes {
            let length = state.len() - contents;
            state[contents + at % length] = value;
        }
        if cut < 50 {
            state.truncate(state.len() - cut);
        }
        let sum = crc32(&state[contents..]).to_le_bytes();
        state[CHECK_SUM..contents].copy_from_slice(&sum);
        match bally.load(&state) {
            Ok(()) => drop(run(&mut bally, 2)),
            Err(error) => prop_assert!(matches!(error, StateError::Length | StateError::BadValue(_)), "{error}"),
        }
    }

    #[test]
    fn arbitrary_bytes_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        prop_assert!(busy().load(&bytes).is_err());
    }
}
