//! Keys: the relevant occupied squares, gathered by one multiplication.

use super::{Piece, Square};

/// The key function of a square: multiply the masked occupancy by a magic and take the most significant bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    piece: Piece,
    square: Square,
    magic: u64,
    width: u32,
}

impl Key {
    /// Creates a key function with 1 to 16 bits.
    pub const fn new(piece: Piece, square: Square, magic: u64, width: u32) -> Option<Self> {
        if 1 <= width && width <= 16 { Some(Self { piece, square, magic, width }) } else { None }
    }

    pub const fn piece(self) -> Piece {
        self.piece
    }

    pub const fn square(self) -> Square {
        self.square
    }

    pub const fn magic(self) -> u64 {
        self.magic
    }

    /// Returns the width of the key in bits.
    pub const fn width(self) -> u32 {
        self.width
    }

    pub fn mask(self) -> u64 {
        self.piece.mask(self.square)
    }

    /// Computes the key of an occupancy, below 2^width.
    pub fn of(self, occupied: u64) -> u16 {
        let product = (occupied & self.mask()).wrapping_mul(self.magic);
        (product >> (64 - self.width)) as u16
    }

    /// Returns the shift counts of the magic: the indices of its set bits.
    pub fn shifts(self) -> impl Iterator<Item = u32> {
        (0..64).filter(move |&shift| self.magic >> shift & 1 != 0)
    }

    /// Returns, for each bit of the key, the lowest first, the squares that are shifted to it.
    pub fn sources(self) -> Vec<u64> {
        let mask = self.mask();
        let shifted = |place: u32| {
            self.shifts().filter(move |&shift| shift <= place).map(move |shift| 1 << (place - shift))
        };
        (64 - self.width..64).map(|place| shifted(place).fold(0, |set, bit| set | bit & mask)).collect()
    }

    /// Returns whether the magic is carry-free: every square of the mask reaches the key, no two reach the same bit, and
    /// the bits below the key never produce a carry into it. Then addition equals OR.
    pub fn is_carry_free(self) -> bool {
        let sources = self.sources();
        let complete = sources.iter().fold(0, |all, set| all | set) == self.mask();
        complete && sources.iter().all(|set| set.count_ones() <= 1) && self.below() >> (64 - self.width) == 0
    }

    /// Returns the sum of the bits below the key when all squares of the mask are occupied.
    fn below(self) -> u128 {
        let kept = u64::MAX >> self.width;
        self.shifts().map(|shift| u128::from(self.mask() << shift & kept)).sum()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::{Group, group, squares, subsets};
    use super::*;

    fn key(square: &str, shifts: &[u32], width: u32) -> Key {
        let magic = shifts.iter().fold(0, |magic, shift| magic | 1 << shift);
        Key::new(Piece::Rook, square.parse().unwrap(), magic, width).unwrap()
    }

    /// Computes a key without multiplication, as an 8-bit processor does: for each shift by 8a + b, three bytes shifted by
    /// b. Equals [`Key::of`] if the magic is carry-free.
    pub(in super::super) fn by_bytes(key: Key, occupied: u64) -> u16 {
        let bytes = (occupied & key.mask()).to_be_bytes();
        let byte = |n: u32| bytes.get(n as usize).copied().unwrap_or(0);
        let part = |shift: u32| {
            let a = shift / 8;
            let triple = u32::from_be_bytes([0, byte(a), byte(a + 1), byte(a + 2)]);
            (triple << (shift % 8) >> 8) as u16
        };
        key.shifts().fold(0, |sum, shift| sum | part(shift)) >> (16 - key.width)
    }

    /// Formats the groups in a key, the highest first: `2 2' 1' 1`.
    fn groups(key: Key) -> String {
        let name = |set: &u64| squares(*set).find_map(group).map_or("-", |Group { name, .. }| name);
        let mut names: Vec<_> = key.sources().iter().rev().map(name).collect();
        names.dedup();
        names.join(" ")
    }

    /// The keys of the corners: the printed one, its turns, and the last corner with one shift corrected.
    #[test]
    fn corners() {
        let listed = [
            ("h8", [28, 31, 55], 0x0080_0000_9000_0000, "2 2' 1' 1"),
            ("h1", [16, 19, 52], 0x0010_0000_0009_0000, "3 3' 2' 2"),
            ("a1", [4, 7, 49], 0x0002_0000_0000_0090, "4 4' 3' 3"),
            ("a8", [1, 34, 52], 0x0010_0004_0000_0002, "4' 4 1 1'"),
        ];
        for (square, shifts, magic, order) in listed {
            let key = key(square, &shifts, 12);
            assert_eq!((key.magic(), groups(key).as_str()), (magic, order));
            assert!(key.is_carry_free() && key.sources().iter().all(|set| set.count_ones() == 1), "{square}");
        }
    }

    /// The printed shifts of the last corner, 1, 33 and 52, move two squares to bit 54 and leave bit 57 empty.
    #[test]
    fn the_printed_corner_is_wrong() {
        let key = key("a8", &[1, 33, 52], 12);
        let sources = key.sources();
        let (one, one_primed) = (1 << 21, 1 << 2);
        assert_eq!((sources[54 - 52], sources[57 - 52]), (one | one_primed, 0));
        assert!(!key.is_carry_free());
    }

    /// A rook on a primed half edge needs shifts 28 and 55, where 30 and 54 are printed; b fills the rook's place in 2'.
    #[test]
    fn first_edge_case() {
        for square in ["h4", "h3", "h2"] {
            let sources = key(square, &[28, 55], 12).sources();
            let here: Square = square.parse().unwrap();
            let hole = (here.bit() - 3) as usize;
            for n in 0..3 {
                let expected = if n == hole { 1 << (30 + n) } else { 1 << (3 + n) };
                assert_eq!((sources[6 + n], sources[9 + n]), (expected, 1 << (33 + n)), "{square} {n}");
            }
        }
        let printed = key("h4", &[30, 54], 12).sources();
        assert_eq!(printed[11], 1 << 33, "the highest of 2 are shifted out");
    }

    /// A rook on an unprimed half edge: shifts 25, 31 and 58 match the picture, where 27, 33 and 57 are printed. But shift
    /// 25 also moves s onto 2'.
    #[test]
    fn second_edge_case() {
        for (square, s) in [("h7", 2), ("h6", 1), ("h5", 0)] {
            let sources = key(square, &[25, 31, 58], 12).sources();
            let here: Square = square.parse().unwrap();
            let hole = (here.bit() - 33) as usize;
            for n in 0..3 {
                let expected = if n == hole { 1 << (27 + n) } else { 1 << (33 + n) };
                assert_eq!(sources[6 + n], expected, "{square} {n}");
                let collision = if n == s { 1 << (36 + n) } else { 0 };
                assert_eq!(sources[9 + n], 1 << (3 + n) | collision, "{square} {n}");
            }
        }
    }

    /// A rook on edge 4, as the text says: on 4' the squares of d fill its place, and o, above 4', is on no ray; on 4 the squares of D
    /// fill its place, and 4' goes above 4, where only corners were.
    #[test]
    fn edge_4() {
        for (squares, shifts, low, filler, high) in
            [(["a5", "a6", "a7"], [4, 49, 49], 9, 54, 57), (["a4", "a3", "a2"], [1, 7, 52], 57, 51, 9)]
        {
            for (hole, square) in squares.into_iter().enumerate() {
                let sources = key(square, &shifts, 12).sources();
                for n in 0..3 {
                    let place = if n == hole { filler } else { low } + n;
                    assert_eq!(
                        (sources[6 + n], sources[9 + n]),
                        (1 << place, 1 << (high + n)),
                        "{square} {n}"
                    );
                }
            }
        }
    }

    #[test]
    fn carry_free_keys_need_no_multiplication() {
        let key = key("h8", &[28, 31, 55], 12);
        assert!(subsets(key.mask()).all(|occupied| key.of(occupied) == by_bytes(key, occupied)));
    }

    #[test]
    fn widths() {
        let square = Square::from_index(0).unwrap();
        assert_eq!(Key::new(Piece::Rook, square, 1, 0), None);
        assert_eq!(Key::new(Piece::Rook, square, 1, 17), None);
        let widest = Key::new(Piece::Rook, square, u64::MAX, 16).unwrap();
        assert!(!widest.is_carry_free());
        assert_eq!(widest.sources().len(), 16);
    }
}
