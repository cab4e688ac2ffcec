//! Drawing modes.

/// A drawing mode, the last number of BOX and LINE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Mode 1: pixels become foreground.
    Foreground,
    /// Mode 2: pixels become background.
    Background,
    /// Mode 3: pixels are reversed.
    Reverse,
    /// Mode 4: nothing is drawn; LINE only moves its point.
    None,
}

impl Ink {
    /// Returns the ink of a mode number 1..=4.
    pub const fn from_mode(mode: i16) -> Option<Ink> {
        match mode {
            1 => Some(Ink::Foreground),
            2 => Some(Ink::Background),
            3 => Some(Ink::Reverse),
            4 => Some(Ink::None),
            _ => None,
        }
    }

    /// Returns `word` with the pixels in `mask` drawn.
    pub(crate) const fn over(self, word: u32, mask: u32) -> u32 {
        match self {
            Ink::Foreground => word | mask,
            Ink::Background => word & !mask,
            Ink::Reverse => word ^ mask,
            Ink::None => word,
        }
    }
}
