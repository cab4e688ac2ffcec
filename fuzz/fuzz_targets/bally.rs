//! A machine with any ROM, cartridge and keys: the same inputs give the same run, also through a saved state, and a damaged state
//! is refused or runs.
#![no_main]

use arcadian_bally::{Bally, Cartridge, Config, Expansion, Handle, Input, PadKey, Pen, Rom, Timing};
use arcadian_fuzz::rarely;
use libfuzzer_sys::fuzz_target;

/// The bytes of an input of the machine.
const INPUT: usize = 8;
/// The inputs, which take turns.
const INPUTS: usize = 4;
/// The bytes of a change of a saved state.
const DAMAGE: usize = 4;

/// The sizes of a cartridge in KB. The largest are rare, because copying them takes most of the time.
const SIZES: [usize; 8] = [0, 2, 4, 8, 8, 8, 256, 512];

/// The position of the contents of a saved state, after their check sum.
const CONTENTS: usize = 32;

/// Returns the CRC-32 by its definition.
fn crc32(bytes: &[u8]) -> u32 {
    let bit = |crc: u32, _| if crc & 1 != 0 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), bit))
}

/// Repeats bytes to a size in KB.
fn image(bytes: &[u8], size: usize) -> Vec<u8> {
    bytes.iter().copied().cycle().take(size * 1024).collect()
}

/// Returns the machine of an input, or `None` if an image is text, which is refused.
fn config(choice: [u8; 3], code: &[u8]) -> Option<Config> {
    let (rom, cartridge) = code.split_at(code.len() / 2);
    let size = if rarely(code, 16) { SIZES[usize::from(choice[0] % 8)] } else { SIZES[usize::from(choice[0] % 4)] };
    let cartridge = (size > 0).then(|| Cartridge::new(&image(cartridge, size)));
    Some(Config {
        rom: if choice[0] & 0x80 == 0 { Rom::new(&image(rom, 8)).ok()? } else { Rom::boot() },
        cartridge: cartridge.transpose().ok()?,
        expansion: Expansion::ALL[usize::from(choice[1]) % Expansion::ALL.len()],
        handles: choice[1] >> 4 & 7,
        timing: if choice[1] & 0x80 == 0 { Timing::Measured } else { Timing::WaitStates },
        sample_rate: [0, 8_000, 44_100, 48_000, 192_000][usize::from(choice[2]) % 5],
    })
}

fn machine_input(bytes: &[u8; INPUT]) -> Input {
    let [keys @ .., switches, knob, x, y] = *bytes;
    let mut input = Input { pen: (x < 0xC0).then_some(Pen { x, y }), ..Input::default() };
    let keys = u32::from_le_bytes(keys);
    PadKey::all().enumerate().filter(|(bit, _)| keys >> bit & 1 != 0).for_each(|(_, key)| input.press(key));
    input.handles[usize::from(switches >> 6)] = Handle {
        up: switches & 1 != 0,
        down: switches & 2 != 0,
        left: switches & 4 != 0,
        right: switches & 8 != 0,
        trigger: switches & 16 != 0,
        knob,
    };
    input
}

/// Loads a state with a changed byte, which must not panic, then or later.
fn load_damaged(config: &Config, mut state: Vec<u8>, damage: [u8; DAMAGE]) {
    let [low, high, value, cut] = damage;
    let at = usize::from(u16::from_le_bytes([low, high])) % state.len();
    state[at] ^= value;
    if cut < 8 {
        state.truncate(at);
    }
    if state.len() > CONTENTS {
        let sum = crc32(&state[CONTENTS..]).to_le_bytes();
        state[CONTENTS - sum.len()..CONTENTS].copy_from_slice(&sum);
    }
    let mut bally = Bally::new(config.clone());
    if bally.load(&state).is_ok() {
        (0..2).for_each(|_| drop(bally.run_frame(&Input::default()).raster()));
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, rest)) = input.split_first_chunk::<3>() else { return };
    let Some((inputs, rest)) = rest.split_first_chunk::<{ INPUT * INPUTS }>() else { return };
    let Some((damage, code)) = rest.split_first_chunk::<DAMAGE>() else { return };
    if code.len() < 2 {
        return;
    }
    let inputs: Vec<Input> = inputs.as_chunks().0.iter().map(machine_input).collect();
    let Some(config) = config(*choice, code) else { return };
    let frames = if rarely(input, 64) { 600 } else { 8 };
    let mut one = Bally::new(config.clone());
    let mut other = None;
    for frame in 0..frames {
        if frame == frames / 2 {
            let state = one.save();
            let mut loaded = Bally::new(config.clone());
            loaded.load(&state).expect("its own state");
            assert!(loaded.save() == state, "a loaded state is the saved one");
            other = Some(loaded);
            load_damaged(&config, state, *damage);
        }
        let input = &inputs[frame / 3 % INPUTS];
        if frame % 100 == 70 {
            one.reset();
            other.iter_mut().for_each(Bally::reset);
        }
        one.run_frame(input);
        if let Some(other) = &mut other {
            other.run_frame(input);
            assert!(one.samples() == other.samples(), "frame {frame}");
        }
    }
    let other = other.expect("a machine from the middle of the run");
    assert!(one.save() == other.save() && one.frame().raster() == other.frame().raster());
    assert_eq!(one.picture().len(), arcadian_bally::HEIGHT);
});
