//! `asm` and `dis`.

use std::fs;

use crate::support::Folder;

/// The listing of a name that is wider than any column appears like the other files.
#[test]
fn the_listing_of_a_long_name() {
    let name = "N".repeat(65_536);
    let source = format!("{name}: nop\nS: ret\n");
    let folder = Folder::with(&[("long.asm", &source)]);
    let result = folder.run(&["asm", "long.asm", "--cpu", "z80", "-o", "long.bin", "--listing", "long.lst"]);
    assert_eq!(result.status, Some(0), "{result:?}");
    assert_eq!(folder.names(), ["long.asm", "long.bin", "long.lst"]);
    let listing = folder.read("long.lst");
    assert!(listing.contains(&format!("\n{name}    0000  label\n")), "the long name in the table of symbols");
    assert!(listing.ends_with(&format!("\nS{}    0001  label\n", " ".repeat(199))), "{}", listing.len());
}

/// docs/assembler.md disassembles this example.
#[test]
fn the_example_of_the_guide_matches_its_source() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let folder = Folder::with(&[]);
    let source = format!("{examples}/greeting.asm");
    assert_eq!(folder.run(&["asm", &source, "-o", "x.com"]).status, Some(0));
    assert_eq!(fs::read(folder.path("x.com")).ok(), fs::read(format!("{examples}/greeting.com")).ok());
}

/// A device may have no end, and a pipe may block forever.
#[test]
#[cfg(unix)]
fn devices_and_pipes_are_not_included() {
    let source = " CPU z80\n INCLUDE /dev/zero\n INCBIN \"pipe\"\n INCLUDE pipe\n";
    let folder =
        Folder::with(&[("x.asm", source), ("long.asm", " CPU z80\n INCLUDE long.inc\n INCBIN long.inc\n")]);
    let made = std::process::Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo starts").success());
    let result = folder.run(&["asm", "x.asm"]);
    assert_eq!(result.status, Some(1));
    for part in [
        "/dev/zero is a device or a pipe; only regular files can be included",
        "x.asm:2:10",
        "^^^^^^^^^",
        "pipe is a device or a pipe",
        "x.asm:3:",
        "x.asm:4:",
        "x.asm: 3 errors",
    ] {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
    fs::write(folder.path("long.inc"), " ".repeat(5_000_000)).expect("a file");
    let result = folder.run(&["asm", "long.asm"]);
    assert_eq!(result.status, Some(1));
    for part in ["long.asm:2:", "longer than 4096 KB", "long.asm:3:", "longer than 64 KB"] {
        assert!(result.err.contains(part), "{part}: {}", result.err);
    }
}

/// A file named on the command line may be a pipe.
#[test]
#[cfg(unix)]
fn the_source_itself_may_come_from_a_pipe() {
    let folder = Folder::with(&[("x.asm", " CPU z80\n NOP\n")]);
    let script = format!("{} asm <(cat x.asm)", env!("CARGO_BIN_EXE_arcadian"));
    let result = std::process::Command::new("bash").current_dir(folder.root()).args(["-c", &script]).output();
    let result = crate::support::RunResult::from(result.expect("bash starts"));
    assert_eq!((result.status, result.out.contains("Z80, 1 byte")), (Some(0), true), "{result:?}");
}
