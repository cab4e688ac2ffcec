//! The output of `bally` to a terminal of 160 × 53 cells, and its processor time: `cargo bench -p arcadian --bench terminal`.
//!
//! The picture of the test card does not change; in the cartridge `roms/bally/picture.bin` fish move. Linux and macOS.

#![allow(clippy::print_stdout, reason = "a bench prints its results")]

fn main() {
    #[cfg(unix)]
    unix::main();
}

#[cfg(unix)]
mod unix {
    use std::{
        io::{Read, Write},
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
        },
        thread,
        time::{Duration, Instant},
    };

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    /// The time after which a picture is complete.
    const START: Duration = Duration::from_secs(3);
    const MEASURED: Duration = Duration::from_secs(5);
    /// The frames of a second.
    const FRAMES: f64 = 60.05;

    pub(crate) fn main() {
        println!("cartridge    graphics  bytes per frame  processor time per frame");
        for cartridge in [None, Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/bally/picture.bin"))] {
            for graphics in ["blocks", "sixel", "kitty"] {
                let (bytes, time) = measure(cartridge, graphics);
                let name = cartridge.map_or("test card", |_| "picture.bin");
                let time = time.map_or("unknown".to_owned(), |time| format!("{time:.2} ms"));
                println!("{name:12} {graphics:8} {bytes:16.0}  {time}");
            }
        }
    }

    /// Returns the bytes and the milliseconds of processor time of a frame.
    fn measure(cartridge: Option<&str>, graphics: &str) -> (f64, Option<f64>) {
        let size = PtySize { rows: 53, cols: 160, pixel_width: 1600, pixel_height: 1060 };
        let pty = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_arcadian"));
        command.args(["bally", "--sound", "off", "--graphics", graphics]);
        cartridge.iter().for_each(|path| command.args(["--cart", path]));
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        let mut child = pty.slave.spawn_command(command).expect("the program starts");
        let written = Arc::new(AtomicUsize::new(0));
        let (counter, mut output) =
            (Arc::clone(&written), pty.master.try_clone_reader().expect("its output"));
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = output.read(&mut buffer) {
                counter.fetch_add(count, Ordering::Relaxed);
            }
        });
        thread::sleep(START);
        let before = (written.load(Ordering::Relaxed), processor_time(child.process_id()), Instant::now());
        thread::sleep(MEASURED);
        let frames = before.2.elapsed().as_secs_f64() * FRAMES;
        let bytes = (written.load(Ordering::Relaxed) - before.0) as f64 / frames;
        let time =
            processor_time(child.process_id()).zip(before.1).map(|(end, start)| (end - start) / frames);
        let mut keyboard = pty.master.take_writer().expect("its keyboard");
        keyboard.write_all(b"\x03").and_then(|()| keyboard.flush()).expect("a typed key");
        child.wait().expect("its end");
        (bytes, time)
    }

    /// Returns the processor time of a process in milliseconds, if the system has `/proc`.
    fn processor_time(process: Option<u32>) -> Option<f64> {
        let text = std::fs::read_to_string(format!("/proc/{}/schedstat", process?)).ok()?;
        let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
        Some(nanoseconds / 1e6)
    }
}
