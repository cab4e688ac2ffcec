//! Reports of a run as text and as JSON.

use arcadian_bally::{Bally, REGISTERS, SCREEN};
use arcadian_cpu::{Core, Z80};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::bally::parts;

/// The size of the screen memory.
const SCREEN_SIZE: usize = 0x1000;

/// Returns the JSON object of `bally --json`.
pub fn json(bally: &Bally) -> Value {
    let config = bally.config();
    json!({
        "frames": bally.frames(),
        "tstates": bally.cycles(),
        "rom": parts::rom_name(&config.rom),
        "cartridge": parts::cartridge_name(config.cartridge.as_ref()),
        "runaway": bally.runaway().map(|why| json!({"name": why.name(), "address": why.address(), "why": why.to_string()})),
        "registers": registers(bally),
        "ram_sha256": ram_sha256(bally),
        "screen": screen(bally),
        "sound": chip_registers(bally, true),
    })
}

/// Returns the report as text: parts, time and the registers of the processor.
pub fn text(bally: &Bally) -> String {
    let config = bally.config();
    let registers = |values: Map<String, Value>| {
        let values =
            values.into_iter().map(|(name, value)| format!("{name}={:02X}", value.as_u64().unwrap_or(0)));
        values.collect::<Vec<_>>().join(" ")
    };
    format!(
        "ROM        {}\ncartridge  {}\nframes     {}, T-states {}\nZ80        {}\nvideo      {}\nsound      {}\n",
        parts::rom_name(&config.rom),
        parts::cartridge_name(config.cartridge.as_ref()),
        bally.frames(),
        bally.cycles(),
        processor(bally),
        registers(chip_registers(bally, false)),
        registers(chip_registers(bally, true)),
    )
}

/// Formats the 16-bit registers of the processor.
fn processor(bally: &Bally) -> String {
    let core = &bally.machine().core;
    let wide = Z80::REGISTERS.iter().filter(|register| register.bits == 16);
    wide.map(|register| format!("{}={:04X}", register.name, (register.get)(core)))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the registers of the processor and the video registers.
fn registers(bally: &Bally) -> Map<String, Value> {
    processor_registers(bally).into_iter().chain(chip_registers(bally, false)).collect()
}

fn processor_registers(bally: &Bally) -> Map<String, Value> {
    let core = &bally.machine().core;
    Z80::REGISTERS.iter().map(|register| (register.name.to_owned(), (register.get)(core).into())).collect()
}

fn chip_registers(bally: &Bally, is_sound: bool) -> Map<String, Value> {
    let values = bally.registers().zip(&REGISTERS).filter(|(_, register)| register.is_sound == is_sound);
    values.map(|((name, value), _)| (name.to_owned(), value.into())).collect()
}

/// Returns the SHA-256 of the screen memory, followed by the expansion RAM.
fn ram_sha256(bally: &Bally) -> String {
    let memory = bally.machine().backplane.bytes();
    let screen = usize::from(SCREEN)..usize::from(SCREEN) + SCREEN_SIZE;
    let mut hash = Sha256::new();
    hash.update(&memory[screen]);
    if let Some(expansion) = bally.config().expansion.range() {
        hash.update(&memory[usize::from(*expansion.start())..=usize::from(*expansion.end())]);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the rows of the picture, a digit for each pixel.
fn screen(bally: &Bally) -> Vec<String> {
    let digit = |value: u8| char::from(b'0' + (value & 3));
    bally.picture().iter().map(|row| row.iter().map(|value| digit(*value)).collect()).collect()
}
