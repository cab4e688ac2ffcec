//! The sizes of what visitors download, compressed, and their limits.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

use crate::scripts;

/// A limit in bytes after `gzip -9`, for the files that it counts.
struct Limit {
    what: &'static str,
    bytes: usize,
    counts: Counts,
}

/// What a limit counts.
enum Counts {
    File(&'static str),
    Files(&'static [&'static str]),
    /// Those of this project that no other limit counts.
    Others,
}

/// The scripts and styles of the view Compare.
const COMPARE: [&str; 4] = ["compare.js", "compared.js", "pair.js", "compare.css"];

/// The scripts and styles of the view Boards.
const BOARDS: [&str; 4] = ["begin.js", "board.js", "boards.js", "boards.css"];

/// The scripts and styles that every visitor waits for.
const FIRST: [&str; 2] = [scripts::MAIN, "style.css"];

/// The scripts of the dialogs of the view Play, which are loaded when one opens.
const DIALOGS: [&str; 5] = ["gallery.js", "links.js", "opening.js", "saving.js", "tapes.js"];

/// The scripts and styles of the view Step; the styles are also those of Bally.
const STEP: [&str; 15] = [
    "automatic.js",
    "commandline.js",
    "exercises.js",
    "faults.js",
    "lessons.js",
    "panels.js",
    "picker.js",
    "proof.js",
    "prove.js",
    "sheet.js",
    "squares.js",
    "step.js",
    "stepper.js",
    "writing.js",
    "workbench.css",
];

const LIMITS: [Limit; 13] = [
    Limit { what: "play.wasm", bytes: 220_000, counts: Counts::File("play.wasm") },
    Limit { what: "listing.wasm", bytes: 140_000, counts: Counts::File("listing.wasm") },
    Limit { what: "step.wasm", bytes: 1_066_000, counts: Counts::File("step.wasm") },
    Limit { what: "tape.wasm", bytes: 140_000, counts: Counts::File("tape.wasm") },
    Limit { what: "compare.wasm", bytes: 325_000, counts: Counts::File("compare.wasm") },
    Limit { what: "boards.wasm", bytes: 170_000, counts: Counts::File("boards.wasm") },
    Limit { what: "first JavaScript and CSS", bytes: 31_000, counts: Counts::Files(&FIRST) },
    Limit { what: "JavaScript of the dialogs", bytes: 6_000, counts: Counts::Files(&DIALOGS) },
    Limit { what: "JavaScript and CSS of Step", bytes: 20_000, counts: Counts::Files(&STEP) },
    Limit { what: "JavaScript and CSS of Compare", bytes: 6_750, counts: Counts::Files(&COMPARE) },
    Limit { what: "JavaScript and CSS of Boards", bytes: 8_300, counts: Counts::Files(&BOARDS) },
    Limit { what: "other own JavaScript and CSS", bytes: 18_500, counts: Counts::Others },
    Limit { what: "editor.js", bytes: 100_000, counts: Counts::File(EDITOR) },
];

/// The editor, which is built from packages.
const EDITOR: &str = "editor.js";

impl Counts {
    /// Returns whether a file is counted.
    fn has(&self, name: &str) -> bool {
        match self {
            Counts::File(file) => name == *file,
            Counts::Files(files) => files.contains(&name),
            Counts::Others => {
                let is_own = (name.ends_with(".js") || name.ends_with(".css")) && name != EDITOR;
                is_own
                    && !LIMITS
                        .iter()
                        .any(|limit| !matches!(limit.counts, Counts::Others) && limit.counts.has(name))
            }
        }
    }
}

/// Prints the sizes of the files in a folder. Fails if a limit is exceeded.
pub(crate) fn check(folder: &Path, files: &[PathBuf]) -> Result<()> {
    let mut sizes = Vec::new();
    for file in files {
        let bytes = fs::read(folder.join(file)).with_context(|| format!("cannot read {}", file.display()))?;
        sizes.push((name(file), bytes.len(), compressed(&bytes)));
    }
    println!("{:<29} {:>9} {:>9} {:>9}", "", "bytes", "gzip -9", "limit");
    let mut exceeded = Vec::new();
    for limit in &LIMITS {
        let counted = sizes.iter().filter(|(name, ..)| limit.counts.has(name));
        let (plain, packed) = counted.fold((0, 0), |sum, (_, plain, packed)| (sum.0 + plain, sum.1 + packed));
        if plain > 0 {
            println!("{:<29} {plain:>9} {packed:>9} {:>9}", limit.what, limit.bytes);
        }
        if packed > limit.bytes {
            exceeded.push(format!("{} by {} bytes", limit.what, packed - limit.bytes));
        }
    }
    if !exceeded.is_empty() {
        bail!("the page is too large: {}", exceeded.join(", "));
    }
    Ok(())
}

fn name(file: &Path) -> String {
    file.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Returns the size after `gzip -9`.
fn compressed(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory does not fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().map_or(usize::MAX, |packed| packed.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_is_exceeded_is_an_error() {
        let folder = std::env::temp_dir().join(format!("arcadian-sizes-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let mut noise: u32 = 1;
        let bytes: Vec<u8> = std::iter::repeat_with(|| {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (noise >> 24) as u8
        })
        .take(75_000)
        .collect();
        fs::write(folder.join("x.js"), &bytes).expect("a file");
        fs::write(folder.join("y.css"), "a{}".repeat(20_000)).expect("a file");
        let error = check(&folder, &["x.js".into(), "y.css".into()]).expect_err("it is too large");
        assert!(error.to_string().contains("other own JavaScript and CSS by "), "{error}");
        check(&folder, &["y.css".into()]).expect("it is small when compressed");
        fs::remove_dir_all(&folder).expect("the folder");
    }
}
