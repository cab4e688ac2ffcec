//! The WebAssembly modules. They are built feature by feature, so that none has code that only another one needs, and without paths of
//! this machine.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use flate2::{Compression, write::GzEncoder};

use crate::{
    divide::{File, divide},
    scripts,
};

const TARGET: &str = "wasm32-unknown-unknown";
/// Cargo keeps what it builds for the host in a folder of this name, beside the page's.
pub(crate) const PROFILE: &str = "wasm";

/// The programs, each a feature of `arcadian-web`, and the files into which it is divided.
const PROGRAMS: [(&str, &[File]); 6] = [
    ("play", &[File { name: "play.wasm", modules: &["play"] }]),
    ("listing", &[File { name: "listing.wasm", modules: &["listing"] }]),
    ("step", &DEBUGGER),
    ("tape", &[File { name: "tape.wasm", modules: &["tape"] }]),
    ("compare", &[File { name: "compare.wasm", modules: &["compare"] }]),
    ("boards", &[File { name: "boards.wasm", modules: &["boards"] }]),
];

/// The debugger, the proofs and the emulated Bally share much. `systems` is the debugger for programs of BASIC and of the Bally. `FILES` of
/// `web/js/wasm.js` has what each needs.
const DEBUGGER: [File; 8] = [
    File { name: "shared.wasm", modules: &["step", "systems", "bally", "prove"] },
    File { name: "cores.wasm", modules: &["step", "systems", "bally"] },
    File { name: "machines.wasm", modules: &["systems", "bally"] },
    File { name: "contracts.wasm", modules: &["step", "systems", "prove"] },
    File { name: "step.wasm", modules: &["step", "systems"] },
    File { name: "systems.wasm", modules: &["systems"] },
    File { name: "bally.wasm", modules: &["bally"] },
    File { name: "prove.wasm", modules: &["prove"] },
];

pub(crate) fn build(root: &Path, folder: &Path) -> Result<()> {
    ensure!(
        is_target_installed()?,
        "the standard library for {TARGET} is not installed; install it with\n\n    rustup target add {TARGET}\n"
    );
    let built = target_folder(root).join(TARGET).join(PROFILE).join("web-module.wasm");
    for (feature, files) in PROGRAMS {
        println!("building {feature}");
        let status = Command::new(cargo())
            .current_dir(root)
            .args(["rustc", "--quiet", "--locked", "--profile", PROFILE, "--target", TARGET])
            .args(["-p", "arcadian-web", "--bin", "web-module", "--no-default-features"])
            .args(["--features", feature, "--", "-Clink-arg=--emit-relocs"])
            .env("CARGO_ENCODED_RUSTFLAGS", without_paths(root).join("\x1f"))
            .status()
            .context("cannot run cargo")?;
        if !status.success() {
            bail!("{feature} cannot be built; see the errors above");
        }
        let program = fs::read(&built).with_context(|| format!("cannot read {}", built.display()))?;
        for (file, bytes) in files.iter().zip(divide(&program, files)?) {
            let name = file.name;
            fs::write(folder.join(name), bytes).with_context(|| format!("cannot write {name}"))?;
        }
    }
    Ok(())
}

/// Returns the flags by which panic messages have no path of this machine. So the modules are the same wherever they are built.
fn without_paths(root: &Path) -> Vec<String> {
    let home = |name: &str, folder: &str| {
        let named = env::var_os(name).map(PathBuf::from);
        named.or_else(|| env::home_dir().map(|home| home.join(folder)))
    };
    let folders = [home("CARGO_HOME", ".cargo").map(|home| home.join("registry/src")), Some(root.to_owned())];
    let flag = |folder: PathBuf| format!("--remap-path-prefix={}=", folder.display());
    folders.into_iter().flatten().map(flag).collect()
}

pub(crate) fn cargo() -> PathBuf {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into()).into()
}

fn target_folder(root: &Path) -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// Asks the compiler where the libraries of the target are, and looks whether there are any.
fn is_target_installed() -> Result<bool> {
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .context("cannot run rustc")?;
    let folder = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(fs::read_dir(folder).is_ok_and(|mut files| files.next().is_some()))
}

/// A limit in bytes after `gzip -9`, for the files that it counts.
struct Limit {
    what: &'static str,
    bytes: usize,
    counts: Counts,
}

/// The files that a limit counts.
enum Counts {
    File(&'static str),
    Files(&'static [&'static str]),
    /// Files of this project that no other limit counts.
    Others,
}

const COMPARE: [&str; 2] = ["compare.js", "compare.css"];

const BOARDS: [&str; 2] = ["boards.js", "boards.css"];

/// The scripts and styles that every visitor waits for.
const FIRST: [&str; 3] = [scripts::MAIN, "start.js", "style.css"];

/// The scripts of the view Play that are loaded when they are needed: those of its dialogs and of the moves of ROTATE.
const LATER: [&str; 6] = ["gallery.js", "hint.js", "links.js", "opening.js", "saving.js", "tapes.js"];

/// The scripts and styles of the view Step, and what it shares with other views.
const STEP: [&str; 7] =
    ["faults.js", "field.js", "prose.js", "solved.js", "step.js", "target.js", "workbench.css"];

const LEARN: [&str; 3] = ["courses.js", "learn.js", "text.css"];

const LIMITS: [Limit; 22] = [
    Limit { what: "play.wasm", bytes: 185_000, counts: Counts::File("play.wasm") },
    Limit { what: "listing.wasm", bytes: 128_000, counts: Counts::File("listing.wasm") },
    Limit { what: "shared.wasm", bytes: 208_500, counts: Counts::File("shared.wasm") },
    Limit { what: "cores.wasm", bytes: 22_000, counts: Counts::File("cores.wasm") },
    Limit { what: "machines.wasm", bytes: 66_900, counts: Counts::File("machines.wasm") },
    Limit { what: "contracts.wasm", bytes: 166_600, counts: Counts::File("contracts.wasm") },
    Limit { what: "step.wasm", bytes: 209_300, counts: Counts::File("step.wasm") },
    Limit { what: "systems.wasm", bytes: 69_200, counts: Counts::File("systems.wasm") },
    Limit { what: "bally.wasm", bytes: 43_600, counts: Counts::File("bally.wasm") },
    Limit { what: "prove.wasm", bytes: 231_200, counts: Counts::File("prove.wasm") },
    Limit { what: "sheets.json", bytes: 70_000, counts: Counts::File("sheets.json") },
    Limit { what: "tape.wasm", bytes: 128_000, counts: Counts::File("tape.wasm") },
    Limit { what: "compare.wasm", bytes: 319_000, counts: Counts::File("compare.wasm") },
    Limit { what: "boards.wasm", bytes: 150_000, counts: Counts::File("boards.wasm") },
    Limit { what: "first JavaScript and CSS", bytes: 31_300, counts: Counts::Files(&FIRST) },
    Limit { what: "later JavaScript of Play", bytes: 5_700, counts: Counts::Files(&LATER) },
    Limit { what: "JavaScript and CSS of Step", bytes: 17_100, counts: Counts::Files(&STEP) },
    Limit { what: "JavaScript and CSS of Compare", bytes: 6_750, counts: Counts::Files(&COMPARE) },
    Limit { what: "JavaScript and CSS of Boards", bytes: 8_050, counts: Counts::Files(&BOARDS) },
    Limit { what: "JavaScript and CSS of Learn", bytes: 5_300, counts: Counts::Files(&LEARN) },
    Limit { what: "other own JavaScript and CSS", bytes: 18_200, counts: Counts::Others },
    Limit { what: "editor.js", bytes: 98_000, counts: Counts::File(EDITOR) },
];

/// The editor, which is built from packages.
const EDITOR: &str = "editor.js";

impl Counts {
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
    fn the_page_loads_the_files_of_each_module() {
        let script = include_str!("../../../web/js/wasm.js");
        for module in DEBUGGER[0].modules {
            let files = DEBUGGER.iter().filter(|file| file.modules.contains(module));
            let names: Vec<_> = files.map(|file| file.name.trim_end_matches(".wasm")).collect();
            let line = format!("\"{module}.wasm\": \"{}\",", names.join(" "));
            assert!(script.contains(&line), "FILES of web/js/wasm.js: {line}");
        }
    }

    #[test]
    fn a_limit_that_is_exceeded_is_an_error() {
        let folder = env::temp_dir().join(format!("arcadian-sizes-{}", std::process::id()));
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
