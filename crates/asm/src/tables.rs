//! The syntaxes as tables, one file each.

mod acme;
pub(crate) mod ca65;
mod m80;
pub(crate) mod own;
mod sdcc;
mod sjasmplus;
mod z88dk;
mod zmac;

use crate::syntax::{FOREIGN, Table};

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

/// Other names of the halves of IX and IY.
pub(crate) const HALVES: &[(&str, &str)] =
    &[("XH HX", "IXH"), ("XL LX", "IXL"), ("YH HY", "IYH"), ("YL LY", "IYL")];

/// Instructions of sjasmplus and z88dk that stand for several of the processor: loads between register pairs, shifts of pairs, and loads with a pointer that moves.
pub(crate) const FAKES: &str = include_str!("tables/fakes/common.txt");

pub(crate) const FAKES_OF_Z88DK: &str = "SLI % = SLL %\nSLS % = SLL %\nIN F,(C) = IN F,(C)";

/// More of sjasmplus. Source: the documentation of SjASMPlus, "Fake instructions".
pub(crate) const FAKES_OF_SJASMPLUS: &str = include_str!("tables/fakes/sjasmplus.txt");
