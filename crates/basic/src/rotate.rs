//! Robert Newman's ROTATE, from the *Arcadian* newsletter, September 1982.

/// The file name of the printed listing.
pub const LISTING_NAME: &str = "rotate-1982.lst";
/// The listing as printed.
pub const LISTING: &str = include_str!("../../../roms/rotate-1982.lst");
/// The file name of the errata.
pub const ERRATA_NAME: &str = "rotate-1982.errata.toml";
pub const ERRATA: &str = include_str!("../../../roms/rotate-1982.errata.toml");
/// The file name of the corrected program.
pub const CORRECTED_NAME: &str = "rotate-1982.bas";
/// The program that the listing and its errata are, as text.
pub const CORRECTED: &str = include_str!("../../../roms/rotate-1982.bas");
