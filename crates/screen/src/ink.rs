//! What drawing does to the pixels it covers.

/// The fifth number of BOX and the third of LINE: what happens to the pixels that are covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Mode 1: the pixels take the foreground color.
    Foreground,
    /// Mode 2: the pixels take the background color.
    Background,
    /// Mode 3: foreground becomes background and the reverse.
    Reverse,
    /// Mode 4: nothing is drawn; LINE only moves its point.
    None,
}

impl Ink {
    /// The ink of a BASIC mode number 1..=4.
    pub const fn from_mode(mode: i16) -> Option<Ink> {
        match mode {
            1 => Some(Ink::Foreground),
            2 => Some(Ink::Background),
            3 => Some(Ink::Reverse),
            4 => Some(Ink::None),
            _ => None,
        }
    }

    /// `word` after the pixels in `mask` have been covered.
    pub(crate) const fn over(self, word: u32, mask: u32) -> u32 {
        match self {
            Ink::Foreground => word | mask,
            Ink::Background => word & !mask,
            Ink::Reverse => word ^ mask,
            Ink::None => word,
        }
    }
}
