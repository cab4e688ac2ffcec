//! The syntaxes as tables, one file each.

#[cfg(feature = "dialects")]
mod acme;
#[cfg(feature = "dialects")]
pub(crate) mod ca65;
#[cfg(feature = "dialects")]
mod fakes;
#[cfg(feature = "dialects")]
pub(crate) mod guess;
#[cfg(feature = "dialects")]
mod m80;
pub(crate) mod own;
#[cfg(feature = "dialects")]
mod sdcc;
#[cfg(feature = "dialects")]
mod sjasmplus;
#[cfg(feature = "dialects")]
mod sjasmplus_fakes;
#[cfg(feature = "dialects")]
mod z88dk;
#[cfg(feature = "dialects")]
mod zmac;

use crate::syntax::table::Table;

/// All syntaxes, our own first.
pub(crate) const TABLES: &[&Table] = &[
    &own::TABLE,
    #[cfg(feature = "dialects")]
    &acme::TABLE,
    #[cfg(feature = "dialects")]
    &ca65::TABLE,
    #[cfg(feature = "dialects")]
    &m80::TABLE,
    #[cfg(feature = "dialects")]
    &sdcc::TABLE,
    #[cfg(feature = "dialects")]
    &sjasmplus::TABLE,
    #[cfg(feature = "dialects")]
    &z88dk::TABLE,
    #[cfg(feature = "dialects")]
    &zmac::TABLE,
];
