//! The gallery of the page: programs of BASIC, demonstrations of machine code and cartridges, each with a picture.
//!
//! `web/gallery.json` describes it. Here the pictures are made: by running the program or the cartridge, or by showing the first
//! lines of a source on the screen of the Bally. The page fetches the file that results.

use std::{fmt::Write, fs, path::Path};

use anyhow::{Context, Result, ensure};
use arcadian_bally::{Bally, Cartridge, Config, FIRST_DATA_DOT, FIRST_DATA_LINE, Input, RASTER_WIDTH};
use arcadian_basic::{
    Basic, Dialect, key,
    listing::{Form, Listing},
    script::drive,
};
use arcadian_screen::{Frame, HEIGHT, Raster, WIDTH, Zoom, palette::Scale, png};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde::Deserialize;
use serde_json::{Value, json};

const DESCRIPTION: &str = "web/gallery.json";
pub(crate) const FILE: &str = "gallery.json";
/// The characters in a row of the screen, and its rows.
const COLUMNS: usize = 26;
const ROWS: usize = 11;
/// The characters in a row of a sheet before its code: address and bytes.
const SHEET_MARGIN: usize = 19;
/// The rows of a cartridge that shows all that the memory holds beside its variables.
const VISIBLE: usize = 96;
/// The interval at which a run is looked at, in statements.
const SLICE: u64 = 10_000;

#[derive(Deserialize)]
struct Gallery {
    programs: Vec<Program>,
    demonstrations: Vec<Demonstration>,
    cartridges: Vec<Image>,
}

/// The caption of an exhibit.
#[derive(Deserialize)]
struct Words {
    title: String,
    about: String,
}

/// A program of BASIC, and the run whose last picture is shown.
#[derive(Deserialize)]
struct Program {
    /// Its name in links.
    name: String,
    #[serde(flatten)]
    words: Words,
    file: String,
    /// Whether the page has it without its file.
    #[serde(default)]
    built_in: bool,
    /// Whether a hand controller moves something.
    #[serde(default)]
    stick: bool,
    seed: u64,
    #[serde(default)]
    keys: String,
    statements: u64,
}

/// A link to another view, and the source whose first lines are shown.
#[derive(Deserialize)]
struct Demonstration {
    #[serde(flatten)]
    words: Words,
    link: String,
    code: String,
    /// The colors of background and foreground.
    colors: [u8; 2],
}

/// A cartridge of the Bally, and the frames after which its picture is shown.
#[derive(Deserialize)]
struct Image {
    name: String,
    #[serde(flatten)]
    words: Words,
    file: String,
    frames: u32,
}

/// Writes the gallery and its files into the folder of the page. Returns the names of what the page fetches.
pub(crate) fn build(root: &Path, folder: &Path) -> Result<Vec<String>> {
    let read = |file: &str| {
        let path = root.join(file);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let gallery: Gallery =
        serde_json::from_slice(&read(DESCRIPTION)?).with_context(|| format!("cannot read {DESCRIPTION}"))?;
    let mut fetched = vec![FILE.to_owned()];
    let mut copy = |file: &str| -> Result<String> {
        let name = file.rsplit('/').next().unwrap_or(file).to_owned();
        fs::write(folder.join(&name), read(file)?).with_context(|| format!("cannot write {name}"))?;
        fetched.push(name.clone());
        Ok(name)
    };
    let mut programs = Vec::new();
    for program in &gallery.programs {
        let name = if program.built_in { None } else { Some(copy(&program.file)?) };
        let text = text(read(&program.file)?, &program.file)?;
        let picture = png::encode(&last_picture(&text, program)?, Zoom::square(1), Scale::default())?;
        let mut value = exhibit(&program.words, &picture);
        value["name"] = json!(program.name);
        value["file"] = json!(name);
        value["stick"] = json!(program.stick);
        programs.push(value);
    }
    let mut demonstrations = Vec::new();
    for shown in &gallery.demonstrations {
        let code = text(read(&shown.code)?, &shown.code)?;
        let picture = png::encode(&code_picture(&code, shown)?, Zoom::square(1), Scale::default())?;
        let mut value = exhibit(&shown.words, &picture);
        value["link"] = json!(shown.link);
        demonstrations.push(value);
    }
    let mut cartridges = Vec::new();
    for image in &gallery.cartridges {
        let raster = cartridge_picture(&read(&image.file)?, image.frames)?;
        let picture = png::encode_raster(&raster, Zoom::square(1), Scale::default())?;
        let mut value = exhibit(&image.words, &picture);
        value["name"] = json!(image.name);
        value["file"] = json!(copy(&image.file)?);
        cartridges.push(value);
    }
    let whole = json!({ "programs": programs, "demonstrations": demonstrations, "cartridges": cartridges });
    fs::write(folder.join(FILE), whole.to_string()).with_context(|| format!("cannot write {FILE}"))?;
    Ok(fetched)
}

fn text(bytes: Vec<u8>, file: &str) -> Result<String> {
    String::from_utf8(bytes).with_context(|| format!("{file} is not a text"))
}

fn exhibit(words: &Words, picture: &[u8]) -> Value {
    let picture = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(picture));
    json!({ "title": words.title, "about": words.about, "picture": picture })
}

fn last_picture(text: &str, program: &Program) -> Result<Frame> {
    let events = key::parse(&program.keys).with_context(|| format!("the keys of {}", program.name))?;
    let listing = Listing::read(text, Form::of(&program.file, text)).with_context(|| program.file.clone())?;
    let mut basic = Basic::new(listing.dialect(), program.seed);
    basic.load(&listing.lines()).with_context(|| program.file.clone())?;
    basic.enter("RUN")?;
    drive(&mut basic, &events, program.statements, SLICE, &mut |_, _| {});
    Ok(basic.frame())
}

/// Returns a picture of the first lines of a source, in the characters of the Bally.
fn code_picture(source: &str, shown: &Demonstration) -> Result<Frame> {
    let [background, foreground] = shown.colors;
    let mut basic = Basic::new(Dialect::default(), 1);
    basic.enter(&format!("NT=0;CLEAR;BC={background};FC={foreground}"))?;
    basic.run(SLICE);
    let code: Vec<String> = source.lines().filter_map(code).take(ROWS).collect();
    ensure!(code.len() > 2, "{} has no code to show", shown.code);
    for (row, line) in code.iter().enumerate() {
        basic.enter(&format!("CX=-77;CY={};PRINT \"{line}\",", 40 - 8 * row as i32))?;
        basic.run(SLICE);
    }
    Ok(basic.frame())
}

/// Returns the label and the instruction in a line of a source, if it has an instruction that the screen can show.
fn code(line: &str) -> Option<String> {
    let is_sheet = line.len() > SHEET_MARGIN && line.as_bytes()[..4].iter().all(u8::is_ascii_hexdigit);
    let code = if is_sheet { line.get(SHEET_MARGIN..)? } else { line };
    let code = code.split(';').next().unwrap_or_default().trim_end();
    let is_shown = code.trim().contains(|c: char| c.is_ascii_alphanumeric()) && !code.contains('"');
    let (label, instruction) = code.split_once([' ', '\t']).unwrap_or((code, ""));
    let mut shown = String::new();
    let words: Vec<&str> = instruction.split_whitespace().collect();
    write!(shown, "{label:<7}{}", words.join(" ")).ok()?;
    (is_shown && !words.is_empty()).then(|| shown.chars().take(COLUMNS).collect::<String>().to_uppercase())
}

/// Returns the picture of a cartridge after some frames, cut to the number of rows that a program of BASIC has.
fn cartridge_picture(image: &[u8], frames: u32) -> Result<Raster> {
    let cartridge = Some(Cartridge::new(image)?);
    let mut bally = Bally::new(Config { cartridge, ..Config::default() });
    for _ in 0..frames {
        bally.run_frame(&Input::default());
    }
    let dots = bally.frame().raster();
    // A pixel has two dots and two lines.
    let (left, top) = (FIRST_DATA_DOT as usize / 2, FIRST_DATA_LINE as usize / 2 + (VISIBLE - HEIGHT) / 2);
    let rows = dots.chunks(RASTER_WIDTH).step_by(2).skip(top).take(HEIGHT);
    let colors = rows.flat_map(|row| row.iter().step_by(2).skip(left).take(WIDTH)).copied().collect();
    Ok(Raster::new(WIDTH, colors))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_shown_without_addresses_bytes_and_comments() {
        for (line, shown) in [
            ("0100  AF           T2CW:   XRA A           ; a comment", Some("T2CW:  XRA A")),
            ("0101  29                   DAD H", Some("       DAD H")),
            ("START:  LXI H,THELLO", Some("START: LXI H,THELLO")),
            ("        mvi  c,4", Some("       MVI C,4")),
            (";! routine: T2CW", None),
            ("        DB \"A\"", None),
            ("", None),
        ] {
            assert_eq!(code(line).as_deref(), shown, "{line}");
        }
    }

    /// Every program and cartridge runs, and every exhibit has a picture of its own.
    #[test]
    fn the_gallery_is_complete() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = std::env::temp_dir().join(format!("arcadian-gallery-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let fetched = build(&root, &folder).expect("a gallery");
        let whole = fs::read(folder.join(FILE)).expect("the gallery");
        let gallery: Value = serde_json::from_slice(&whole).expect("JSON");
        let exhibits: Vec<_> = ["programs", "demonstrations", "cartridges"]
            .iter()
            .flat_map(|part| gallery[part].as_array().expect("a list"))
            .collect();
        let pictures: std::collections::BTreeSet<_> =
            exhibits.iter().map(|exhibit| exhibit["picture"].as_str()).collect();
        assert_eq!(pictures.len(), exhibits.len(), "two exhibits have the same picture");
        assert!(whole.len() < 40_000, "the gallery has {} bytes", whole.len());
        for exhibit in &exhibits {
            let file = exhibit["file"].as_str();
            assert!(file.is_none_or(|file| fetched.iter().any(|name| name == file)), "{exhibit}");
        }
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
