//! The sizes of what visitors download, compressed, and their limits.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use flate2::{Compression, write::GzEncoder};

/// A limit in bytes after `gzip -9`, for the files that it counts.
struct Limit {
    what: &'static str,
    bytes: usize,
    counts: fn(&str) -> bool,
}

/// The scripts and styles of the view Compare.
const COMPARE: [&str; 4] = ["compare.js", "compared.js", "pair.js", "compare.css"];

/// The scripts and styles of the view Boards.
const BOARDS: [&str; 4] = ["begin.js", "board.js", "boards.js", "boards.css"];

const LIMITS: [Limit; 9] = [
    Limit { what: "play.wasm", bytes: 242_000, counts: |name| name == "play.wasm" },
    Limit { what: "step.wasm", bytes: 975_000, counts: |name| name == "step.wasm" },
    Limit { what: "tape.wasm", bytes: 140_000, counts: |name| name == "tape.wasm" },
    Limit { what: "compare.wasm", bytes: 313_000, counts: |name| name == "compare.wasm" },
    Limit { what: "boards.wasm", bytes: 170_000, counts: |name| name == "boards.wasm" },
    Limit { what: "JavaScript and CSS of Compare", bytes: 6_750, counts: |name| COMPARE.contains(&name) },
    Limit { what: "JavaScript and CSS of Boards", bytes: 8_300, counts: |name| BOARDS.contains(&name) },
    Limit {
        what: "other own JavaScript and CSS",
        bytes: 55_500,
        counts: |name| {
            (name.ends_with(".js") || name.ends_with(".css"))
                && name != "editor.js"
                && !COMPARE.contains(&name)
                && !BOARDS.contains(&name)
        },
    },
    Limit { what: "editor.js", bytes: 100_000, counts: |name| name == "editor.js" },
];

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
        let counted = sizes.iter().filter(|(name, ..)| (limit.counts)(name));
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
