//! Time and interrupts: frames, wait states and ports; when interrupts occur, how long they are held, and which vector they have. Code
//! that runs away, and arbitrary ROMs.

use arcadian_bally::{
    Bally, Cartridge, Config, Expansion, Handle, Input, PadKey, Pen, Rom, Runaway, StopAt, Timing, line_start,
};
use arcadian_cpu::Core;
use arcadian_machine::{DeviceEvent, Reason, Until};
use proptest::prelude::*;

use crate::{Rig, address, hex, rom, rows};

#[test]
fn two_frames_take_59605_cycles() {
    let config = Config { rom: rom(" JR $\n"), ..Config::default() };
    let mut bally = Bally::new(config);
    for frame in 0..100_u64 {
        bally.run_frame(&Input::default());
        let blanking = line_start(frame * 262 + 240);
        assert!((blanking..blanking + 12).contains(&bally.cycles()), "{frame}");
        assert_eq!((bally.frames(), bally.chips().raster_line()), (frame + 1, 240));
    }
}

/// Returns the cycles of one instruction at an address, outside the time of display fetches.
fn cost(timing: Timing, at: u16, code: &[u8]) -> u32 {
    let mut rig = Rig::with(Config { timing, ..Config::default() });
    (at..).zip(code).for_each(|(address, &byte)| rig.poke(address, byte));
    rig.machine.core.set_pc(at);
    rig.machine.step().expect("it has no services").cycles
}

#[test]
fn wait_states_of_ram_magic_memory_and_ports() {
    for (at, code, without, with) in [
        (0x0100, &[0x00][..], 4, 4),
        (0x2000, &[0x3A, 0x00, 0x20], 13, 13),
        (0x2000, &[0x3A, 0x00, 0x40], 13, 14),
        (0x2000, &[0x32, 0x00, 0x00], 13, 14),
        (0x2000, &[0x32, 0x00, 0x10], 13, 13),
        (0x2000, &[0x32, 0xFF, 0x7F], 13, 14),
        (0x2000, &[0x32, 0x00, 0x80], 13, 13),
        (0x4000, &[0x00], 4, 6),
        (0x4000, &[0x3E, 0x00], 7, 10),
        (0x2000, &[0xD3, 0x40], 11, 12),
        (0x2000, &[0xDB, 0x08], 11, 12),
        (0x2000, &[0xDB, 0x14], 11, 14),
    ] {
        assert_eq!(cost(Timing::Measured, at, code), without, "{at:04X} {code:02X?}");
        assert_eq!(cost(Timing::WaitStates, at, code), with, "{at:04X} {code:02X?}");
    }
}

#[test]
fn the_display_takes_every_second_cycle_of_a_line_with_data() {
    // LD A,(4000H) at each cycle of a line.
    let mut waits = Vec::new();
    for verbl in [0, 204] {
        let mut delayed = 0;
        for cycle in 0..110 {
            let mut rig =
                Rig::with(Config { timing: Timing::WaitStates, rom: rom(" JR $\n"), ..Config::default() });
            rig.out(0x0A, verbl);
            let start = line_start(100);
            rig.run_to(start - 12);
            let mut core = rig.machine.core;
            core.set_pc(0x2000);
            rig.machine.resume(core, 0, start - 10 + cycle, None);
            [0x3A, 0x00, 0x40].iter().zip(0x2000..).for_each(|(&byte, at)| rig.poke(at, byte));
            delayed += rig.machine.step().expect("it has no services").cycles - 14;
        }
        waits.push(delayed);
    }
    assert_eq!(waits[0], 0);
    assert_eq!(waits[1], 40, "40 of 80 cycles");
}

/// The cycles of an access to a port. It is the end of an OUT.
const ACCESS: u64 = 4;

/// A row of `interrupts.csv`.
struct Row {
    infbk: u8,
    inlin: u8,
    inmod: u8,
    im: u8,
    main: u8,
    delay: u16,
    frames: u64,
    count: usize,
    mean: Option<f64>,
    bounds: Option<[f64; 4]>,
    loops: Option<usize>,
}

impl Row {
    fn all() -> Vec<Row> {
        rows(include_str!("../data/interrupts.csv")).iter().map(|row| Row::of(row)).collect()
    }

    fn of(row: &[&str]) -> Row {
        let number = |column: usize| row[column].parse::<f64>().ok();
        let whole = |column: usize| row[column].parse::<u16>().expect("a number");
        Row {
            infbk: hex(row[0]),
            inlin: whole(1) as u8,
            inmod: hex(row[2]),
            im: whole(3) as u8,
            main: whole(4) as u8,
            delay: whole(5),
            frames: whole(6).into(),
            count: whole(7).into(),
            mean: number(8),
            bounds: number(9)
                .map(|least| [Some(least), number(10), number(11), number(12)].map(Option::unwrap)),
            loops: row[13].parse().ok(),
        }
    }

    /// Mode 1 drops a request after one instruction (hardware manual, as the Better Bally Book cites it). MAME hardly
    /// ever takes such an interrupt, even of a halted processor, for which there is no reason in the hardware.
    fn is_in_mode_1(&self) -> bool {
        self.inmod & 0x0C == 0x0C
    }

    /// The program of the experiment. The handler writes port 40; the second main loop writes port 44 and takes 26
    /// T-states for each unit of the delay and 54 more.
    fn source(&self) -> String {
        let Row { infbk, inlin, inmod, im, delay, .. } = self;
        let main = match self.main {
            0 => "MAIN: HALT\n JR MAIN\n",
            _ => {
                "MAIN: DI\n LD BC,(DELAY)\nWAIT: DEC BC\n LD A,B\n OR C\n JR NZ,WAIT\n EI\n \
                 OUT (44H),A\n NOP\n NOP\n JR MAIN\n"
            }
        };
        format!(
            " ORG 0\n DI\n JP START\nDELAY: DW {delay}\n ORG 38H\n OUT (40H),A\n EI\n RET\n\
             START: LD SP,4FCEH\n LD A,10H\n LD I,A\n LD A,{infbk}\n OUT (0DH),A\n LD A,{inlin}\n OUT (0FH),A\n\
             LD A,{inmod}\n OUT (0EH),A\n IM {im}\n EI\n{main}\n ORG 1000H\n DS 257,18H\n ORG 1818H\n\
             OUT (40H),A\n EI\n RET\n"
        )
    }

    /// Returns the cycles at which the handler's accesses to its port began, and the number of loops.
    fn run(&self) -> (Vec<u64>, usize) {
        let mut rig = Rig::with(Config { rom: rom(&self.source()), ..Config::default() });
        // Two frames to settle, as in the experiment.
        rig.run_to(2 * 29_803);
        StopAt::PortWrite(0x40..=0x44).add_to(&mut rig.machine.backplane);
        let end = rig.machine.cycles() + self.frames * 59_605 / 2;
        let (mut interrupts, mut loops) = (Vec::new(), 0);
        while rig.machine.cycles() < end {
            match rig.machine.run(&Until::halted().cycles(end - rig.machine.cycles())).reason {
                Reason::Event(DeviceEvent { value: 0x40, .. }) => {
                    interrupts.push(rig.machine.cycles() - ACCESS);
                }
                Reason::Event(_) => loops += 1,
                Reason::Halted(_) => break,
                _ => {}
            }
        }
        (interrupts, loops)
    }
}

/// Returns the position of a cycle in the frame, in lines.
fn line(cycle: u64) -> f64 {
    (cycle as f64 * 4.0 % 119_210.0) / 455.0
}

#[test]
fn a_halted_processor_is_interrupted_once_a_frame_at_the_measured_line() {
    let rows: Vec<Row> = Row::all().into_iter().filter(|row| row.main == 0 && !row.is_in_mode_1()).collect();
    assert_eq!(rows.len(), 16);
    for row in rows {
        let (interrupts, _) = row.run();
        assert!(interrupts.len().abs_diff(row.count) <= 1, "{}: {}", row.source(), interrupts.len());
        let (Some([least, most, first, last]), Some(mean)) = (row.bounds, row.mean) else { continue };
        let periods: Vec<u64> = interrupts.windows(2).map(|two| two[1] - two[0]).collect();
        assert!(periods.iter().all(|&period| (least..=most).contains(&(period as f64))), "{periods:?}");
        let ours = periods.iter().sum::<u64>() as f64 / periods.len() as f64;
        assert!((ours - mean).abs() < 0.3, "{ours} instead of {mean}");
        for &at in &interrupts {
            let line = line(at);
            assert!((first..=last).contains(&line), "INLIN {}: {line:.3} not in {first}..{last}", row.inlin);
        }
    }
}

#[test]
fn a_request_is_held_until_vertical_blanking_ends() {
    let rows: Vec<Row> = Row::all().into_iter().filter(|row| row.main == 1 && !row.is_in_mode_1()).collect();
    assert_eq!(rows.len(), 3);
    for row in rows {
        let (interrupts, loops) = row.run();
        // With interrupts off for nearly a frame, the number depends on the phases of the loop and the frame.
        let slack = if row.count < 100 { 15 } else { 1 };
        assert!(interrupts.len().abs_diff(row.count) <= slack, "{} {}", interrupts.len(), row.count);
        assert!(row.loops.is_some_and(|measured| loops.abs_diff(measured) * 100 <= measured), "{loops}");
        let start = f64::from(row.inlin) + 22.0;
        // The handler of a request that is accepted in the very last cycles runs in line 0.
        let is_held = |at: u64| line(at) >= start || line(at) < 0.3;
        assert!(interrupts.iter().all(|&at| is_held(at)), "not after the end of vertical blanking");
        let held = interrupts.iter().any(|&at| line(at) > start + if row.delay == 100 { 15.0 } else { 25.0 });
        assert!(held, "some are held for long");
    }
}

#[test]
fn mode_1_interrupts_the_instruction_that_is_being_executed_and_no_other() {
    let rows: Vec<Row> = Row::all().into_iter().filter(Row::is_in_mode_1).collect();
    assert_eq!(rows.len(), 2);
    for row in rows {
        let (interrupts, _) = row.run();
        match row.main {
            // MAME: 11 in 60 frames.
            0 => assert!(interrupts.len().abs_diff(60) <= 1, "{}", interrupts.len()),
            // MAME: 1 in 300 frames. Interrupts are on for about one per cent of the time.
            _ => assert!((1..=12).contains(&interrupts.len()), "{}", interrupts.len()),
        }
    }
}

#[test]
fn a_write_of_an_interrupt_register_drops_a_request() {
    for port in [0x0D, 0x0E, 0x0F] {
        let mut rig = Rig::new();
        rig.out(0x0E, 8);
        rig.run_to(line_start(23));
        assert!(rig.chips().is_interrupt_pending());
        rig.out(port, 0);
        assert!(!rig.chips().is_interrupt_pending());
    }
}

#[test]
fn ports_read_as_measured() {
    let mut rig = Rig::new();
    // One handle was connected.
    let mut input = Input { handles: [Handle::default(); 4], ..Input::default() };
    input.handles[0].knob = 0x80;
    rig.send(&input, &Input::default());
    let table = rows(include_str!("../data/ports.csv"));
    assert_eq!(table.len(), 54);
    for row in table {
        assert_eq!(rig.input(address(row[0])), hex(row[1]), "{row:?}");
    }
}

#[test]
fn the_block_ports_take_the_register_from_the_high_byte() {
    let mut rig = Rig::new();
    for register in 0..8_u8 {
        rig.out(u16::from_be_bytes([register, 0x0B]), 0x10 + register);
        rig.out(u16::from_be_bytes([register, 0x18]), 0x40 + register);
    }
    let registers = rig.chips().registers();
    for register in 0..8 {
        assert_eq!((registers[register], registers[0x10 + register]), (0x10 + register, 0x40 + register));
    }
    assert_eq!((registers.by_name("col3l"), registers.by_name("VOLN")), (Some(0x17), Some(0x47)));
    assert_eq!(registers.by_name("COL4L"), None);
}

#[test]
fn otir_writes_the_last_register_first() {
    let source = "
        LD      SP,4FCEH
        LD      HL,TABLE
        LD      BC,80BH
        OTIR
        JR      $
TABLE:  DB      70H,60H,50H,40H,30H,20H,10H,8
";
    let config = Config { rom: rom(source), ..Default::default() };
    let mut rig = Rig::with(config);
    rig.run_to(1000);
    let colors: Vec<u8> = (0..8).map(|port| rig.chips().registers()[port]).collect();
    assert_eq!(colors, [8, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70]);
}

fn runaway(source: &str, expansion: Expansion) -> (Option<Runaway>, u64) {
    let mut bally = Bally::new(Config { rom: rom(source), expansion, ..Config::default() });
    crate::frames(&mut bally, 4, &Input::default());
    (bally.runaway(), bally.frames())
}

#[test]
fn halt_with_interrupts_off_is_noticed_and_time_goes_on() {
    let halted = Runaway::Halted { address: 2 };
    let at_2 = Some(halted);
    assert_eq!(runaway(" DI\n NOP\n HALT\n", Expansion::None), (at_2, 4));
    // On in the processor, but not in the chips.
    assert_eq!(runaway(" NOP\n EI\n HALT\n", Expansion::None), (at_2, 4));
    let message = halted.to_string();
    assert_eq!(message, "HALT at 0002 with interrupts off: nothing can wake the processor");
}

#[test]
fn a_halt_that_an_interrupt_ends_is_not_noticed() {
    let source = " LD SP,4FCEH\n LD A,8\n OUT (0EH),A\n IM 1\n EI\n HALT\n JR $-1\n ORG 38H\n EI\n RET\n";
    assert_eq!(runaway(source, Expansion::None), (None, 4));
}

#[test]
fn execution_where_there_is_no_memory_is_noticed() {
    let at = |address| Some(Runaway::Unmapped { address });
    assert_eq!(runaway(" JP 6000H\n", Expansion::None), (at(0x6000), 4));
    assert_eq!(runaway(" JP 6000H\n", Expansion::BlueRam4K), (at(0x7000), 4));
    assert_eq!(runaway(" JP 2000H\n", Expansion::None), (at(0x2000), 4));
    let message = at(0x2000).unwrap().to_string();
    assert_eq!(message, "execution reached 2000, where there is no memory");
    assert_eq!(at(0x2000).map(|runaway| (runaway.name(), runaway.address())), Some(("unmapped", 0x2000)));
}

#[test]
fn reset_starts_again() {
    let mut bally = Bally::new(Config { rom: rom(" DI\n HALT\n"), ..Config::default() });
    bally.run_frame(&Input::default());
    assert!(bally.runaway().is_some());
    bally.reset();
    assert_eq!((bally.runaway(), bally.machine().register("IFF1").unwrap()), (None, 0));
    bally.run_frame(&Input::default());
    assert!(bally.runaway().is_some());
}

fn arbitrary_input() -> impl Strategy<Value = Input> {
    (any::<u32>(), any::<[u8; 4]>(), any::<[bool; 5]>(), any::<Option<(u8, u8)>>()).prop_map(
        |(keys, knobs, switches, pen)| {
            let [up, down, left, right, trigger] = switches;
            let handles = knobs.map(|knob| Handle { up, down, left, right, trigger, knob });
            let mut input = Input { handles, pen: pen.map(|(x, y)| Pen { x, y }), ..Input::default() };
            PadKey::all()
                .enumerate()
                .filter(|(bit, _)| keys >> bit & 1 != 0)
                .for_each(|(_, key)| input.press(key));
            input
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// No ROM and no input makes the machine panic, and the same ones give the same run, also from a saved state on.
    /// `fuzz/run bally` does the same with longer runs.
    #[test]
    fn arbitrary_roms_run(
        seed in prop::collection::vec(any::<u8>(), 8192),
        banks in 0..4_usize,
        inputs in prop::collection::vec(arbitrary_input(), 1..10),
        has_waits in any::<bool>(),
        expansion in 0..7_usize,
    ) {
        let cartridge = match banks {
            0 => None,
            1 => Some(Cartridge::new(&seed[..2048]).unwrap()),
            2 => Some(Cartridge::new(&seed.repeat(32)).unwrap()),
            _ => Some(Cartridge::new(&seed.repeat(64)).unwrap()),
        };
        let config = Config {
            rom: Rom::new(&seed).unwrap(),
            cartridge,
            expansion: Expansion::ALL[expansion],
            handles: inputs.len() as u8 % 5,
            timing: if has_waits { Timing::WaitStates } else { Timing::Measured },
            sample_rate: 11_025,
        };
        let (mut one, mut two) = (Bally::new(config.clone()), Bally::new(config));
        for frame in 0..60 {
            let input = &inputs[frame % inputs.len()];
            one.run_frame(input);
            two.run_frame(input);
            if frame == 30 {
                let state = one.save();
                two = Bally::new(one.config().clone());
                two.load(&state).unwrap();
            }
            // The state has the samples that are not complete, and not those of the last frame.
            prop_assert!(frame == 30 || one.samples() == two.samples());
        }
        prop_assert!(one.save() == two.save());
        prop_assert_eq!(one.frames(), 60);
    }
}
