//! Time: frames and wait states.

use arcadian_bally::{Bally, Config, Input, Timing, line_start};
use arcadian_cpu::Core;

use crate::rig::{Rig, rom};

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
