//! The bundled sources in the folder `asm`: hand-assembled routines for the 8080 and the 6502, complete programs that include them,
//! and what else they include.

use std::{collections::BTreeMap, sync::OnceLock};

/// A sheet, or another source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Its path in the folder `asm`, for example `8080/t2cw.asm`.
    pub file: &'static str,
    embedded: &'static str,
}

/// The texts that a host without embedded ones has provided, by their files.
static PROVIDED: OnceLock<BTreeMap<String, String>> = OnceLock::new();

impl Sheet {
    /// Returns the text. On wasm32 it is empty until it was [`provide`]d.
    pub fn text(&self) -> &'static str {
        let provided = || PROVIDED.get().and_then(|texts| texts.get(self.file)).map_or("", String::as_str);
        if self.embedded.is_empty() { provided() } else { self.embedded }
    }
}

/// Provides the texts of the sources on wasm32, once: a web page downloads them as one file for all its modules, in parallel with them.
/// On other targets they are embedded.
pub fn provide(texts: BTreeMap<String, String>) {
    // The texts of a page do not change.
    let _ = PROVIDED.set(texts);
}

/// The text of a source where it is embedded.
const fn embedded(text: &'static str) -> &'static str {
    if cfg!(target_family = "wasm") { "" } else { text }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub file: &'static str,
    pub bytes: &'static [u8],
}

/// Embeds the sources with these names in a folder that ends with a slash, for both processors.
macro_rules! sources {
    ($folder:literal: $($name:literal),* $(,)?) => {
        &[$(
            Sheet {
                file: concat!($folder, "8080/", $name, ".asm"),
                embedded: embedded(include_str!(concat!("../../../asm/", $folder, "8080/", $name, ".asm"))),
            },
            Sheet {
                file: concat!($folder, "6502/", $name, ".asm"),
                embedded: embedded(include_str!(concat!("../../../asm/", $folder, "6502/", $name, ".asm"))),
            },
        )*]
    };
}

macro_rules! sheets {
    ($($name:literal),* $(,)?) => { sources!("": $($name),*) };
}

/// TACTIX: boards of 4 × 4 to 6 × 6 squares turned, reflected, compared and played.
pub static TACTIX: &[Sheet] = sheets![
    "t2cw", "t2ccw", "t2half", "t2ref", "t2tab", "t2dev", "t2can", "ttake", "t3cw", "t3half", "t3ref",
    "t4cw", "t4half", "t4ref", "t5cw", "t5half", "t5ref"
];

/// ROTATE: turns, the special move and the test for the goal.
pub static ROTATE: &[Sheet] = sheets!["rturn", "rspec", "rfind", "rdone", "rkey"];

/// A rook's attacks by the W system of shared magic keys.
pub static ROOK: &[Sheet] = sheets!["wbit", "wturn", "wref", "wkey", "watt"];

/// Halma and Kangaroo Halma: boards, steps and hops.
pub static HALMA: &[Sheet] =
    sheets!["hincl", "hexcl", "hisin", "hadd", "hinit", "htest", "hmake", "hsteps", "hhops", "hkhops"];

/// Ataxx: cells, walls, moves and counts.
pub static ATAXX: &[Sheet] = sheets!["awalls", "aget", "aset", "aclone", "ajump", "acount", "aany"];

/// The programs: a player of TACTIX, the board of ROTATE, and a short one for each game that shows how its routines are called.
/// Programs for the 8080 are for CP/M, those for the 6502 have a console at FFD2 and FFCF.
pub static PROGRAMS: &[Sheet] =
    sources!("programs/": "tactix", "rotate", "layouts", "keys", "rook", "halma", "ataxx");

/// The routines that only programs have, as sheets: the numbers of TACTIX's moves, its outcomes, and the choice of a move.
pub static PARTS: &[Sheet] = sources!("programs/": "tnum", "tbit", "tsolve", "tbest");

/// Files that programs include and that are not sheets: lines and texts of the console, hexadecimal digits.
pub(crate) static LIBRARY: &[Sheet] = sources!("programs/": "console", "puthex");

/// The tables that the rook's sheets include: indices of the keys, and sets of attacked squares.
pub(crate) static TABLES: &[Table] = &[
    Table { file: "rook-index.bin", bytes: include_bytes!("../../../asm/rook-index.bin") },
    Table { file: "rook-sets.bin", bytes: include_bytes!("../../../asm/rook-sets.bin") },
];

/// Iterates over what programs and sheets can include: sheets, parts and the library.
pub fn included() -> impl Iterator<Item = &'static Sheet> {
    all().chain(PARTS).chain(LIBRARY)
}

/// Iterates over all sheets but those of [`PARTS`]: for each routine the one for the 8080, then the one for the 6502.
pub fn all() -> impl Iterator<Item = &'static Sheet> {
    [TACTIX, ROTATE, ROOK, HALMA, ATAXX].into_iter().flatten()
}
