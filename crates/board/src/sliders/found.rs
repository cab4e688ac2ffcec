//! The stored magics, as found by the search.

use super::{Key, Piece, Square, Symmetry};

/// Rotated squares that share one index table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The piece.
    pub piece: Piece,
    /// The base square, rotated by 0 turns.
    pub base: Square,
    /// The width of the key in bits: the table has 2^width entries.
    pub width: u32,
    /// The magics of the base square after 0 to 3 turns; `None` where another table serves the square.
    pub magics: [Option<u64>; 4],
}

impl Shared {
    /// Returns the keys of its squares, each with the number of turns from the base square.
    pub fn keys(self) -> impl Iterator<Item = (u8, Key)> {
        (0..4).zip(self.magics).filter_map(move |(turns, magic)| {
            let square = Symmetry::turn(turns).apply(self.base);
            Some((turns, Key::new(self.piece, square, magic?, self.width)?))
        })
    }
}

impl Piece {
    /// Returns the tables of all squares, as [`Orbit::tables`](super::Orbit::tables) computes them.
    pub const fn tables(self) -> &'static [Shared] {
        match self {
            Self::Rook => &ROOK,
            Self::Bishop => &BISHOP,
        }
    }
}

#[rustfmt::skip]
const ROOK: [Shared; 18] = [
    rook(0, 0, 12, [0x0080_0820_0000_0010, 0x0010_0100_0200_0000, 0x0002_0000_1000_2000, 0x0000_4000_0001_0002]),
    rook(0, 1, 12, [0x2000_0040_1000_4002, 0x0400_0020_0401_0004, 0x0080_0040_0200_4010, 0x0010_0100_0400_2004]),
    rook(0, 2, 11, [0x0800_0400_4008_0008, 0x0100_0080_4004_0080, 0x0020_0800_0804_0040, 0]),
    rook(0, 2, 11, [0, 0, 0, 0x0000_1008_0810_0010]),
    rook(0, 3, 11, [0x2000_0801_0002_0010, 0x0400_0100_8010_0020, 0x0080_0200_1008_0100, 0]),
    rook(0, 3, 11, [0, 0, 0, 0x0000_4000_2008_0008]),
    rook(0, 4, 11, [0x2002_0020_0202_0020, 0x0400_0220_0200_2020, 0x0080_0200_2200_2002, 0x0010_0020_2002_2002]),
    rook(0, 5, 11, [0x0400_0100_0801_0040, 0x0080_0400_1000_8010, 0x0010_0100_4001_0008, 0x0002_0080_1004_0010]),
    rook(0, 6, 11, [0x0400_0100_0201_0020, 0x0080_0200_1000_2010, 0x0010_0100_2001_0002, 0x0002_0020_1002_0010]),
    rook(1, 1, 10, [0x0000_0044_0000_8040, 0x0000_0400_0440_0008, 0x0000_0080_4000_4400, 0x0000_4000_0804_0004]),
    rook(1, 2, 10, [0x0000_0404_0008_0010, 0x0000_0100_4040_0080, 0x0000_0800_1004_0400, 0x0000_4000_8001_0040]),
    rook(1, 3, 12, [0x0000_1000_2400_4010, 0x0000_0101_0002_4004, 0x0004_0040_1010_0024, 0x0000_0240_0401_0100]),
    rook(1, 4, 10, [0x0002_0100_8001_1002, 0x0001_0020_1008_0010, 0x0000_0110_0201_0080, 0x0000_0800_1100_2010]),
    rook(1, 5, 10, [0x0001_0042_0002_0201, 0x0000_2010_0420_0020, 0x0000_0202_0100_4200, 0x0000_2000_2020_1004]),
    rook(2, 2, 10, [0x0000_0088_0001_0080, 0x0000_0800_0880_0010, 0x0000_0100_8000_8800, 0x0000_8000_1008_0008]),
    rook(2, 3, 10, [0x0000_2000_8010_0020, 0x0000_0202_0008_0100, 0x0000_1000_2020_0080, 0x0000_0801_0002_0200]),
    rook(2, 4, 11, [0x0002_0080_8001_0202, 0x0000_2020_0808_0010, 0x0000_0102_0200_8080, 0x0000_0800_1020_2008]),
    rook(3, 3, 11, [0x0000_0400_2001_0080, 0x0000_0800_4002_0010, 0x0000_0100_8004_0020, 0x0000_0200_1008_0040]),
];

#[rustfmt::skip]
const BISHOP: [Shared; 16] = [
    bishop(0, 0, 6, [0x0000_4000_0200_0000, 0x0000_0004_0000_2000, 0x0002_0000_0040_0000, 0x0000_0020_0000_0400]),
    bishop(0, 1, 5, [0x0000_1001_0000_2000, 0x0002_0001_0010_0000, 0x0000_0020_0010_0100, 0x0000_1000_0200_0100]),
    bishop(0, 2, 5, [0x0000_1001_0040_0020, 0x0000_0201_0010_0400, 0x0000_4000_2010_0100, 0x0000_1004_0002_0100]),
    bishop(0, 3, 5, [0x0000_0801_0000_2020, 0x0002_0200_8010_0000, 0x0000_0020_2008_0100, 0x0000_1000_0202_0080]),
    bishop(0, 4, 5, [0x0000_1000_8200_0010, 0x0000_0101_0008_2000, 0x0002_0000_1010_0080, 0x0000_0820_0001_0100]),
    bishop(0, 5, 5, [0x0000_2001_0004_0200, 0x0000_2002_0010_0040, 0x0000_0402_0020_0100, 0x0000_1000_4020_0200]),
    bishop(0, 6, 5, [0x0000_1000_0200_0100, 0x0000_1001_0000_2000, 0x0002_0001_0010_0000, 0x0000_0020_0010_0100]),
    bishop(1, 1, 5, [0x0002_0000_0080_0000, 0x0000_0020_0000_0800, 0x0000_8000_0200_0000, 0x0000_0008_0000_2000]),
    bishop(1, 2, 5, [0x0000_1001_0000_1040, 0x0001_0401_0010_0000, 0x0000_0010_4010_0100, 0x0000_1000_0104_0100]),
    bishop(1, 3, 5, [0x0000_1002_0040_0000, 0x0000_0001_0020_0400, 0x0000_4000_0010_0200, 0x0000_2004_0000_0100]),
    bishop(1, 4, 5, [0x0000_1100_0002_2200, 0x0002_2001_1000_0020, 0x0000_0222_0011_0000, 0x0000_0000_2220_0110]),
    bishop(1, 5, 5, [0x0000_1002_0800_0100, 0x0000_1001_0020_8000, 0x0008_0001_0010_0200, 0x0000_2080_0010_0100]),
    bishop(2, 2, 7, [0x0000_2000_0200_0010, 0x0000_0102_0000_2000, 0x0002_0000_1020_0000, 0x0000_0020_0001_0200]),
    bishop(2, 3, 7, [0x0000_2000_2004_0200, 0x0000_2002_0002_0040, 0x0000_0402_0020_0020, 0x0000_0200_4020_0200]),
    bishop(2, 4, 7, [0x0000_0204_0020_0080, 0x0000_0800_2040_0200, 0x0000_2000_8002_0400, 0x0000_4002_0008_0020]),
    bishop(3, 3, 9, [0x0002_0020_0010_0100, 0x0000_1020_0200_0100, 0x0000_1001_0200_2000, 0x0000_0001_0010_2002]),
];

const fn rook(row: u8, column: u8, width: u32, magics: [u64; 4]) -> Shared {
    shared(Piece::Rook, row, column, width, magics)
}

const fn bishop(row: u8, column: u8, width: u32, magics: [u64; 4]) -> Shared {
    shared(Piece::Bishop, row, column, width, magics)
}

/// Creates a row of a table. A magic of 0 means that another table serves the square.
const fn shared(piece: Piece, row: u8, column: u8, width: u32, magics: [u64; 4]) -> Shared {
    let mut shared = Shared { piece, base: Square::new(row, column).unwrap(), width, magics: [None; 4] };
    let mut turns = 0;
    while turns < 4 {
        if magics[turns] != 0 {
            shared.magics[turns] = Some(magics[turns]);
        }
        turns += 1;
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As Muller predicted, a turn of the board rotates the magic back by 12 places in a ring of 48. This holds for inner
    /// squares with four shifts; the others need one more shift where the ring is cut.
    #[test]
    fn magics_turn_with_the_ring() {
        let four = |magics: [Option<u64>; 4]| magics.iter().flatten().all(|magic| magic.count_ones() == 4);
        let orbits: Vec<_> = Piece::Rook
            .tables()
            .iter()
            .filter(|shared| shared.base.row() > 0 && four(shared.magics))
            .collect();
        assert_eq!(orbits.len(), 5);
        for &Shared { base, magics, .. } in orbits {
            for turn in 0..3 {
                let [one, next] = [magics[turn], magics[turn + 1]].map(Option::unwrap);
                assert_eq!(next, (one >> 12 | one << 36) & 0xFFFF_FFFF_FFFF, "{base}");
            }
        }
    }
}
