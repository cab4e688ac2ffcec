//! `compare`: Ctrl-C; and `compare --listing` with listings of our own in the style of three compilers, with changes judged by hand, half of
//! them wrong. The rest is in `tests/cases/compare.txt`, `tests/commands/compare.trycmd` and `listing.trycmd`; the engine has tests of its own.

use std::{fs, path::Path, thread};

use serde_json::Value;

use crate::support::{Folder, RunResult};

/// The results so far are reported after Ctrl-C, and a shell sees the signal.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_comparisons_measurements_and_searches() {
    use crate::support::slow_input;
    use std::os::unix::process::ExitStatusExt;
    let pair = slow_input("pair_multiply16.asm");
    let loops = slow_input("cycles_ldir.asm");
    let sheet = slow_input("multiply32.asm");
    let folder = Folder::with(&[("pair.asm", pair), ("loops.asm", loops), ("sheet.asm", sheet)]);
    let cases = [
        ("compare pair.asm --cpu z80", "not decided: interrupted\n", ""),
        ("compare pair.asm --cpu z80 --json", r#""text":"not decided: interrupted""#, ""),
        ("test sheet.asm", "0 of 0 hold; interrupted\n", ""),
        ("test sheet.asm --json", r#""ok":false,"cases":[],"#, ""),
        (
            "board ataxx perft startpos 9 --json",
            r#""ok":false,"error":{"message":"interrupted"},"interrupted":true,"text":["depth "#,
            "",
        ),
        ("board halma perft 6 --divide --json", r#""ok":false,"error":{"message":"interrupted"}"#, ""),
        ("cycles loops.asm --cpu z80", "undecided\n  interrupted\n", ""),
        (
            "shorten sheet.asm",
            "",
            "error: cannot shorten sheet.asm: interrupted before the given code was proven\n",
        ),
    ];
    for (line, out, err) in cases {
        let output = folder.interrupt(&line.split(' ').collect::<Vec<_>>());
        let (found_out, found_err) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!((output.status.signal(), &*found_err), (Some(2), err), "{line}: {found_out}");
        assert!(found_out.contains(out), "{line}: {found_out}");
    }
}

#[test]
#[cfg(unix)]
fn a_line_says_what_is_computed() {
    use crate::support::slow_input;
    let pair = slow_input("pair_multiply16.asm");
    let loops = slow_input("cycles_ldir.asm");
    let sheet = slow_input("multiply32.asm");
    let folder = Folder::with(&[("pair.asm", pair), ("loops.asm", loops), ("sheet.asm", sheet)]);
    for (line, shown) in [
        ("compare pair.asm --cpu z80 --time-limit 3", "comparing"),
        ("cycles loops.asm --cpu z80 --time-limit 3", "1/1 COPY"),
        ("shorten sheet.asm --time-limit 3", "proving MUL"),
    ] {
        let args: Vec<&str> = line.split(' ').collect();
        let terminal = crate::terminal::Terminal::start(&folder, (80, 24), &args);
        terminal.wait_for_text(shown);
    }
}

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/listing");

fn compare(old: &str, new: &str, args: &[&str]) -> RunResult {
    let path = |name: &str| Path::new(FOLDER).join(name).to_string_lossy().into_owned();
    let (old, new) = (path(old), path(new));
    Folder::with(&[]).run(&[&["compare", "--listing", &old, &new][..], args].concat())
}

/// Returns what is expected of a comparison, as a line of the file of expectations has it.
fn line(old: &str, new: &str, result: &RunResult) -> String {
    let report: Value = result.json();
    let regions = ["same", "same_if_dead", "different", "may_differ", "undecided"]
        .map(|name| report["regions"][name].to_string());
    let length = |name: &str| report[name].as_array().map_or(0, Vec::len);
    let found = length("uncovered") + length("not_compared");
    let first = report["not_same"][0]["function"].as_str().unwrap_or("-");
    let status = result.status.unwrap_or(-1);
    [old, new, &status.to_string(), &regions.join("\t"), &found.to_string(), first].join("\t")
}

#[test]
fn judged_listings() {
    let text = fs::read_to_string(Path::new(FOLDER).join("expected.txt")).expect("the expectations");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut wrong = Vec::new();
    for expected in lines {
        let columns: Vec<&str> = expected.split('\t').collect();
        let [old, new, ..] = columns[..] else { panic!("not two files: {expected}") };
        let found = line(old, new, &compare(old, new, &["--json"]));
        let expected = columns[..columns.len() - 1].join("\t");
        if found != expected {
            wrong.push(format!("expected {expected}\nfound    {found}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns the text of a case between two of its marks.
fn section<'t>(case: &'t str, name: &str) -> &'t str {
    let (_, after) =
        case.split_once(&format!("---- {name}\n")).unwrap_or_else(|| panic!("no {name}: {case}"));
    after.split("---- ").next().unwrap_or(after)
}

/// Returns what is wrong with the report about a case.
fn fault(case: &str) -> Option<String> {
    let field = |name: &str| {
        case.lines()
            .find_map(|line| line.strip_prefix(name))
            .unwrap_or_else(|| panic!("{name}\n{case}"))
            .trim()
    };
    let library = if case.contains("---- library") { section(case, "library") } else { "" };
    let files =
        [("old.asm", section(case, "old")), ("new.asm", section(case, "new")), ("library.asm", library)];
    let dialect = field("dialect:");
    // Where nothing else is expected, what is not decided in a second is not the same either.
    let limit = if section(case, "expect").trim() == "not the same" { "1" } else { "60" };
    let args = ["compare", "--listing", "old.asm", "new.asm", "--dialect", dialect, "--time-limit", limit];
    let result = Folder::with(&files).run(&[&args[..], &["--library", "library.asm"]].concat());
    let mut expected = section(case, "expect").lines();
    let verdict = expected.next().unwrap_or_default();
    let is_right = match verdict {
        // Nothing is compared that its assembler does not take.
        "refused" => {
            result.status == Some(2)
                && result.out.is_empty()
                && expected.all(|part| result.err.contains(part))
        }
        _ => {
            let status = if verdict == "the same" { 0 } else { 1 };
            result.out.lines().next() == Some(verdict)
                && result.status == Some(status)
                && expected.all(|part| result.out.contains(part))
        }
    };
    (!is_right).then(|| format!("{}: {result:?}", field("name:")))
}

/// Listings that try to deceive: code, data, names and settings that are different in one place, and others that are the same.
#[test]
fn judged_deceptions() {
    let text = fs::read_to_string(Path::new(FOLDER).join("judged.txt")).expect("the cases");
    let cases: Vec<&str> = text.split("====\n").skip(1).collect();
    assert_eq!(cases.len(), 136);
    let wrong: Vec<String> = thread::scope(|scope| {
        let parts = cases.chunks(cases.len().div_ceil(2)).map(|cases| {
            scope.spawn(move || cases.iter().filter_map(|case| fault(case)).collect::<Vec<String>>())
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A listing is the same as itself, whatever is in it that cannot be compared part by part.
#[test]
fn a_listing_equals_itself() {
    let folders =
        [FOLDER.to_owned(), format!("{FOLDER}/real"), format!("{FOLDER}/../../../../docs/examples/listings")];
    let mut count = 0;
    for folder in &folders {
        for entry in fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("an entry").path();
            let is_listing = path.extension().is_some_and(|end| end == "asm" || end == "s");
            let is_refused = ["sdcc-unread.asm", "refused.asm"].iter().any(|name| path.ends_with(name));
            if !is_listing || is_refused {
                continue;
            }
            let path = path.to_string_lossy();
            let result = Folder::with(&[]).run(&["compare", "--listing", &path, &path]);
            assert_eq!(result.status, Some(0), "{path}: {result:?}");
            assert!(result.out.starts_with("the same\n"), "{path}: {result:?}");
            count += 1;
        }
    }
    assert!(count >= 25, "{count} listings");
    let text = fs::read_to_string(Path::new(FOLDER).join("judged.txt")).expect("the cases");
    for case in text.split("====\n").skip(1).filter(|case| !section(case, "expect").starts_with("refused")) {
        let dialect = case.lines().find_map(|line| line.strip_prefix("dialect:")).unwrap_or_default().trim();
        let folder = Folder::with(&[("old.asm", section(case, "old"))]);
        let result = folder.run(&["compare", "--listing", "old.asm", "old.asm", "--dialect", dialect]);
        assert_eq!(result.status, Some(0), "{case}: {result:?}");
    }
}

/// The printed pair is different for the printed command too.
#[test]
fn the_part_alone_differs() {
    let out = compare("sdcc-before.asm", "sdcc-flag.asm", &[]).out;
    let (_, rest) = out.split_once("This part alone, for `arcadian ").expect("a command");
    let (command, pair) = rest.split_once("`:\n").expect("a pair");
    let args: Vec<&str> = command.split(' ').collect();
    let alone = Folder::with(&[]).feed(&args, pair.as_bytes());
    assert_eq!(alone.status, Some(1), "{alone:?}");
    assert!(alone.out.starts_with("different: they continue at different places\n"), "{}", alone.out);
}

/// Statements that the assemblers refuse, at the end of a real listing.
const REFUSED: &[(&str, &str, &str)] = &[
    (
        "real/choice.opt.asm",
        "SDCC's sdasz80",
        include_str!("../../../asm/tests/asm/dialects/refused/sdcc.txt"),
    ),
    ("real/choice.opt.s", "ca65", include_str!("../../../asm/tests/asm/dialects/refused/ca65.txt")),
    (
        "real/routes.z88dk.asm",
        "z88dk's z80asm",
        include_str!("../../../peephole/tests/peephole/refused/z88dk.txt"),
    ),
];

/// The error names the version that its assembler refuses, with the line underlined. The library's tests try all statements, here is
/// what the user sees of some of them.
#[test]
fn a_version_that_its_assembler_refuses_is_an_error() {
    let mut count = 0;
    for (name, assembler, statements) in REFUSED {
        let (_, rest) = statements.split_once("== before each\n").expect("the source before each statement");
        let (before, rest) = rest.split_once("== refused\n").expect("what is refused");
        let (refused, _) = rest.split_once("== taken\n").expect("what is taken");
        let listing = fs::read_to_string(Path::new(FOLDER).join(name)).expect("a listing");
        let listing = format!("{listing}\n{before}");
        let last = listing.lines().count();
        // Files are not read, and this listing has `.autoimport on`, which declares names, and macros of ca65's.
        let is_known = |line: &&str| {
            let others =
                ["incl", "incbin", "zz", "bar", "far", ".macpack", ".align 65536", "nowhere", "i_99"];
            !others.iter().any(|other| line.contains(other))
        };
        let refused: Vec<&str> = refused.lines().filter(is_known).collect();
        let step = refused.len().div_ceil(30);
        for (number, statement) in refused.iter().step_by(step).enumerate() {
            let damaged = format!("{listing}{}\n", statement.replace('|', "\n"));
            let (old, new) = if number % 2 == 0 { (&damaged, &listing) } else { (&listing, &damaged) };
            let wrong = ["old.asm", "new.asm"][number % 2];
            let folder = Folder::with(&[("old.asm", old), ("new.asm", new)]);
            let result = folder.run(&["compare", "--listing", "old.asm", "new.asm"]);
            assert_eq!((result.status, &*result.out), (Some(2), ""), "{statement}: {result:?}");
            let place = format!("--> {wrong}:");
            let (_, after) =
                result.err.split_once(&place).unwrap_or_else(|| panic!("{statement}: {}", result.err));
            let line: usize = after.split(':').next().and_then(|line| line.parse().ok()).expect("a line");
            assert!(line > last, "{statement}: {}", result.err);
            assert!(result.err.contains('^'), "{statement}: {}", result.err);
            let end =
                format!("error: cannot compare {wrong}: it cannot be assembled as source of {assembler}\n");
            assert!(result.err.ends_with(&end), "{statement}: {}", result.err);
            count += 1;
        }
    }
    assert!(count >= 80, "{count} statements");
}

/// Functions that were compared before Ctrl-C are reported.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_with_what_is_known() {
    use std::os::unix::process::ExitStatusExt;
    let listing = |functions, is_new| crate::support::slow_listing(functions, 60, is_new);
    let folder = Folder::with(&[
        ("old.asm", &listing(30, false)),
        ("new.asm", &listing(30, true)),
        ("long_old.asm", &listing(400, false)),
        ("long_new.asm", &listing(400, true)),
    ]);
    let output = folder.interrupt(&["compare", "--listing", "long_old.asm", "long_new.asm"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "not decided: interrupted\n");
    assert_eq!((output.status.signal(), &*output.stderr), (Some(2), &b""[..]));
    for args in [
        &["compare", "--listing", "old.asm", "new.asm"][..],
        &["compare", "--listing", "old.asm", "new.asm", "--json"],
    ] {
        // How soon the first function is compared depends on the machine.
        let of_time = |time| {
            let output = folder.interrupt_after(args, time);
            let out = String::from_utf8_lossy(&output.stdout).into_owned();
            assert_eq!((output.status.signal(), &*output.stderr), (Some(2), &b""[..]), "{out}");
            out
        };
        let mut reports = [100, 400, 1600, 6400].into_iter().map(of_time);
        let out = reports.find(|out| out.contains("functions")).expect("a function is compared");
        if args.contains(&"--json") {
            let report: Value = serde_json::from_str(&out).expect("JSON");
            assert_eq!((&report["ok"], &report["interrupted"]), (&false.into(), &true.into()), "{out}");
            assert!(report["functions"].as_u64() < Some(30) && report["left"].as_u64() > Some(0), "{out}");
        } else {
            assert!(out.starts_with("not decided: interrupted\n  functions   "), "{out}");
            assert!(out.contains(" functions are not compared\n"), "{out}");
        }
    }
}
