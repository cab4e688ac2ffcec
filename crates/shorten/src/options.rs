//! What to search for, and where.

use crate::cost::Goal;

/// What to search for, and in which space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What is minimized. Default: bytes.
    pub goal: Goal,
    /// The maximum number of instructions before the return. Default: 4.
    pub max_instructions: usize,
    /// The immediate bytes that are tried besides those of the given code. Default: [`ConstantSet::Common`].
    pub constants: ConstantSet,
    /// Whether undocumented instructions are tried. Default: no.
    pub undocumented: bool,
    /// Whether parts of the given code are replaced, instead of all of it. The code must be straight-line. Default: no.
    pub windows: bool,
    /// Whether conditional forward jumps and conditional returns are tried. Default: yes.
    pub branches: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            goal: Goal::Bytes,
            max_instructions: 4,
            constants: ConstantSet::Common,
            undocumented: false,
            windows: false,
            branches: true,
        }
    }
}

/// A set of immediate bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstantSet {
    /// [`COMMON_CONSTANTS`].
    Common,
    /// All 256 bytes.
    All,
    /// These bytes.
    List(Vec<u8>),
}

/// The immediate bytes that are tried by default: powers of two and masks.
pub const COMMON_CONSTANTS: [u8; 14] =
    [0x00, 0x01, 0x02, 0x04, 0x08, 0x0F, 0x10, 0x20, 0x40, 0x7F, 0x80, 0xF0, 0xFE, 0xFF];

/// The immediate words that are tried besides those of the given code.
pub const COMMON_WORDS: [u16; 4] = [0x0000, 0x0001, 0x00FF, 0xFFFF];
