//! `test`: links, encodings, and divided runs. The rest is in `tests/cases/test.txt` and `tests/commands/test.trycmd`.

use crate::support::Folder;

/// A sheet that holds with `value` 1.
fn sheet(name: &str, value: u8) -> String {
    format!(
        ";! routine: {name}\n;! cpu: z80\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n\
         ;! ensures: y = (x + {value}) mod 256\n{name}: INC A\n RET\n"
    )
}

fn project() -> Folder {
    let folder = Folder::with(&[
        ("game.asm", " CPU Z80\n ORG 100H\n JP 100H\n"),
        ("one.asm", &sheet("ONE", 1)),
        ("two.asm", &sheet("TWO", 2)),
    ]);
    for (file, text) in [
        ("lib/deep/three.S", sheet("THREE", 1)),
        ("lib/broken.z80", sheet("BROKEN", 1).replace(" RET", " RETT")),
        ("lib/notes.txt", sheet("NOTES", 2)),
        (".hidden/no.asm", sheet("NO", 2)),
        ("target/no.asm", sheet("NO", 2)),
    ] {
        let path = folder.path(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    folder
}

#[test]
fn a_sheet_that_is_not_a_text_is_not_overlooked() {
    let folder = Folder::with(&[("one.asm", &sheet("ONE", 1))]);
    let wrong = [sheet("TWO", 1).as_bytes(), b"; \x01\xE9\n"].concat();
    std::fs::write(folder.path("two.asm"), wrong).expect("a file");
    let wide: Vec<u8> = sheet("THREE", 1).encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(folder.path("three.asm"), wide).expect("a file");
    std::fs::write(folder.path("picture.asm"), b"\xFF\xD8\xFF").expect("a file");
    let run = folder.run(&["test"]);
    assert_eq!(run.status, Some(2), "{}", run.out);
    assert!(
        run.out.contains("INVALID   two.asm") && run.out.ends_with("2 of 3 hold, 1 invalid\n"),
        "{}",
        run.out
    );
}

/// Folders that are linked from below and above themselves, twice, and links that lead nowhere.
#[cfg(unix)]
#[test]
fn links_are_followed_once_and_those_that_lead_nowhere_are_named() {
    let folder = project();
    std::fs::create_dir(folder.path("all")).expect("a folder");
    let links =
        [("../lib", "all/lib"), ("../lib", "all/more"), ("..", "all/up"), ("../../all", "lib/deep/all")];
    let lost = [
        ("gone.s", "all/a.s"),
        ("gone", "all/b"),
        ("gone.c", "all/c.c"),
        ("gone", "all/d.md"),
        ("e", "all/.#e.s"),
    ];
    for (target, link) in links.into_iter().chain(lost) {
        std::os::unix::fs::symlink(target, folder.path(link)).expect("a link");
    }
    let run = folder.run(&["test", "all"]);
    assert_eq!(run.status, Some(2), "{run:?}");
    let names: Vec<&str> = run.out.lines().filter(|line| !line.starts_with(' ')).collect();
    let expected = [
        "INVALID   all/a.s",
        "INVALID   all/b",
        "INVALID   all/lib/broken.z80",
        "holds     all/lib/deep/three.S: THREE, Z80",
        "INVALID   all/c.c",
        "1 of 5 hold, 4 invalid",
    ];
    assert_eq!(names, expected);
    assert!(run.out.contains("cannot read all/a.s: it is a symbolic link to gone.s, which does not exist"));
    assert_eq!(run.err, "note: all/up leads to a folder above; it is not searched\n");
    folder.run(&["rules", "."]).is_refused(&["cannot read all/b: it is a symbolic link"]);
    let begun = folder.run(&["init", "all", "--cpu", "z80"]);
    assert!(
        begun.err.contains("all/a.s: it is a symbolic link") && begun.err.contains("all/b is a link that"),
        "{begun:?}"
    );
}

#[test]
fn parts_join_to_the_report_of_the_whole() {
    let folder = project();
    let budget = ";! cpu: z80\n ORG 100H\nF: NOP ;! cycles: <= 3\nG: NOP\n RET\n";
    std::fs::write(folder.path("lib/budget.asm"), budget).expect("a file");
    let names = ["1.json", "2.json", "3.json"];
    for (part, name) in ["1/3", "2/3", "3/3"].iter().zip(names) {
        folder.run(&["test", "--shard", part, "--json", "-o", name]);
    }
    for format in ["text", "tap", "sarif", "github"] {
        let whole = folder.run(&["test", "--format", format]);
        let joined = folder.run(&[&["test", "--format", format, "--join"][..], &names].concat());
        assert_eq!((joined.status, joined.out), (whole.status, whole.out), "{format}: {}", joined.err);
    }
    // A source that is added is in one part, and no other case moves.
    let cases = |name: &str| -> Vec<String> {
        let report: serde_json::Value = serde_json::from_str(&folder.read(name)).expect("JSON");
        let cases = report["cases"].as_array().expect("cases").iter();
        cases.map(|case| format!("{} {}", case["file"], case["name"])).collect()
    };
    let before = names.map(cases);
    std::fs::write(folder.path("four.asm"), sheet("FOUR", 1)).expect("a file");
    for (part, name) in ["1/3", "2/3", "3/3"].iter().zip(names) {
        let old = folder.read(name);
        folder.run(&["test", "--shard", part, "--json", "-o", name]);
        std::fs::write(folder.path(&format!("old-{name}")), old).expect("a file");
    }
    let after = names.map(cases);
    let is_old = |case: &&String| !case.contains("FOUR");
    assert_eq!(after.each_ref().map(|part| part.iter().filter(is_old).cloned().collect::<Vec<_>>()), before);
    assert_eq!(after.iter().map(Vec::len).sum::<usize>(), 6, "{after:?}");
    let mixed = folder.run(&["test", "--join", "1.json", "old-2.json", "3.json"]);
    assert_eq!(mixed.status, Some(2), "{mixed:?}");
    assert!(mixed.err.contains("old-2.json and 1.json are parts of different runs"), "{}", mixed.err);
}
