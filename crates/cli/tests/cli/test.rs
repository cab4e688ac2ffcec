//! `test`: reports for build servers, and the exercises of a class. What a user sees is in `tests/commands/test.trycmd`.

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
fn a_report_is_written_for_build_servers() {
    let folder = project();
    for (format, parts) in [
        ("tap", ["1..4", "not ok 4 - two.asm: TWO, Z80"]),
        (
            "junit",
            ["tests=\"4\" failures=\"1\" errors=\"1\"", "classname=\"lib/deep/three\" name=\"THREE (Z80)\""],
        ),
        ("sarif", ["\"uri\": \"lib/broken.z80\"", "\"startLine\": 9"]),
        ("github", ["::error file=two.asm,line=8,", "::error file=lib/broken.z80,line=9,"]),
    ] {
        let run = folder.run(&["test", ".", "--format", format, "-o", "report"]);
        assert_eq!((run.status, run.out.as_str()), (Some(1), ""), "{format}");
        assert!(run.err.contains("2 of 4 hold, 1 failed, 1 invalid"), "{format}: {}", run.err);
        let report = folder.read("report");
        assert!(parts.iter().all(|part| report.contains(part)), "{format}: {report}");
        // JUnit's report has times.
        if format != "junit" {
            assert_eq!(folder.run(&["test", "--format", format]).out, report, "{format}");
        }
    }
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

#[test]
fn a_time_limit_leaves_a_routine_undecided() {
    let slow = "\
;! routine: SLOW
;! cpu: z80
;! org: 0100H
;! in: HL = x, DE = z
;! out: HL = y
;! clobbers: A, B, C, D, E, F
;! ensures: y = x * z mod 65536
SLOW:   LD B,H
        LD C,L
        LD HL,0
LOOP:   LD A,D
        OR E
        RET Z
        ADD HL,BC
        DEC DE
        JR LOOP
";
    let folder = Folder::with(&[("slow.asm", slow)]);
    let limited = folder.run(&["test", "--time-limit", "0.01"]);
    assert_eq!(limited.status, Some(1), "{}", limited.out);
    assert!(limited.out.ends_with("0 of 1 hold, 1 undecided\n"), "{}", limited.out);
}

#[test]
fn a_misspelled_path_is_not_success() {
    let folder = project();
    folder.run(&["test", "lob"]).is_refused(&["cannot read lob"]);
    std::fs::create_dir(folder.path("empty")).expect("a folder");
    folder.run(&["test", "empty"]).is_refused(&["there is nothing to verify in empty", ";! routine: NAME"]);
    folder.run(&["test", "one.asm", "--format", "xml"]).is_refused(&["xml"]);
    folder.run(&["test", "one.asm", "-o", "one.asm"]).is_refused(&["one.asm"]);
    assert_eq!(folder.read("one.asm"), sheet("ONE", 1));
}

#[test]
fn a_class_hands_in_solutions_of_an_exercise() {
    let honest = sheet("ONE", 1);
    let header = honest.lines().take(7).collect::<Vec<_>>().join("\n");
    let folder = Folder::with(&[("exercise.txt", &format!("{header}\nONE: RET\n"))]);
    let class = folder.path("class");
    std::fs::create_dir_all(&class).expect("a folder");
    let examples = honest.replace("ensures: y = (x + 1) mod 256", "example: x = 1 => y = 2");
    for (file, text) in [
        ("anna.asm", honest.replace("INC A", "INC A ; mine")),
        ("ben.asm", honest.replace(";! ensures", ";! requires: x = 0\u{2028}\n;! ensures")),
        ("cleo.asm", honest.replace(" RET", " DEC A\n RET")),
        ("dan.asm", " CPU Z80\n INC A\n RET\n".to_owned()),
        ("eve.asm", examples.clone()),
    ] {
        std::fs::write(class.join(file), text).expect("a file");
    }
    let run = folder.run(&["test", "class", "--exercise", "exercise.txt"]);
    assert_eq!(run.status, Some(1), "{}", run.out);
    let heads: Vec<&str> = run.out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(
        heads,
        [
            "holds     class/anna.asm: ONE, Z80",
            "FAILS     class/ben.asm: ONE, Z80",
            "FAILS     class/cleo.asm: ONE, Z80",
            "INVALID   class/dan.asm",
            "FAILS     class/eve.asm: ONE, Z80",
            "1 of 5 hold, 3 failed, 1 invalid",
        ]
    );
    for key in ["requires", "ensures"] {
        let why = format!("the header is not that of the exercise: `{key}` demands something else");
        assert!(run.out.contains(&why), "{key}: {}", run.out);
    }
    let run = folder.run(&["test", "class/anna.asm", "--exercise", "exercise.txt"]);
    assert_eq!(run.status, Some(0), "{}", run.out);
    // What only examples state is not proven, and an exercise that cannot be read judges nothing.
    std::fs::write(folder.path("examples.txt"), &examples).expect("a file");
    let run = folder.run(&["test", "class/eve.asm", "--exercise", "examples.txt"]);
    assert_eq!(run.status, Some(1), "{}", run.out);
    assert!(run.out.contains("the contract of the exercise is not proven"), "{}", run.out);
    for wrong in ["none.txt", "class/dan.asm"] {
        let run = folder.run(&["test", "class", "--exercise", wrong]);
        assert_eq!(run.status, Some(2), "{wrong}: {}", run.out);
    }
}

/// Names in a header refer to the files of the exercise, even if a file of the student has the same name.
#[test]
fn a_solution_is_compared_with_the_routine_and_the_constants_of_the_exercise() {
    let reference = sheet("REF", 1);
    let exercise = sheet("ONE", 1).replace(";! ensures: y = (x + 1) mod 256", ";! same-as: ref.asm");
    let constants = sheet("ADDK", 1)
        .replace("y = (x + 1)", "y = (x + K)")
        .replace("ADDK: INC A", " INCLUDE \"k.inc\"\nADDK: INC A");
    let folder = Folder::with(&[
        ("ref.asm", &reference),
        ("k.inc", "K EQU 1\n"),
        ("one.txt", &exercise),
        ("addk.txt", &constants),
    ]);
    for (student, reference, constant, one, addk) in [
        ("honest", reference.clone(), "K EQU 2-1\n", exercise.clone(), constants.clone()),
        (
            "easy",
            reference.replace("INC A", "LD A,0").replace("(x + 1) mod 256", "0"),
            "K EQU 0\n",
            exercise.replace("INC A", "LD A,0"),
            constants.replace("INC A", "NOP"),
        ),
    ] {
        let path = folder.path(student);
        std::fs::create_dir_all(&path).expect("a folder");
        for (file, text) in
            [("ref.asm", &*reference), ("k.inc", constant), ("one.asm", &one), ("addk.asm", &addk)]
        {
            std::fs::write(path.join(file), text).expect("a file");
        }
        for (file, exercise, key) in [("one.asm", "one.txt", "same-as"), ("addk.asm", "addk.txt", "ensures")]
        {
            let file = format!("{student}/{file}");
            let own = folder.run(&["test", &file]);
            assert_eq!(own.status, Some(0), "{file}: {}", own.out);
            let run = folder.run(&["test", &file, "--exercise", exercise]);
            let is_solved = student == "honest";
            assert_eq!(run.status, Some(i32::from(!is_solved)), "{file}: {}", run.out);
            assert_eq!(
                run.out.contains(&format!("`{key}` demands something else")),
                !is_solved,
                "{}",
                run.out
            );
        }
    }
}
