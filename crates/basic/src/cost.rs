//! The estimate of time behind `--speed period`, in T-states of the 1.789772 MHz Z80.
//!
//! No timing of a Bally BASIC statement was found. The figures of names, operators and loops are those
//! measured on Palo Alto Tiny BASIC (patb) less its search through the word table, which one-byte words
//! do not need; the rest is chosen so that ROTATE's line 8 takes about a second (choice).

/// T-states in a second. Evidence: period (14.318181 MHz / 8).
pub const PER_SECOND: u64 = 1_789_772;

/// Any statement.
pub const STATEMENT: u32 = 1_500;
/// A program byte, rebuilt from two bytes of the screen.
pub const BYTE: u32 = 60;
/// A variable or a number read or set.
pub const VALUE: u32 = 500;
/// An array element, a peek or a port over a plain variable.
pub const ELEMENT: u32 = 4_202;
/// A function; RND measured at 13,178.
pub const FUNCTION: u32 = 4_202;
/// RND.
pub const RANDOM: u32 = 13_178;
/// Addition or subtraction.
pub const ADD: u32 = 1_244;
/// Multiplication.
pub const MULTIPLY: u32 = 2_100;
/// Division without its subtractions.
pub const DIVIDE: u32 = 1_450;
/// One of the subtractions that a division is made of.
pub const SUBTRACTION: u32 = 75;
/// A comparison.
pub const COMPARE: u32 = 1_858;
/// A pair of parentheses.
pub const PARENTHESES: u32 = 3_944;
/// FOR's frame, NEXT's search and test.
pub const LOOP: u32 = 170;
/// GOSUB with its RETURN, half to each.
pub const SUBROUTINE: u32 = 3_000;
/// A line passed in the search for a line number.
pub const LINE_PASSED: u32 = 112;
/// A byte of such a line.
pub const BYTE_PASSED: u32 = 29;
/// A byte skipped by a false IF.
pub const BYTE_SKIPPED: u32 = 60;
/// A character drawn pixel by pixel.
pub const CHARACTER: u32 = 2_000;
/// A number turned into digits, each digit.
pub const DIGIT: u32 = 1_100;
/// BOX.
pub const BOX: u32 = 2_000;
/// A screen byte that BOX or CLEAR touches.
pub const SCREEN_BYTE: u32 = 15;
/// A pixel that LINE draws.
pub const PIXEL: u32 = 250;
/// A text row scrolled.
pub const SCROLL: u32 = 12_000;

/// T-states of a division that gives this quotient: it subtracts once for each unit of the quotient's
/// high byte and of its low byte (patb: 205 subtractions for 30000÷7 = 16 × 256 + 189).
pub fn division(quotient: i16) -> u32 {
    let [low, high] = quotient.unsigned_abs().to_le_bytes();
    DIVIDE + SUBTRACTION * (u32::from(low) + u32::from(high))
}
