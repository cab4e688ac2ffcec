//! The board as sixteen arbitrary bytes in memory.
//!
//! On the letters A to P, each once, these are the operations of [`Board`]. They are defined on all
//! other bytes too, so that a routine can be verified for every content of memory.

use super::Board;

/// The bytes at positions 1 to 16.
pub type Cells = [u8; 16];

/// Makes the regular move at a position and returns whether a group begins there. If none does, nothing changes.
pub fn turn(cells: &mut Cells, position: usize) -> bool {
    let can = Board::can_turn(position);
    if can {
        let ring = [0, 1, 5, 4].map(|step| position - 1 + step);
        let bytes = ring.map(|index| cells[index]);
        (0..4).for_each(|i| cells[ring[(i + 1) % 4]] = bytes[i]);
    }
    can
}

/// Makes the special move at a position and returns whether it is legal. In the last column and outside the board
/// nothing changes.
pub fn special(cells: &mut Cells, position: usize) -> bool {
    let can = Board::can_swap(position);
    if can {
        cells.swap(position - 1, position);
    }
    can
}

/// Returns the first position of a byte.
pub fn find(cells: &Cells, byte: u8) -> Option<usize> {
    cells.iter().position(|&cell| cell == byte).map(|index| index + 1)
}

/// Makes the regular move of a letter key: turns the group with this upper left byte. Returns whether there is one.
pub fn key(cells: &mut Cells, letter: u8) -> bool {
    find(cells, letter).is_some_and(|position| turn(cells, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_board() {
        let board: Board = "BCDH FGEP IJKL AMNO".parse().expect("a board");
        for position in 0..40 {
            let (mut turned, mut exchanged) = (board, board);
            turned.turn(position);
            exchanged.swap(position);
            let (mut cells, mut others, mut keyed) = (*board.letters(), *board.letters(), *board.letters());
            assert_eq!(turn(&mut cells, position), turned != board, "{position}");
            assert_eq!(special(&mut others, position), exchanged != board, "{position}");
            assert_eq!((&cells, &others), (turned.letters(), exchanged.letters()), "{position}");
            let letter = board.at(position).unwrap_or(0);
            assert_eq!((key(&mut keyed, letter), &keyed), (turned != board, turned.letters()), "{position}");
        }
        for byte in 0..=255 {
            assert_eq!(find(board.letters(), byte), board.find(byte));
        }
    }

    #[test]
    fn the_first_of_equal_bytes_is_found() {
        let mut cells = *b"XAXAXAXAXAXAXAXA";
        assert_eq!((find(&cells, b'X'), find(&cells, b'A'), find(&cells, b'B')), (Some(1), Some(2), None));
        assert!(key(&mut cells, b'A'));
        assert_eq!(&cells, b"XAAAXXXAXAXAXAXA");
    }
}
