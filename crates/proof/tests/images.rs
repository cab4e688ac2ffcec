//! The images of `roms/` against the sheets of `asm/`.

#![expect(clippy::disallowed_methods, reason = "files are what is tested")]

use std::{collections::BTreeMap, fs, path::PathBuf};

use arcadian_proof::{
    Routine,
    claims::{Listing, Shelf, listings},
};

const FOLDERS: [&str; 2] = ["8080", "6502"];

const ANEW: &str = "cargo test -p arcadian-proof --test images write_images -- --ignored";

const HEAD: &str = "\
| file | routine | processor | origin | called at | bytes | what it does |
|---|---|---|---|---|---|---|
";

fn roms(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "../../roms", name].iter().collect()
}

fn read(listing: &Listing) -> Routine {
    Routine::read(listing.file, listing.text, &mut Shelf).expect(listing.file)
}

/// `8080/t2cw.bin` of `8080/t2cw.asm`.
fn file(listing: &Listing) -> String {
    listing.file.replace(".asm", ".bin")
}

fn wanted() -> BTreeMap<String, Vec<u8>> {
    listings().map(|listing| (file(listing), read(listing).image().to_vec())).collect()
}

fn found() -> BTreeMap<String, Vec<u8>> {
    let files = |folder: &'static str| {
        let entries = fs::read_dir(roms(folder)).expect("the folder of images");
        entries.map(move |entry| {
            let entry = entry.expect("a file");
            let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
            (name, fs::read(entry.path()).expect("bytes"))
        })
    };
    FOLDERS.into_iter().flat_map(files).collect()
}

/// The table of the README, those for the 8080 first.
fn table() -> String {
    let row = |listing: &Listing| {
        let routine = read(listing);
        let (name, processor, origin) = (&routine.name, routine.processor(), routine.assembly.origin);
        let sheet = routine.assembly.sheet.as_ref().expect(name);
        let (_, title) = sheet.about.iter().find(|(key, _)| key == "title").expect(name);
        let (entry, bytes) = (routine.entry, routine.image().len());
        format!(
            "| `{}` | {name} | {processor} | {origin:04X} | {entry:04X} | {bytes} | {title} |\n",
            file(listing)
        )
    };
    let rows = FOLDERS.map(|folder| {
        listings().filter(|listing| listing.file.starts_with(folder)).map(row).collect::<String>()
    });
    HEAD.to_owned() + &rows.concat()
}

/// The README up to its table, which is its end, and the table.
fn readme() -> (String, String) {
    let text = fs::read_to_string(roms("README.md")).expect("the README");
    let begin = text.find(HEAD).unwrap_or(text.len());
    (text[..begin].to_owned(), text[begin..].to_owned())
}

#[test]
fn images_are_the_sheets() {
    let (wanted, found) = (wanted(), found());
    let names = |images: &BTreeMap<String, Vec<u8>>| images.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&wanted), "{ANEW}");
    for (name, image) in wanted {
        assert!(found[&name] == image, "{name} is not its sheet; {ANEW}");
    }
}

#[test]
fn the_table_is_true() {
    assert_eq!(readme().1, table(), "{ANEW}");
}

/// No test: it writes what the tests above compare.
#[test]
#[ignore = "writes the images and their table anew: cargo test -p arcadian-proof --test images write_images -- --ignored"]
fn write_images() {
    for folder in FOLDERS {
        fs::create_dir_all(roms(folder)).expect("a folder");
    }
    let wanted = wanted();
    for name in found().keys().filter(|name| !wanted.contains_key(*name)) {
        fs::remove_file(roms(name)).expect("a file that is left over");
    }
    for (name, image) in wanted {
        fs::write(roms(&name), image).expect("an image");
    }
    fs::write(roms("README.md"), readme().0 + &table()).expect("the README");
}
