//! What has changed in [`Module::advance`](crate::Module::advance), in bits.

/// The picture.
pub const PICTURE: u32 = 1;
/// Anything else that a page shows.
pub const STATE: u32 = 2;
/// Nothing that a page shows, but there is more to do at once.
pub const BUSY: u32 = 4;
/// A recording is being repeated. Each call repeats a part of it, and keys must wait.
pub const REPEATING: u32 = 8;
