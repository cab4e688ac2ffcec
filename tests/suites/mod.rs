//! The public processor test suites. None of them is part of this project: see docs/suites.md for where they come from.
//!
//! They are looked for in the folder that the environment variable `ARCADIAN_SUITES` names:
//!
//! ```sh
//! ARCADIAN_SUITES=/my/suites cargo test -p arcadian-tests --release --features suites suites:: -- --ignored
//! ```

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "who runs a suite wants to see what it printed"
)]

mod bus;
mod cpm;
mod fuse;
mod single_step;
mod stand_alone;
mod z80test;

use std::path::PathBuf;

/// A test of its name for each suite, which finds its row by that name.
macro_rules! suites {
    ($($check:path: $($name:ident),*;)*) => { $($(
        #[test]
        #[ignore = "needs a public suite: ARCADIAN_SUITES, docs/suites.md"]
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

/// A file or folder of the suites. Large and small letters of its name are the same.
fn find(name: &str) -> Option<PathBuf> {
    let folder = std::env::var_os("ARCADIAN_SUITES")
        .expect("ARCADIAN_SUITES names the folder that holds the public suites, see docs/suites.md");
    let mut entries = std::fs::read_dir(folder).expect("ARCADIAN_SUITES names a folder").flatten();
    Some(entries.find(|entry| entry.file_name().eq_ignore_ascii_case(name))?.path())
}

fn suite(name: &str) -> PathBuf {
    find(name).unwrap_or_else(|| {
        panic!("{name} is not in ARCADIAN_SUITES; docs/suites.md says where it comes from")
    })
}

fn file(name: &str) -> Vec<u8> {
    std::fs::read(suite(name)).unwrap()
}
