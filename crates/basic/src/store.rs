//! Program memory, byte for byte: the lines, followed by the free bytes that `@` and `*` share.
//!
//! ```text
//! 0                        end                       1804  1806
//! | number text CR | ... CR |  *(0) *(1) ... @(2) @(1) | @(0) |
//! |<------- program ------->|<-------- SZ bytes ------->|
//! ```
//! SZ is the distance from the program's end to the word @(0), and @(n) is 2n bytes below that word, as in
//! Palo Alto Tiny BASIC (patb). So `2×n ≤ SZ` is the exact limit. `*` starts from the other end (choice).

use std::ops::Range;

use crate::{Line, words::code};

/// SZ of an empty machine. Evidence: listing (likely; ROTATE's first number and its title line).
pub const EMPTY: usize = 1804;
/// The first address after the free bytes, that of @(0).
pub const TOP: usize = EMPTY;
/// The size of the store in bytes.
pub const BYTES: usize = TOP + 2;

/// Program memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    bytes: [u8; BYTES],
    end: usize,
    /// The pages in which no byte was ever written, as our cartridge knows them: there it scrolls faster.
    unused: Range<usize>,
}

/// The bytes of a page: 256 bytes of the screen.
const PAGE: usize = 128;

/// A line needs more bytes than are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the line needs {needed} bytes and {free} are free")]
pub struct Full {
    pub needed: usize,
    /// Bytes that would be free without the line it replaces.
    pub free: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinePlace {
    pub number: u16,
    /// Address of its first text byte; the two bytes before are the line number.
    pub text: usize,
    /// Address of its carriage return.
    pub end: usize,
}

impl Default for Store {
    fn default() -> Self {
        Self { bytes: [0; BYTES], end: 0, unused: 1..TOP / PAGE }
    }
}

impl Store {
    /// Returns the number of free bytes, SZ.
    pub fn free(&self) -> usize {
        TOP - self.end
    }

    /// Returns the first address after the program.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns all bytes, by address.
    pub fn bytes(&self) -> &[u8; BYTES] {
        &self.bytes
    }

    pub fn is_program(&self, address: usize) -> bool {
        address < self.end
    }

    /// Returns the number of screen bytes in which no program byte was ever written.
    pub(crate) fn unused_screen_bytes(&self) -> u32 {
        2 * (PAGE * self.unused.len()) as u32
    }

    /// Overwrites one byte; an address outside the store does nothing.
    pub fn poke(&mut self, address: usize, byte: u8) {
        if self.unused.contains(&(address / PAGE)) {
            self.unused.end = address / PAGE;
        }
        if let Some(place) = self.bytes.get_mut(address) {
            *place = byte;
        }
    }

    /// Inserts a line in numerical order; replaces the line with its number.
    /// If the line does not fit, nothing changes. Evidence: patb.
    pub fn insert(&mut self, line: &Line) -> Result<(), Full> {
        let (at, old) = self.find(line.number);
        let free = self.free() + old;
        if line.cost() > free {
            return Err(Full { needed: line.cost(), free });
        }
        self.replace(at, old, line.cost());
        self.bytes[at..at + 2].copy_from_slice(&line.number.to_le_bytes());
        self.bytes[at + 2..at + 2 + line.text.len()].copy_from_slice(&line.text);
        self.bytes[at + line.cost() - 1] = code::GO;
        Ok(())
    }

    /// Deletes a line, if it exists.
    pub fn delete(&mut self, number: u16) {
        let (at, old) = self.find(number);
        self.replace(at, old, 0);
    }

    /// Returns the lines in memory order, as the bytes are now: a program may have overwritten them. What follows the last
    /// carriage return is a line, too, even if it is shorter than a line number.
    pub fn places(&self) -> impl Iterator<Item = LinePlace> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            if at >= self.end {
                return None;
            }
            let text = at + 2;
            let number = u16::from_le_bytes([self.bytes[at], self.bytes[at + 1]]);
            let rest = self.bytes.get(text..self.end).unwrap_or_default();
            let end = text + rest.iter().position(|&b| b == code::GO).unwrap_or(rest.len());
            at = end + 1;
            Some(LinePlace { number, text, end })
        })
    }

    /// Returns copies of the lines in memory order.
    pub fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        self.places().map(|place| Line { number: place.number, text: self.text(place).to_vec() })
    }

    pub fn text(&self, place: LinePlace) -> &[u8] {
        &self.bytes[place.text..place.end]
    }

    /// Returns the word at an address, low byte first; bytes outside the store are 0xFF.
    pub fn word(&self, address: usize) -> i16 {
        let byte = |at: usize| self.bytes.get(at).copied().unwrap_or(0xFF);
        i16::from_le_bytes([byte(address), byte(address + 1)])
    }

    /// Writes a word at an address of the free bytes or @(0).
    pub fn set_word(&mut self, address: usize, value: i16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address + 1, high);
    }

    /// Returns the address of `@(n)`; `None` where `2×n > SZ`. Evidence: patb, listing (SZ 144 and @(72)).
    pub fn at(&self, n: i16) -> Option<usize> {
        let below = usize::try_from(n).ok()? * 2;
        (below <= self.free()).then(|| TOP - below)
    }

    /// Returns the address of `*(n)`, counted up from the end of the program. Evidence: choice.
    pub fn star(&self, n: i16) -> Option<usize> {
        let above = usize::try_from(n).ok()? * 2;
        (above <= self.free()).then(|| self.end + above)
    }

    /// Returns where a line with this number is or would be inserted, and the size of the existing line.
    fn find(&self, number: u16) -> (usize, usize) {
        match self.places().find(|place| place.number >= number) {
            Some(place) if place.number == number => {
                let at = place.text - 2;
                // The last line's carriage return may have been poked away.
                (at, (place.end + 1).min(self.end) - at)
            }
            Some(place) => (place.text - 2, 0),
            None => (self.end, 0),
        }
    }

    /// Replaces `old` bytes at `at` by room for `new`, and moves the rest of the program.
    /// Bytes that become free are not cleared. Evidence: choice.
    fn replace(&mut self, at: usize, old: usize, new: usize) {
        self.bytes.copy_within(at + old..self.end, at + new);
        self.end = self.end - old + new;
        self.unused.start = self.unused.start.max(self.end / PAGE + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn line(number: u16, length: usize) -> Line {
        Line { number, text: vec![b'A'; length] }
    }

    #[test]
    fn a_line_that_does_not_fit_changes_nothing() {
        let mut store = Store::default();
        store.insert(&line(10, 1000)).expect("fits");
        let before = store.clone();
        assert_eq!(store.insert(&line(20, 900)), Err(Full { needed: 903, free: 801 }));
        assert_eq!(store.insert(&line(10, 1802)), Err(Full { needed: 1805, free: 1804 }));
        assert_eq!(store, before);
        store.insert(&line(10, 1801)).expect("exactly the empty machine");
        assert_eq!(store.free(), 0);
    }

    #[test]
    fn arrays_share_the_free_bytes() {
        let mut store = Store::default();
        store.insert(&line(1, 1804 - 3 - 144)).expect("fits");
        assert_eq!((store.free(), store.at(72), store.at(73)), (144, Some(store.end()), None));
        assert_eq!((store.at(0), store.star(72), store.star(0)), (Some(TOP), Some(TOP), store.at(72)));
        assert_eq!(store.at(-1), None);
    }

    /// The last line of a full machine has lost its carriage return to a poke.
    #[test]
    fn a_line_without_carriage_return_can_be_replaced() {
        let mut store = Store::default();
        store.insert(&line(1, 1801)).expect("exactly the empty machine");
        store.poke(TOP - 1, b'X');
        assert_eq!(store.insert(&line(1, 1802)), Err(Full { needed: 1805, free: 1804 }));
        store.insert(&line(1, 1801)).expect("same size as before");
        assert_eq!(store.free(), 0);
    }

    proptest! {
        /// Any sequence of edits equals a sorted map, and SZ is the number of bytes that remain.
        #[test]
        fn edits_equal_a_sorted_map(edits in prop::collection::vec((1u16..40, 0usize..200), 0..80)) {
            let mut store = Store::default();
            let mut map = BTreeMap::new();
            for (number, length) in edits {
                let line = line(number, length);
                if length == 0 {
                    store.delete(number);
                    map.remove(&number);
                } else if store.insert(&line).is_ok() {
                    map.insert(number, line);
                }
                prop_assert_eq!(store.lines().collect::<Vec<_>>(), map.values().cloned().collect::<Vec<_>>());
                prop_assert_eq!(store.free(), EMPTY - map.values().map(Line::cost).sum::<usize>());
            }
        }
    }
}
