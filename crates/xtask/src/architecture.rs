//! The picture of the crates in docs/architecture.md, compared with their manifests.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The dependencies of each crate.
type Crates = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the arrows of the picture.
fn drawn() -> Crates {
    let page = read(&root().join("docs/architecture.md"));
    let picture =
        page.split("```mermaid\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a picture");
    let mut crates = Crates::new();
    for (from, to) in picture.lines().filter_map(|line| line.split_once(" --> ")) {
        for name in from.split('&') {
            let uses = to.split('&').map(|name| name.trim().to_owned());
            crates.entry(name.trim().to_owned()).or_default().extend(uses);
        }
    }
    crates
}

/// Returns the dependencies that the manifests state, without those of tests.
fn stated() -> Crates {
    let folders = fs::read_dir(root().join("crates")).expect("the crates");
    let folders =
        folders.map(|entry| entry.expect("a crate").path()).filter(|path| path.join("Cargo.toml").exists());
    folders.map(|folder| crate_of(&read(&folder.join("Cargo.toml")))).collect()
}

/// Returns the name in the picture and the dependencies of a crate.
fn crate_of(manifest: &str) -> (String, BTreeSet<String>) {
    let package = manifest.lines().find_map(|line| line.strip_prefix("name = \"")).expect("a name");
    let name = match package.trim_end_matches('"') {
        "arcadian" => "cli",
        package => package.strip_prefix("arcadian-").unwrap_or(package),
    };
    let section = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
    let lines = section.lines().take_while(|line| !line.starts_with('['));
    let uses = lines.filter_map(|line| line.strip_prefix("arcadian-")?.split(['.', ' ']).next());
    (name.to_owned(), uses.map(str::to_owned).collect())
}

/// Adds to `found` what `name` depends on by any number of arrows.
fn follow(crates: &Crates, name: &str, found: &mut BTreeSet<String>) {
    for used in crates.get(name).into_iter().flatten() {
        if found.insert(used.clone()) {
            follow(crates, used, found);
        }
    }
}

#[test]
fn every_arrow_is_a_dependency_and_every_dependency_follows() {
    let (drawn, stated) = (drawn(), stated());
    assert!(stated.len() > 15, "{stated:?}");
    for (name, uses) in &drawn {
        let known = stated.get(name).unwrap_or_else(|| panic!("no crate `{name}`"));
        let wrong: Vec<_> = uses.difference(known).collect();
        assert!(wrong.is_empty(), "{name} does not depend on {wrong:?}");
    }
    for (name, uses) in &stated {
        let mut found = BTreeSet::new();
        follow(&drawn, name, &mut found);
        let missing: Vec<_> = uses.difference(&found).collect();
        assert!(missing.is_empty(), "no arrows lead from {name} to {missing:?}");
    }
}
