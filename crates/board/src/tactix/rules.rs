//! The article's two tables, derived from the layouts.

use super::{FIGURE_2, FIGURE_3, Layout, Symmetry};

/// A permutation of the bits of a byte: bit n moves to `table[n]`.
pub type Table = [u32; 8];

/// Returns Table 1, from figure 2: the permutation of either byte in a reflection about the vertical axis.
pub fn table_1() -> Table {
    within_byte(&FIGURE_2, Symmetry::Vertical)
}

/// Returns Table 2, from figure 3: the permutation of each of bytes 1 to 4 in a reflection about the diagonal from
/// lower left to upper right. The reflection also exchanges bytes 1 and 3.
pub fn table_2() -> Table {
    within_byte(&FIGURE_3, Symmetry::AntiDiagonal)
}

/// Returns the permutation of byte 1, ignoring the byte it moves to.
fn within_byte(layout: &Layout, symmetry: Symmetry) -> Table {
    let mut table = [0; 8];
    for (place, &(_, to)) in table.iter_mut().zip(layout.map(symmetry).pairs()) {
        *place = to % 8;
    }
    table
}
