//! Images of ROMs and cartridges.

mod known;

use std::{fmt, sync::Arc};

use crate::{
    bank::Banks,
    crc::crc32,
    hardware::{Hardware, Plug},
};
pub use known::{KNOWN, Known};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// The ROM on the board.
    Rom,
    Cartridge,
}

/// The reason why bytes are not an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// An on-board ROM of the wrong size.
    #[error("an on-board ROM has 8192 bytes; this file has {0}")]
    RomSize(usize),
    /// A cartridge of the wrong size.
    #[error("a cartridge has 1 to 8192 bytes, with bank switching 262144 or 524288; this file has {0}")]
    CartridgeSize(usize),
    /// A text file.
    #[error("this is a text file, not an image")]
    Text,
}

/// The size of the on-board ROM.
const ROM_SIZE: usize = 0x2000;

/// The size of the cartridge window.
const WINDOW_SIZE: usize = 0x2000;

/// The boot ROM, assembled from `roms/bally/boot.asm`. It is this project's own.
const BOOT: &[u8; ROM_SIZE] = include_bytes!("../../../roms/bally/boot.bin");

/// The Arcadian BASIC cartridge, assembled from `roms/arcadian-basic/arcadian-basic.asm`.
pub const ARCADIAN_BASIC: &[u8; WINDOW_SIZE] =
    include_bytes!("../../../roms/arcadian-basic/arcadian-basic.bin");

/// The image of an on-board ROM.
#[derive(Clone, PartialEq, Eq)]
pub struct Rom {
    bytes: Arc<[u8]>,
}

impl Rom {
    /// Returns a ROM from its 8192 bytes.
    pub fn new(bytes: &[u8]) -> Result<Self, ImageError> {
        check_binary(bytes)?;
        match bytes.len() {
            ROM_SIZE => Ok(Rom { bytes: bytes.into() }),
            length => Err(ImageError::RomSize(length)),
        }
    }

    /// Returns this project's own boot ROM: it starts an autostart cartridge, or shows a test card.
    pub fn boot() -> Self {
        Rom { bytes: BOOT.as_slice().into() }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the CRC-32.
    pub fn crc32(&self) -> u32 {
        crc32(&self.bytes)
    }

    /// Returns what is known of this image.
    pub fn known(&self) -> Option<&'static Known> {
        Known::find(self.crc32(), ImageKind::Rom)
    }
}

/// A cartridge: its image, and what it has besides the ROM.
#[derive(Clone, PartialEq, Eq)]
pub struct Cartridge {
    bytes: Arc<[u8]>,
    hardware: Option<Hardware>,
}

impl Cartridge {
    /// Returns a cartridge from its bytes: at most 8 K, with bank switching 256 K or 512 K.
    pub fn new(bytes: &[u8]) -> Result<Self, ImageError> {
        check_binary(bytes)?;
        match bytes.len() {
            1..=WINDOW_SIZE | 0x4_0000 | 0x8_0000 => Ok(Cartridge { bytes: bytes.into(), hardware: None }),
            length => Err(ImageError::CartridgeSize(length)),
        }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the CRC-32.
    pub fn crc32(&self) -> u32 {
        crc32(&self.bytes)
    }

    /// Returns what is known of this image.
    pub fn known(&self) -> Option<&'static Known> {
        Known::find(self.crc32(), ImageKind::Cartridge)
    }

    /// Returns whether the cartridge has more than the window shows.
    pub fn is_bank_switched(&self) -> bool {
        self.bytes.len() > WINDOW_SIZE
    }

    pub(crate) fn with_hardware(self, hardware: Hardware) -> Self {
        Cartridge { hardware: Some(hardware), ..self }
    }

    /// Returns what the cartridge has besides its ROM.
    pub(crate) fn hardware(&self) -> Option<&dyn Plug> {
        self.hardware.as_ref().map(|hardware| &*hardware.0)
    }

    /// Returns the banks, if there are more than the window shows.
    pub(crate) fn banks(&self) -> Option<Banks> {
        self.is_bank_switched().then(|| Banks::new(Arc::clone(&self.bytes)))
    }

    /// Returns the contents of 2000 to 3FFF. After a short image they are FF.
    pub(crate) fn window(&self) -> Vec<u8> {
        if let Some(banks) = self.banks() {
            return banks.window();
        }
        let mut window = self.bytes.to_vec();
        window.resize(WINDOW_SIZE, 0xFF);
        window
    }
}

/// Shows the CRC-32 instead of the bytes.
impl fmt::Debug for Rom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rom({:08x})", self.crc32())
    }
}

/// Shows the size and the CRC-32 instead of the bytes.
impl fmt::Debug for Cartridge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cartridge({} bytes, {:08x})", self.bytes.len(), self.crc32())
    }
}

/// Refuses text: printable characters and line ends only.
fn check_binary(bytes: &[u8]) -> Result<(), ImageError> {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t' | 0x80..=0xFF);
    let has_lines = bytes.contains(&b'\n');
    let is_utf8 = std::str::from_utf8(bytes).is_ok();
    if has_lines && is_utf8 && bytes.iter().all(is_text) { Err(ImageError::Text) } else { Ok(()) }
}
