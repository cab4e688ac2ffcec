//! The words of the language: the sixteen one-byte words, and the names spelled with letters; and the two cartridges that differ
//! in them.

use std::{fmt, str::FromStr};

/// Code of the first one-byte word. Evidence: choice.
pub const FIRST_WORD: u8 = 104;
/// The sixteen words of the keypad overlay in the order of their codes, 104..=119.
/// One byte each: listing. The codes: choice.
pub const WORDS: [&str; 16] = [
    "LIST", "CLEAR", "RUN", "NEXT", "LINE", "IF", "GOTO", "GOSUB", "RETURN", "BOX", "FOR", "INPUT", "PRINT",
    "STEP", "RND", "TO",
];

/// The codes of the one-byte words by name.
pub mod code {
    pub const LIST: u8 = 104;
    pub const CLEAR: u8 = 105;
    pub const RUN: u8 = 106;
    pub const NEXT: u8 = 107;
    pub const LINE: u8 = 108;
    pub const IF: u8 = 109;
    pub const GOTO: u8 = 110;
    pub const GOSUB: u8 = 111;
    pub const RETURN: u8 = 112;
    pub const BOX: u8 = 113;
    pub const FOR: u8 = 114;
    pub const INPUT: u8 = 115;
    pub const PRINT: u8 = 116;
    pub const STEP: u8 = 117;
    pub const RND: u8 = 118;
    pub const TO: u8 = 119;

    /// The GO key, and the end of a stored line. Evidence: listing (`GO` is 13).
    pub const GO: u8 = 13;
    /// The ERASE key, and TV's erase. Evidence: listing (line 19).
    pub const ERASE: u8 = 31;
    /// The character ×. Evidence: choice.
    pub const TIMES: u8 = 98;
    /// The character ÷. Evidence: listing (line 34 with its explanation).
    pub const DIVIDE: u8 = 99;
}

pub fn word(code: u8) -> Option<&'static str> {
    WORDS.get(usize::from(code.checked_sub(FIRST_WORD)?)).copied()
}

/// Returns the one-byte word that `text` starts with: its code and its length in characters.
///
/// No word is a prefix of another, so at most one matches.
pub fn leading_word(text: &[char]) -> Option<(u8, usize)> {
    let candidates: &[u8] = match text.first()? {
        'B' => &[code::BOX],
        'C' => &[code::CLEAR],
        'F' => &[code::FOR],
        'G' => &[code::GOTO, code::GOSUB],
        'I' => &[code::IF, code::INPUT],
        'L' => &[code::LIST, code::LINE],
        'N' => &[code::NEXT],
        'P' => &[code::PRINT],
        'R' => &[code::RUN, code::RETURN, code::RND],
        'S' => &[code::STEP],
        'T' => &[code::TO],
        _ => return None,
    };
    candidates.iter().find_map(|&code| {
        let word = word(code)?;
        starts_with(text, word).then_some((code, word.len()))
    })
}

/// Returns whether `text` starts with the ASCII word `word`.
pub fn starts_with(text: &[char], word: &str) -> bool {
    text.len() >= word.len() && word.bytes().zip(text).all(|(byte, &character)| char::from(byte) == character)
}

/// The meaning of a name with two or more letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Device(Device),
    /// A function of values in parentheses.
    Function(Function),
    /// A statement that is not a one-byte word.
    Statement(Spelled),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Device {
    /// Column of the next character.
    Cx,
    /// Row of the next character.
    Cy,
    /// Background color.
    Bc,
    /// Foreground color.
    Fc,
    /// Write: shows a character.
    Tv,
    /// Read: waits for a key.
    Kp,
    /// Read: free bytes.
    Sz,
    /// Read: remainder of the last division.
    Rm,
    /// The start of the next LINE, y × 256 + x.
    Xy,
    /// Note time.
    Nt,
    /// Music.
    Mu,
    /// A sound register of `astro`.
    Sound(Sound),
}

/// The sound registers that `astro` names, as fields of ports 16..=23.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Sound {
    /// Master oscillator.
    Mo,
    /// Tone A.
    Ta,
    /// Tone B.
    Tb,
    /// Tone C.
    Tc,
    /// Vibrato frequency (two bits).
    Vf,
    /// Vibrato range (six bits).
    Vr,
    /// Volume of C.
    Vc,
    /// Noise mode (two bits).
    Nm,
    /// Volume of A.
    Va,
    /// Volume of B.
    Vb,
    /// Noise volume.
    Nv,
}

/// Functions spelled with letters; RND is a one-byte word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Function {
    /// Magnitude.
    Abs,
    /// Machine code.
    Call,
    /// Hand controller, left and right.
    Jx,
    /// Hand controller, up and down.
    Jy,
    /// Trigger.
    Tr,
    /// Knob.
    Kn,
    /// Whether a pixel is set.
    Px,
}

/// Statements spelled with letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Spelled {
    /// Optional before an assignment.
    Let,
    Stop,
    /// Shows line numbers as they are executed.
    Trace,
}

/// The dialects that have a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Both,
    Astro,
}

/// All names. A longer name comes before its prefixes.
const NAMES: [(&str, In, Meaning); 32] = {
    use crate::words::Sound::*;
    use Device::*;
    use Function::*;
    use In::*;
    use Meaning::{Device as D, Function as F, Statement as S};
    [
        ("TRACE", Both, S(Spelled::Trace)),
        ("STOP", Both, S(Spelled::Stop)),
        ("CALL", Both, F(Call)),
        ("LET", Both, S(Spelled::Let)),
        ("ABS", Both, F(Abs)),
        ("JX", Both, F(Jx)),
        ("JY", Both, F(Jy)),
        ("TR", Both, F(Tr)),
        ("KN", Both, F(Kn)),
        ("PX", Both, F(Px)),
        ("CX", Both, D(Cx)),
        ("CY", Both, D(Cy)),
        ("BC", Both, D(Bc)),
        ("FC", Both, D(Fc)),
        ("TV", Both, D(Tv)),
        ("KP", Both, D(Kp)),
        ("SZ", Both, D(Sz)),
        ("RM", Both, D(Rm)),
        ("XY", Both, D(Xy)),
        ("NT", Both, D(Nt)),
        ("MU", Both, D(Mu)),
        ("MO", Astro, D(Sound(Mo))),
        ("TA", Astro, D(Sound(Ta))),
        ("TB", Astro, D(Sound(Tb))),
        ("TC", Astro, D(Sound(Tc))),
        ("VF", Astro, D(Sound(Vf))),
        ("VR", Astro, D(Sound(Vr))),
        ("VC", Astro, D(Sound(Vc))),
        ("NM", Astro, D(Sound(Nm))),
        ("VA", Astro, D(Sound(Va))),
        ("VB", Astro, D(Sound(Vb))),
        ("NV", Astro, D(Sound(Nv))),
    ]
};

/// Returns the longest name at the start of `text`, with its length in bytes.
pub fn longest_name(text: &[u8], dialect: Dialect) -> Option<(Meaning, usize)> {
    let known = NAMES.iter().filter(|(_, known_in, _)| *known_in == In::Both || dialect == Dialect::Astro);
    let mut fits = known.filter(|(name, _, _)| text.starts_with(name.as_bytes()));
    fits.next().map(|(name, _, meaning)| (*meaning, name.len()))
}

/// Returns the devices of a dialect with their names. The number identifies a device in [`device`].
pub fn devices(dialect: Dialect) -> impl Iterator<Item = (usize, &'static str, Device)> {
    let known = move |&number: &usize| NAMES[number].1 == In::Both || dialect == Dialect::Astro;
    let named = |number| device(number).map(|(name, device)| (number, name, device));
    (0..NAMES.len()).filter(known).filter_map(named)
}

/// Returns the name and device of a number from [`devices`].
pub fn device(number: usize) -> Option<(&'static str, Device)> {
    match NAMES.get(number)? {
        (name, _, Meaning::Device(device)) => Some((name, *device)),
        _ => None,
    }
}

impl Device {
    pub fn name(self) -> &'static str {
        let found = NAMES.iter().find(|(_, _, meaning)| *meaning == Meaning::Device(self));
        found.map_or("", |(name, _, _)| name)
    }

    pub fn is_writable(self) -> bool {
        !matches!(self, Device::Kp | Device::Sz | Device::Rm)
    }
}

/// A dialect of BASIC: one of the two cartridges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Bally BASIC, 1978: the 300-baud interface, `$` for the calculator, `:RETURN`.
    #[default]
    Bally,
    /// AstroBASIC, 1981: 2000 baud and names for the sound registers.
    Astro,
}

impl Dialect {
    /// Both dialects with their names on the command line and in listing headers.
    pub const NAMES: [(&'static str, Dialect); 2] = [("bally", Dialect::Bally), ("astro", Dialect::Astro)];
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Bally => "bally",
            Dialect::Astro => "astro",
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a dialect; use `bally` (Bally BASIC, 1978) or `astro` (AstroBASIC, 1981)")]
pub struct UnknownDialect(pub String);

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|&(_, dialect)| dialect).ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_recognized() {
        for (code, word) in (FIRST_WORD..).zip(WORDS) {
            let text: Vec<char> = word.chars().chain("X".chars()).collect();
            assert_eq!(leading_word(&text), Some((code, word.len())), "{word}");
        }
        assert_eq!(leading_word(&[]), None);
    }

    /// [`leading_word`] relies on this.
    #[test]
    fn no_word_is_a_prefix_of_another() {
        for word in WORDS {
            assert_eq!(WORDS.iter().filter(|other| other.starts_with(word)).count(), 1, "{word}");
        }
    }

    #[test]
    fn numbers_identify_devices() {
        for dialect in [Dialect::Bally, Dialect::Astro] {
            for (number, name, found) in devices(dialect) {
                assert_eq!(device(number), Some((name, found)));
                assert_eq!((found.name(), name.len()), (name, 2));
            }
        }
        assert_eq!((devices(Dialect::Bally).count(), devices(Dialect::Astro).count()), (11, 22));
        assert_eq!((device(0), device(NAMES.len())), (None, None));
    }
}
