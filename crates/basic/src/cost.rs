//! The costs of statements in T-states of the 1.789772 MHz Z80, an estimate for `--speed period`.
//!
//! No timing of a Bally BASIC statement was found. The costs of names, operators and loops were measured on Palo
//! Alto Tiny BASIC (patb), without its search of the word table, which one-byte words do not need. The others are
//! chosen so that ROTATE's line 8 takes about a second (choice).

/// T-states per second. Evidence: period (14.318181 MHz / 8).
pub const PER_SECOND: u64 = 1_789_772;

/// Any statement.
pub const STATEMENT: u32 = 1_500;
/// A program byte, assembled from two bytes of the screen.
pub const BYTE: u32 = 60;
/// Reading or setting a variable, or reading a number.
pub const VALUE: u32 = 500;
/// An array element, a peek or a port, in addition to [`VALUE`].
pub const ELEMENT: u32 = 4_202;
/// A function, in addition to [`VALUE`].
pub const FUNCTION: u32 = 4_202;
/// RND.
pub const RANDOM: u32 = 13_178;
/// Addition or subtraction.
pub const ADD: u32 = 1_244;
/// Multiplication.
pub const MULTIPLY: u32 = 2_100;
/// Division, without its subtractions.
pub const DIVIDE: u32 = 1_450;
/// One of the subtractions by which a division is computed.
pub const SUBTRACTION: u32 = 75;
/// A comparison.
pub const COMPARE: u32 = 1_858;
/// A pair of parentheses.
pub const PARENTHESES: u32 = 3_944;
/// FOR, or NEXT.
pub const LOOP: u32 = 170;
/// GOSUB, or RETURN: half of the measured pair each.
pub const SUBROUTINE: u32 = 3_000;
/// A line passed in a search for a line number.
pub const LINE_PASSED: u32 = 112;
/// A byte of such a line.
pub const BYTE_PASSED: u32 = 29;
/// A byte skipped by a false IF.
pub const BYTE_SKIPPED: u32 = 60;
/// A character drawn pixel by pixel.
pub const CHARACTER: u32 = 2_000;
/// Each digit of a printed number.
pub const DIGIT: u32 = 1_100;
/// BOX.
pub const BOX: u32 = 2_000;
/// A screen byte that BOX or CLEAR touches.
pub const SCREEN_BYTE: u32 = 15;
/// A pixel that LINE draws.
pub const PIXEL: u32 = 250;
/// A text row scrolled.
pub const SCROLL: u32 = 12_000;

/// Returns the T-states of a division with this quotient. The original subtracts once for each unit of the
/// quotient's high byte and of its low byte (patb: 205 subtractions for 30000÷7 = 16 × 256 + 189).
pub fn division(quotient: i16) -> u32 {
    let [low, high] = quotient.unsigned_abs().to_le_bytes();
    DIVIDE + SUBTRACTION * (u32::from(low) + u32::from(high))
}
