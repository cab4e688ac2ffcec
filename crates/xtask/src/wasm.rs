//! The WebAssembly modules. They are built one by one, each with its own features only, and without paths of this machine.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};

const TARGET: &str = "wasm32-unknown-unknown";
/// Cargo keeps what it builds for the host in a folder of this name, beside the page's.
pub(crate) const PROFILE: &str = "wasm";

/// The modules, each a program and a feature of `arcadian-web`. They are built one by one, so that none has code that only another one
/// needs.
const MODULES: [&str; 6] = ["play", "listing", "step", "tape", "compare", "boards"];

/// Builds the modules into a folder.
pub(crate) fn build(root: &Path, folder: &Path) -> Result<()> {
    ensure!(
        is_target_installed()?,
        "the standard library for {TARGET} is not installed; install it with\n\n    rustup target add {TARGET}\n"
    );
    let built = target_folder(root).join(TARGET).join(PROFILE);
    for module in MODULES {
        let name = format!("{module}.wasm");
        println!("building {name}");
        let status = Command::new(cargo())
            .current_dir(root)
            .args(["build", "--quiet", "--locked", "--profile", PROFILE, "--target", TARGET])
            .args(["-p", "arcadian-web", "--bin", &format!("web-{module}")])
            .args(["--no-default-features", "--features", module])
            .env("CARGO_ENCODED_RUSTFLAGS", without_paths(root).join("\x1f"))
            .status()
            .context("cannot run cargo")?;
        if !status.success() {
            bail!("{name} cannot be built; see the errors above");
        }
        let built = built.join(format!("web-{module}.wasm"));
        fs::copy(&built, folder.join(name)).with_context(|| format!("cannot copy {}", built.display()))?;
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
