//! The board in fourteen bytes, two bits per cell.

use std::{error::Error, fmt};

use super::{
    board::{Board, Cell},
    square::{SIDE, Square},
};

/// The packed board: one little-endian word for each row, row 0 first. Column c has bits 2c and 2c + 1; bits 14 and 15
/// are 0. 00 is free, 01 x, 10 o, 11 a wall.
pub type Packed = [u8; 2 * SIDE];

impl Board {
    /// Packs the board.
    pub fn pack(&self) -> Packed {
        let mut bytes = [0; 2 * SIDE];
        for square in Square::all() {
            bytes[place(square)] |= (self.get(square) as u8) << shift(square);
        }
        bytes
    }

    /// Unpacks a board. It must have 14 bytes, and the two unused bits of each row must be 0.
    pub fn unpack(bytes: &[u8]) -> Result<Self, PackedError> {
        let bytes: &Packed = bytes.try_into().map_err(|_| PackedError::Length(bytes.len()))?;
        if let Some(row) = bytes.chunks(2).position(|row| row[1] & 0xC0 != 0) {
            return Err(PackedError::Spare { row });
        }
        let mut board = Self::default();
        Square::all()
            .for_each(|square| board.set(square, Cell::from_bits(bytes[place(square)] >> shift(square))));
        Ok(board)
    }
}

/// Returns the index of the byte of a square.
fn place(square: Square) -> usize {
    2 * square.row() + square.column() / 4
}

/// Returns the index of the lower of its two bits.
fn shift(square: Square) -> usize {
    2 * (square.column() % 4)
}

/// The reason why bytes are not a packed board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackedError {
    /// The number of bytes is not 14.
    Length(usize),
    /// An unused bit is set.
    Spare {
        /// The row, 0 at the top.
        row: usize,
    },
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length(found) => {
                write!(f, "a packed board has 14 bytes, two for each row; found {found}")
            }
            Self::Spare { row } => {
                write!(
                    f,
                    "byte {} (high byte of row {row}) is above 3F; its bits 6 and 7 are unused and must be 0",
                    2 * row + 1
                )
            }
        }
    }
}

impl Error for PackedError {}
