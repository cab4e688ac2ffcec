//! The picture of the crates in docs/architecture.md, compared with their manifests, and the rules that packages and workflows on GitHub
//! keep. Nothing but these tests reads them here.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// The dependencies of each crate.
type Crates = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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

/// Returns the name and the text of each workflow.
fn workflows() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.github/workflows");
    let files = fs::read_dir(folder).expect("the workflows").map(|entry| entry.expect("a workflow").path());
    let read = |path: PathBuf| {
        (path.display().to_string(), fs::read_to_string(&path).expect("the text of a workflow"))
    };
    files.map(read).collect()
}

/// Returns the jobs of a workflow, each from its name on.
fn jobs(workflow: &str) -> Vec<String> {
    let (_, jobs) = workflow.split_once("\njobs:\n").expect("jobs");
    let mut found = Vec::new();
    for line in jobs.lines() {
        if line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':') {
            found.push(String::new());
        }
        found.last_mut().expect("a job before its lines").extend([line, "\n"]);
    }
    found
}

#[test]
fn actions_are_pinned_by_their_commit() {
    for (name, text) in workflows() {
        for line in text.lines().filter(|line| line.contains("uses: ")) {
            let commit = line.split_once('@').expect("a version").1.split(' ').next().expect("a version");
            let is_commit = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
            assert!(is_commit && line.contains(" # v"), "{name}: {line}");
        }
    }
}

#[test]
fn the_token_may_only_read_by_default() {
    for (name, text) in workflows() {
        let (before_jobs, _) = text.split_once("\njobs:\n").expect("jobs");
        assert!(before_jobs.contains("\npermissions:\n  contents: read\n"), "{name}");
        assert!(!before_jobs.contains(": write"), "{name}");
    }
}

#[test]
fn a_job_that_may_write_runs_none_of_our_code() {
    for (name, text) in workflows() {
        for job in jobs(&text).iter().filter(|job| job.contains(": write")) {
            assert!(!job.contains("actions/checkout") && !job.contains("cargo"), "{name}: {job}");
        }
    }
}

#[test]
fn a_checkout_leaves_no_token() {
    for (name, text) in workflows() {
        for step in text.split("actions/checkout@").skip(1) {
            assert_eq!(step.lines().nth(2).map(str::trim), Some("persist-credentials: false"), "{name}");
        }
    }
}

#[test]
fn nothing_is_replaced_and_tools_have_a_version() {
    for (name, text) in workflows() {
        for forbidden in ["--clobber", "install stable", "install nightly", "npm install", "git clone"] {
            assert!(!text.contains(forbidden), "{name} has `{forbidden}`");
        }
        for line in text.lines().filter(|line| line.contains("cargo install")) {
            assert!(line.contains("--version") && line.contains("--locked"), "{name}: {line}");
        }
    }
}

/// Returns the folders of the packages that can be published.
fn published() -> Vec<PathBuf> {
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
        for folder in published() {
            let found = fs::read_to_string(folder.join(license));
            assert_eq!(found.ok().as_deref(), Some(&*expected), "{}: {license}", folder.display());
        }
    }
}

#[test]
fn each_package_is_described() {
    for folder in published() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        for key in ["description", "keywords", "categories", "license.workspace", "readme"] {
            assert!(manifest.lines().any(|line| line.starts_with(key)), "{}: {key}", folder.display());
        }
    }
}
