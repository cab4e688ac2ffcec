use crate::{
    Cause, Debugger,
    code::{MachineCode, Source},
    debuggee::{End, Space},
    debugger::{Catchpoint, Trigger},
};
use arcadian_asm::{NoFiles, Options, assemble};
use arcadian_bally::{Bally, Cartridge, Config, Tape};
use arcadian_play::bally::report;

use super::*;

const PICTURE: &[u8] = include_bytes!("../../../../../roms/bally/picture.bin");

fn picture() -> Config {
    Config { cartridge: Some(Cartridge::new(PICTURE).expect("a cartridge")), ..Config::default() }
}

/// Returns a machine with a cartridge that starts with these instructions.
fn assembled(instructions: &str) -> Config {
    let text = format!("        CPU  z80\n        ORG  2000H\n        JP   START\nSTART:\n{instructions}");
    let assembly = assemble("test.asm", &text, &Options::default(), &mut NoFiles).expect("no mistakes");
    let mut image = assembly.image;
    image.resize(0x800, 0xFF);
    Config { cartridge: Some(Cartridge::new(&image).expect("a cartridge")), ..Config::default() }
}

fn script(text: &str) -> Vec<Event> {
    keys::parse(Keypad::Calculator, "--keys", text).expect("a good script")
}

fn debugger(config: &Config, keys: &str) -> Debugger {
    let (machine, chips) = Bally::new(config.clone()).into_machine();
    let chips = ChipSet::new(config, chips, Keypad::Calculator, &machine, &script(keys));
    Debugger::new(Box::new(MachineCode::on_hardware(machine, Source::default(), Box::new(chips))))
}

fn value(debugger: &Debugger, name: &str) -> i64 {
    debugger.evaluate(name).expect(name)
}

fn catch(debugger: &mut Debugger, events: &str) -> u32 {
    let range = debugger.find_events(events).expect(events);
    debugger.add_stoppoint(events, Trigger::Catches(Catchpoint { events: range, condition: None }))
}

/// Everything that the debugger shows of a state.
fn shown(debugger: &Debugger) -> (u64, u64, String, Vec<Option<i64>>) {
    let program = debugger.program();
    let memory = (0x4000..0x5000).map(|address| program.load(Space::Byte, address)).collect();
    let screen = program.screen().map_or_else(Vec::new, |screen| screen.dots());
    (program.steps(), program.cycles(), format!("{:?} {screen:?}", program.groups()), memory)
}

#[test]
fn keys_act_in_the_frames_in_which_they_act_in_bally() {
    const KEYS: &str = "{KN2=-5}{AT 9}{JX1=1}{AT 30}{TR1=1}{JX1=0}7+{AT 61}{RESET}{AT 70}{+MR}";
    let mut bally = Bally::new(picture());
    report::frames(&mut bally, 90, &script(KEYS), |_| {});
    let mut debugger = debugger(&picture(), KEYS);
    debugger.seek(bally.machine().instructions());
    assert_eq!(debugger.program().cycles(), bally.cycles());
    let ram: Vec<_> =
        bally.machine().backplane.bytes()[0x4000..0x5000].iter().map(|byte| Some((*byte).into())).collect();
    assert!(shown(&debugger).3 == ram, "the same memory");
    assert_eq!((value(&debugger, "FRAMES"), value(&debugger, "KEYS1")), (90, 2));
    assert_eq!(value(&debugger, "KNOB2"), 0x7B);
}

#[test]
fn the_whole_run_is_the_same_backward_and_forward_again() {
    let mut debugger = debugger(&picture(), "{AT 12}{JX1=1}5");
    let mut seen = Vec::new();
    for (steps, keys) in
        [(40_000, "7"), (20_000, "{+8}{JY1=1}"), (70_001, "{-8}{AT 40}{TR1=1}"), (50_000, "")]
    {
        debugger.step(steps);
        if !keys.is_empty() {
            debugger.program_mut().press(keys).expect(keys);
        }
        seen.push(shown(&debugger));
    }
    for state in seen.iter().rev().chain(&seen) {
        debugger.seek(state.0);
        assert!(shown(&debugger) == *state, "step {}", state.0);
        debugger.back(3);
        debugger.step(3);
        assert!(shown(&debugger) == *state, "step {} again", state.0);
    }
}

#[test]
fn execution_stops_at_the_same_raster_lines_backward() {
    let mut debugger = debugger(&picture(), "");
    catch(&mut debugger, "line 100");
    let stops: Vec<u64> = (0..12).map(|_| debugger.resume().to).collect();
    assert_eq!(value(&debugger, "RASTER"), 100);
    let back: Vec<u64> = (0..11).map(|_| debugger.back_resume().to).collect();
    assert!(back.iter().eq(stops.iter().rev().skip(1)), "{back:?} {stops:?}");
    assert_eq!((debugger.back_resume().cause, debugger.program().steps()), (Cause::Start, 0));
    assert_eq!(debugger.resume().to, stops[0]);
    let line = debugger.find_events("line 20-30").expect("an event");
    assert_eq!(
        debugger.back_until_event(&line).cause,
        Cause::Event("the beam is in raster line 30".to_owned())
    );
}

#[test]
fn stops_are_named() {
    let mut debugger = debugger(&picture(), "");
    debugger.step(14_000);
    for (events, what) in [
        ("line 213", "the beam is in raster line 213"),
        ("interrupt", "an interrupt with vector 04 was accepted"),
        ("port-write MAGIC", "port 0C was written"),
        ("port-read HANDLE1", "port 10 was read"),
        ("magic-write 0-FFF", "magic memory was written at 0"),
    ] {
        let id = catch(&mut debugger, events);
        let report = debugger.resume();
        let named = format!("catchpoint {id}, {events}: {what}");
        assert!(report.cause.to_string().starts_with(&named), "{} is not {named}", report.cause);
        debugger.delete_stoppoint(id);
        let back = debugger.back_until_event(&debugger.find_events(events).expect(events));
        assert!(back.to < report.to, "{events}");
    }
}

#[test]
fn keys_of_a_discarded_recording_are_forgotten() {
    let mut debugger = debugger(&Config::default(), "");
    debugger.step(60_000);
    debugger.program_mut().press("7").expect("a key");
    assert_eq!(value(&debugger, "KEYS1"), 4);
    debugger.back(10);
    assert_eq!(value(&debugger, "KEYS1"), 0);
    debugger.program_mut().press("{+8}").expect("a key");
    debugger.step(60_000);
    assert_eq!((value(&debugger, "KEYS1"), value(&debugger, "KEYS2")), (0, 4));
    debugger.seek(60_000);
    assert_eq!((value(&debugger, "KEYS1"), value(&debugger, "KEYS2")), (0, 4));
}

#[test]
fn a_pressed_key_is_released_in_time() {
    let mut debugger = debugger(&Config::default(), "");
    debugger.step(60_000);
    let frame = value(&debugger, "FRAMES");
    debugger.program_mut().press("7").expect("a key");
    let released = debugger.parse("KEYS1 == 0").expect("a condition");
    debugger.add_stoppoint("KEYS1 == 0", Trigger::BecomesTrue(released));
    let stop = debugger.resume().to;
    assert_eq!(value(&debugger, "FRAMES"), frame + 6);
    debugger.seek(stop + 50_000);
    assert_eq!(debugger.back_resume().to, stop);
}

#[test]
fn code_that_runs_away_is_named_until_reset() {
    for (instructions, why) in [
        ("        DI\n        HALT\n", "HALT at 2004 with interrupts off: nothing can wake the processor"),
        ("        JP   6000H\n", "execution reached 6000, where there is no memory"),
    ] {
        let mut debugger = debugger(&assembled(instructions), "");
        let report = debugger.resume();
        assert_eq!(report.cause, Cause::End(End::RanAway(why.to_owned())));
        assert_eq!(debugger.step(5).to, report.to, "it goes no further");
        debugger.back(1);
        assert_eq!(debugger.program().end(), None);
        debugger.step(1);
        assert_eq!(debugger.program().end(), Some(End::RanAway(why.to_owned())));
        debugger.program_mut().press("{RESET}").expect("a key");
        assert_eq!(debugger.step(2).to, report.to + 2);
        assert!(value(&debugger, "PC") < 0x100);
        assert_eq!(debugger.resume().cause, report.cause);
    }
}

#[test]
fn a_reset_in_a_script_ends_what_ran_away() {
    for instructions in ["        DI\n        HALT\n", "        JP   6000H\n"] {
        let config = assembled(instructions);
        let mut debugger = debugger(&config, "{AT 30}{RESET}");
        let first = debugger.resume();
        assert!(matches!(first.cause, Cause::End(End::RanAway(_))), "{:?}", first.cause);
        let second = debugger.resume();
        assert_eq!(second.cause, first.cause);
        assert!(value(&debugger, "FRAMES") >= 30 && second.to > first.to);
        assert_eq!(debugger.resume().to, second.to, "there is no other RESET");
        debugger.seek(first.to);
        assert_eq!(debugger.step(7).to, first.to + 7);
        debugger.seek(second.to - 1);
        assert_eq!(debugger.step(1).cause, second.cause);
    }
}

#[test]
fn a_halt_that_an_interrupt_ends_is_no_end() {
    let mut debugger = debugger(&picture(), "");
    debugger.step(16_372);
    assert!(debugger.program().is_halted() && debugger.program().end().is_none());
    assert_eq!(debugger.step(10_000).cause, Cause::Stepped);
}

#[test]
fn wrong_keys_are_refused_and_change_nothing() {
    let mut debugger = debugger(&picture(), "");
    debugger.step(1000);
    debugger.back(10);
    let error = debugger.program_mut().press("7{GOO}").expect_err("no such key").to_string();
    assert!(error.contains("no key of the keypad is called `GOO`"), "{error}");
    assert_eq!(debugger.program().recorded(), 1000);
    let refused = debugger.assign("COL0L", 7).expect_err("a register of the chips");
    assert_eq!(refused.to_string(), "COL0L is read-only");
}

/// Returns pseudorandom numbers below `limit`.
fn random(seed: &mut u64, limit: u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) % limit
}

#[test]
fn any_cartridge_runs_forward_and_backward_to_the_same_state() {
    const COMMANDS: [&str; 12] = [
        "step 20000",
        "continue",
        "catch line 30",
        "catch magic-write if A > 80",
        "until port-write",
        "back-until interrupt",
        "back 5000",
        "key 7{JX1=1}",
        "key {+5}{AT 9}{-5}{RESET}",
        "set A = 5",
        "back-continue",
        "delete all",
    ];
    for first in 0..24 {
        let mut seed = first;
        let mut image: Vec<u8> = (0..0x800).map(|_| random(&mut seed, 256) as u8).collect();
        image[..3].copy_from_slice(&[0xC3, 0x03, 0x20]);
        let cartridge = Some(Cartridge::new(&image).expect("a cartridge"));
        let mut debugger = debugger(&Config { cartridge, ..Config::default() }, "{AT 5}8{AT 7}{RESET}");
        debugger.set_budget(400_000);
        let mut session = crate::command::CommandSession::new(debugger);
        for _ in 0..12 {
            session.execute(COMMANDS[random(&mut seed, COMMANDS.len() as u64) as usize]);
        }
        let end = shown(session.debugger());
        for goal in [0, end.0 / 2, end.0] {
            session.debugger_mut().seek(goal);
        }
        assert!(shown(session.debugger()) == end, "cartridge {first}");
    }
}

#[test]
fn the_tape_at_a_tape_port_goes_back_with_the_program() {
    let mut config = assembled(
        "        LD   HL,3C00H\n        LD   DE,4000H\nLOOP:   LD   A,(HL)\n        LD   (DE),A\n        INC  DE\n        RES  5,D\n        JR   LOOP\n",
    );
    let tape: Vec<u64> = (1..300).map(|number| number * 1_000).collect();
    config.cartridge =
        config.cartridge.map(|one| one.with_tape_port(Tape::new(&tape)).expect("a short image"));
    let mut debugger = debugger(&config, "{AT 6}{TAPE=STOP}{TAPE=REWIND}{TAPE=PLAY}{AT 8}{TAPE=STOP}");
    debugger.step(40_000);
    let end = shown(&debugger);
    let read = |debugger: &Debugger| {
        let program = debugger.program();
        (0x4000..0x5000).filter(|address| program.load(Space::Byte, *address) == Some(0)).count()
    };
    assert!(read(&debugger) > 500, "{}", read(&debugger));
    debugger.seek(20_000);
    let middle = shown(&debugger);
    for goal in [3, 20_000, 40_000] {
        debugger.seek(goal);
    }
    assert!(shown(&debugger) == end);
    debugger.seek(20_000);
    assert!(shown(&debugger) == middle);
}
