//! Sources and binaries whose files have times, long names or no end. The rest is in `tests/cases/programs.txt`, and in
//! `tests/commands/programs.trycmd`, `debug_data.trycmd` and `asm.trycmd`.

use std::{fs, path::Path};

use crate::support::Folder;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples/debug-data");

/// Returns a folder with a copy of an example.
pub(crate) fn example(name: &str) -> Folder {
    let folder = Folder::with(&[]);
    for entry in fs::read_dir(Path::new(EXAMPLES).join(name)).expect("an example") {
        let entry = entry.expect("a file");
        fs::copy(entry.path(), folder.path(&entry.file_name().to_string_lossy())).expect("a copy");
    }
    folder
}

#[test]
fn a_file_without_code_that_changed_is_reported() {
    let folder = example("ca65");
    let map = folder.read("sum.dbg") + "file\tid=99,name=\"sizes.inc\",size=6,mtime=0x0,mod=0\n";
    fs::write(folder.path("sum.dbg"), map).expect("a map");
    for (text, status) in [("K = 5\n", 0), ("K = 15\n", 2)] {
        fs::write(folder.path("sizes.inc"), text).expect("a source");
        let times = fs::File::options().write(true).open(folder.path("sum.bin")).expect("the binary");
        times.set_modified(std::time::SystemTime::now()).expect("a time");
        let result = folder.run(&["verify", "sum.bin", "--map", "sum.dbg"]);
        assert_eq!(result.status, Some(status), "{text}: {}{}", result.out, result.err);
    }
}

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
    assert_eq!(result.status, Some(2));
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
    assert_eq!(result.status, Some(2));
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
