//! `run`: output and exit status.

use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::support::{ARCADIAN, Folder};

/// Shows the keys that it reads; Q stops it, E causes an error.
const ECHO: &str = "10 PRINT \"KEY\"\n20 K=KP;TV=K\n30 IF K=81STOP\n40 IF K=69A=1÷0\n50 GOTO 20\n";

fn echo() -> Folder {
    Folder::with(&[("echo.bas", ECHO)])
}

#[test]
fn json_has_the_documented_fields() {
    let program = "10 A=-7;@(3)=5;@(0)=-1\n20 CX=-77;CY=40;PRINT \"AB\",#1,A\n";
    let result = Folder::with(&[("x.bas", program)]).run(&["run", "x.bas", "--json"]);
    let report = result.json();
    let fields: Vec<_> = report.as_object().expect("an object").keys().map(String::as_str).collect();
    let documented = "stopped error statements tstates sz variables array printed text screen";
    assert_eq!(fields, documented.split(' ').collect::<Vec<_>>());
    assert_eq!(result.status, Some(0));
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
fn every_stop_reason_has_its_word_and_status() {
    for (keys, budget, word, status) in [
        ("AB", "1000", "waiting", 0),
        ("ABQ", "1000", "end", 0),
        ("ABE", "1000", "error", 1),
        ("AB{HALT}", "1000", "halt", 0),
        ("AAAAAAAA", "20", "budget", 1),
    ] {
        let result = echo().run(&["run", "echo.bas", "--json", "--keys", keys, "--budget", budget]);
        assert_eq!((result.json()["stopped"].as_str(), result.status), (Some(word), Some(status)), "{keys}");
    }
}

#[test]
fn an_error_is_data_and_is_shown_with_its_line() {
    let args = ["run", "echo.bas", "--keys", "E"];
    let report = echo().run(&[&args[..], &["--json"]].concat()).json();
    let error = json!({"word": "HOW?", "line": 40, "column": 16, "why": "division by zero"});
    assert_eq!(report["error"], error);
    let result = echo().run(&args);
    assert_eq!(result.status, Some(1));
    assert_eq!(result.out, "KEY\nE\nHOW?\n  40 IF K=69A=1÷0?\n");
    assert_eq!(
        result.err,
        "error: HOW? in line 40, column 16: division by zero\n   |\n40 | IF K=69A=1÷0\n   |             ^\n"
    );
}

#[test]
fn a_used_up_budget_suggests_a_larger_one() {
    let result = echo().run(&["run", "echo.bas", "--set", "20 GOTO 20", "--budget", "500"]);
    assert_eq!((result.status, result.out.as_str()), (Some(1), "KEY\n"));
    assert!(result.err.contains("500 statements") && result.err.contains("--budget"), "{}", result.err);
}

#[test]
fn dropped_transcript_lines_are_counted() {
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
    assert!(!screen("blocks").contains('\x1b'), "colors without a terminal");
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
fn an_option_overrides_the_seed_of_a_key_file() {
    let keys = "#! arcadian keys\n#! program: x.bas\n#! dialect: astro\n#! seed: 2\nA";
    let folder = Folder::with(&[("x.bas", "10 PRINT #1,RND(30000),KP\n"), ("k.keys", keys)]);
    let with = |more: &[&str]| folder.run(&[&["run", "x.bas"][..], more].concat()).out;
    assert_eq!(with(&["--keys-file", "k.keys"]), with(&["--keys", "A", "--seed", "2"]));
    assert_eq!(with(&["--keys-file", "k.keys", "--seed", "9"]), with(&["--keys", "A", "--seed", "9"]));
}

#[test]
fn a_waiting_program_is_noted_in_text_reports_only() {
    for (args, waits) in [
        (&["run", "echo.bas"][..], true),
        (&["run", "echo.bas", "--screen", "none"], false),
        (&["run", "echo.bas", "--json"], false),
        (&["run", "echo.bas", "--keys", "Q"], false),
        (&["run", "echo.bas", "--keys", "{HALT}"], false),
    ] {
        let result = echo().run(args);
        assert_eq!(result.status, Some(0));
        assert_eq!(
            result.err.starts_with("note: the program waits for a key"),
            waits,
            "{args:?}: {}",
            result.err
        );
        assert!(waits || result.err.is_empty(), "{args:?}: {}", result.err);
    }
}

#[test]
fn the_screen_keeps_its_columns_and_rows() {
    let program = "10 CLEAR;PRINT;PRINT 7;PRINT -300\n20 CX=1;CY=0;PRINT \"MIDDLE\"\n";
    let result = Folder::with(&[("x.bas", program)]).run(&["run", "x.bas"]);
    assert_eq!(result.out, "\n       7\n    -300\n\n\n             MIDDLE\n");
}

#[test]
fn an_empty_machine() {
    let result = echo().run(&["run", "--new", "--set", "10 PRINT #1,6×7", "--keys", "RUN{GO}"]);
    assert_eq!((result.status, result.out.as_str()), (Some(0), "42\n>RUN\n42\n"));
    echo().run(&["run"]).is_refused(&["<PROGRAM>"]);
    echo().run(&["run", "echo.bas", "--new"]).is_refused(&["--new"]);
}

#[test]
fn a_reset_in_a_key_script() {
    let program = "10 A=5;K=KP\n20 GOTO 20\n";
    let result = Folder::with(&[("x.bas", program)]).run(&[
        "run",
        "x.bas",
        "--keys",
        "{RESET}PRINT #1,A{GO}",
        "--json",
    ]);
    let report = result.json();
    assert_eq!((&report["sz"], &report["printed"]), (&json!(1804), &json!(["0"])));
}

#[test]
fn a_statement_of_another_basic_is_explained() {
    let folder = Folder::with(&[("x.bas", "10 I=2\n20 IF I*I=4 PRINT I\n")]);
    let result = folder.run(&["run", "x.bas"]);
    let expected = "\
error: WHAT? in line 20, column 9: `*` does not multiply: write ×, or `#! *: ×` in the header of the text file
   |
20 | IF I*I=4 PRINT I
   |      ^";
    assert!(result.err.starts_with(expected), "{}", result.err);
    let error = folder.run(&["run", "x.bas", "--json"]).json();
    assert!(error["error"]["why"].as_str().is_some_and(|why| why.starts_with("`*` does not multiply")));
    let result = Folder::with(&[("x.bas", "10 :PRINT \"X\"\n")]).run(&["run", "x.bas"]);
    assert!(result.err.contains("no tape is attached"), "{}", result.err);
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

/// The size of an animation depends on its pictures, not on the length of the run, and is limited.
#[test]
fn an_animation_is_bounded() {
    let still = "10 FOR I=1TO 30000;A=A+I-I;NEXT I;GOTO 10\n";
    let busy = "10 BOX RND(160)-80,RND(88)-44,1,1,3;GOTO 10\n";
    for (program, more) in [(still, false), (busy, true)] {
        let folder = Folder::with(&[("x.bas", program)]);
        let result = folder.run(&[
            "run", "x.bas", "--budget", "300000", "--gif", "x.gif", "--aspect", "square", "--scale", "1",
        ]);
        assert_eq!(result.status, Some(1));
        let note = "note: the animation has the first ";
        assert_eq!(result.err.contains(note), more, "{}", result.err);
        let size = std::fs::metadata(folder.path("x.gif")).expect("the file").len();
        assert!(size < if more { 5_000_000 } else { 2_000 }, "{size}");
    }
}

/// The command in the README reproduces its picture.
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
    let result = folder.run(&args);
    assert_eq!((result.status, result.out.as_str()), (Some(0), ""));
    let [made, kept] = [folder.path("made.gif"), root.join("docs/rotate.gif")]
        .map(|path| std::fs::read(path).expect("a file"));
    assert!(made == kept, "docs/rotate.gif is not what `{}` makes", command.unwrap_or_default());
}

#[test]
fn without_arguments_the_first_steps_are_shown() {
    let result = echo().run(&[]);
    assert_eq!((result.status, result.err.as_str()), (Some(0), ""));
    for first in ["arcadian play", "arcadian run", "arcadian sz"] {
        assert!(result.out.contains(first), "{}", result.out);
    }
}

#[test]
fn completions_are_complete() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(echo().run(&["completions", shell]).out.contains("keys-file"), "{shell}");
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let folder = Folder::with(&[("x.bas", "10 PRINT \"X\"\n")]);
    let mut command = Command::new(ARCADIAN);
    command.current_dir(folder.root()).args(["run", "x.bas", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_recording_sets_its_own_budget() {
    let keys = "#! arcadian keys\n#! statements: 150000000\n{AT 100000010}{HALT}";
    let folder = Folder::with(&[("x.bas", "10 GOTO 10\n"), ("x.keys", keys)]);
    let result = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--json"]);
    assert_eq!((result.status, &result.json()["statements"]), (Some(0), &serde_json::json!(100_000_010)));
    let result = folder.run(&["run", "x.bas", "--keys-file", "x.keys", "--budget", "10", "--json"]);
    assert_eq!((result.status, &result.json()["stopped"]), (Some(1), &serde_json::json!("budget")));
}

#[test]
fn two_pictures_under_one_name() {
    let folder = Folder::with(&[("x.bas", "10 STOP\n")]);
    folder
        .run(&["run", "x.bas", "--png", "a.out", "--svg", "a.out"])
        .is_refused(&["another output goes to a.out"]);
    folder
        .run(&["run", "x.bas", "--png", "no/a.png"])
        .is_refused(&["cannot write no/a.png", "there is no folder no"]);
    assert_eq!(folder.names(), ["x.bas"]);
}

/// A recording that ends during a run shows the last picture of the program.
#[test]
fn halting_changes_nothing_on_the_screen() {
    let folder = Folder::with(&[("x.bas", "10 CY=-40;CX=0;PRINT \"X\",\n20 GOTO 20\n")]);
    let shown = |keys: &str| {
        folder.run(&["run", "x.bas", "--budget", "1000", "--screen", "pixels", "--keys", keys]).out
    };
    assert_eq!(shown("{AT 500}{HALT}"), shown(""));
}

const ENDLESS: &str = "10 A=1\n20 A=A+1;B=A;GOTO 20\n";

/// The budget ends before a statement of line 20, which both machines report.
#[test]
fn a_used_up_budget_says_where_the_program_is() {
    let folder = Folder::with(&[("x.bas", ENDLESS)]);
    for on in ["interpreter", "bally"] {
        let run = |more: &[&str]| {
            folder.run(&[&["run", "x.bas", "--on", on, "--budget", "300"][..], more].concat())
        };
        let result = run(&[]);
        assert_eq!(result.status, Some(1), "{result:?}");
        let place =
            "the budget of 300 statements is used up in line 20, column 10; the program is still running";
        for part in [place, "20 | A=A+1;B=A;GOTO 20", "^"] {
            assert!(result.err.contains(part), "{on}: {}", result.err);
        }
        assert_eq!(run(&["--json"]).json()["place"], serde_json::json!({"line": 20, "column": 10}), "{on}");
    }
    assert_eq!(folder.run(&["run", "rotate", "--json"]).json().get("place"), None);
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_says_where_the_program_is() {
    use std::os::unix::process::ExitStatusExt;
    let folder = Folder::with(&[("x.bas", "10 PRINT \"ON\"\n20 GOTO 20\n")]);
    for on in ["interpreter", "bally"] {
        let args = ["run", "x.bas", "--on", on, "--budget", "18446744073709551615"];
        let output = folder.interrupt(&args);
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.signal(), Some(2), "{err}");
        assert!(err.starts_with("error: interrupted after "), "{on}: {err}");
        // An early signal comes before line 20.
        assert!(
            err.contains(" statements in ") && (err.contains("in line ") || !out.contains("ON")),
            "{on}: {err}"
        );
    }
}

/// Returns the samples of a WAV file with 16 bits and one channel.
fn samples(folder: &Folder, name: &str) -> Vec<i16> {
    let bytes = std::fs::read(folder.path(name)).expect("a recording");
    bytes[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

/// Returns how often the sound rises through its middle in a second.
fn frequency(samples: &[i16]) -> f64 {
    let middle = (samples.iter().max().expect("samples") / 2) + (samples.iter().min().expect("samples") / 2);
    let rises = samples.windows(2).filter(|pair| pair[0] < middle && pair[1] >= middle).count();
    rises as f64 * 48_000.0 / samples.len() as f64
}

#[test]
fn the_sound_of_a_program_is_written() {
    // A tone of 17,898 ÷ (n + 1) Hz by the ports, then notes of half a second.
    let song = "10 NT=0;&(16)=49;&(17)=88;&(22)=8\n20 FOR I=1TO 800;NEXT I\n30 &(22)=0;NT=30;MU=69;MU=81;MU=0;MU=57\n";
    let folder = Folder::with(&[("song.bas", song)]);
    for on in ["interpreter", "bally"] {
        let result = folder.run(&["run", "song.bas", "--on", on, "--wav", "song.wav"]);
        assert_eq!(result.status, Some(0), "{}", result.err);
        let samples = samples(&folder, "song.wav");
        let notes = samples.len() - 48_000 * 205 / 100;
        let part = |from: usize, to: usize| &samples[from + 2_400..to - 2_400];
        let note = |n: usize| part(notes + n * 24_000, notes + (n + 1) * 24_000);
        assert!((frequency(part(0, notes)) - 201.1).abs() < 4.0, "{on}: {}", frequency(part(0, notes)));
        for (n, expected) in [(0, 436.5), (1, 894.9), (3, 220.9)] {
            let found = frequency(note(n));
            assert!((found - expected).abs() < 0.02 * expected, "{on}, note {n}: {found}");
        }
        let silence = &note(2)[10_000..];
        assert!(
            silence.iter().max().zip(silence.iter().min()).is_some_and(|(most, least)| most - least < 900),
            "{on}"
        );
    }
    let result = folder.run(&["run", "song.bas", "--wav", "no/a.wav"]);
    assert!(result.err.contains("cannot write no/a.wav"), "{}", result.err);
}
