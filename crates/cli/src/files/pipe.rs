//! Named pipes (FIFOs): opening one waits for the program at its other end, but not forever. What differs by platform.

use std::{
    fs::{File, Metadata},
    io,
    path::Path,
};

use anyhow::{Result, ensure};
use arcadian_files::program::LoadedProgram;
use arcadian_play::bally::basic::BasicBally;
use clap::{Args, ValueEnum};

#[cfg(unix)]
pub use unix::{is_pipe, reader, writer};

#[cfg(unix)]
mod unix {
    use super::{File, Metadata, Path, io};
    use std::{
        fs::OpenOptions,
        io::{Cursor, ErrorKind, Read},
        os::unix::fs::{FileTypeExt as _, OpenOptionsExt as _},
        thread,
        time::{Duration, Instant},
    };

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        fs::{OFlags, fcntl_setfl},
        io::Errno,
    };

    /// The time in which the other end is opened.
    const PATIENCE: Duration = Duration::from_secs(1);
    const INTERVAL: Duration = Duration::from_millis(10);

    pub fn is_pipe(file: &Metadata) -> bool {
        file.file_type().is_fifo()
    }

    fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
        options.custom_flags(OFlags::NONBLOCK.bits() as i32).open(path)
    }

    /// Opens a pipe for reading. A program that has opened it may take any time to write.
    pub fn reader(path: &Path) -> io::Result<impl Read + use<>> {
        let mut file = open(path, OpenOptions::new().read(true))?;
        let patience = Timespec { tv_sec: PATIENCE.as_secs().cast_signed(), tv_nsec: 0 };
        match poll(&mut [PollFd::new(&file, PollFlags::IN)], Some(&patience)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut first = [0];
        let count = match file.read(&mut first) {
            Ok(0) => return Err(io::Error::other("it is a pipe, and no program writes to it")),
            Err(error) if error.kind() == ErrorKind::WouldBlock => 0,
            read => read?,
        };
        fcntl_setfl(&file, OFlags::empty())?;
        Ok(Cursor::new(first).take(count as u64).chain(file))
    }

    pub fn writer(path: &Path) -> io::Result<File> {
        let start = Instant::now();
        loop {
            match open(path, OpenOptions::new().write(true)) {
                Err(error) if error.raw_os_error() == Some(Errno::NXIO.raw_os_error()) => {
                    if start.elapsed() >= PATIENCE {
                        return Err(io::Error::other("it is a pipe, and no program reads from it"));
                    }
                    thread::sleep(INTERVAL);
                }
                file => {
                    let file = file?;
                    fcntl_setfl(&file, OFlags::empty())?;
                    return Ok(file);
                }
            }
        }
    }
}

#[cfg(not(unix))]
pub fn is_pipe(_file: &Metadata) -> bool {
    false
}

#[cfg(not(unix))]
pub fn reader(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(not(unix))]
pub fn writer(path: &Path) -> io::Result<File> {
    File::options().write(true).open(path)
}

/// Options for where a program runs.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlatformArgs {
    /// Where the program runs
    #[arg(long, value_enum, value_name = "WHERE", default_value_t)]
    pub on: On,
    /// With --on bally: type the program and all keys on the keypad
    #[arg(long = "type")]
    pub is_typed: bool,
}

/// Where a program runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum On {
    /// The interpreter
    #[default]
    Interpreter,
    /// An emulated Bally with the BASIC cartridge of this project
    Bally,
}

impl PlatformArgs {
    /// Checks that the options fit together.
    pub fn check(&self) -> Result<()> {
        ensure!(
            self.on == On::Bally || !self.is_typed,
            "--type needs --on bally: the interpreter has no keypad to type on"
        );
        Ok(())
    }

    /// Returns a Bally with a program in its memory, and the seed of RND.
    pub fn bally(&self, loaded: &LoadedProgram, seed: u64, sample_rate: u32) -> Result<BasicBally> {
        Ok(BasicBally::loaded(loaded, seed, self.is_typed, sample_rate)?)
    }
}
