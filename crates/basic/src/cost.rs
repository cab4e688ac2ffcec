//! The costs of statements in T-states of the 1.789772 MHz Z80, for `--speed period`.
//!
//! No timing of a Bally BASIC statement was found. The costs are those of our cartridge, measured on the emulated machine with
//! its interrupts (docs/arcadian-basic.md). Evidence: measured on our cartridge; choice for the original.

/// T-states per second. Evidence: period (14.318181 MHz / 8).
pub const PER_SECOND: u64 = 1_789_772;

/// Any statement, with its `;`.
pub const STATEMENT: u32 = 150;
/// A program byte, assembled from two bytes of the screen.
pub const BYTE: u32 = 65;
/// The first statement of a line, in addition.
pub const LINE_START: u32 = 155;
/// Reading a variable.
pub const VALUE: u32 = 320;
/// Reading a number.
pub const NUMBER: u32 = 260;
/// Each digit of a number after the first.
pub const DIGIT_READ: u32 = 160;
/// Setting a variable.
pub const SET: u32 = 245;
/// A name of two letters, in addition.
pub const NAME: u32 = 400;
/// LET, STOP or TRACE, in addition: words that are spelled out.
pub const SPELLED: u32 = 600;
/// Reading an element of an array.
pub const ELEMENT: u32 = 1_040;
/// Reading memory.
pub const MEMORY: u32 = 900;
/// Reading a port.
pub const PORT: u32 = 650;
/// Setting an element, in addition to [`SET`] and to [`ELEMENT`].
pub const SET_ELEMENT: u32 = 350;
/// Setting memory, in addition to [`SET`] and to [`MEMORY`].
pub const SET_MEMORY: u32 = 45;
/// Each of its two bytes that is in the text window, in addition, and again if it changes.
pub const TEXT_BYTE: u32 = 117;
/// Each of its two bytes that changes bits of the program, in addition: where lines are is forgotten.
pub const FORGET: u32 = 685;
/// Setting a port, in addition to [`SET`] and [`PORT`].
pub const SET_PORT: u32 = 140;
/// Setting MU, in addition, without the wait for the note before.
pub const SET_MUSIC: u32 = 300;
/// A function, in addition to [`VALUE`].
pub const FUNCTION: u32 = 900;
pub const RANDOM: u32 = 1_220;
/// RND of a number above 255, in addition.
pub const RANDOM_WORD: u32 = 610;
/// Addition, subtraction or a sign.
pub const ADD: u32 = 250;
pub const MULTIPLY: u32 = 640;
pub const DIVIDE: u32 = 1_100;
pub const COMPARE: u32 = 390;
/// A pair of parentheses.
pub const PARENTHESES: u32 = 390;
pub const FOR: u32 = 1_050;
pub const NEXT: u32 = 790;
pub const IF: u32 = 100;
pub const GOTO: u32 = 280;
pub const GOSUB: u32 = 405;
pub const RETURN: u32 = 490;
/// The search for a line that is not one of the last ones found, without the lines it passes.
pub const SEARCH: u32 = 450;
/// A line passed in a search for a line number.
pub const LINE_PASSED: u32 = 90;
/// A byte of such a line.
pub const BYTE_PASSED: u32 = 35;
/// A false IF.
pub const SKIP: u32 = 65;
/// A byte skipped by a false IF or a remark.
pub const BYTE_SKIPPED: u32 = 38;
pub const PRINT: u32 = 300;
/// A character whose cell begins with a screen byte, at every fourth column, without its note.
pub const CHARACTER: u32 = 1_490;
/// A character whose cell begins in the middle of a screen byte. Every second one of the 26 columns of text does.
pub const CHARACTER_AT_HALF: u32 = 1_725;
/// A character in another place.
pub const CHARACTER_BETWEEN: u32 = 2_300;
/// A character that is partly on the screen, without its pixels.
pub const CLIPPED_CHARACTER: u32 = 6_100;
/// A pixel of such a character on the screen.
pub const CLIPPED_PIXEL: u32 = 310;
/// A character that is not on the screen.
pub const OUTSIDE_CHARACTER: u32 = 450;
/// The note of a character.
pub const NOTE: u32 = 285;
/// Instead of the note of a blank.
pub const NO_NOTE_OF_BLANK: u32 = 115;
/// Instead of a note, if NT is 0.
pub const NO_NOTE: u32 = 100;
/// A typed character, in addition to showing it.
pub const TYPED: u32 = 520;
/// An answer to INPUT, without its bytes.
const ANSWER: u32 = 1_750;
/// A byte of an answer that is evaluated.
const ANSWER_BYTE: u32 = 590;
/// A code sent by TV, in addition to its character.
pub const SEND: u32 = 310;
/// A line shown by LIST or after an error, in addition to its characters.
pub const LIST_LINE: u32 = 2_400;
/// Each byte of such a line.
pub const LIST_BYTE: u32 = 650;
pub const PRINT_NUMBER: u32 = 1_370;
/// Each digit of a printed number.
pub const DIGIT: u32 = 145;
pub const NEW_LINE: u32 = 290;
pub const CLEAR: u32 = 85_900;
pub const BOX: u32 = 2_400;
/// BOX without a pixel.
pub const BOX_MOVE: u32 = 1_150;
/// A row of a BOX that is one screen byte wide.
pub const NARROW_ROW: u32 = 63;
/// A wider row of a BOX, without its bytes.
pub const ROW: u32 = 195;
/// A screen byte of such a row.
pub const SCREEN_BYTE: u32 = 32;
/// LINE, if it draws.
pub const LINE: u32 = 2_230;
/// LINE without a pixel.
pub const LINE_MOVE: u32 = 630;
/// A pixel that LINE draws.
pub const PIXEL: u32 = 122;
/// A pixel of a LINE that leaves the screen.
pub const CLIPPED_LINE_PIXEL: u32 = 800;
/// A point of such a LINE beyond the screen.
pub const OUTSIDE_POINT: u32 = 395;

/// Scrolling, without the bytes that are moved.
const SCROLL: u32 = 19_500;
/// A screen byte that is moved and keeps its program bits.
const MOVED_WITH_TEXT: u32 = 41;
/// A screen byte that is moved where no program byte was ever written.
const MOVED: u32 = 17;
/// The screen bytes that scrolling moves.
const MOVED_BYTES: u32 = 3_200;

/// Returns the T-states of scrolling, with the number of screen bytes that are known to have no program bits.
pub(crate) fn scroll(without_text: u32) -> u32 {
    let moved = without_text.min(MOVED_BYTES);
    SCROLL + MOVED * moved + MOVED_WITH_TEXT * (MOVED_BYTES - moved)
}

/// Returns the T-states of a character of which this number of pixels is on the screen, of `all`, and that begins at a column
/// of pixels.
pub(crate) fn character(visible: u32, all: u32, column: i16) -> u32 {
    match (visible, column & 3) {
        (0, _) => OUTSIDE_CHARACTER,
        _ if visible < all => CLIPPED_CHARACTER + CLIPPED_PIXEL * visible,
        (_, 0) => CHARACTER,
        (_, 2) => CHARACTER_AT_HALF,
        _ => CHARACTER_BETWEEN,
    }
}

/// Returns the time at which the interrupt comes for the `count`th time after `now`. A frame has 29,802.5 T-states.
pub(crate) fn frame_end(now: u64, count: u64) -> u64 {
    const TWO_FRAMES: u64 = 59_605;
    ((2 * now / TWO_FRAMES + count) * TWO_FRAMES).div_ceil(2)
}

/// Returns the T-states of evaluating an answer of a number of bytes.
pub(crate) fn answer(bytes: u32) -> u32 {
    ANSWER + ANSWER_BYTE * bytes
}

/// Returns the T-states of a BOX that touches this number of screen bytes in a number of rows.
pub(crate) fn filled_box(touched: u32, rows: u32) -> u32 {
    if touched == 0 {
        return BOX_MOVE;
    }
    BOX + if touched == rows { NARROW_ROW * rows } else { ROW * rows + SCREEN_BYTE * touched }
}

/// Returns the T-states of a LINE of a number of points. The cartridge computes all of them and draws `drawn`.
pub(crate) fn line(drawn: u32, points: u32) -> u32 {
    match points - drawn {
        0 => LINE + PIXEL * drawn,
        outside => LINE + CLIPPED_LINE_PIXEL * drawn + OUTSIDE_POINT * outside,
    }
}
