//! A raster row as five words; the leftmost pixel is the highest bit of the first word.

use crate::{Ink, WIDTH};
use std::{array, ops::Range};

const BITS: usize = u32::BITS as usize;

/// The words of a row. 160 pixels fill them, so equal pictures are equal words.
pub(crate) const WORDS: usize = WIDTH / BITS;

/// A row of 160 pixels.
pub(crate) type Row = [u32; WORDS];

/// A row of background.
pub(crate) const BLANK: Row = [0; WORDS];

/// Returns a row in which exactly `columns` are set.
pub(crate) fn span(columns: Range<usize>) -> Row {
    array::from_fn(|word| left_of(columns.end, word) & !left_of(columns.start, word))
}

/// Returns a mask of the pixels of word `word` that are left of `column`.
fn left_of(column: usize, word: usize) -> u32 {
    let kept = column.saturating_sub(word * BITS).min(BITS);
    u32::MAX.checked_shl((BITS - kept) as u32).unwrap_or(0)
}

/// Draws the pixels in `mask` with `ink`.
pub(crate) fn cover(row: &mut Row, mask: &Row, ink: Ink) {
    for (word, mask) in row.iter_mut().zip(mask) {
        *word = ink.over(*word, *mask);
    }
}

/// Returns the pixel at `column`; outside the row it is background.
pub(crate) fn get(row: &Row, column: usize) -> bool {
    row.get(column / BITS).is_some_and(|word| word << (column % BITS) >> (BITS - 1) == 1)
}

/// Replaces the pixels in `mask` by `bits`, both with their highest bit at `column`, clipped at both edges.
pub(crate) fn splice(row: &mut Row, column: i64, mask: u32, bits: u32) {
    let shift = column.rem_euclid(BITS as i64) as u32;
    let first = column.div_euclid(BITS as i64);
    let [mask, bits] = [mask, bits].map(|word| (u64::from(word) << BITS) >> shift);
    replace(row, first, (mask >> BITS) as u32, (bits >> BITS) as u32);
    replace(row, first + 1, mask as u32, bits as u32);
}

fn replace(row: &mut Row, index: i64, mask: u32, bits: u32) {
    if let Some(word) = usize::try_from(index).ok().and_then(|index| row.get_mut(index)) {
        *word = *word & !mask | bits & mask;
    }
}

/// Returns the 6 pixels that start at `column`, the leftmost in bit 5; beyond the right edge they are background.
pub(crate) fn six(row: &Row, column: usize) -> u64 {
    let word = |index: usize| u64::from(row.get(index).copied().unwrap_or(0));
    let pair = word(column / BITS) << BITS | word(column / BITS + 1);
    pair << (column % BITS) >> (u64::BITS - 6)
}

/// Returns a row moved `by` columns to the left; `by` is 1..=31.
pub(crate) fn shifted(row: &Row, by: u32) -> Row {
    array::from_fn(|word| row[word] << by | row.get(word + 1).copied().unwrap_or(0) >> (u32::BITS - by))
}

/// Returns the columns that are set, from left to right.
pub(crate) fn columns(row: &Row) -> impl Iterator<Item = usize> {
    row.iter().enumerate().flat_map(|(index, &word)| ones(word).map(move |bit| index * BITS + bit))
}

fn ones(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.leading_zeros();
        word &= !(1 << 31_u32.checked_sub(bit)?);
        Some(bit as usize)
    })
}
