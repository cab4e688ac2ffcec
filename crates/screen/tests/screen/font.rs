//! Glyphs and their codes.

use arcadian_screen::font::{FIRST, LAST, char_of, code_of, glyph};
use std::collections::HashMap;

/// Returns a glyph without the blank rows and columns around its ink.
fn cropped(rows: [u8; 7]) -> Vec<u8> {
    let right = rows.iter().fold(0, |any, row| any | row).trailing_zeros();
    let first = rows.iter().position(|row| *row != 0).unwrap_or(0);
    let last = rows.iter().rposition(|row| *row != 0).unwrap_or(0);
    rows[first..=last].iter().map(|row| row >> right.min(5)).collect()
}

#[test]
fn glyphs_differ_at_any_position() {
    let mut seen = HashMap::new();
    for code in FIRST..=LAST {
        let twin = seen.insert(cropped(glyph(code).unwrap()), code);
        assert_eq!(twin.and_then(char_of), None, "the same ink as {:?}", char_of(code));
    }
}

#[test]
fn only_the_blank_is_blank() {
    let blank: Vec<u8> = (0..=255).filter(|&code| glyph(code) == Some([0; 7])).collect();
    assert_eq!(blank, b" ");
}

#[test]
fn codes_and_characters_are_one_to_one() {
    let shown: String = (0..=255).filter_map(char_of).collect();
    assert_eq!(shown, r##" !"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]↑←→↓×÷"##);
    assert!((FIRST..=LAST).all(|code| char_of(code).and_then(code_of) == Some(code)));
    assert_eq!(['a', '^', '_', '\n', 'Ä'].map(code_of), [None; 5]);
}

#[test]
fn a_glyph_has_seven_rows_of_five_bits() {
    assert_eq!(glyph(b'F'), Some([0b11111, 0b10000, 0b10000, 0b11110, 0b10000, 0b10000, 0b10000]));
    assert_eq!([0, 31, 100, 255].map(glyph), [None; 4]);
}

/// In braille, where a pixel is a dot, similar signs are hard to distinguish.
#[test]
fn signs_differ_by_several_pixels() {
    let pixels = |sign| {
        u64::from_be_bytes({
            let rows = glyph(code_of(sign).unwrap()).unwrap();
            std::array::from_fn(|row| rows.get(row).copied().unwrap_or(0))
        })
    };
    let distance = |a, b| (pixels(a) ^ pixels(b)).count_ones();
    let signs: Vec<char> =
        (FIRST + 1..=LAST).filter_map(char_of).filter(|c| !c.is_ascii_alphanumeric()).collect();
    for (a, b) in signs.iter().flat_map(|a| signs.iter().map(move |b| (*a, *b))).filter(|(a, b)| a != b) {
        assert!(distance(a, b) >= 4, "{a} {b}: {}", distance(a, b));
    }
    assert!(distance(':', ';') >= 9);
}
