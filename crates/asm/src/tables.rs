//! The syntaxes as tables, one file each.

mod acme;
pub(crate) mod ca65;
mod fakes;
mod m80;
pub(crate) mod own;
mod sdcc;
mod sjasmplus;
mod z88dk;
mod zmac;

use crate::syntax::lexis::FOREIGN;
use crate::syntax::table::Table;

/// All syntaxes, our own first.
pub(crate) const TABLES: &[&Table] = if FOREIGN {
    &[
        &own::TABLE,
        &acme::TABLE,
        &ca65::TABLE,
        &m80::TABLE,
        &sdcc::TABLE,
        &sjasmplus::TABLE,
        &z88dk::TABLE,
        &zmac::TABLE,
    ]
} else {
    &[&own::TABLE]
};
