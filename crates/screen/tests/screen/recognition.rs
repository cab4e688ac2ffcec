//! Recognition of drawn characters.

use crate::drawing::{any_picture, noise};
use arcadian_screen::{
    Ink, Picture, font,
    recognize::{Found, Placed, characters, grid, text},
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

/// Returns ROTATE's board: the grid drawn by its lines 20 and 21, with a letter in every square.
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

/// Returns the text with `|` before the first column, so that leading blanks are visible.
fn shown(picture: &Picture) -> String {
    text(picture).iter().map(|row| format!("|{row}\n")).collect()
}

#[test]
fn the_board_is_read_between_its_lines() {
    let mut picture = board(b"BCDHAFGLEJKPIMNO");
    write(&mut picture, -77, 35, "LEVEL 8");
    write(&mut picture, -77, 5, "MOVE # 12?");
    let expected = "\
|
|LEVEL 8            B C D H
|                   A F G L
|                   E J K P
|MOVE # 12?         I M N O
";
    assert_eq!(shown(&picture), expected);
}

#[test]
fn the_reversed_count_is_read() {
    for (count, top) in [("0 ", "0  A B C D"), ("17", "17 A B C D"), (" 3", " 3 A B C D")] {
        let mut picture = board(b"ABCDEFGHIJKLMNOP");
        write(&mut picture, 19, 35, count);
        picture.fill_box(21, 35, 13, 9, Ink::Reverse);
        assert_eq!(text(&picture)[1].trim_end(), format!("{:16}{top}", ""));
    }
}

/// Returns the text of a picture; each text is given with its column and row in pixels.
fn at(texts: &[(i16, i16, &str)]) -> String {
    let mut picture = Picture::new();
    texts.iter().for_each(|(column, top, text)| write(&mut picture, column - 77, 40 - top, text));
    shown(&picture)
}

#[test]
fn columns_and_rows_are_kept() {
    assert_eq!(at(&[]), "");
    assert_eq!(at(&[(12, 0, "YOU WON IN 8 MOVES!")]), "|  YOU WON IN 8 MOVES!\n");
    assert_eq!(at(&[(0, 0, "      14"), (0, 8, "    -300")]), "|      14\n|    -300\n");
    assert_eq!(at(&[(0, 80, "LOW"), (60, 0, "HIGH")]), format!("|          HIGH\n{}|LOW\n", "|\n".repeat(9)));
}

/// Texts off the cell grid keep their distances.
#[test]
fn a_text_off_the_grid_stays_together() {
    for left in 0..6 {
        let column = [0, 0, 0, 0, 1, 1][usize::from(left as u16)];
        let expected = format!("|{:column$}IT IS   A\n", "");
        assert_eq!(at(&[(left, 3, "IT IS   A")]), expected, "{left}");
    }
    for top in 0..8 {
        let expected = if top < 5 { "|A\n" } else { "|\n|A\n" };
        assert_eq!(at(&[(0, top, "A")]), expected, "{top}");
    }
}

#[test]
fn texts_at_similar_heights_share_a_row() {
    for (left, right, expected) in [
        (0, 3, "|A B\n"),
        (3, 0, "|A B\n"),
        (3, 6, "|A B\n"),
        (0, 5, "|A\n|  B\n"),
        (11, 13, "|\n|A B\n"),
        (8, 4, "|  B\n|A\n"),
    ] {
        assert_eq!(at(&[(0, left, "A"), (12, right, "B")]), expected, "{left} {right}");
    }
    assert_eq!(at(&[(0, 0, "-"), (0, 5, "-"), (12, 5, "X")]), "|-\n|- X\n", "no room next to the first");
}

#[test]
fn boards_with_any_pitch_keep_their_shape() {
    for (pitch, distance) in [(7, 1), (8, 1), (9, 2), (10, 2), (11, 2), (12, 2), (13, 2), (15, 3), (16, 3)] {
        let rows: Vec<_> =
            (0..4).flat_map(|row| (0..4).map(move |at| (40 + at * pitch, row * 16, "X"))).collect();
        let gap = " ".repeat(distance - 1);
        let row = ["X"; 4].join(&gap);
        for row_shown in at(&rows).lines().step_by(2) {
            assert_eq!(row_shown[1..].trim_start(), row, "{pitch}");
        }
    }
}

/// A row with missing pieces has the columns of the others.
#[test]
fn gaps_in_a_board_remain() {
    let full = [(117, 0, "A"), (127, 0, "B"), (137, 0, "C"), (147, 0, "D")];
    let gaps = [(127, 10, "F"), (147, 10, "H")];
    let expected = format!("|{0:19}A B C D\n|{0:19}  F   H\n", "");
    assert_eq!(at(&[&full[..], &gaps].concat()), expected);
}

#[test]
fn a_board_wider_than_its_pixels_moves_what_is_right_of_it() {
    let letters = (0..8).map(|at| (at * 10, 0, "X"));
    let all: Vec<_> = letters.chain([(84, 0, "TEXT"), (84, 8, "TEXT")]).collect();
    let expected = format!("|X X X X X X X X TEXT\n|{:14}TEXT\n", "");
    assert_eq!(at(&all), expected);
}

#[test]
fn adjacent_characters_are_both_read() {
    for (a, b) in (33..=font::LAST).flat_map(|a| (33..=font::LAST).map(move |b| (a, b))) {
        let pair = [a, b].map(|code| String::from(font::char_of(code).unwrap()));
        assert_eq!(reading(&[(-77, 40, &pair.concat())]), [pair.concat()]);
        assert_eq!(reading(&[(-77, 40, &pair[0]), (-77, 32, &pair[1])]), pair);
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
fn lines_and_boxes_are_not_text() {
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
fn lines_of_any_slope_are_not_text() {
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

    /// Text on the cell grid is read back exactly.
    #[test]
    fn a_screen_of_text_is_read_back(rows in prop::collection::vec("[ -^]{0,26}", 0..=11)) {
        let mut picture = Picture::new();
        (0..).zip(&rows).for_each(|(row, line)| write(&mut picture, -77, 40 - 8 * row, &line.replace('^', "×")));
        let mut expected: Vec<_> = rows.iter().map(|row| row.replace('^', "×").trim_end().to_owned()).collect();
        while expected.last().is_some_and(String::is_empty) {
            expected.pop();
        }
        prop_assert_eq!(text(&picture), expected);
    }

    /// No character is lost, no two overlap, and their order is kept.
    #[test]
    fn the_order_of_characters_is_kept(texts in prop::collection::vec((0..160_i16, 0..88_i16, "[ -^]{1,9}"), 0..12)) {
        let mut picture = Picture::new();
        texts.iter().for_each(|(column, top, text)| write(&mut picture, column - 77, 40 - top, &text.replace('^', "×")));
        let placed = grid(&picture);
        prop_assert_eq!(placed.iter().filter(|one| one.found.character() != ' ').count(), characters(&picture).len());
        for (one, other) in placed.iter().flat_map(|one| placed.iter().map(move |other| (one, other))) {
            prop_assert!(is_ordered(one, other), "{one:?} {other:?}\n{picture:?}");
        }
        let letters = |text: &str| text.chars().filter(|c| *c != ' ').collect::<String>();
        let spelled: String = placed.iter().map(|one| one.found.character()).collect();
        prop_assert_eq!(letters(&text(&picture).concat()), spelled);
    }

    #[test]
    fn any_picture_can_be_read(picture in prop_oneof![any_picture(), noise()]) {
        for found in characters(&picture) {
            prop_assert!(font::char_of(found.code) == Some(found.character()));
        }
    }
}

/// Returns whether two characters keep their order: left stays left, and above stays above.
fn is_ordered(one: &Placed, other: &Placed) -> bool {
    let (a, b) = (one.found, other.found);
    let same_row = one.row == other.row;
    a == b
        || if a.row == b.row {
            same_row && (one.column < other.column) == (a.column < b.column) && one.column != other.column
        } else {
            let above = a.row < b.row;
            let apart = !same_row || one.column != other.column;
            apart && if above { one.row <= other.row } else { one.row >= other.row }
        }
}

#[test]
fn the_screen_edges_may_cut_a_blank_margin() {
    for (cx, cy) in [(78, 0), (0, -41), (78, -41)] {
        assert_eq!(reading(&[(cx, cy, "X")]).concat().trim_start(), "X");
    }
    assert_eq!(reading(&[(80, 0, "X")]), [""; 0]);
}
