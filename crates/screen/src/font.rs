//! The font of 5 × 7 glyphs. It is this project's own; the glyphs of the cartridge are not copied.
//!
//! A cell is a glyph with a blank column and a blank row: 6 × 8 pixels, in a word of 48 bits with the top row in the
//! highest bits.
//!
//! The codes 32..=93 are ASCII, in upper case only; 94..=97 are the arrows ↑ ← → ↓, 98 is × and 99 is ÷.

pub const GLYPH_WIDTH: usize = 5;

pub const GLYPH_HEIGHT: usize = 7;

pub(crate) const CELL_WIDTH: usize = 6;

pub(crate) const CELL_HEIGHT: usize = 8;

pub(crate) const WHOLE_CELL: u64 = (1 << (CELL_WIDTH * CELL_HEIGHT)) - 1;

pub const CELL_PIXELS: u32 = (CELL_WIDTH * CELL_HEIGHT) as u32;

/// The first code that has a glyph: the blank.
pub const FIRST: u8 = 32;

/// The last code that has a glyph: ÷.
pub const LAST: u8 = 99;

/// The number of codes that have a glyph.
pub(crate) const COUNT: usize = (LAST - FIRST + 1) as usize;

/// The characters of the codes 94..=99, which are not ASCII.
const BEYOND_ASCII: [char; 6] = ['↑', '←', '→', '↓', '×', '÷'];

/// The first code that is not ASCII.
const ARROWS: u8 = 94;

/// The cells of all codes, starting with [`FIRST`].
pub(crate) static CELLS: [u64; COUNT] = cells();

/// Returns the seven rows of a code's glyph from the top; the leftmost of the five pixels is bit 4.
pub fn glyph(code: u8) -> Option<[u8; GLYPH_HEIGHT]> {
    GLYPHS.get(usize::from(code.checked_sub(FIRST)?)).copied()
}

pub fn char_of(code: u8) -> Option<char> {
    match code {
        FIRST..ARROWS => Some(char::from(code)),
        _ => BEYOND_ASCII.get(usize::from(code.checked_sub(ARROWS)?)).copied(),
    }
}

pub fn code_of(character: char) -> Option<u8> {
    if let Some(code) = u8::try_from(character).ok().filter(|code| (FIRST..ARROWS).contains(code)) {
        return Some(code);
    }
    (ARROWS..).zip(BEYOND_ASCII).find(|(_, shown)| *shown == character).map(|(code, _)| code)
}

/// Returns the 48 pixels of a code's cell.
pub(crate) fn cell(code: u8) -> Option<u64> {
    CELLS.get(usize::from(code.checked_sub(FIRST)?)).copied()
}

const fn cells() -> [u64; COUNT] {
    let mut cells = [0; COUNT];
    let mut index = 0;
    while index < COUNT {
        cells[index] = cell_of(&GLYPHS[index]);
        index += 1;
    }
    cells
}

/// Returns a glyph with its blank sixth column and eighth row.
const fn cell_of(glyph: &[u8; GLYPH_HEIGHT]) -> u64 {
    let mut cell = 0;
    let mut row = 0;
    while row < GLYPH_HEIGHT {
        cell = cell << CELL_WIDTH | (glyph[row] << 1) as u64;
        row += 1;
    }
    cell << CELL_WIDTH
}

/// Glyphs in a full band.
const PER_BAND: usize = 8;

/// The distance between glyphs: the width and a blank column.
const PITCH: usize = GLYPH_WIDTH + 1;

/// The rows of every glyph, by code; the leftmost pixel is bit 4.
pub(super) static GLYPHS: [[u8; GLYPH_HEIGHT]; COUNT] = parse();

const fn parse() -> [[u8; GLYPH_HEIGHT]; COUNT] {
    let mut glyphs = [[0; GLYPH_HEIGHT]; COUNT];
    let mut index = 0;
    while index < COUNT * GLYPH_HEIGHT {
        let (glyph, row) = (index / GLYPH_HEIGHT, index % GLYPH_HEIGHT);
        glyphs[glyph][row] = five(SHEET[glyph / PER_BAND][row].as_bytes(), glyph % PER_BAND * PITCH);
        index += 1;
    }
    glyphs
}

/// Returns five marks as bits.
const fn five(marks: &[u8], start: usize) -> u8 {
    let mut bits = 0;
    let mut at = start;
    while at < start + GLYPH_WIDTH {
        assert!(matches!(marks[at], b'#' | b'.'));
        bits = bits << 1 | (marks[at] == b'#') as u8;
        at += 1;
    }
    bits
}

#[rustfmt::skip]
const SHEET: [[&str; GLYPH_HEIGHT]; COUNT.div_ceil(PER_BAND)] = [
    //     ␠     !     "     #     $     %     &     '
    [
        "..... ..#.. .#.#. .#.#. ..#.. ##... .##.. .##..",
        "..... ..#.. .#.#. .#.#. .#### ##..# #..#. ..#..",
        "..... ..#.. .#.#. ##### #.#.. ...#. #.#.. .#...",
        "..... ..#.. ..... .#.#. .###. ..#.. .#... .....",
        "..... ..#.. ..... ##### ..#.# .#... #.#.# .....",
        "..... ..... ..... .#.#. ####. #..## #..#. .....",
        "..... ..#.. ..... .#.#. ..#.. ...## .##.# .....",
    ],
    //     (     )     *     +     ,     -     .     /
    [
        "...#. .#... ..... ..... ..... ..... ..... ...#.",
        "..#.. ..#.. ..#.. ..#.. ..... ..... ..... ...#.",
        ".#... ...#. #.#.# ..#.. ..... ..... ..... ...#.",
        ".#... ...#. .###. ##### ..... .###. ..... ..#..",
        ".#... ...#. #.#.# ..#.. ..##. ..... ..... .#...",
        "..#.. ..#.. ..#.. ..#.. ..#.. ..... .##.. .#...",
        "...#. .#... ..... ..... ##... ..... .##.. .#...",
    ],
    //     0     1     2     3     4     5     6     7
    [
        ".###. ..#.. .###. .###. ...#. ##### ..##. #####",
        "#...# .##.. #...# #...# ..##. #.... .#... ....#",
        "#..## ..#.. ....# ....# .#.#. ####. #.... ...#.",
        "#.#.# ..#.. ..##. ..##. #..#. ....# ####. ..#..",
        "##..# ..#.. .#... ....# ##### ....# #...# .#...",
        "#...# ..#.. #.... #...# ...#. #...# #...# .#...",
        ".###. .###. ##### .###. ...#. .###. .###. .#...",
    ],
    //     8     9     :     ;     <     =     >     ?
    [
        ".###. .###. ..... ..... ..... ..... ..... .###.",
        "#...# #...# .##.. ..##. ...## ..... ##... #...#",
        "#...# #...# .##.. ..##. .##.. ##### ..##. ....#",
        ".###. .#### ..... ..... #.... ..... ....# ...#.",
        "#...# ....# .##.. ..##. .##.. ##### ..##. ..#..",
        "#...# ...#. .##.. ..#.. ...## ..... ##... .....",
        ".###. .##.. ..... ##... ..... ..... ..... ..#..",
    ],
    //     @     A     B     C     D     E     F     G
    [
        ".###. ..#.. ####. .###. ###.. ##### ##### .###.",
        "#...# .#.#. #...# #...# #..#. #.... #.... #...#",
        "#.### #...# #...# #.... #...# #.... #.... #....",
        "#.#.# #...# ####. #.... #...# ####. ####. #.###",
        "#.##. ##### #...# #.... #...# #.... #.... #...#",
        "#.... #...# #...# #...# #..#. #.... #.... #...#",
        ".#### #...# ####. .###. ###.. ##### #.... .####",
    ],
    //     H     I     J     K     L     M     N     O
    [
        "#...# .###. ..### #...# #.... #...# #...# .###.",
        "#...# ..#.. ...#. #..#. #.... ##.## #...# #...#",
        "#...# ..#.. ...#. #.#.. #.... #.#.# ##..# #...#",
        "##### ..#.. ...#. ##... #.... #.#.# #.#.# #...#",
        "#...# ..#.. ...#. #.#.. #.... #...# #..## #...#",
        "#...# ..#.. #..#. #..#. #.... #...# #...# #...#",
        "#...# .###. .##.. #...# ##### #...# #...# .###.",
    ],
    //     P     Q     R     S     T     U     V     W
    [
        "####. .###. ####. .#### ##### #...# #...# #...#",
        "#...# #...# #...# #.... ..#.. #...# #...# #...#",
        "#...# #...# #...# #.... ..#.. #...# #...# #...#",
        "####. #...# ####. .###. ..#.. #...# #...# #.#.#",
        "#.... #.#.# #.#.. ....# ..#.. #...# .#.#. #.#.#",
        "#.... #..#. #..#. ....# ..#.. #...# .#.#. ##.##",
        "#.... .##.# #...# ####. ..#.. .###. ..#.. #...#",
    ],
    //     X     Y     Z     [     \     ]     ↑     ←
    [
        "#...# #...# ##### .###. .#... .###. ..#.. .....",
        "#...# #...# ....# .#... .#... ...#. .###. ..#..",
        ".#.#. .#.#. ...#. .#... .#... ...#. #.#.# .#...",
        "..#.. ..#.. ..#.. .#... ..#.. ...#. ..#.. #####",
        ".#.#. ..#.. .#... .#... ...#. ...#. ..#.. .#...",
        "#...# ..#.. #.... .#... ...#. ...#. ..#.. ..#..",
        "#...# ..#.. ##### .###. ...#. .###. ..#.. .....",
    ],
    //     →     ↓     ×     ÷
    [
        "..... ..#.. ..... ..#..",
        "..#.. ..#.. #...# .....",
        "...#. ..#.. .#.#. .....",
        "##### ..#.. ..#.. #####",
        "...#. #.#.# .#.#. .....",
        "..#.. .###. #...# .....",
        "..... ..#.. ..... ..#..",
    ],
];
