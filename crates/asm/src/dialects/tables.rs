//! The dialects as tables, one file each.

mod ca65;
mod fakes;
mod sdcc;
mod sjasmplus;

use super::table::Table;

/// All dialects.
pub(crate) const TABLES: &[&Table] = &[&ca65::TABLE, &sdcc::TABLE, &sjasmplus::TABLE];
