//! ROMs, cartridges and expansion RAM.

use arcadian_bally::{Bally, Cartridge, Config, Expansion, ImageError, ImageKind, Input, KNOWN, PadKey, Rom};
use arcadian_screen::font;

use crate::{Rig, assembled, cartridge, rom};

#[test]
fn sizes_that_do_not_exist_are_refused_with_those_that_do() {
    assert_eq!(Rom::new(&[0; 4096]), Err(ImageError::RomSize(4096)));
    for length in [0, 8_193, 16_384, 262_143, 524_289] {
        assert_eq!(Cartridge::new(&vec![0; length]), Err(ImageError::CartridgeSize(length)));
    }
    let message = ImageError::CartridgeSize(3).to_string();
    assert_eq!(
        message,
        "a cartridge has 1 to 8192 bytes, with bank switching 262144 or 524288; this file has 3"
    );
    for length in [1, 2047, 2048, 4096, 5000, 8192, 262_144, 524_288] {
        assert!(Cartridge::new(&vec![0; length]).is_ok());
    }
}

#[test]
fn text_is_refused_whatever_its_size() {
    let mut text = b"        ORG  2000H\r\n\tJP   START ; \xC3\xA9\n".to_vec();
    assert_eq!(Cartridge::new(&text), Err(ImageError::Text));
    assert_eq!(Rom::new(&text), Err(ImageError::Text));
    text.resize(2048, b' ');
    assert_eq!(Cartridge::new(&text), Err(ImageError::Text));
}

#[test]
fn known_images_are_named_by_their_crc() {
    assert_eq!(Rom::boot().known(), None);
    assert!(KNOWN.iter().any(|known| known.kind == ImageKind::Rom));
    // A cartridge whose last bytes give it the CRC of AstroBASIC is taken for it.
    let mut image = vec![0x76; 4096];
    forge(&mut image, 0x7051_4687);
    let cartridge = Cartridge::new(&image).unwrap();
    assert_eq!(cartridge.crc32(), 0x7051_4687);
    assert_eq!(format!("{cartridge:?}"), "Cartridge(4096 bytes, 70514687)");
    assert_eq!(cartridge.known().map(|known| known.title), Some("AstroBASIC, 1981"));
    // A ROM with this CRC is something else.
    let mut image = vec![0; 8192];
    forge(&mut image, 0x7051_4687);
    assert_eq!(Rom::new(&image).unwrap().known(), None);
}

/// Sets the last four bytes so that the image has a CRC-32. It is linear, so 32 changes of a bit give a system of equations.
fn forge(image: &mut [u8], crc: u32) {
    let at = image.len() - 4;
    let crc_of = |image: &[u8], last: u32| {
        let mut image = image.to_vec();
        image[at..].copy_from_slice(&last.to_le_bytes());
        let padded: Vec<u8> = image.iter().copied().chain(std::iter::repeat(0)).take(image.len()).collect();
        match padded.len() {
            8192 => Rom::new(&padded).unwrap().crc32(),
            _ => Cartridge::new(&padded).unwrap().crc32(),
        }
    };
    let zero = crc_of(image, 0);
    let mut basis: Vec<(u32, u32)> = Vec::new();
    let reduce = |basis: &[(u32, u32)], mut effect: u32, mut change: u32| {
        for &(other, by) in basis {
            if effect ^ other < effect {
                (effect, change) = (effect ^ other, change ^ by);
            }
        }
        (effect, change)
    };
    for bit in 0..32 {
        let reduced = reduce(&basis, crc_of(image, 1 << bit) ^ zero, 1 << bit);
        basis.push(reduced);
        basis.sort_by(|one, two| two.cmp(one));
    }
    let (rest, last) = reduce(&basis, crc ^ zero, 0);
    assert_eq!(rest, 0);
    image[at..].copy_from_slice(&last.to_le_bytes());
}

#[test]
fn a_short_cartridge_is_followed_by_ff() {
    for length in [1, 2048, 3001, 8192] {
        let cartridge = Cartridge::new(&vec![0x12; length]).unwrap();
        let mut rig = Rig::with(Config { cartridge: Some(cartridge), ..Config::default() });
        for at in 0x2000..0x4000 {
            let expected = if usize::from(at) < 0x2000 + length { 0x12 } else { 0xFF };
            assert_eq!(rig.read(at), expected, "{length} bytes, {at:04X}");
        }
    }
}

/// Measured: none of 4096 bytes was not 0.
#[test]
fn the_ram_is_0_at_power_up() {
    let rig = Rig::new();
    assert!(rig.machine.backplane.bytes()[0x4000..0x5000].iter().all(|&byte| byte == 0));
}

#[test]
fn writes_to_roms_and_to_nothing_are_lost() {
    let mut rig = Rig::new();
    for at in [0x1000, 0x1FFF, 0x2000, 0x3FFF, 0x5000, 0xFFFF] {
        let before = rig.read(at);
        rig.write(at, !before);
        assert_eq!(rig.read(at), before);
    }
}

#[test]
fn expansion_ram_is_where_it_is_and_nothing_else() {
    for expansion in Expansion::ALL {
        let mut rig = Rig::with(Config { expansion, ..Config::default() });
        for at in (0x5000..=0xFFFF).step_by(0x0FFF) {
            rig.write(at, 0x5A);
            let is_mirror = expansion == Expansion::LilWhite32K && at >= 0xD000;
            let is_ram = is_mirror || expansion.range().is_some_and(|range| range.contains(&at));
            assert_eq!(rig.read(at), if is_ram { 0x5A } else { 0 }, "{expansion:?} {at:04X}");
        }
        assert_eq!(Expansion::named(expansion.name()), Some(expansion));
        let size = expansion.range().map_or(0, |range| range.len() / 1024);
        let kilobytes = [0, 4, 16, 32, 16, 32, 44];
        assert_eq!(size, kilobytes[Expansion::ALL.iter().position(|one| *one == expansion).unwrap()]);
    }
}

/// MAME's source has it so; the author of the expansion's description says so too.
#[test]
fn the_first_12_k_of_lil_white_ram_are_also_at_d000() {
    let config = Config { expansion: Expansion::LilWhite32K, ..Config::default() };
    let mut rig = Rig::with(config.clone());
    for at in (0x5000..0x8000).step_by(0x7F) {
        let mirror = at + 0x8000;
        rig.write(at, 0x5A);
        assert_eq!((rig.read(mirror), rig.machine.peek(mirror)), (0x5A, 0x5A), "{at:04X}");
        rig.write(mirror, 0xA5);
        assert_eq!((rig.read(at), rig.read(mirror)), (0xA5, 0xA5), "{at:04X}");
        rig.poke(at, 0x11);
        assert_eq!(rig.read(mirror), 0x11, "{at:04X}");
    }
    rig.write(0x8000, 3);
    assert_eq!((rig.read(0x8000), rig.read(0x0000)), (3, 0xF3), "the rest is RAM at one address");
    assert!(!config.unmapped().contains(0xD000), "code runs there");
}

#[test]
fn a_saved_state_has_the_mirror_of_lil_white_ram() {
    let config = Config {
        expansion: Expansion::LilWhite32K,
        rom: rom(" LD A,7
 LD (0D123H),A
 JR $
"),
        ..Config::default()
    };
    let mut bally = Bally::new(config.clone());
    bally.run_frame(&Input::default());
    let mut other = Bally::new(config);
    other.load(&bally.save()).unwrap();
    for address in [0x5123, 0xD123] {
        assert_eq!((bally.machine().peek(address), other.machine().peek(address)), (7, 7));
    }
}

/// The byte that fills a bank. It is not the bank's number, which is what a selecting read returns.
fn filler(bank: u16) -> u8 {
    bank as u8 ^ 0x5A
}

/// A cartridge whose banks are filled with bytes of their own, except for a program at the start of the last one.
fn banked(banks: u16, program: &str) -> Cartridge {
    let mut image: Vec<u8> = (0..banks).flat_map(|bank| [filler(bank); 4096]).collect();
    let code = assembled(program);
    let last = image.len() - 4096;
    image[last..last + code.len()].copy_from_slice(&code);
    Cartridge::new(&image).unwrap()
}

/// Measured in MAME 0.251 with images of both sizes whose banks were filled like these.
#[test]
fn a_read_of_the_last_addresses_selects_a_bank() {
    for (banks, first) in [(64, 0x3FC0), (128, 0x3F80)] {
        let mut rig = Rig::with(Config { cartridge: Some(banked(banks, " JR $\n")), ..Config::default() });
        assert_eq!((rig.read(0x3000), rig.read(0x2FFF)), (filler(0), filler(banks - 1)));
        for bank in [1, 5, banks - 1, 0, banks - 2] {
            let selecting = rig.read(first + bank);
            assert_eq!((selecting, rig.chips().bank()), (bank as u8, Some(bank)));
            let expected = if bank == banks - 1 { 0x18 } else { filler(bank) };
            assert_eq!((rig.read(0x3000), rig.read(first - 1)), (expected, filler(bank)));
            assert_eq!(rig.read(0x2FFF), filler(banks - 1), "the last bank stays");
            rig.write(first + 3, 0);
            assert_eq!(rig.chips().bank(), Some(bank), "a write selects nothing");
        }
    }
}

/// MAME has no handler for writes to a cartridge.
#[test]
fn writes_to_a_bank_switched_cartridge_are_lost() {
    for banks in [64, 128] {
        let mut rig = Rig::with(Config { cartridge: Some(banked(banks, " JR $\n")), ..Config::default() });
        rig.read(0x4000 - banks + 9);
        let before = *rig.machine.backplane.bytes();
        for at in 0x2000..=0x3FFF {
            rig.write(at, 0xA5);
        }
        assert!(*rig.machine.backplane.bytes() == before, "{banks} banks");
        assert_eq!(rig.chips().bank(), Some(9));
    }
}

#[test]
fn a_program_writes_to_the_addresses_that_select_a_bank() {
    let program = " ORG 2000H\n LD SP,4000H\n LD HL,1234H\n LD A,(3FC7H)\n PUSH HL\n LD (3FC1H),HL\n LD HL,3FC5H\n INC (HL)\n JR $\n";
    let config =
        Config { cartridge: Some(banked(64, program)), rom: rom(" JP 2000H\n"), ..Config::default() };
    let mut bally = Bally::new(config);
    bally.run_frame(&Input::default());
    assert_eq!(bally.chips().bank(), Some(5), "INC (HL) reads");
    assert!(bally.machine().backplane.bytes()[0x4000..0x5000].iter().all(|&byte| byte == 0));
}

#[test]
fn a_program_switches_banks_and_a_saved_state_knows_the_bank() {
    let program = " ORG 2000H\n JP START\nSTART: LD A,(3FC7H)\n LD A,(3000H)\n LD (4F00H),A\n JR $\n";
    let config = Config {
        cartridge: Some(banked(64, program)),
        rom: rom(" LD SP,4FCEH\n JP 2000H\n"),
        ..Config::default()
    };
    let mut bally = Bally::new(config);
    bally.run_frame(&Input::default());
    assert_eq!((bally.machine().peek(0x4F00), bally.chips().bank()), (filler(7), Some(7)));
    let mut other = Bally::new(bally.config().clone());
    other.load(&bally.save()).unwrap();
    assert_eq!((other.machine().peek(0x3000), other.chips().bank()), (filler(7), Some(7)));
    bally.reset();
    assert_eq!((bally.machine().peek(0x3000), bally.chips().bank()), (filler(0), Some(0)));
}

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
    crate::frames(&mut bally, 5, &Input::default());
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
    crate::frames(&mut bally, 30, &Input::default());
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
    crate::frames(&mut bally, 30, &Input::default());
    let before = bally.picture();
    assert!(bally.samples().iter().all(|&sample| sample == 0));
    let mut input = Input::default();
    input.press(PadKey::with_overlay("5").expect("a key"));
    input.handles[2].trigger = true;
    crate::frames(&mut bally, 5, &input);
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
    crate::frames(&mut bally, 5, &Input::default());
    assert_eq!(bally.picture(), before);
}
