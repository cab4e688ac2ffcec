//! Whole boards of TACTIX: certificates, databases, interrupted and damaged ones.

use std::{fs, path::Path, process::Command};

use crate::support::{Folder, RunResult};

const PAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/boards/tactix");
/// The bytes of a header before the digests, and the place of the mark that a database is complete.
const HEADER: usize = 64;
const COMPLETE: usize = 11;

fn solve(folder: &Folder, args: &[&str]) -> RunResult {
    folder.run(&[&["board", "tactix", "solve"][..], args].concat())
}

/// Solves a board into `a.tactix` and returns its bytes.
fn database(folder: &Folder, size: &str) -> Vec<u8> {
    let result = solve(folder, &[size, "--rule", "misere", "--database", "a.tactix"]);
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""), "{size}");
    assert_eq!(folder.names(), ["a.tactix"]);
    fs::read(folder.path("a.tactix")).expect("the database")
}

#[test]
fn certificates_are_what_the_program_prints() {
    let folder = Folder::with(&[]);
    for size in 1..=5 {
        let path = Path::new(PAGES).join(format!("{size}x{size}.json"));
        let stated = fs::read_to_string(path).expect("a certificate");
        for text in [size.to_string(), format!("{size}x{size}")] {
            let result = solve(&folder, &[&text, "--json", "--memory", "64"]);
            assert_eq!((result.status, result.out), (Some(0), stated.clone()), "{text}");
        }
    }
}

#[test]
#[ignore = "needs Python 3.10: cargo test -p arcadian --test cli certificates_pass_the_checker -- --ignored"]
fn certificates_pass_the_checker() {
    let folder = Folder::with(&[]);
    database(&folder, "5");
    let check = |args: &[&str]| {
        let mut command = Command::new("python3");
        let output = command.current_dir(PAGES).arg("check.py").args(args).output().expect("python3 starts");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    for size in 1..=4 {
        let (holds, text) = check(&[&format!("{size}x{size}.json")]);
        assert!(holds && text.contains("holds"), "{size}: {text}");
    }
    let path = folder.path("a.tactix");
    let path = path.to_str().expect("a path in UTF-8");
    let (holds, text) = check(&["5x5.json", path, "--blocks", "all"]);
    assert!(holds && text.contains("verified 33554432 of 33554432 positions"), "{text}");
    assert!(!check(&["4x4.json", path]).0, "a database of another board");
}

#[test]
fn a_position_is_looked_up_in_a_database() {
    let folder = Folder::with(&[]);
    database(&folder, "4");
    for position in ["x../.x./xx.", "xxxx/xxxx/xxxx/xxxx", "..../..../..../...x", "x.x./.xx./xx.x/...x"] {
        let alone = solve(&folder, &[position, "--rule", "misere"]);
        let found = solve(&folder, &[position, "--database", "a.tactix"]);
        match position.len() {
            19 => assert_eq!((found.status, found.out), (Some(0), alone.out), "{position}"),
            _ => found.is_refused(&["a.tactix is of 4 × 4", "3 × 3"]),
        }
    }
    solve(&folder, &["x./..", "--rule", "normal", "--database", "a.tactix"])
        .is_refused(&["for the rule misère"]);
}

/// A database of which only some parts were computed is continued, whatever memory there is, with the same result.
#[test]
fn an_interrupted_database_is_continued() {
    for (size, memory) in [("4x6", "64"), ("4x6", "5"), ("4x7", "9")] {
        let folder = Folder::with(&[]);
        let complete = database(&folder, size);
        let mut partial = complete.clone();
        partial[COMPLETE] = 0;
        // The table digest, and the digests of every part but the first ones.
        partial[16..48].fill(0);
        partial[HEADER + 32 * 3..HEADER + 32 * 16].fill(0);
        fs::remove_file(folder.path("a.tactix")).expect("the database is there");
        fs::write(folder.path("a.tactix.partial"), partial).expect("a file");
        let result =
            solve(&folder, &[size, "--rule", "misere", "--database", "a.tactix", "--memory", memory]);
        assert_eq!((result.status, result.err.as_str()), (Some(0), ""), "{size}, {memory}");
        assert_eq!(folder.names(), ["a.tactix"]);
        assert!(fs::read(folder.path("a.tactix")).expect("the database") == complete, "{size}, {memory}");
    }
}

#[test]
fn a_damaged_database_is_refused_and_rebuilt_only_if_asked() {
    let folder = Folder::with(&[]);
    let complete = database(&folder, "4x6");
    let last = complete.len() - 1;
    let flipped = |at: usize| {
        let mut bytes = complete.clone();
        bytes[at] ^= 1;
        bytes
    };
    let damaged = [
        (flipped(0), "not a database of TACTIX"),
        (flipped(8), "header is damaged"),
        (flipped(20), "header is damaged"),
        (flipped(HEADER), "header is damaged"),
        (flipped(last), "block 63 of a.tactix is damaged"),
        (complete[..last].to_vec(), "cannot read block 63"),
        (complete[..100].to_vec(), "cut off"),
        (Vec::new(), "not a database of TACTIX"),
    ];
    let args = ["4x6", "--rule", "misere", "--database", "a.tactix"];
    for (bytes, part) in damaged {
        fs::write(folder.path("a.tactix"), &bytes).expect("a file");
        solve(&folder, &args).is_refused(&[part]);
        assert!(fs::read(folder.path("a.tactix")).expect("the file") == bytes, "changed: {part}");
        let rebuilt = solve(&folder, &[&args[..], &["--rebuild"]].concat());
        assert_eq!(rebuilt.status, Some(0), "{part}: {}", rebuilt.err);
        assert!(fs::read(folder.path("a.tactix")).expect("the database") == complete, "{part}");
    }
    let other = ["3x8", "--rule", "misere", "--database", "a.tactix"];
    solve(&folder, &other).is_refused(&["is of 4 × 6, misère, not of 3 × 8, misère", "--rebuild"]);
}

/// Arguments of `solve`, and parts of the error message.
const REFUSED: [(&[&str], &[&str]); 10] = [
    (&["7"], &["7 × 7 is not a board of 1 to 36 squares"]),
    (&["0"], &["0 × 0"]),
    (&["6x7"], &["6 × 7"]),
    (&["--size", "5y7"], &["write 6 for 6 × 6, or 5x7"]),
    (&["6", "--memory", "300"], &["it takes 8196 MB of memory, and 300 MB may be used", "132 MB are enough"]),
    (&["6", "--memory", "100", "--rule", "normal", "--database", "x"], &["at least 132 MB"]),
    (&["4", "--database", "x"], &["add --rule normal or --rule misere"]),
    (&["4", "--rebuild"], &["--database"]),
    (&["5x6", "--numbers"], &["30 counters are too many for Grundy numbers"]),
    (&["xx/xx", "--json"], &["--json is for whole boards"]),
];

#[test]
fn what_cannot_be_solved_is_refused() {
    let folder = Folder::with(&[]);
    for (args, parts) in REFUSED {
        let result = solve(&folder, args);
        assert_eq!(result.status, Some(2), "{args:?}: {result:?}");
        parts
            .iter()
            .for_each(|part| assert!(result.err.contains(part), "{args:?}: `{part}` in {}", result.err));
        assert!(folder.names().is_empty(), "{args:?}");
    }
}

/// Where less memory can be used than a table takes, the program says how much that is.
#[cfg(target_os = "linux")]
#[test]
fn tables_beyond_a_limit_are_refused() {
    let folder = Folder::with(&[]);
    for (limit, args, parts) in [
        ("-v 2000000", "tactix solve 6", ["it takes 8196 MB of memory", "MB are enough"]),
        ("-d 1500000", "tactix solve 6", ["it takes 8196 MB of memory", "MB are enough"]),
        ("-v 2000000", "tactix solve 6 --memory 8000", ["--memory 8000: only ", "to this process"]),
        (
            "-v 60000",
            "tactix solve 5 --numbers",
            ["numbers of 5 × 5, normal", "32 MB of memory cannot be allocated"],
        ),
        (
            "-v 250000",
            "rotate database a.patterns --letters 8",
            ["248 MB of memory cannot be allocated", "fewer letters"],
        ),
    ] {
        let mut command = Command::new("sh");
        let script = format!("ulimit {limit}; exec \"$0\" board {args}");
        command.current_dir(folder.root()).args(["-c", &script, crate::support::ARCADIAN]);
        let result = RunResult::from(command.output().expect("a shell"));
        result.is_refused(&parts);
        assert_eq!(folder.names(), [""; 0], "{args}");
    }
}
