//! `run`: JSON, pictures, sound, pipes and signals. The rest is in `tests/cases/run.txt` and `tests/commands/run.trycmd`.

use std::{
    fs,
    process::{Command, Stdio},
};

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
    let documented =
        "arcadian command ok stopped error statements tstates sz variables array printed text screen";
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
fn the_forms_of_the_screen() {
    let screen = |form| echo().run(&["run", "echo.bas", "--keys", "X", "--screen", form]).out;
    let sizes = |text: String| (text.lines().count(), text.lines().map(|row| row.chars().count()).max());
    assert_eq!(sizes(screen("pixels")), (88, Some(160)));
    assert_eq!(sizes(screen("blocks")), (44, Some(160)));
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
        let size = fs::metadata(folder.path("x.gif")).expect("the file").len();
        assert!(size < if more { 5_000_000 } else { 2_000 }, "{size}");
    }
}

/// The command in the article on ROTATE reproduces the picture of the README.
#[test]
fn the_picture_of_the_readme() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let article = fs::read_to_string(root.join("docs/rotate.md")).expect("the article");
    let command = article
        .lines()
        .find(|line| line.starts_with("arcadian run ") && line.contains("--gif docs/rotate.gif"));
    let args = command.expect("the command").replace("docs/rotate.gif", "made.gif").replace('\'', "");
    let args: Vec<_> = args.split(' ').skip(1).collect();
    let folder = echo();
    let result = folder.run(&args);
    assert_eq!((result.status, result.out.as_str()), (Some(0), ""));
    let [made, kept] =
        [folder.path("made.gif"), root.join("docs/rotate.gif")].map(|path| fs::read(path).expect("a file"));
    assert!(made == kept, "docs/rotate.gif is not what `{}` makes", command.unwrap_or_default());
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
    let bytes = fs::read(folder.path(name)).expect("a recording");
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
}

const PICTURES: &str =
    "10 BC=223;FC=8\n20 PRINT \"HELLO\"\n30 FOR I=1TO 30;BOX I,0,9,9,1;NEXT I\n40 K=KP;TV=K;GOTO 40\n";

fn picture_folder() -> Folder {
    Folder::with(&[("x.bas", PICTURES)])
}

/// Returns width and height from the header of a PNG file.
fn size_of_png(bytes: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn pictures_in_all_formats() {
    let folder = picture_folder();
    let files = ["--png", "x.png", "--svg", "x.svg", "--gif", "x.gif"];
    let result = folder.run(&[&["run", "x.bas", "--keys", "AB", "--screen", "none"][..], &files].concat());
    assert_eq!((result.status, result.out.as_str(), result.err.as_str()), (Some(0), "", ""));
    assert_eq!(folder.names(), ["x.bas", "x.gif", "x.png", "x.svg"]);
    let bytes = |name| fs::read(folder.path(name)).expect("a file");
    assert_eq!(size_of_png(&bytes("x.png")), (960, 616));
    assert!(bytes("x.gif").starts_with(b"GIF89a"));
    assert!(folder.read("x.svg").contains("<title>HELLO\nAB</title>"));
}

#[test]
fn the_size_of_a_picture() {
    for (args, size) in [
        (&["--aspect", "square"][..], (640, 352)),
        (&["--aspect", "square", "--scale", "1"], (160, 88)),
        (&["--scale", "2"], (1920, 1232)),
    ] {
        let folder = picture_folder();
        folder.run(&[&["run", "x.bas", "--png", "x.png"][..], args].concat());
        assert_eq!(size_of_png(&fs::read(folder.path("x.png")).expect("a file")), size);
    }
}

#[test]
fn an_animation_stops_growing() {
    let folder = picture_folder();
    let endless = "20 BOX RND(90),RND(60)-30,9,9,3;FOR I=1TO 99;NEXT I;GOTO 20";
    let size = ["--aspect", "square", "--scale", "1", "--budget", "900000"];
    let result = folder.run(&[&["run", "x.bas", "--set", endless, "--gif", "x.gif"][..], &size].concat());
    assert!(result.err.contains("3000 pictures"), "{}", result.err);
    let length = fs::metadata(folder.path("x.gif")).expect("a file").len();
    assert!(length > 100_000 && length < 10_000_000, "{length}");
}

#[test]
#[cfg(unix)]
fn links_are_kept_and_files_get_default_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(&[("x.bas", PICTURES), ("real.png", "old")]);
    symlink("real.png", folder.path("link.png")).expect("a link");
    folder.run(&["run", "x.bas", "--png", "link.png", "--svg", "x.svg"]);
    assert!(fs::symlink_metadata(folder.path("link.png")).expect("the link").is_symlink());
    assert!(fs::read(folder.path("real.png")).expect("the file").starts_with(b"\x89PNG"));
    let rights = |name| fs::metadata(folder.path(name)).expect("a file").permissions().mode() & 0o777;
    assert_eq!(rights("x.svg"), rights("x.bas"));
    let device = folder.run(&["run", "x.bas", "--png", "/dev/null"]);
    assert_eq!(device.status, Some(0), "{}", device.err);
}
