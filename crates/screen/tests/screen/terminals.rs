//! The display of terminals: cells, as a small model of a terminal has them, sixel and kitty graphics.

use std::collections::BTreeMap;

use arcadian_screen::{
    Colors, Frame, Ink, Picture, Raster, Zoom,
    blocks::{Depth, Grid, Layout},
    kitty,
    palette::Scale,
    png, sixel,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use proptest::prelude::*;

use crate::drawing::{any_frame, dots};

/// Splits a sixel string into commands with their numbers.
fn tokens(body: &str) -> Vec<(char, Vec<usize>)> {
    let mut tokens: Vec<(char, String)> = Vec::new();
    for character in body.chars() {
        match tokens.last_mut() {
            Some((_, numbers)) if character.is_ascii_digit() || character == ';' => numbers.push(character),
            _ => tokens.push((character, String::new())),
        }
    }
    let numbers = |text: String| text.split(';').filter_map(|number| number.parse().ok()).collect();
    tokens.into_iter().map(|(command, text)| (command, numbers(text))).collect()
}

/// Returns the dots that a sixel string paints, with channels in percent.
fn painted(string: &str) -> Vec<[usize; 3]> {
    let body = string.strip_prefix("\x1bP0;1;0q").and_then(|rest| rest.strip_suffix("\x1b\\")).unwrap();
    let (mut dots, mut width, mut colors) = (Vec::new(), 0, Vec::new());
    let (mut x, mut top, mut color, mut times) = (0, 0, 0, 1);
    for (command, numbers) in tokens(body) {
        match (command, &numbers[..]) {
            ('"', &[_, _, across, down]) => (width, dots) = (across, vec![None; across * down]),
            ('#', &[_, 2, red, green, blue]) => colors.push([red, green, blue]),
            ('#', &[number]) => color = number,
            ('!', &[count]) => times = count,
            ('$', _) => x = 0,
            ('-', _) => (x, top) = (0, top + 6),
            (sixel @ '?'..='~', _) => {
                let bits = sixel as u8 - b'?';
                for (column, bit) in (x..x + times).flat_map(|column| (0..6).map(move |bit| (column, bit))) {
                    if bits >> bit & 1 == 1 {
                        let before = dots[(top + bit) * width + column].replace(colors[color]);
                        assert_eq!(before, None, "painted twice");
                    }
                }
                (x, times) = (x + times, 1);
            }
            other => panic!("{other:?}"),
        }
    }
    dots.into_iter().map(|dot| dot.expect("every dot is painted")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn sixels_decode_to_the_picture(frame in any_frame(), x in 1..4_u32, y in 1..4_u32) {
        let zoom = Zoom::new(x, y);
        let percent = |channel: u8| (f64::from(channel) / 2.55).round() as usize;
        let expected: Vec<_> = dots(&frame, zoom, Scale::Full).into_iter().map(|dot| dot.map(percent)).collect();
        prop_assert!(painted(&sixel::encode(&frame, zoom, Scale::Full)) == expected);
    }

    #[test]
    fn kitty_chunks_contain_the_png(frame in any_frame(), zoom in 1..4_u32) {
        let zoom = Zoom::square(zoom);
        let sent = kitty::encode(&frame, 80, 22, zoom, Scale::Mame).unwrap();
        let chunks: Vec<_> = sent.split_terminator("\x1b\\").map(|chunk| chunk.split_once(';').unwrap()).collect();
        let more: Vec<_> = chunks.iter().map(|(control, _)| control.ends_with("m=1")).collect();
        prop_assert_eq!(more.iter().rposition(|more| *more).map_or(0, |last| last + 1), chunks.len() - 1);
        prop_assert!(chunks.iter().all(|(_, payload)| payload.len() <= 4096));
        let payload: String = chunks.iter().map(|(_, payload)| *payload).collect();
        prop_assert_eq!(STANDARD.decode(payload).unwrap(), png::encode(&frame, zoom, Scale::Mame).unwrap());
    }
}

#[test]
fn kitty_replaces_and_deletes_one_image() {
    let sent = kitty::encode(&Frame::default(), 80, 22, Zoom::TV, Scale::Mame).unwrap();
    assert!(sent.starts_with("\x1b_Ga=T,f=100,i=1982,p=1,C=1,c=80,r=22,q=2,m=0;"), "{sent:?}");
    assert_eq!(kitty::delete(), "\x1b_Ga=d,d=I,i=1982,q=2\x1b\\");
}

/// The visible part of a cell: the character, then the SGR parameters of those of its two colors that can be seen.
type Shown = (char, String, String);

/// A terminal that knows cursor addressing, colors and reset.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Terminal {
    cells: BTreeMap<(usize, usize), Shown>,
    cursor: (usize, usize),
    ink: String,
    paper: String,
}

impl Terminal {
    fn write(&mut self, text: &str) {
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            rest = match rest.strip_prefix("\x1b[") {
                Some(sequence) => self.execute(sequence),
                None => {
                    self.put(character);
                    &rest[character.len_utf8()..]
                }
            };
        }
    }

    fn put(&mut self, character: char) {
        let ink = if character == ' ' { String::new() } else { self.ink.clone() };
        let paper = if character == '█' { String::new() } else { self.paper.clone() };
        self.cells.insert(self.cursor, (character, ink, paper));
        self.cursor.1 += 1;
    }

    fn execute<'a>(&mut self, sequence: &'a str) -> &'a str {
        let end = sequence.find(|character: char| character.is_ascii_alphabetic()).unwrap();
        let (parameters, rest) = sequence.split_at(end);
        match &rest[..1] {
            "H" => {
                let (row, column) = parameters.split_once(';').unwrap();
                self.cursor = (row.parse().unwrap(), column.parse().unwrap());
            }
            "m" => self.color(&parameters.split(';').collect::<Vec<_>>()),
            other => panic!("{other}"),
        }
        &rest[1..]
    }

    fn color(&mut self, parameters: &[&str]) {
        match parameters {
            [] => {}
            ["0", rest @ ..] => {
                (self.ink, self.paper) = Default::default();
                self.color(rest);
            }
            ["38", "2", rgb @ ..] => {
                self.ink = rgb[..3].join(";");
                self.color(&rgb[3..]);
            }
            ["48", "2", rgb @ ..] => {
                self.paper = rgb[..3].join(";");
                self.color(&rgb[3..]);
            }
            [code, rest @ ..] => {
                let number: u8 = code.parse().unwrap();
                let side = if number / 10 % 2 == 1 { &mut self.ink } else { &mut self.paper };
                *side = (number % 10 + if number >= 90 { 8 } else { 0 }).to_string();
                self.color(rest);
            }
        }
    }
}

fn any_layout() -> impl Strategy<Value = Layout> {
    prop_oneof![
        Just(Layout::Half),
        Just(Layout::Braille),
        Just(Layout::Small),
        Just(Layout::Text),
        ascii_layout()
    ]
}

fn ascii_layout() -> impl Strategy<Value = Layout> {
    prop_oneof![Just(Layout::Ascii), Just(Layout::AsciiSmall), Just(Layout::AsciiText)]
}

fn any_depth() -> impl Strategy<Value = Depth> {
    prop_oneof![Just(Depth::TrueColor), Just(Depth::Ansi16), Just(Depth::None)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn an_update_equals_a_full_redraw(
        before in any_frame(), after in any_frame(), old in any_layout(), layout in any_layout(), depth in any_depth(),
    ) {
        let before = Grid::new(&before, old, Scale::Mame);
        let after = Grid::new(&after, layout, Scale::Mame);
        let mut updated = Terminal::default();
        updated.write(&before.update(None, depth, (2, 3)));
        updated.cells.retain(|_, _| old == layout);
        updated.write(&after.update(Some(&before), depth, (2, 3)));
        let mut redrawn = Terminal::default();
        redrawn.write(&after.update(None, depth, (2, 3)));
        prop_assert!(updated.cells == redrawn.cells);
        prop_assert_eq!(redrawn.cells.len(), layout.columns() * layout.rows());
        prop_assert_eq!(updated.ink + &updated.paper, "");
        prop_assert_eq!(after.update(Some(&after), depth, (2, 3)), "");
    }

    #[test]
    fn lines_equal_a_full_redraw(frame in any_frame(), layout in any_layout(), depth in any_depth()) {
        let grid = Grid::new(&frame, layout, Scale::Full);
        let (mut lined, mut redrawn) = (Terminal::default(), Terminal::default());
        for (row, line) in (1..).zip(grid.lines(depth)) {
            prop_assert_eq!(line.ends_with("\x1b[0m"), depth != Depth::None);
            lined.cursor = (row, 1);
            lined.write(&line);
        }
        redrawn.write(&grid.update(None, depth, (1, 1)));
        prop_assert!(lined.cells == redrawn.cells);
    }

    #[test]
    fn ascii_layouts_have_no_other_character(frame in any_frame(), layout in ascii_layout(), depth in any_depth()) {
        let grids = [Grid::new(&frame, layout, Scale::Mame), Grid::of_raster(&Raster::from(&frame), layout, Scale::Mame)];
        for grid in grids {
            prop_assert!(grid.lines(depth).concat().is_ascii());
        }
    }

    #[test]
    fn half_blocks_show_every_pixel(frame in any_frame(), depth in prop_oneof![Just(Depth::TrueColor), Just(Depth::Ansi16)]) {
        let mut terminal = Terminal::default();
        terminal.write(&Grid::new(&frame, Layout::Half, Scale::Full).update(None, depth, (0, 0)));
        let mut names = BTreeMap::new();
        for ((row, column), (character, ink, paper)) in terminal.cells {
            let (upper, lower) = match character {
                ' ' => (&paper, &paper),
                '▀' => (&ink, &paper),
                '▄' => (&paper, &ink),
                '█' => (&ink, &ink),
                other => panic!("{other}"),
            };
            for (at, name) in [(2 * row, upper), (2 * row + 1, lower)] {
                let known = names.entry(frame.color(column, at)).or_insert_with(|| name.clone());
                prop_assert_eq!(&*known, name);
            }
        }
        let different: std::collections::BTreeSet<_> = names.values().collect();
        prop_assert!(depth == Depth::TrueColor || different.len() == names.len());
    }
}

fn corner(width: i16, height: i16) -> Picture {
    let mut picture = Picture::new();
    picture.fill_box(-80 + width / 2, 43 - (height - 1) / 2, width, height, Ink::Foreground);
    picture
}

fn first(picture: &Picture, layout: Layout, depth: Depth) -> String {
    let line =
        &Grid::new(&Frame::new(picture.clone(), Colors::default()), layout, Scale::Full).lines(depth)[0];
    String::from(line.trim_end())
}

#[test]
fn without_colors_the_foreground_is_ink() {
    let cases = [
        ((3, 1), Layout::Half, "▀▀▀"),
        ((3, 2), Layout::Half, "███"),
        ((3, 2), Layout::Braille, "⠛⠃"),
        ((4, 4), Layout::Braille, "⣿⣿"),
        ((0, 0), Layout::Half, ""),
        ((0, 0), Layout::Braille, ""),
    ];
    for ((width, height), layout, expect) in cases {
        assert_eq!(
            first(&corner(width, height), layout, Depth::None),
            expect,
            "{width} by {height} in {layout:?}"
        );
    }
}

/// Text, a letter in reverse video, and a box that is not text.
fn small_scene() -> Picture {
    let mut picture = Picture::new();
    (0..).zip("LEVEL 4".bytes()).for_each(|(at, code)| picture.draw_code(-77 + 6 * at, 40, code));
    // As on ROTATE's board, 10 pixels apart.
    (0..).zip("ABCD".bytes()).for_each(|(at, code)| picture.draw_code(20 + 10 * at, 0, code));
    picture.fill_box(40, 0, 6, 8, Ink::Reverse);
    // The cursor after the text.
    picture.fill_box(-77 + 6 * 7 - 1, 40 - 4, 5, 1, Ink::Foreground);
    picture.fill_box(-60, -20, 24, 16, Ink::Foreground);
    picture
}

#[test]
fn small_layouts_show_text_as_text() {
    let frame = Frame::new(small_scene(), Colors::basic(0x08, 0x5A));
    let raster = Raster::from(&frame);
    let (small, text) = ("                        A B  C D", "                A B C D");
    for (layout, expected, solid) in [
        (Layout::Small, ["LEVEL 4_", small], "⣿⣿⣿"),
        (Layout::Text, ["LEVEL 4⣀", text], "⣿⣿⣿"),
        (Layout::AsciiSmall, ["LEVEL 4_", small], "###"),
        (Layout::AsciiText, ["LEVEL 4_", text], "###"),
    ] {
        let grid = Grid::new(&frame, layout, Scale::Mame);
        let lines: Vec<String> = grid.rows().map(|row| row.iter().map(|cell| cell.plain).collect()).collect();
        assert_eq!((lines.len(), lines[0].chars().count()), (layout.rows(), layout.columns()));
        assert_eq!([lines[0].trim_end(), lines[5].trim_end()], expected, "{lines:#?}");
        assert!(lines[7].contains(solid), "{lines:#?}");
        let cells: Vec<_> = grid.rows().flatten().copied().collect();
        let reversed = cells.iter().find(|cell| cell.plain == 'C').expect("a letter");
        let other = cells.iter().find(|cell| cell.plain == 'A').expect("a letter");
        assert_eq!((reversed.ink, reversed.paper), (other.paper, other.ink));
        assert_eq!(
            Grid::of_raster(&raster, layout, Scale::Mame).lines(Depth::TrueColor),
            grid.lines(Depth::TrueColor)
        );
    }
}

/// 2 × 4 pixels are a cell, and a row of text is two rows of cells.
#[test]
fn ascii_shows_text_and_about_the_shapes() {
    let mut picture = small_scene();
    picture.line((-80, -40), (79, -40), Ink::Foreground);
    (0..).zip([96, 98, 99]).for_each(|(at, code)| picture.draw_code(-77 + 6 * at, 24, code));
    let grid = Grid::new(&Frame::new(picture, Colors::default()), Layout::Ascii, Scale::Mame);
    let lines = grid.lines(Depth::None);
    assert_eq!((lines.len(), lines[0].chars().count()), (22, 80));
    let shown: Vec<&str> = [0, 4, 10, 15, 20].map(|row| lines[row].trim_end()).to_vec();
    let letters = format!("{}A    B    C    D", " ".repeat(48));
    let (solid, line) = (format!("{}############", " ".repeat(4)), "_".repeat(80));
    assert_eq!(shown, ["LEVEL 4_", ">*/", &letters, &solid, &line], "{lines:#?}");
}

#[test]
fn colors_are_switched_only_where_they_change() {
    let blanks = " ".repeat(157);
    let true_color = format!("\x1b[38;2;0;0;0;48;2;255;255;255m▀▀▀{blanks}\x1b[0m");
    assert_eq!(first(&corner(3, 1), Layout::Half, Depth::TrueColor), true_color);
    let solid = format!("\x1b[30m███\x1b[107m{blanks}\x1b[0m");
    assert_eq!(first(&corner(3, 2), Layout::Half, Depth::Ansi16), solid);
}

#[test]
fn an_update_writes_only_changes() {
    let [blank, dot] = [Picture::new(), corner(1, 1)].map(|picture| Frame::new(picture, Colors::default()));
    let [blank, dot] = [blank, dot].map(|frame| Grid::new(&frame, Layout::Half, Scale::Mame));
    assert_eq!(dot.update(Some(&blank), Depth::None, (5, 7)), "\x1b[5;7H▀");
    assert_eq!(blank.update(Some(&dot), Depth::Ansi16, (5, 7)), "\x1b[5;7H\x1b[47m \x1b[0m");
}

#[test]
fn different_colors_stay_different_in_sixteen() {
    let shades = Frame::new(corner(1, 1), Colors::basic(0x08, 0x09));
    let line = &Grid::new(&shades, Layout::Half, Scale::Mame).lines(Depth::Ansi16)[0];
    let (ink, paper) = line.split_once('▀').and_then(|(codes, _)| codes[2..].split_once(';')).unwrap();
    let [ink, paper] = [ink, paper.trim_end_matches('m')].map(|code| code.parse::<u8>().unwrap());
    assert_ne!(ink + 10, paper);
}
