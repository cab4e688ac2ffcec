//! The article's two tables.

use super::{FIGURE_2, FIGURE_3, Layout, Symmetry};

/// Where each bit of a byte goes: bit n to place `table[n]`.
pub type Table = [u32; 8];

/// Table 1, from figure 2: where the bits of either byte go when the board is reflected about the vertical axis.
pub fn table_1() -> Table {
    inner(&FIGURE_2, Symmetry::Vertical)
}

/// Table 2, from figure 3: where the bits of bytes 1 to 4 go when the board is reflected about the diagonal from
/// lower left to upper right. Bytes 1 and 3 change places besides.
pub fn table_2() -> Table {
    inner(&FIGURE_3, Symmetry::LowerLeft)
}

/// Where the bits of byte 1 go in whichever byte they come to.
fn inner(layout: &Layout, symmetry: Symmetry) -> Table {
    let mut table = [0; 8];
    for (place, &(_, to)) in table.iter_mut().zip(layout.map(symmetry).pairs()) {
        *place = to % 8;
    }
    table
}
