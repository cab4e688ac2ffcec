//! The rules that the workflows on GitHub keep; nothing but these tests reads them here.

use std::{fs, path::Path};

/// Returns the name and the text of each workflow.
fn workflows() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.github/workflows");
    let files = fs::read_dir(folder).expect("the workflows").map(|entry| entry.expect("a workflow").path());
    let read = |path: std::path::PathBuf| {
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
