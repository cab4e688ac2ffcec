//! Data for other crates: Robert Newman's ROTATE of 1982, the printed listing and its errata, this project's boot ROM for
//! the Bally, and its BASIC cartridge.
//!
//! ```
//! let rotate = arcadian_roms::ROTATE;
//! assert!(rotate.listing.contains("ROTATE"));
//! assert_eq!(rotate.listing_name, "rotate-1982.lst");
//! ```

#![no_std]

/// A printed listing and its errata, as texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    /// The file name of the listing.
    pub listing_name: &'static str,
    /// The listing as printed.
    pub listing: &'static str,
    /// The file name of the errata.
    pub errata_name: &'static str,
    /// The errata, as TOML.
    pub errata: &'static str,
    /// The file name of the corrected program.
    pub corrected_name: &'static str,
    /// The program that the listing and its errata are, as text.
    pub corrected: &'static str,
}

/// ROTATE, from the *Arcadian* newsletter, September 1982.
pub const ROTATE: Program = Program {
    listing_name: "rotate-1982.lst",
    listing: include_str!("../rotate-1982.lst"),
    errata_name: "rotate-1982.errata.toml",
    errata: include_str!("../rotate-1982.errata.toml"),
    corrected_name: "rotate-1982.bas",
    corrected: include_str!("../rotate-1982.bas"),
};

/// The boot ROM of an emulated Bally, assembled from `bally/boot.asm`. It is this project's own.
pub const BALLY_BOOT: &[u8; 8192] = include_bytes!("../bally/boot.bin");

/// The Arcadian BASIC cartridge, assembled from `arcadian-basic/arcadian-basic.asm`.
pub const ARCADIAN_BASIC: &[u8; 8192] = include_bytes!("../arcadian-basic/arcadian-basic.bin");
