//! Checks that the images in `roms/` are those of the sheets in `asm/`.

#![expect(clippy::disallowed_methods, reason = "the test is about files")]

use std::{collections::BTreeMap, fs, path::PathBuf};

use arcadian_claims::{Sheet, sheets};
use arcadian_proof::Routine;

const FOLDERS: [&str; 2] = ["8080", "6502"];

const UPDATE: &str = "UPDATE_EXPECT=1 cargo test -p arcadian-claims --test claims images";

const HEAD: &str = "\
| file | routine | processor | origin | entry point | bytes | title |
|---|---|---|---|---|---|---|
";

fn roms(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../roms", name].iter().collect()
}

fn read(sheet: &Sheet) -> Routine {
    arcadian_claims::read(sheet).expect(sheet.file)
}

/// Returns the path of a sheet's image below `roms/`: `8080/t2cw.bin` for `8080/t2cw.asm`.
fn image_file(sheet: &Sheet) -> String {
    sheet.file.replace(".asm", ".bin")
}

fn expected() -> BTreeMap<String, Vec<u8>> {
    sheets().map(|sheet| (image_file(sheet), read(sheet).image().to_vec())).collect()
}

fn found() -> BTreeMap<String, Vec<u8>> {
    let files = |folder: &'static str| {
        let entries = fs::read_dir(roms(folder)).expect("the directory of images");
        entries.map(move |entry| {
            let entry = entry.expect("a file");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            (name, fs::read(entry.path()).expect("bytes"))
        })
    };
    FOLDERS.into_iter().flat_map(files).collect()
}

/// Returns the table of the README, 8080 first.
fn table() -> String {
    let row = |file: &Sheet| {
        let routine = read(file);
        let (name, processor, origin) = (&routine.name, routine.processor(), routine.assembly.origin);
        let sheet = routine.assembly.sheet.as_ref().expect(name);
        let (_, title) = sheet.about.iter().find(|(key, _)| key == "title").expect(name);
        let (entry, bytes) = (routine.entry, routine.image().len());
        format!(
            "| `{}` | {name} | {processor} | {origin:04X} | {entry:04X} | {bytes} | {title} |\n",
            image_file(file)
        )
    };
    let rows = FOLDERS
        .map(|folder| sheets().filter(|file| file.file.starts_with(folder)).map(row).collect::<String>());
    HEAD.to_owned() + &rows.concat()
}

/// Splits the README into the text before its table and the table, with which it ends.
fn readme() -> (String, String) {
    let text = fs::read_to_string(roms("README.md")).expect("the README");
    let begin = text.find(HEAD).unwrap_or(text.len());
    (text[..begin].to_owned(), text[begin..].to_owned())
}

#[test]
fn images_and_their_table_match_the_sheets() {
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        write_images();
    }
    let (expected, found) = (expected(), found());
    let names = |images: &BTreeMap<String, Vec<u8>>| images.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&expected), "{UPDATE}");
    for (name, image) in expected {
        assert!(found[&name] == image, "{name} differs from its sheet; run {UPDATE}");
    }
    assert_eq!(readme().1, table(), "{UPDATE}");
}

fn write_images() {
    for folder in FOLDERS {
        fs::create_dir_all(roms(folder)).expect("a directory");
    }
    let expected = expected();
    for name in found().keys().filter(|name| !expected.contains_key(*name)) {
        fs::remove_file(roms(name)).expect("an obsolete file");
    }
    for (name, image) in expected {
        fs::write(roms(&name), image).expect("an image");
    }
    fs::write(roms("README.md"), readme().0 + &table()).expect("the README");
}
