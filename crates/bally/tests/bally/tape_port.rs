//! The tape port of a cartridge.

use arcadian_bally::{
    Bally, Cartridge, Config, Expansion, Input, NoRoomForPort, RecorderKey, StateError, Tape, TapePort,
};
use arcadian_cpu::Z80;
use arcadian_machine::{Change, History, Machine, Until};

use crate::{Rig, assembled, cartridge, rom};

/// Returns a machine whose ROM is a program, with a tape port and a tape that changes at these cycles.
fn config(program: &str, changes: &[u64]) -> Config {
    let cartridge = Cartridge::new(&[0x12; 0x1000]).unwrap().with_tape_port(Tape::new(changes)).unwrap();
    Config { rom: rom(program), cartridge: Some(cartridge), ..Config::default() }
}

fn port(machine: &Machine<Z80>) -> &TapePort {
    TapePort::of(&machine.backplane).expect("a tape port")
}

fn changes(machine: &Machine<Z80>) -> Vec<u64> {
    port(machine).since(0).expect("all of them are kept").collect()
}

/// MAME's source has it so.
#[test]
fn the_memory_of_a_cartridge_with_a_tape_port() {
    let mut rig = Rig::with(config(" JR $\n", &[]));
    for (address, value) in [
        (0x2000, 0x12),
        (0x2FFF, 0x12),
        (0x3000, 0xFF),
        (0x37FF, 0xFF),
        (0x3800, 0xFF),
        (0x3BFF, 0xFF),
        (0x3C00, 0x01),
        (0x3FFF, 0x01),
    ] {
        assert_eq!(rig.read(address), value, "{address:04X}");
        rig.write(address, !value);
        assert_eq!(rig.machine.peek(address), value, "{address:04X}: a write is lost");
    }
}

#[test]
fn every_address_drives_the_level_of_its_half() {
    let mut rig = Rig::with(config(" JR $\n", &[]));
    for address in 0x2000..0x4000 {
        let before = port(&rig.machine).is_high();
        rig.read(if before { 0x3C00 } else { 0x3800 });
        let (set, count) = (port(&rig.machine).is_high(), port(&rig.machine).count());
        rig.machine.peek(address);
        rig.write(address, 0);
        assert_eq!(port(&rig.machine).count(), count, "{address:04X}: only reads drive");
        rig.read(address);
        let expected = match address {
            0x3800..=0x3BFF => true,
            0x3C00.. => false,
            _ => set,
        };
        assert_eq!(port(&rig.machine).is_high(), expected, "{address:04X}");
    }
}

#[test]
fn the_output_changes_at_the_cycle_of_the_access() {
    // They end at 13, 26, 30, 43 and 56, and the memory is read in the last cycle.
    let program = " LD A,(3800H)\n LD A,(3801H)\n NOP\n LD A,(3C00H)\n LD A,(3BFFH)\n HALT\n";
    let (mut machine, _) = config(program, &[]).build();
    machine.run(&Until::halted().instructions(6));
    assert_eq!(changes(&machine), [13, 43, 56]);
    assert!(port(&machine).is_high());
}

#[test]
fn the_input_is_that_of_the_cycle_of_the_access() {
    // The tape starts at 0. The input is read at 17, the end of the second instruction.
    let program = " LD HL,3C00H\n LD A,(HL)\n LD (4000H),A\n HALT\n";
    for (tape, expected) in [
        (&[][..], 1),
        (&[16], 0),
        (&[17], 0),
        (&[18], 1),
        (&[3, 17], 1),
        (&[3, 18], 0),
        (&[0, 1, 2], 0),
        (&[17, 17], 1),
    ] {
        let (mut machine, _) = config(program, tape).build();
        let id = TapePort::id(&machine.backplane).expect("a tape port");
        machine.backplane.send(id, RecorderKey::Play.message());
        machine.run(&Until::halted());
        assert_eq!(machine.peek(0x4000), expected, "{tape:?}");
        assert_eq!(machine.peek(0x3C00), expected, "{tape:?}: a look shows what was read");
    }
}

#[test]
fn the_keys_of_the_recorder() {
    let mut rig = Rig::with(config(" JR $\n", &[1_000, 500_000]));
    let id = TapePort::id(&rig.machine.backplane).expect("a tape port");
    let press = |rig: &mut Rig, key: RecorderKey| rig.machine.backplane.send(id, key.message());
    let position = |rig: &Rig| port(&rig.machine).position(rig.machine.cycles());
    rig.run_to(10_000);
    assert_eq!((rig.read(0x3C00), position(&rig)), (1, 0), "it does not play");
    press(&mut rig, RecorderKey::Play);
    rig.run_to(rig.machine.cycles() + 24_000);
    assert_eq!((rig.read(0x3C00), position(&rig)), (0, 24_000));
    press(&mut rig, RecorderKey::Stop);
    rig.run_to(rig.machine.cycles() + 24_000);
    assert_eq!((rig.read(0x3C00), position(&rig)), (1, 24_000), "a tape that stands is silent");
    rig.machine.reset();
    let _reset = rig.machine.step();
    assert_eq!(position(&rig), 24_000, "RESET is not a key of the recorder");
    press(&mut rig, RecorderKey::Play);
    press(&mut rig, RecorderKey::Play);
    rig.run_to(rig.machine.cycles() + 12);
    assert_eq!((rig.read(0x3C00), position(&rig)), (0, 24_012));
    press(&mut rig, RecorderKey::Rewind);
    assert_eq!((rig.read(0x3C00), position(&rig)), (1, 0));
    assert!(!port(&rig.machine).is_playing());
}

#[test]
fn a_tape_plays_when_the_program_waits_for_it() {
    let mut rig = Rig::with(config(" JR $\n", &[0]));
    let read = |rig: &mut Rig, count| {
        for _ in 0..count {
            rig.read(0x3DEF);
        }
    };
    for _ in 0..10 {
        // A program that records.
        read(&mut rig, 255);
        rig.read(0x3800);
    }
    assert!(!port(&rig.machine).is_playing());
    read(&mut rig, 255);
    assert!(!port(&rig.machine).is_playing());
    rig.run_to(1_200);
    assert_eq!(rig.read(0x3C00), 0, "its first change is at its start");
    assert!(port(&rig.machine).is_playing());
    // A tape that was stopped by hand stands until it is rewound.
    let id = TapePort::id(&rig.machine.backplane).expect("a tape port");
    rig.run_to(2_400);
    rig.machine.backplane.send(id, RecorderKey::Stop.message());
    read(&mut rig, 1_000);
    assert!(!port(&rig.machine).is_playing());
    rig.machine.backplane.send(id, RecorderKey::Rewind.message());
    read(&mut rig, 1);
    assert!(port(&rig.machine).is_playing());
}

/// Drives the output in each frame and stores what it reads.
const BUSY: &str = " LD SP,4FCEH
 LD HL,3C00H
 LD DE,4000H
LOOP: LD A,(HL)
 LD (DE),A
 INC DE
 RES 3,D
 LD A,(HL)
 LD A,(3801H)
 LD B,E
 DJNZ $
 JR LOOP
";

fn busy() -> Config {
    let changes: Vec<u64> = (0..4_000).map(|number| number * 997 + number % 7 * 31).collect();
    config(BUSY, &changes)
}

fn frames(bally: &mut Bally, count: usize) {
    crate::frames(bally, count, &Input::default());
}

#[test]
fn a_saved_state_has_the_tape_and_the_level() {
    for key in [None, Some(RecorderKey::Play), Some(RecorderKey::Stop)] {
        let mut bally = Bally::new(busy());
        frames(&mut bally, 10);
        bally.press_recorder(RecorderKey::Play);
        frames(&mut bally, 5);
        key.into_iter().for_each(|key| bally.press_recorder(key));
        bally.run(&Until::halted().cycles(12_345));
        let mut other = Bally::new(busy());
        other.load(&bally.save()).unwrap();
        let (ours, theirs) = (port(other.machine()), port(bally.machine()));
        assert_eq!((ours.is_high(), ours.is_playing()), (theirs.is_high(), theirs.is_playing()));
        frames(&mut bally, 20);
        frames(&mut other, 20);
        assert!(bally.save() == other.save(), "{key:?}");
        let played = port(bally.machine()).position(bally.cycles());
        assert!(key == Some(RecorderKey::Stop) || played > 700_000, "{played}");
    }
}

#[test]
fn a_state_with_a_tape_port_needs_one() {
    let with = busy();
    let bytes = with.cartridge.as_ref().unwrap().bytes().to_vec();
    let without = Config { cartridge: Some(Cartridge::new(&bytes).unwrap()), ..with.clone() };
    for (one, other) in [(&with, &without), (&without, &with)] {
        let state = Bally::new(one.clone()).save();
        let error = Bally::new(other.clone()).load(&state);
        assert_eq!(error, Err(StateError::OtherMachine("tape port")));
    }
    let expanded = Config { expansion: Expansion::Rl64, ..with.clone() };
    let error = Bally::new(expanded).load(&Bally::new(with).save());
    assert_eq!(error, Err(StateError::OtherMachine("expansion")));
    // A machine without a port is saved as before: the byte of the expansion has its number only.
    assert_eq!(Bally::new(without).save()[22], 0);
}

#[test]
fn a_run_goes_back_and_forward() {
    let (machine, _) = busy().build();
    let id = TapePort::id(&machine.backplane).expect("a tape port");
    let mut history = History::with(machine, 5_000, 64 << 20);
    history.run(&Until::halted().instructions(10_000));
    history.change(Change::Send(id, RecorderKey::Play.message()));
    history.run(&Until::halted().instructions(200_000));
    let state = |history: &History<Z80>| {
        let port = port(history.machine());
        let now = history.machine().cycles();
        let kept: Vec<u64> = port.since(port.count().saturating_sub(9)).unwrap().collect();
        (
            now,
            port.count(),
            port.position(now),
            kept,
            history.machine().backplane.bytes()[0x4000..0x5000].to_vec(),
        )
    };
    let end = state(&history);
    assert!(end.4.contains(&0) && end.4.contains(&1), "both levels were read");
    history.seek(9_999).unwrap();
    assert!(!port(history.machine()).is_playing());
    history.seek(123_456).unwrap();
    let middle = state(&history);
    history.seek(77).unwrap();
    history.seek(123_456).unwrap();
    assert!(state(&history) == middle);
    history.forward(u64::MAX);
    assert!(state(&history) == end);
}

#[test]
fn changes_are_kept_for_two_frames() {
    let mut bally = Bally::new(busy());
    let mut seen = 0;
    let mut all = Vec::new();
    for _ in 0..50 {
        frames(&mut bally, 1);
        let port = port(bally.machine());
        all.extend(port.since(seen).expect("those of a frame"));
        seen = port.count();
    }
    assert_eq!((all.len() as u64, all.is_sorted()), (seen, true));
    let port = port(bally.machine());
    assert!(port.since(0).is_none() && port.since(seen + 1).is_none());
    let kept = (0..=seen).rev().take_while(|count| port.since(*count).is_some()).count() as u64;
    assert!(kept < seen / 10, "{kept} of {seen}");
}

#[test]
fn a_rom_where_the_port_is_has_no_room_for_it() {
    let with_port = |image: &[u8]| Cartridge::new(image).unwrap().with_tape_port(Tape::default());
    assert!(with_port(&[0; 6144]).is_ok());
    assert_eq!(with_port(&[0; 6145]), Err(NoRoomForPort));
    assert_eq!(with_port(&[0; 0x4_0000]), Err(NoRoomForPort));
    let mut filled = vec![0xFF; 8192];
    assert!(with_port(&filled).is_ok(), "nothing is there");
    filled[8191] = 0;
    assert_eq!(with_port(&filled), Err(NoRoomForPort));
}

#[test]
fn a_cartridge_without_a_port_has_none() {
    let cartridge = cartridge(" ORG 2000H\n JR $\n");
    assert!(!cartridge.has_tape_port());
    let mut bally = Bally::new(Config { cartridge: Some(cartridge), ..Config::default() });
    let before = bally.save();
    bally.press_recorder(RecorderKey::Play);
    assert!(bally.save() == before && TapePort::of(&bally.machine().backplane).is_none());
}

const EXAMPLE: &str = include_str!("../../../../roms/bally/tape.asm");
/// The bytes on its tape.
pub(crate) const BLOCK: usize = 128;
/// The address at which the example shows the bytes that it has read.
pub(crate) const SHOWN: usize = 0x4000 + 40 * 40;
/// The address of the example's result of recording or reading, and the value for success.
pub(crate) const STATE: u16 = 0x4F00;
pub(crate) const GOOD: u8 = 0xA4;

pub(crate) fn example() -> Vec<u8> {
    assembled(EXAMPLE)
}

/// Runs the example with the stick of handle 1 moved in the frames 30 to 39. Returns the machine and the changes of its output.
pub(crate) fn run_example(tape: &[u64], is_up: bool, count: u64) -> (Bally, Vec<u64>) {
    let cartridge = Cartridge::new(&example()).unwrap().with_tape_port(Tape::new(tape)).unwrap();
    let mut bally = Bally::new(Config { cartridge: Some(cartridge), ..Config::default() });
    let (mut output, mut seen) = (Vec::new(), 0);
    for frame in 0..count {
        let mut input = Input::default();
        let is_moved = (30..40).contains(&frame);
        (input.handles[0].up, input.handles[0].down) = (is_moved && is_up, is_moved && !is_up);
        bally.run_frame(&input);
        let port = port(bally.machine());
        output.extend(port.since(seen).expect("those of a frame"));
        seen = port.count();
    }
    (bally, output)
}

#[test]
fn the_example_reads_the_tape_that_it_has_recorded() {
    let (writer, output) = run_example(&[], true, 260);
    assert_eq!(writer.machine().peek(STATE), GOOD, "recorded");
    let tape: Vec<u64> = output.iter().map(|at| at - output[0] + 50_000).collect();
    let (reader, _) = run_example(&tape, false, 260);
    assert_eq!(reader.machine().peek(STATE), GOOD, "read");
    assert!(reader.machine().backplane.bytes()[SHOWN..][..BLOCK] == example()[..BLOCK]);
    // A change that is missing is noticed.
    let mut damaged = tape;
    damaged.drain(2_400..2_402);
    let (reader, _) = run_example(&damaged, false, 260);
    assert_ne!(reader.machine().peek(STATE), GOOD);
}
