//! What the package of each crate must have.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the folders of the packages that can be published.
fn folders() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("the crates");
    let all = crates.map(|entry| entry.expect("a crate").path());
    let manifest = |folder: &PathBuf| fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    all.filter(|folder| !manifest(folder).contains("publish = false")).collect()
}

/// The texts of the licenses stand once, and each package has a link to them, which `cargo package` follows. On Windows a link can be a
/// file with the path of its target.
#[cfg(unix)]
#[test]
fn each_package_has_the_texts_of_the_licenses() {
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let expected = fs::read_to_string(root().join(license)).expect("a license");
        for folder in folders() {
            let found = fs::read_to_string(folder.join(license));
            assert_eq!(found.ok().as_deref(), Some(&*expected), "{}: {license}", folder.display());
        }
    }
}

#[test]
fn each_package_is_described() {
    for folder in folders() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for key in ["description", "keywords", "categories", "license.workspace", "readme"] {
            assert!(manifest.lines().any(|line| line.starts_with(key)), "{}: {key}", folder.display());
        }
    }
}
