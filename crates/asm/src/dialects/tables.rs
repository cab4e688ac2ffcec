//! The dialects as tables, one file each.

mod acme;
mod ca65;
mod fakes;
pub(crate) mod features;
pub(crate) mod guess;
mod m80;
mod sdcc;
mod sjasmplus;
mod sjasmplus_fakes;
mod z88dk;
mod zmac;

use crate::dialects::syntax::table::Table;

/// All dialects.
pub(crate) const TABLES: &[&Table] =
    &[&acme::TABLE, &ca65::TABLE, &m80::TABLE, &sdcc::TABLE, &sjasmplus::TABLE, &z88dk::TABLE, &zmac::TABLE];
