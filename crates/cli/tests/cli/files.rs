//! The pictures that `run` writes.

use std::fs;

use crate::support::Folder;

const PROGRAM: &str =
    "10 BC=223;FC=8\n20 PRINT \"HELLO\"\n30 FOR I=1TO 30;BOX I,0,9,9,1;NEXT I\n40 K=KP;TV=K;GOTO 40\n";

fn folder() -> Folder {
    Folder::with(&[("x.bas", PROGRAM)])
}

/// Returns width and height from the header of a PNG file.
fn size_of_png(bytes: &[u8]) -> (u32, u32) {
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

#[test]
fn pictures_in_all_formats() {
    let folder = folder();
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
        let folder = folder();
        folder.run(&[&["run", "x.bas", "--png", "x.png"][..], args].concat());
        assert_eq!(size_of_png(&fs::read(folder.path("x.png")).expect("a file")), size);
    }
    for wrong in [&["--scale", "3"][..], &["--scale", "0"], &["--aspect", "square", "--scale", "17"]] {
        folder().run(&[&["run", "x.bas"][..], wrong].concat()).is_refused(&["--scale"]);
    }
}

#[test]
fn an_animation_stops_growing() {
    let folder = folder();
    let endless = "20 BOX RND(90),RND(60)-30,9,9,3;FOR I=1TO 99;NEXT I;GOTO 20";
    let size = ["--aspect", "square", "--scale", "1", "--budget", "900000"];
    let result = folder.run(&[&["run", "x.bas", "--set", endless, "--gif", "x.gif"][..], &size].concat());
    assert!(result.err.contains("3000 pictures"), "{}", result.err);
    let length = fs::metadata(folder.path("x.gif")).expect("a file").len();
    assert!(length > 100_000 && length < 10_000_000, "{length}");
}

#[test]
fn an_unwritable_file_is_detected_before_the_run() {
    let folder = folder();
    fs::create_dir(folder.path("d")).expect("a folder");
    folder.run(&["run", "x.bas", "--png", "d"]).is_refused(&["cannot write d", "directory"]);
    folder.run(&["run", "x.bas", "--png", "no/x.png"]).is_refused(&["cannot write no/x.png"]);
    let both = ["run", "x.bas", "--svg", "x.svg", "--gif", "no/x.gif"];
    folder.run(&both).is_refused(&["cannot write no/x.gif"]);
    assert_eq!(folder.names(), ["d", "x.bas"]);
}

#[test]
fn a_refused_run_leaves_files_unchanged() {
    let folder = Folder::with(&[("x.bas", PROGRAM), ("x.png", "precious")]);
    folder.run(&["run", "x.bas", "--png", "x.png", "--set", "A=1÷0"]).is_refused(&["division"]);
    assert_eq!((folder.read("x.png").as_str(), folder.names().len()), ("precious", 2));
}

#[test]
#[cfg(unix)]
fn links_are_kept_and_files_get_default_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with(&[("x.bas", PROGRAM), ("real.png", "old")]);
    symlink("real.png", folder.path("link.png")).expect("a link");
    folder.run(&["run", "x.bas", "--png", "link.png", "--svg", "x.svg"]);
    assert!(fs::symlink_metadata(folder.path("link.png")).expect("the link").is_symlink());
    assert!(fs::read(folder.path("real.png")).expect("the file").starts_with(b"\x89PNG"));
    let rights = |name| fs::metadata(folder.path(name)).expect("a file").permissions().mode() & 0o777;
    assert_eq!(rights("x.svg"), rights("x.bas"));
    let device = folder.run(&["run", "x.bas", "--png", "/dev/null"]);
    assert_eq!(device.status, Some(0), "{}", device.err);
}
