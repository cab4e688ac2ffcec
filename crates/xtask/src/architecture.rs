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

/// The boxes of the picture, with the crates in each, and the arrows between them.
struct Picture {
    boxes: BTreeMap<String, BTreeSet<String>>,
    arrows: Crates,
}

impl Picture {
    /// Reads lines such as `play["play, bally"] --> files & asm`.
    fn read() -> Self {
        let page = read(&root().join("docs/architecture.md"));
        let picture =
            page.split("```mermaid\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a picture");
        let mut drawn = Picture { boxes: BTreeMap::new(), arrows: Crates::new() };
        for (from, to) in picture.lines().filter_map(|line| line.split_once(" --> ")) {
            let from = drawn.draw(from);
            let uses: Vec<String> = to.split(" & ").map(|name| drawn.draw(name)).collect();
            drawn.arrows.entry(from).or_default().extend(uses);
        }
        drawn
    }

    /// Returns the name of a box, and notes what is in it.
    fn draw(&mut self, text: &str) -> String {
        let (name, content) = match text.trim().split_once("[\"") {
            Some((name, content)) => (name, content.strip_suffix("\"]")),
            None => (text.trim(), None),
        };
        let crates = self.boxes.entry(name.to_owned()).or_insert_with(|| BTreeSet::from([name.to_owned()]));
        if let Some(content) = content {
            *crates = content.split(", ").map(str::to_owned).collect();
        }
        name.to_owned()
    }

    fn box_of(&self, name: &str) -> &str {
        let mut found = self.boxes.iter().filter(|(_, crates)| crates.contains(name));
        let (first, _) = found.next().unwrap_or_else(|| panic!("no box has `{name}`"));
        assert!(found.next().is_none(), "two boxes have `{name}`");
        first
    }
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
    let (picture, mut stated) = (Picture::read(), stated());
    assert!(stated.len() > 15, "{stated:?}");
    assert!(picture.boxes.len() <= 12, "{} boxes", picture.boxes.len());
    // It is not part of what it builds.
    stated.remove("xtask");
    let mut between = Crates::new();
    for (name, uses) in &stated {
        let from = picture.box_of(name);
        let uses = uses.iter().map(|name| picture.box_of(name)).filter(|to| *to != from);
        between.entry(from.to_owned()).or_default().extend(uses.map(str::to_owned));
    }
    let named: BTreeSet<_> = picture.boxes.values().flatten().collect();
    let unknown: Vec<_> = named.into_iter().filter(|name| !stated.contains_key(*name)).collect();
    assert!(unknown.is_empty(), "no crates {unknown:?}");
    for (name, uses) in &picture.arrows {
        let wrong: Vec<_> = uses.difference(&between[name]).collect();
        assert!(wrong.is_empty(), "{name} does not depend on {wrong:?}");
    }
    for (name, uses) in &between {
        let mut found = BTreeSet::new();
        follow(&picture.arrows, name, &mut found);
        let missing: Vec<_> = uses.difference(&found).collect();
        assert!(missing.is_empty(), "no arrows lead from {name} to {missing:?}");
        assert!(!found.contains(name), "a cycle has {name}");
    }
}

#[test]
fn the_table_has_every_crate() {
    let page = read(&root().join("docs/architecture.md"));
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
    let rows: Vec<&str> = rows.map(|(name, _)| name).collect();
    let (listed, stated) = (BTreeSet::from_iter(rows.iter().copied()), stated());
    assert_eq!(rows.len(), listed.len(), "a crate twice");
    assert_eq!(listed, stated.keys().map(String::as_str).collect());
}
