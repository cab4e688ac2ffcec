//! Published images, by their CRC-32. None of them is part of this project.

use super::ImageKind;

/// A published image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The CRC-32.
    pub crc32: u32,
    pub kind: ImageKind,
    /// What it is.
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
