//! Code that runs away, and arbitrary ROMs.

use arcadian_bally::{Bally, Cartridge, Config, Expansion, Handle, Input, PadKey, Pen, Rom, Runaway, Timing};
use proptest::prelude::*;

use crate::rig::rom;

fn runaway(source: &str, expansion: Expansion) -> (Option<Runaway>, u64) {
    let mut bally = Bally::new(Config { rom: rom(source), expansion, ..Config::default() });
    crate::rig::frames(&mut bally, 4, &Input::default());
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
