//! The public processor test suites. Their files are not in the repository; docs/notes/suites.md lists their sources.
//!
//! The environment variable `ARCADIAN_SUITES` names the folder of the files:
//!
//! ```sh
//! ARCADIAN_SUITES=/my/suites cargo test -p arcadian-tests --release --features suites suites:: -- --ignored
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the output of a suite is part of its result")]

mod bus;
mod cpm;
mod fuse;
mod single_step;
mod stand_alone;
mod z80test;

use std::path::PathBuf;

/// Defines a test for each suite. The test passes its own name to the check.
macro_rules! suites {
    ($($check:path: $($name:ident),*;)*) => { $($(
        #[test]
        #[ignore = "needs a public suite: ARCADIAN_SUITES, docs/notes/suites.md"]
        fn $name() {
            $check(stringify!($name));
        }
    )*)* };
}

suites! {
    cpm::check: tst8080, pre8080, cpudiag, cputest, exm8080, ex1_8080, prelim, zexdoc, zexall;
    z80test::check: z80doc, z80docflags, z80flags, z80full, z80ccf, z80memptr;
    stand_alone::check: functional, functional_ca65, decimal, clark_decimal, interrupt, all_suite_a;
    fuse::check: fuse;
    single_step::check: single_step_z80, single_step_6502, single_step_6502_of_2022;
}

/// Returns the path of a file or folder of the suites; case is ignored.
fn find(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("ARCADIAN_SUITES")
        .expect("ARCADIAN_SUITES must name the folder of the public suites; see docs/notes/suites.md");
    let mut entries =
        std::fs::read_dir(folder).expect("ARCADIAN_SUITES must name a readable folder").flatten();
    Some(entries.find(|entry| entry.file_name().eq_ignore_ascii_case(name))?.path())
}

fn suite(name: &str) -> PathBuf {
    find(name).unwrap_or_else(|| {
        panic!("{name} is not in the folder ARCADIAN_SUITES; docs/notes/suites.md lists its source")
    })
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(suite(name)).unwrap()
}
