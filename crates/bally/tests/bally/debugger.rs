//! The debugger on a cartridge: stop conditions, forward and backward. Saved states.

use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_bally::{
    Bally, ChipEvent, Chips, Config, Expansion, Input, PadKey, STATE_VERSION, StateError, StopAt, Timing,
};
use arcadian_cpu::Z80;
use arcadian_debugger::{
    Debugger,
    code::{MachineCode, Source},
    debugger::{Breakpoint, Trigger, Watched},
};
use arcadian_machine::{Change, History, Machine, Reason, Until};
use proptest::prelude::*;

use crate::{BUSY, busy, busy_config};

fn debugger() -> Debugger {
    let assembly = assemble("busy.asm", BUSY, &Options::default(), &mut NoFiles).expect("no mistakes");
    let (machine, _) = busy_config().build();
    Debugger::new(Box::new(MachineCode::new(machine, Source::assembled(&assembly), None)))
}

#[test]
fn a_breakpoint_in_an_interrupt_handler_and_back() {
    let mut debugger = debugger();
    let location = debugger.find_location("FRAME").unwrap();
    debugger.add_stoppoint("FRAME", Trigger::At(Breakpoint::new([location], None)));
    let stops: Vec<u64> = (0..4).map(|_| debugger.resume().to).collect();
    assert!(stops.is_sorted());
    assert_eq!(debugger.evaluate("[4FD0H]"), Ok(3));
    assert_eq!(debugger.back_resume().to, stops[2]);
    assert_eq!(debugger.back_resume().to, stops[1]);
    assert_eq!(debugger.resume().to, stops[2]);
}

#[test]
fn a_watchpoint_sees_what_a_magic_write_stores() {
    let mut debugger = debugger();
    let watched = debugger.parse("[40A0H]").unwrap();
    debugger.add_stoppoint("[40A0H]", Trigger::Changes(Watched::Value(watched)));
    let first = debugger.resume().to;
    assert_eq!(debugger.evaluate("[40A0H]"), Ok(0x03));
    let second = debugger.resume().to;
    assert!(second > first);
    assert_eq!(debugger.evaluate("[40A0H]"), Ok(0));
    assert_eq!(debugger.back_resume().to, second - 1);
}

fn run_to(bally: &mut Bally, condition: StopAt) -> String {
    bally.clear_stops();
    bally.stop_at(&condition);
    match bally.run(&Until::halted().cycles(200_000)).reason {
        Reason::Event(event) => ChipEvent(event).to_string(),
        reason => panic!("{condition:?}: {reason}"),
    }
}

#[test]
fn a_run_stops_at_each_kind_of_event() {
    let mut bally = busy();
    crate::frames(&mut bally, 10, &Input::default());
    assert_eq!(run_to(&mut bally, StopAt::RasterLine(100)), "the beam is in raster line 100");
    assert_eq!(bally.chips().raster_line(), 100);
    assert_eq!(run_to(&mut bally, StopAt::Interrupt), "an interrupt with vector 10 was accepted");
    assert_eq!(bally.chips().raster_line(), 191 + 22);
    assert_eq!(run_to(&mut bally, StopAt::PortWrite(0x0C..=0x0C)), "port 0C was written");
    assert_eq!(run_to(&mut bally, StopAt::PortWrite(0x12..=0x13)), "port 12 was written");
    let magic = run_to(&mut bally, StopAt::MagicWrite(0..=0x0FFF));
    assert!(magic.starts_with("magic memory was written at 0"), "{magic}");
    bally.clear_stops();
    let stop = bally.run(&Until::halted().cycles(100_000));
    assert_eq!(stop.reason, Reason::Budget);
}

#[test]
fn port_reads_stop_and_frames_do_not() {
    let mut bally = Bally::new(Default::default());
    crate::frames(&mut bally, 20, &Input::default());
    assert_eq!(run_to(&mut bally, StopAt::PortRead(0x14..=0x15)), "port 15 was read");
    assert_eq!(run_to(&mut bally, StopAt::PortRead(0x14..=0x15)), "port 14 was read");
    let before = bally.frames();
    bally.run_frame(&Input::default());
    bally.run_frame(&Input::default());
    assert_eq!((bally.frames(), bally.runaway()), (before + 2, None));
}

fn assert_equal(one: &Machine<Z80>, two: &Machine<Z80>) {
    assert_eq!((one.core, one.instructions(), one.cycles()), (two.core, two.instructions(), two.cycles()));
    assert!(one.backplane.bytes() == two.backplane.bytes());
    let (one, two) = (Chips::of(&one.backplane).unwrap(), Chips::of(&two.backplane).unwrap());
    assert_eq!(
        (one.registers(), one.raster_line(), one.sound()),
        (two.registers(), two.raster_line(), two.sound())
    );
    assert!(one.frame() == two.frame());
}

#[test]
fn a_run_goes_back_and_forward() {
    let (machine, _) = busy_config().build();
    let mut history = History::with(machine.clone(), 5000, 64 << 20);
    history.run(&Until::halted().instructions(60_000));
    let end = history.machine().clone();
    for goal in [59_999, 40_123, 7, 0, 33_333] {
        history.seek(goal).unwrap();
        let mut again = machine.clone();
        again.run(&Until::halted().instructions(goal));
        assert_equal(history.machine(), &again);
    }
    history.forward(u64::MAX);
    assert_equal(history.machine(), &end);
}

#[test]
fn keys_are_part_of_the_recording() {
    let (machine, chips) = Config::default().build();
    let mut history = History::new(machine);
    history.run(&Until::halted().cycles(900_000));
    let before = history.now();
    let mut input = Input::default();
    input.press(PadKey::with_overlay("5").unwrap());
    for byte in input.messages(&Input::default()) {
        history.change(Change::Send(chips, byte));
    }
    history.run(&Until::halted().cycles(100_000));
    let port = |history: &History<Z80>| Chips::of(&history.machine().backplane).unwrap().peek_port(0x16);
    assert_eq!(port(&history), 4);
    let (end, picture) = (history.now(), Chips::of(&history.machine().backplane).unwrap().frame().picture());
    history.seek(before - 1).unwrap();
    assert_eq!(port(&history), 0);
    history.seek(end).unwrap();
    assert_eq!(port(&history), 4);
    assert_eq!(Chips::of(&history.machine().backplane).unwrap().frame().picture(), picture);
}

#[test]
fn a_recording_stops_at_events() {
    let (machine, _) = busy_config().build();
    let mut history = History::new(machine);
    history.run(&Until::halted().cycles(100_000));
    StopAt::RasterLine(77).add_to_history(&mut history);
    let stop = history.run(&Until::halted().cycles(40_000));
    assert!(matches!(stop.reason, Reason::Event(_)));
    assert_eq!(Chips::of(&history.machine().backplane).unwrap().raster_line(), 77);
    history.back(100);
    assert_ne!(Chips::of(&history.machine().backplane).unwrap().raster_line(), 78);
}

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
        bally.run(&Until::halted().cycles(cycles));
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
    refuse(Config { rom: crate::rom(" HALT\n"), ..busy_config() }, "ROM");
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
