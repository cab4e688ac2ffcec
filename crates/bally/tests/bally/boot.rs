//! The boot ROM of this project.

use arcadian_bally::{Bally, Config, Input, PadKey, Rom};
use arcadian_screen::font;

use crate::rig::{assembled, cartridge};

const SOURCE: &str = include_str!("../../../../roms/bally/boot.asm");

fn image() -> Vec<u8> {
    let mut image = assembled(SOURCE);
    image.resize(8192, 0xFF);
    image
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the image is a file")]
fn the_image_is_the_assembled_source() {
    let image = image();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/bally/boot.bin");
        return std::fs::write(path, image).expect("the folder exists");
    }
    let difference = image.iter().zip(Rom::boot().bytes()).position(|(one, two)| one != two);
    assert_eq!(difference, None, "with UPDATE_EXPECT=1 this test writes it again");
}

#[test]
fn its_font_is_that_of_the_project() {
    let glyphs: Vec<u8> = (font::FIRST..=font::LAST).flat_map(|code| font::glyph(code).unwrap()).collect();
    let image = image();
    assert!(image.windows(glyphs.len()).any(|bytes| bytes == glyphs));
}

#[test]
fn it_starts_a_cartridge_that_begins_with_a_jump() {
    let source = " ORG 2000H\n JP START\nSTART: LD (4F00H),SP\n LD A,1\n LD (4F02H),A\n JR $\n";
    let mut bally = Bally::new(Config { cartridge: Some(cartridge(source)), ..Config::default() });
    crate::rig::frames(&mut bally, 5, &Input::default());
    let memory = &bally.machine().backplane.bytes()[0x4F00..0x4F03];
    assert_eq!(memory, [0xCE, 0x4F, 1]);
    let register = |name| bally.chips().registers().by_name(name).expect("a register");
    assert_eq!(["VERBL", "HORCB", "INMOD", "INLIN"].map(register), [192, 41, 8, 200]);
    assert_eq!(bally.runaway(), None);
}

/// Returns the text of a line of the test card, 8 rows of pixels high, from a pixel on.
fn text(bally: &Bally, left: usize, top: usize) -> String {
    let is_set = |x: usize, y: usize| bally.frame().pixel(x, y) == 3;
    let row_at =
        |x: usize, y: usize| (0..5).fold(0, |bits, column| bits << 1 | u8::from(is_set(x + column, y)));
    let cells = (left..=160 - 6).step_by(6);
    let glyphs = cells.map(|x| std::array::from_fn(|row| row_at(x, top + row)));
    let code_of = |rows: [u8; 7]| (font::FIRST..=font::LAST).find(|&code| font::glyph(code) == Some(rows));
    // What is not a character is another text, at another pitch.
    let characters = glyphs.map_while(|rows| code_of(rows).and_then(font::char_of));
    characters.collect::<String>().trim_end().to_owned()
}

#[test]
fn without_a_cartridge_it_names_the_keys() {
    let mut bally = Bally::new(Config::default());
    crate::rig::frames(&mut bally, 30, &Input::default());
    assert_eq!(text(&bally, 36, 0), "ARCADIAN BOOT ROM");
    assert_eq!(text(&bally, 16, 8), "NO AUTOSTART CARTRIDGE");
    let keys: Vec<String> = (32..80).step_by(8).map(|top| text(&bally, 8, top)).collect();
    for (row, text) in (0..).zip(&keys) {
        let names: Vec<&str> =
            (0..4).filter_map(|column| PadKey::at(column, row)).map(|key| key.overlay()[0]).collect();
        let shown: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(shown, names.join(" ").replace('−', "-").split(' ').collect::<Vec<_>>());
    }
    for (left, top, handle) in [(8, 80, 1), (84, 80, 2), (8, 88, 3), (84, 88, 4)] {
        assert_eq!(text(&bally, left, top)[..11], format!("{handle} U D L R T"));
    }
    assert_eq!(bally.runaway(), None);
}

#[test]
fn a_pressed_key_is_inverted_and_heard() {
    let mut bally = Bally::new(Config::default());
    crate::rig::frames(&mut bally, 30, &Input::default());
    let before = bally.picture();
    assert!(bally.samples().iter().all(|&sample| sample == 0));
    let mut input = Input::default();
    input.press(PadKey::with_overlay("5").expect("a key"));
    input.handles[2].trigger = true;
    crate::rig::frames(&mut bally, 5, &input);
    let pressed = bally.picture();
    let is_inverted = |x: usize, y: usize| pressed[y][x] == 3 - before[y][x];
    // Key 5 is in column 1 and row 2; the trigger is the sixth cell of three bytes of handle 3.
    for (left, top, width) in [(8 + 36, 32 + 16, 36), (8 + 60, 88, 12)] {
        assert!((0..8).all(|y| (0..width).all(|x| is_inverted(left + x, top + y))));
    }
    let changed =
        pressed.iter().flatten().zip(before.iter().flatten()).filter(|(one, two)| one != two).count();
    assert_eq!(changed, 8 * 36 + 8 * 12);
    assert!(bally.samples().iter().any(|&sample| sample != 0));
    crate::rig::frames(&mut bally, 5, &Input::default());
    assert_eq!(bally.picture(), before);
}
