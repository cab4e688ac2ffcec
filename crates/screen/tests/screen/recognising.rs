//! Reading back what was drawn.

use crate::model::{any_picture, noise};
use arcadian_screen::{
    Ink, Picture, font,
    recognise::{Found, characters, text},
};
use proptest::prelude::*;

/// A text and the CX, CY of its first character.
type Line<'a> = (i16, i16, &'a str);

fn write(picture: &mut Picture, cx: i16, cy: i16, line: &str) {
    for (at, character) in (0..).zip(line.chars()) {
        picture.draw_code(cx + 6 * at, cy, font::code_of(character).unwrap());
    }
}

fn reading(lines: &[Line]) -> Vec<String> {
    let mut picture = Picture::new();
    lines.iter().for_each(|(cx, cy, line)| write(&mut picture, *cx, *cy, line));
    text(&picture)
}

/// ROTATE's board: the grid of its lines 20 and 21, a letter in every square.
fn board(letters: &[u8; 16]) -> Picture {
    let mut picture = Picture::new();
    for at in (0..=40).step_by(10) {
        picture.fill_box(54, at, 41, 1, Ink::Foreground);
        picture.fill_box(at + 34, 20, 1, 41, Ink::Foreground);
    }
    for (place, letter) in (0..).zip(letters) {
        picture.draw_code(30 + 10 * (place % 4 + 1), 45 - 10 * (place / 4 + 1), *letter);
    }
    picture
}

#[test]
fn the_board_is_read_between_its_lines() {
    assert_eq!(text(&board(b"BCDHAFGLEJKPIMNO")), ["BCDH", "AFGL", "EJKP", "IMNO"]);
}

#[test]
fn the_reversed_count_is_read() {
    for (count, top) in [("0 ", "0  ABCD"), ("17", "17 ABCD"), (" 3", "3 ABCD")] {
        let mut picture = board(b"ABCDEFGHIJKLMNOP");
        write(&mut picture, 19, 35, count);
        picture.fill_box(21, 35, 13, 9, Ink::Reverse);
        assert_eq!(text(&picture), [top, "EFGH", "IJKL", "MNOP"]);
    }
}

#[test]
fn blanks_are_kept() {
    let cases: [(&[Line], &[&str]); 7] = [
        (&[(-65, 20, "YOU WON IN 8 MOVES!")], &["YOU WON IN 8 MOVES!"]),
        (&[(-77, 0, "BET YOU CAN'T DO IT AGAIN!")], &["BET YOU CAN'T DO IT AGAIN!"]),
        (&[(0, 0, "A"), (11, 0, "B")], &["AB"]),
        (&[(0, 0, "A"), (12, 0, "B")], &["A B"]),
        (&[(0, 0, "A"), (5 + 12, 0, "B")], &["A B"]),
        (&[(-77, -40, "LOW"), (-20, 40, "  HIGH  ")], &["HIGH", "LOW"]),
        (&[(0, 0, "A"), (10, 1, "B")], &["B", "A"]),
    ];
    for (lines, expect) in cases {
        assert_eq!(reading(lines), expect, "{lines:?}");
    }
}

#[test]
fn any_two_neighbours_are_both_read() {
    for (a, b) in (33..=font::LAST).flat_map(|a| (33..=font::LAST).map(move |b| (a, b))) {
        let pair = [a, b].map(|code| String::from(font::char_of(code).unwrap()));
        assert_eq!(reading(&[(0, 0, &pair.concat())]), [pair.concat()]);
        assert_eq!(reading(&[(0, 8, &pair[0]), (0, 0, &pair[1])]), pair);
    }
}

#[test]
fn a_full_screen_is_read() {
    let line = "THE QUICK BROWN FOX 0123#=";
    let rows: Vec<_> = (0..11).map(|row| (-77, 40 - 8 * row, line)).collect();
    let mut picture = Picture::new();
    rows.iter().for_each(|(cx, cy, line)| write(&mut picture, *cx, *cy, line));
    assert_eq!(text(&picture), [line; 11]);
    picture.fill_box(0, 0, 160, 88, Ink::Reverse);
    assert_eq!(text(&picture), [line; 11]);
    assert!(characters(&picture).iter().all(|found| found.inverse));
}

#[test]
fn lines_and_boxes_are_no_text() {
    let mut picture = board(b"                ");
    assert_eq!(text(&picture), [""; 0]);
    for (from, to) in
        [((-70, 30), (-20, 30)), ((-70, 20), (-70, -20)), ((-60, -20), (-30, 10)), ((-10, 30), (20, 0))]
    {
        picture.line(from, to, Ink::Foreground);
        assert_eq!(text(&picture), [""; 0], "line {from:?} to {to:?}");
    }
    picture.fill_box(0, 0, 160, 88, Ink::Foreground);
    assert_eq!(text(&picture), [""; 0]);
}

#[test]
fn lines_of_every_slope_are_no_text() {
    for (x, y) in
        (-60..60).flat_map(|x| (0..40).map(move |y| (x, y))).filter(|(x, y)| i16::abs(*x).max(*y) > 6)
    {
        let mut picture = Picture::new();
        picture.line((0, 0), (x, y), Ink::Foreground);
        assert_eq!(text(&picture), [""; 0], "line to {x},{y}");
    }
}

proptest! {
    #[test]
    fn a_character_is_read_anywhere(cx in -77..=77_i16, cy in -40..=40_i16, code in 33..=font::LAST, inverse: bool) {
        let mut picture = Picture::new();
        picture.draw_code(cx, cy, code);
        if inverse {
            picture.fill_box(cx, cy, 6, 8, Ink::Reverse);
        }
        let (column, row) = ((cx + 77) as usize, (40 - cy) as usize);
        prop_assert_eq!(characters(&picture), [Found { column, row, code, inverse }]);
    }

    #[test]
    fn any_picture_can_be_read(picture in prop_oneof![any_picture(), noise()]) {
        for found in characters(&picture) {
            prop_assert!(font::char_of(found.code) == Some(found.character()));
        }
    }
}

#[test]
fn a_blank_margin_may_be_cut_by_the_edges() {
    assert_eq!(reading(&[(78, 0, "X")]), ["X"]);
    assert_eq!(reading(&[(0, -41, "X")]), ["X"]);
    assert_eq!(reading(&[(78, -41, "X")]), ["X"]);
    assert_eq!(reading(&[(80, 0, "X")]), [""; 0]);
}
