//! `run --on bally`: BASIC programs on the emulated machine.

use serde_json::Value;

use crate::support::Folder;

const PROGRAM: &str = "\
10 INPUT \"HOW MANY\"N
20 FOR I=1TO N;@(I)=RND(100);PRINT #1,@(I),\" \",;NEXT I
30 PRINT ;BOX 0,0,41,9,1;CX=-77;CY=-20;PRINT \"KEY?
40 K=KP;TV=K;IF K=69A=1÷0
50 GOTO 40
";

fn folder() -> Folder {
    Folder::with(&[("x.bas", PROGRAM), ("x.keys", "#! arcadian keys\n#! seed: 9\n4{GO}AB")])
}

/// Returns the report of a run without its time.
fn report(folder: &Folder, args: &[&str]) -> Value {
    let mut report = folder.run(&[&["run", "x.bas", "--json"], args].concat()).json();
    report.as_object_mut().expect("an object").remove("tstates").expect("a time");
    report
}

#[test]
fn the_report_is_that_of_the_interpreter() {
    let folder = folder();
    for (args, stopped) in [
        (&["--keys", "3{GO}AB"][..], "waiting"),
        (&["--keys", "3{GO}A{HALT}", "--seed", "70000"], "halt"),
        (&["--keys-file", "x.keys"], "waiting"),
        (&["--keys-file", "x.keys", "--budget", "20"], "budget"),
        (&["--keys", "9{GO}", "--set", "30 STOP", "--set", "A=-5"], "end"),
    ] {
        let found = report(&folder, &[args, &["--on", "bally"]].concat());
        assert_eq!(found["stopped"], stopped, "{args:?}");
        assert_eq!(found, report(&folder, args), "{args:?}");
    }
}

#[test]
fn an_error_has_its_code_and_place() {
    let args = ["run", "x.bas", "--keys", "1{GO}E", "--on", "bally"];
    let result = folder().run(&args);
    assert_eq!(result.status, Some(1));
    assert_eq!(
        result.err,
        "error: HOW? in line 40, column 26: understood, but impossible\n   |\n40 | K=KP;TV=K;IF K=69A=1÷0\n   |                       ^\n"
    );
    let error = &folder().run(&[&args[..], &["--json"]].concat()).json()["error"];
    assert_eq!((&error["word"], &error["line"], &error["column"]), (&"HOW?".into(), &40.into(), &26.into()));
}

#[test]
fn a_program_and_keys_can_be_typed() {
    let folder = folder();
    let typed = report(&folder, &["--on", "bally", "--type", "--keys", "3{GO}(?{PRINT}"]);
    let mut expected = report(&folder, &["--on", "bally", "--keys", "3{GO}(?{PRINT}"]);
    // The typed lines are on the screen.
    for name in ["text", "screen"] {
        expected[name] = typed[name].clone();
    }
    assert_eq!(typed, expected);
    let long = format!("10 PRINT \"{}\"\n", "A".repeat(110));
    let folder = Folder::with(&[("x.bas", &long)]);
    assert_eq!(folder.run(&["run", "x.bas", "--on", "bally"]).status, Some(0));
    folder.run(&["run", "x.bas", "--on", "bally", "--type"]).is_refused(&[
        "x.bas",
        "line 10 has 115 characters",
        "at most 104",
        "without --type",
    ]);
}

#[test]
fn pictures_are_written() {
    let folder = folder();
    let files = ["--png", "x.png", "--svg", "x.svg", "--gif", "x.gif"];
    let result = folder.run(
        &[&["run", "x.bas", "--on", "bally", "--keys", "2{GO}A", "--screen", "none"], &files[..]].concat(),
    );
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""));
    assert_eq!(folder.names(), ["x.bas", "x.gif", "x.keys", "x.png", "x.svg"]);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = Folder::with(&[("x.bas", PROGRAM), ("astro.bas", "#! dialect: astro\n10 A=1\n")]);
    for (args, parts) in [
        (&["x.bas", "--type"][..], &["--type", "--on bally"][..]),
        (&["astro.bas", "--on", "bally"], &["astro.bas", "dialect bally", "--on bally"]),
        (&["x.bas", "--dialect", "astro", "--on", "bally"], &["dialect bally", "--dialect bally"]),
        (&["x.bas", "--on", "pet"], &["'pet'", "interpreter, bally"]),
        (&["x.bas", "--on", "bally", "--set", "40000 A=1"], &["--set '40000 A=1'", "at most 32767"]),
        (&["x.bas", "--on", "bally", "--set", "A=KP"], &["--set 'A=KP'", "waits for a key"]),
        (&["x.bas", "--on", "bally", "--set", "A="], &["WHAT?", "in --set 'A='"]),
        (&["x.bas", "--on", "bally", "--set", "A=é"], &["`é`", "--set:1:3"]),
    ] {
        folder.run(&[&["run"], args].concat()).is_refused(parts);
    }
    let full: String = (1..20).map(|n| format!("{n} PRINT \"{}\"\n", "A".repeat(100))).collect();
    Folder::with(&[("x.bas", &full)]).run(&["run", "x.bas", "--on", "bally"]).is_refused(&[
        "x.bas",
        "line 18 needs",
        "are free",
    ]);
}

/// The keys that `list` writes type the program wherever there are keys.
#[test]
fn one_key_script_for_the_interpreter_and_the_machine() {
    let program = "10 PRINT 7÷2;A=RND (9)\n20 .(A;B)\n";
    let folder = Folder::with(&[("x.bas", program)]);
    let script = folder.run(&["list", "x.bas", "--as", "keys"]).out;
    assert!(script.starts_with("10{WORDS}=7÷2{RED}{ERASE}"), "{script}");
    let letters = "10 print 7{div}2;a=RND (9){go}\n20 .(A;B)\n";
    for script in [script.as_str(), letters] {
        let interpreter = folder.run(&["run", "--new", "--keys", script, "--json"]).json();
        let machine =
            folder.run(&["run", "--new", "--on", "bally", "--type", "--keys", script, "--json"]).json();
        assert_eq!((&interpreter["sz"], &machine["sz"]), (&1781.into(), &1781.into()), "{script}");
    }
    let shown = |program: &str| {
        let keys = format!("{program}CLEAR{{GO}}PRINT SZ{{GO}}");
        let report = folder.run(&["bally", "--basic", "--frames", "2600", "--keys", &keys, "--json"]).json();
        let rows = report["screen"].as_array().expect("rows").iter().filter_map(Value::as_str);
        let picture = |row: &str| row.replace('1', "0").replace('3', "2");
        rows.map(picture).collect::<Vec<_>>()
    };
    assert_eq!(shown(&script), shown(letters), "the picture without the program's bits");
    assert_ne!(shown(&script), shown(""));
}

#[test]
fn the_cartridge_can_be_inserted_alone() {
    let folder = Folder::with(&[]);
    let run =
        |keys: &str| folder.run(&["bally", "--basic", "--frames", "200", "--keys", keys, "--json"]).json();
    let report = run("{AT 30}1");
    assert_eq!(report["cartridge"], "Arcadian BASIC");
    assert_ne!(report["screen"], run("{AT 30}7")["screen"], "digits are those of BASIC's overlay");
    folder.run(&["bally", "--basic", "--cart", "x.bin"]).is_refused(&["--basic", "--cart"]);
}
