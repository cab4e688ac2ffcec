//! `run`: its contract.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{ARCADIAN, Folder};

/// Shows what it is given, then errs.
const ECHO: &str = "10 PRINT \"KEY\"\n20 K=KP;TV=K\n30 IF K=81STOP\n40 IF K=69A=1÷0\n50 GOTO 20\n";

fn echo() -> Folder {
    Folder::with(&[("echo.bas", ECHO)])
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let program = "10 A=-7;@(3)=5;@(0)=-1\n20 CX=-77;CY=40;PRINT \"AB\",#1,A\n";
    let ran = Folder::with(&[("x.bas", program)]).run(&["run", "x.bas", "--json"]);
    let report = ran.json();
    let fields: Vec<_> = report.as_object().expect("an object").keys().map(String::as_str).collect();
    let contract = "stopped error statements tstates sz variables array printed text screen";
    assert_eq!(fields, contract.split(' ').collect::<Vec<_>>());
    assert_eq!(ran.status, Some(0));
    assert_eq!(report["stopped"], "end");
    assert_eq!(report["error"], Value::Null);
    assert_eq!(report["variables"].as_object().map(|all| all.len()), Some(26));
    assert_eq!((&report["variables"]["A"], &report["variables"]["Z"]), (&json!(-7), &json!(0)));
    assert_eq!(report["array"], json!({"0": -1, "3": 5}));
    assert_eq!(report["printed"], json!(["AB-7"]));
    assert_eq!(report["text"], json!(["AB-7"]));
    let rows = report["screen"].as_array().expect("rows");
    assert_eq!((rows.len(), rows[0].as_str().map(str::len)), (88, Some(160)));
    assert!(report["statements"].as_u64() >= Some(5) && report["tstates"].as_u64() > Some(5_000));
    assert_eq!(report["sz"], 1804 - (3 + 19) - (3 + 23));
}

#[test]
fn every_way_to_stop_has_its_word_and_status() {
    for (keys, budget, word, status) in [
        ("AB", "1000", "waiting", 0),
        ("ABQ", "1000", "end", 0),
        ("ABE", "1000", "error", 1),
        ("AB{HALT}", "1000", "halt", 0),
        ("AAAAAAAA", "20", "budget", 1),
    ] {
        let ran = echo().run(&["run", "echo.bas", "--json", "--keys", keys, "--budget", budget]);
        assert_eq!((ran.json()["stopped"].as_str(), ran.status), (Some(word), Some(status)), "{keys}");
    }
}

#[test]
fn an_error_is_data_and_is_shown_with_its_line() {
    let args = ["run", "echo.bas", "--keys", "E"];
    let report = echo().run(&[&args[..], &["--json"]].concat()).json();
    let error = json!({"word": "HOW?", "line": 40, "column": 16, "why": "division by zero"});
    assert_eq!(report["error"], error);
    let ran = echo().run(&args);
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.out, "KEY\nE\nHOW?\n  40 IF K=69A=1÷0?\n");
    assert_eq!(
        ran.err,
        "error: HOW? in line 40, column 16: division by zero\n   |\n40 | IF K=69A=1÷0\n   |             ^\n"
    );
}

#[test]
fn a_used_up_budget_says_how_to_allow_more() {
    let ran = echo().run(&["run", "echo.bas", "--set", "20 GOTO 20", "--budget", "500"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(1), "KEY\n"));
    assert!(ran.err.contains("500 statements") && ran.err.contains("--budget"), "{}", ran.err);
}

#[test]
fn a_transcript_that_lost_lines_says_how_many() {
    let program = "10 FOR I=1TO 10500\n20 PRINT #1,I;NEXT I\n";
    let report = Folder::with(&[("x.bas", program)]).run(&["run", "x.bas", "--json"]).json();
    assert_eq!((&report["printed_dropped"], &report["printed"][0]), (&json!(500), &json!("501")));
}

#[test]
fn the_forms_of_the_screen() {
    let screen = |form| echo().run(&["run", "echo.bas", "--keys", "X", "--screen", form]).out;
    assert_eq!(screen("text"), "KEY\nX\n");
    assert_eq!(screen("none"), "");
    let sizes = |text: String| (text.lines().count(), text.lines().map(|row| row.chars().count()).max());
    assert_eq!(sizes(screen("pixels")), (88, Some(160)));
    assert_eq!(sizes(screen("blocks")), (44, Some(160)));
    assert!(!screen("blocks").contains('\x1b'), "colours without a terminal");
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    let folder = Folder::with(&[("x.bas", "10 PRINT #1,RND(30000)\n")]);
    let number = |seed: &[&str]| folder.run(&[&["run", "x.bas"][..], seed].concat()).out;
    assert_eq!(number(&[]), number(&["--seed", "1"]));
    assert_ne!(number(&[]), number(&["--seed", "2"]));
}

#[test]
fn set_runs_statements_and_stores_lines_in_order() {
    let folder = Folder::with(&[("x.bas", "10 PRINT #1,A+B\n20 PRINT \"OLD\"\n")]);
    let set = ["--set", "A=40", "--set", "B=A-38", "--set", "20 PRINT \"NEW\""];
    assert_eq!(folder.run(&[&["run", "x.bas"][..], &set].concat()).out, "42\nNEW\n");
}

#[test]
fn a_set_that_fails_is_refused_with_its_reason() {
    for (set, parts) in [
        ("A=1÷0", &["HOW?", "division by zero", "A=1÷0"][..]),
        ("A=é", &["`é`", "--set:1:3"]),
        ("99999 STOP", &["32767"]),
        ("K=KP", &["waits for a key"]),
        ("FOR I=0TO 1;I=0;NEXT I", &["budget"]),
    ] {
        echo().run(&["run", "echo.bas", "--budget", "5000", "--set", set]).is_refused(parts);
    }
}

#[test]
fn a_key_file_brings_its_seed_and_an_option_wins() {
    let keys = "#! arcadian keys\n#! program: x.bas\n#! dialect: astro\n#! seed: 2\nA";
    let folder = Folder::with(&[("x.bas", "10 PRINT #1,RND(30000),KP\n"), ("k.keys", keys)]);
    let with = |more: &[&str]| folder.run(&[&["run", "x.bas"][..], more].concat()).out;
    assert_eq!(with(&["--keys-file", "k.keys"]), with(&["--keys", "A", "--seed", "2"]));
    assert_eq!(with(&["--keys-file", "k.keys", "--seed", "9"]), with(&["--keys", "A", "--seed", "9"]));
}

#[test]
fn a_program_that_waits_says_so_to_people() {
    for (args, waits) in [
        (&["run", "echo.bas"][..], true),
        (&["run", "echo.bas", "--screen", "none"], false),
        (&["run", "echo.bas", "--json"], false),
        (&["run", "echo.bas", "--keys", "Q"], false),
        (&["run", "echo.bas", "--keys", "{HALT}"], false),
    ] {
        let ran = echo().run(args);
        assert_eq!(ran.status, Some(0));
        assert_eq!(ran.err.starts_with("note: the program waits for a key"), waits, "{args:?}: {}", ran.err);
        assert!(waits || ran.err.is_empty(), "{args:?}: {}", ran.err);
    }
}

#[test]
fn the_screen_keeps_its_columns_and_rows() {
    let program = "10 CLEAR;PRINT;PRINT 7;PRINT -300\n20 CX=1;CY=0;PRINT \"MIDDLE\"\n";
    let ran = Folder::with(&[("x.bas", program)]).run(&["run", "x.bas"]);
    assert_eq!(ran.out, "\n       7\n    -300\n\n\n             MIDDLE\n");
}

#[test]
fn an_empty_machine() {
    let ran = echo().run(&["run", "--new", "--set", "10 PRINT #1,6×7", "--keys", "RUN{GO}"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), "42\n>RUN\n42\n"));
    echo().run(&["run"]).is_refused(&["<PROGRAM>"]);
    echo().run(&["run", "echo.bas", "--new"]).is_refused(&["--new"]);
}

#[test]
fn a_reset_in_a_key_script() {
    let program = "10 A=5;K=KP\n20 GOTO 20\n";
    let ran = Folder::with(&[("x.bas", program)]).run(&[
        "run",
        "x.bas",
        "--keys",
        "{RESET}PRINT #1,A{GO}",
        "--json",
    ]);
    let report = ran.json();
    assert_eq!((&report["sz"], &report["printed"]), (&json!(1804), &json!(["0"])));
}

#[test]
fn a_statement_of_another_basic_is_explained() {
    let folder = Folder::with(&[("x.bas", "10 I=2\n20 IF I*I=4 PRINT I\n")]);
    let ran = folder.run(&["run", "x.bas"]);
    let expected = "\
error: WHAT? in line 20, column 9: `*` does not multiply: write ×, or `#! *: ×` in the header of the text file
   |
20 | IF I*I=4 PRINT I
   |      ^";
    assert!(ran.err.starts_with(expected), "{}", ran.err);
    let error = folder.run(&["run", "x.bas", "--json"]).json();
    assert!(error["error"]["why"].as_str().is_some_and(|why| why.starts_with("`*` does not multiply")));
    let ran = Folder::with(&[("x.bas", "10 :PRINT \"X\"\n")]).run(&["run", "x.bas"]);
    assert!(ran.err.contains("no tape is attached"), "{}", ran.err);
}

#[test]
fn scales_are_checked_with_their_aspect() {
    for (args, parts) in [
        (
            &["--scale", "4"][..],
            ["`4` is not a valid --scale", "(1 or 2 with --aspect tv, 1 to 16 with --aspect square)"],
        ),
        (&["--scale", "0", "--aspect", "tv"], ["`0` is not a valid --scale", "1 or 2 with --aspect tv"]),
        (
            &["--scale", "17", "--aspect", "square"],
            ["`17` is not a valid --scale", "(1 to 16 with --aspect square)"],
        ),
    ] {
        echo().run(&[&["run", "echo.bas"][..], args].concat()).is_refused(&parts);
    }
}

/// A long run costs what its pictures cost, and its file has a limit.
#[test]
fn an_animation_is_bounded() {
    let still = "10 FOR I=1TO 30000;A=A+I-I;NEXT I;GOTO 10\n";
    let busy = "10 BOX RND(160)-80,RND(88)-44,1,1,3;GOTO 10\n";
    for (program, more) in [(still, false), (busy, true)] {
        let folder = Folder::with(&[("x.bas", program)]);
        let ran = folder.run(&[
            "run", "x.bas", "--budget", "300000", "--gif", "x.gif", "--aspect", "square", "--scale", "1",
        ]);
        assert_eq!(ran.status, Some(1));
        let note = "note: the animation has the first ";
        assert_eq!(ran.err.contains(note), more, "{}", ran.err);
        let size = std::fs::metadata(folder.path("x.gif")).expect("the file").len();
        assert!(size < if more { 5_000_000 } else { 2_000 }, "{size}");
    }
}

/// The picture in the README is what the command below it makes.
#[test]
fn the_picture_of_the_readme() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("the README");
    let command = readme
        .lines()
        .find(|line| line.starts_with("arcadian run ") && line.contains("--gif docs/rotate.gif"));
    let args = command.expect("the command").replace("docs/rotate.gif", "made.gif").replace('\'', "");
    let args: Vec<_> = args.split(' ').skip(1).collect();
    let folder = echo();
    let ran = folder.run(&args);
    assert_eq!((ran.status, ran.out.as_str()), (Some(0), ""));
    let [made, kept] = [folder.path("made.gif"), root.join("docs/rotate.gif")]
        .map(|path| std::fs::read(path).expect("a file"));
    assert!(made == kept, "docs/rotate.gif is not what `{}` makes", command.unwrap_or_default());
}

#[test]
fn without_arguments_there_is_a_beginning() {
    let ran = echo().run(&[]);
    assert_eq!((ran.status, ran.err.as_str()), (Some(0), ""));
    for first in ["arcadian play", "arcadian run", "arcadian sz"] {
        assert!(ran.out.contains(first), "{}", ran.out);
    }
}

#[test]
fn the_extras_are_complete() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(echo().run(&["completions", shell]).out.contains("keys-file"), "{shell}");
    }
    assert!(echo().run(&["man"]).out.contains(".TH"));
    assert!(echo().run(&["man", "run"]).out.contains("budget"));
    echo().run(&["man", "dance"]).is_refused(&["`dance`"]);
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = Folder::with(&[("x.bas", "10 PRINT \"X\"\n")]);
    let mut command = Command::new(ARCADIAN);
    command.current_dir(folder.root()).args(["run", "x.bas", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_recording_brings_its_own_budget() {
    let keys = "#! arcadian keys\n#! statements: 150000000\n{AT 100000010}{HALT}";
    let folder = Folder::with(&[("x.bas", "10 GOTO 10\n"), ("x.keys", keys)]);
    let ran = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]);
    assert_eq!((ran.status, &ran.json()["statements"]), (Some(0), &serde_json::json!(100_000_010)));
    let ran = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--budget", "10", "--json"]);
    assert_eq!((ran.status, &ran.json()["stopped"]), (Some(1), &serde_json::json!("budget")));
}

#[test]
fn two_pictures_under_one_name() {
    let folder = Folder::with(&[("x.bas", "10 STOP\n")]);
    folder
        .run(&["run", "x.bas", "--png", "a.out", "--svg", "a.out"])
        .is_refused(&["a.out is named for two pictures"]);
    folder
        .run(&["run", "x.bas", "--png", "no/a.png"])
        .is_refused(&["cannot write no/a.png", "there is no folder no"]);
    assert_eq!(folder.names(), ["x.bas"]);
}

/// A recording left in the middle of a run ends with the picture that stood there.
#[test]
fn halting_changes_nothing_on_the_screen() {
    let folder = Folder::with(&[("x.bas", "10 CY=-40;CX=0;PRINT \"X\",\n20 GOTO 20\n")]);
    let shown = |keys: &str| {
        folder.run(&["run", "x.bas", "--budget", "1000", "--screen", "pixels", "--keys", keys]).out
    };
    assert_eq!(shown("{AT 500}{HALT}"), shown(""));
}
