//! The public processor test suites. Their files are not in the repository; docs/notes/suites.md lists their sources.
//!
//! The environment variable `ARCADIAN_SUITES` names the folder of the files:
//!
//! ```sh
//! ARCADIAN_SUITES=/my/suites cargo test -p arcadian-tests --release --features suites suites:: -- --ignored
//! ```

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the output of a suite is part of its result")]

mod cpm;
mod fuse;
mod single_step;
mod stand_alone;
mod z80test;

use std::path::PathBuf;

use arcadian_cpu::Bus;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read(u16, u8),
    Write(u16, u8),
    Input(u16, u8),
    Output(u16, u8),
}

pub(crate) struct Recorder {
    pub(crate) memory: Box<[u8; 0x10000]>,
    /// The value that every port reads as; if `None`, a port reads as the high byte of its address.
    pub(crate) port: Option<u8>,
    pub(crate) accesses: Vec<Access>,
}

impl Default for Recorder {
    fn default() -> Self {
        Recorder { memory: Box::new([0; 0x10000]), port: Some(0xFF), accesses: Vec::new() }
    }
}

impl Recorder {
    /// Stores bytes in memory and starts a new recording.
    pub(crate) fn begin(&mut self, bytes: &[(u16, u8)]) {
        for &(address, value) in bytes {
            self.memory[usize::from(address)] = value;
        }
        self.accesses.clear();
    }

    /// Checks that memory contains these bytes.
    pub(crate) fn compare(&self, bytes: &[(u16, u8)]) -> Result<(), String> {
        let wrong = bytes.iter().find(|(address, value)| self.peek(*address) != *value);
        wrong.map_or(Ok(()), |(address, value)| {
            Err(format!("{address:04X} is {:02X}, expected {value:02X}", self.peek(*address)))
        })
    }
}

impl Bus for Recorder {
    fn read(&mut self, address: u16) -> u8 {
        let value = self.peek(address);
        self.accesses.push(Access::Read(address, value));
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        self.memory[usize::from(address)] = value;
        self.accesses.push(Access::Write(address, value));
    }

    fn peek(&self, address: u16) -> u8 {
        self.memory[usize::from(address)]
    }

    fn input(&mut self, port: u16) -> u8 {
        let value = self.port.unwrap_or(port.to_be_bytes()[0]);
        self.accesses.push(Access::Input(port, value));
        value
    }

    fn output(&mut self, port: u16, value: u8) {
        self.accesses.push(Access::Output(port, value));
    }
}
