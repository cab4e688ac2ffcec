//! Images of ROMs and cartridges, and the published ones by their CRC-32. None of these is part of this project.

use std::{fmt, sync::Arc};

use arcadian_machine::{Backplane, Context, MapError};

use crate::state::{Reader, StateError, Writer, crc32};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImageKind {
    /// The ROM on the board.
    Rom,
    Cartridge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    #[error("an on-board ROM has 8192 bytes; this file has {0}")]
    RomSize(usize),
    #[error("a cartridge has 1 to 8192 bytes, with bank switching 262144 or 524288; this file has {0}")]
    CartridgeSize(usize),
    #[error("this is a text file, not an image")]
    Text,
}

const ROM_SIZE: usize = 0x2000;

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

    pub fn crc32(&self) -> u32 {
        crc32(&self.bytes)
    }

    pub fn known(&self) -> Option<&'static Known> {
        Known::find(self.crc32(), ImageKind::Rom)
    }
}

/// A cartridge: its image, and its hardware other than the ROM.
#[derive(Clone, PartialEq, Eq)]
pub struct Cartridge {
    bytes: Arc<[u8]>,
    hardware: Option<Hardware>,
}

impl Cartridge {
    /// The longest image, in bytes.
    pub const LONGEST: u64 = 0x8_0000;

    /// Returns whether a ROM would start this (C3) or offer it in its menu (55), and its size is that of a chip.
    pub fn is_started(&self) -> bool {
        let is_of_chips = self.bytes.len().is_multiple_of(0x400);
        self.known().is_some() || is_of_chips && matches!(self.bytes.first(), Some(0xC3 | 0x55))
    }

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

    pub fn crc32(&self) -> u32 {
        crc32(&self.bytes)
    }

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

    /// Returns the hardware of the cartridge other than its ROM.
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

/// Refuses text: printable characters in any encoding, most of them ASCII, and line ends only.
fn check_binary(bytes: &[u8]) -> Result<(), ImageError> {
    let is_ascii = |byte: &&u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    let ascii = bytes.iter().filter(is_ascii).count();
    let is_text = |byte: &u8| is_ascii(&byte) || *byte >= 0x80;
    let has_lines = bytes.contains(&b'\n') || bytes.contains(&b'\r');
    if has_lines && 2 * ascii > bytes.len() && bytes.iter().all(is_text) {
        Err(ImageError::Text)
    } else {
        Ok(())
    }
}

/// A published image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub crc32: u32,
    pub kind: ImageKind,
    pub title: &'static str,
}

const fn rom(crc32: u32, title: &'static str) -> Known {
    Known { crc32, kind: ImageKind::Rom, title }
}

const fn cartridge(crc32: u32, title: &'static str) -> Known {
    Known { crc32, kind: ImageKind::Cartridge, title }
}

/// The published images that are recognized. Source of the CRCs: MAME's driver and software list.
pub const KNOWN: [Known; 9] = [
    rom(0xEBC7_7F3A, "Bally Professional Arcade, on-board ROM, 1978"),
    rom(0xD7C5_17BA, "Bally Home Library Computer, on-board ROM, 1977"),
    rom(0x6EB5_3E79, "Bally Professional Arcade, white case, on-board ROM, 1977"),
    cartridge(0x90E2_76AA, "Bally BASIC, 1978"),
    cartridge(0x7051_4687, "AstroBASIC, 1981"),
    cartridge(0x007E_70D5, "BASIC demonstration, 1978"),
    cartridge(0xE1C3_0EDE, "Color BASIC, prototype"),
    cartridge(0x5011_2E64, "Blue RAM BASIC 1.0"),
    cartridge(0x4DA0_3DFE, "Blue RAM BASIC 1.1"),
];

impl Known {
    pub(super) fn find(crc32: u32, kind: ImageKind) -> Option<&'static Known> {
        const { &KNOWN }.iter().find(|known| (known.crc32, known.kind) == (crc32, kind))
    }
}

// Hardware in a cartridge other than its ROM.
//
// A trait object, so that a program that plugs in no such cartridge, as the web page, does not contain the hardware.

/// A kind of hardware with its settings.
pub(crate) trait Plug: fmt::Debug + Send + Sync {
    /// Returns the first address at which it answers. The ROM ends before it.
    fn first(&self) -> u16;

    /// Adds the device to a board and maps it.
    fn plug(&self, backplane: &mut Backplane) -> Result<(), MapError>;

    fn save(&self, backplane: &Backplane, state: &mut Writer);

    /// Loads a saved state of the device of a machine that has run for `now` cycles.
    fn load(&self, backplane: &mut Backplane, state: &mut Reader, now: u64) -> Result<(), StateError>;
}

/// The hardware of one cartridge. Two are equal if they are the same one.
#[derive(Clone, Debug)]
pub(crate) struct Hardware(pub(crate) Arc<dyn Plug>);

impl PartialEq for Hardware {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Hardware {}

// Bank-switched cartridges of 256 K and 512 K.
//
// The last 4 K are always at 2000; any of the 4 K banks is at 3000. A read of the highest addresses of the window
// selects the bank.

/// The size of a bank.
pub(crate) const BANK: usize = 0x1000;

/// The address of the switched bank.
pub(crate) const WINDOW: u16 = 0x3000;

/// The image of a bank-switched cartridge and the selected bank.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Banks {
    image: Arc<[u8]>,
    selected: u16,
}

impl fmt::Debug for Banks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Banks({} of {})", self.selected, self.count())
    }
}

impl Banks {
    pub(crate) fn new(image: Arc<[u8]>) -> Self {
        Banks { image, selected: 0 }
    }

    /// Returns the number of banks: 64 or 128.
    fn count(&self) -> u16 {
        (self.image.len() / BANK) as u16
    }

    /// Returns the first address of which a read selects a bank.
    pub(crate) fn first_select(&self) -> u16 {
        0x4000 - self.count()
    }

    pub(crate) fn selected(&self) -> u16 {
        self.selected
    }

    /// Returns a bank; a number that does not exist counts as the last.
    fn bank(&self, number: u16) -> &[u8] {
        let number = number.min(self.count() - 1);
        &self.image[usize::from(number) * BANK..][..BANK]
    }

    /// Returns the contents of 2000 to 3FFF.
    pub(crate) fn window(&self) -> Vec<u8> {
        [self.bank(self.count() - 1), self.bank(self.selected)].concat()
    }

    pub(crate) fn select(&mut self, number: u16, cx: &mut Context) {
        if number == self.selected {
            return;
        }
        self.set(number);
        let _fits = cx.load(WINDOW, self.bank(self.selected));
    }

    /// Selects a bank without changing memory.
    pub(crate) fn set(&mut self, number: u16) {
        self.selected = number.min(self.count() - 1);
    }
}
