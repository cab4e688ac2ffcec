//! Reading ROMs, cartridges and saved states.

use std::path::Path;

use arcadian_bally::{Cartridge, Known, Rom, StateError};

use crate::{
    error::{Context, Error, Result},
    escape,
    files::{Files, Kind},
};

/// The longest file that is read, in bytes. The largest cartridge has half of it.
const LONGEST: u64 = 1 << 20;

/// Reads an on-board ROM.
pub fn rom(files: &dyn Files, path: &Path) -> Result<Rom> {
    let bytes = image(files, path, "an on-board ROM of 8 KB")?;
    Rom::new(&bytes).with_context(|| format!("cannot use {} as the ROM", escape::path(path)))
}

/// Reads a cartridge.
pub fn cartridge(files: &dyn Files, path: &Path) -> Result<Cartridge> {
    let bytes = image(files, path, "a cartridge of 2, 4 or 8 KB, or of 256 or 512 KB")?;
    Cartridge::new(&bytes).with_context(|| format!("cannot use {} as the cartridge", escape::path(path)))
}

/// Reads an image. The error for a missing file says what is expected, unless it already proposes another file.
fn image(files: &dyn Files, path: &Path, what: &str) -> Result<Vec<u8>> {
    files.bytes(path, what, LONGEST).map_err(|error| match error {
        Error::Message(message) if !escape::is_stream(path) && files.kind(path) == Kind::Missing => {
            Error::Message(format!("{message}; name {what}"))
        }
        error => error,
    })
}

/// Reads a saved state, and loads it with `load`.
pub fn load_state(
    files: &dyn Files,
    path: &Path,
    load: impl FnOnce(&[u8]) -> Result<(), StateError>,
) -> Result<()> {
    let bytes = files.bytes(path, "a saved state", LONGEST)?;
    load(&bytes).with_context(|| format!("cannot load {}", escape::path(path)))
}

/// Returns the name of the ROM for a report.
pub fn rom_name(rom: &Rom) -> String {
    match *rom == Rom::boot() {
        true => "arcadian's own boot ROM".to_owned(),
        false => name(rom.known(), rom.crc32()),
    }
}

/// Returns the name of the cartridge for a report.
pub fn cartridge_name(cartridge: Option<&Cartridge>) -> String {
    match cartridge {
        Some(cartridge) => name(cartridge.known(), cartridge.crc32()),
        None => "none".to_owned(),
    }
}

fn name(known: Option<&Known>, crc32: u32) -> String {
    match known {
        Some(known) => known.title.to_owned(),
        None => format!("unknown, CRC-32 {crc32:08x}"),
    }
}
