//! What the chips would draw a few cycles after the end of a line.

use arcadian_bally::{Config, LINES, RASTER_WIDTH, Rom, line_start};

use super::LATEST;
use crate::rig::Rig;

/// A repetition of a frame, to look at what the chips would draw after the end of a line.
pub(super) struct Replay {
    rig: Rig,
    /// The line from power-up at which the frame starts.
    first: u64,
}

impl Replay {
    pub(super) fn new(rom: &[u8], frame: u64) -> Self {
        let rom = Rom::new(rom).expect("it has the size of a ROM");
        Replay { rig: Rig::with(Config { rom, ..Config::default() }), first: (frame - 1) * u64::from(LINES) }
    }

    /// Returns the number of cycles after the end of a line at which the line has the right colors.
    pub(super) fn delay(&mut self, line: u64, is_right: impl Fn(&[u8]) -> bool) -> Option<u64> {
        let end = line_start(self.first + line + 1);
        self.rig.run_to(end);
        while self.rig.machine.cycles() <= end + LATEST {
            if is_right(&self.colors(line)) {
                return Some(self.rig.machine.cycles() - end);
            }
            self.rig.machine.step().expect("there are no services");
        }
        None
    }

    /// Returns the color bytes of a line with the memory and the registers as they are. This is written from the
    /// description of the picture in docs/bally-machine.md, not from the code of the crate.
    fn colors(&self, line: u64) -> Vec<u8> {
        let register = |name: &str| self.rig.chips().registers().by_name(name).expect("a register");
        let (horcb, verbl) = (register("HORCB"), u64::from(register("VERBL")));
        let is_high = register("CONCM") == 1;
        let color = |dot: usize| {
            let is_data = (16..336).contains(&dot) && line >= 22 && line - 22 < verbl;
            let value = if !is_data {
                horcb >> 6
            } else if is_high {
                self.high_pixel(dot - 16, line - 22)
            } else {
                self.pixel(dot - 16, line - 22)
            };
            let side = if dot < 16 + 8 * usize::from(horcb & 63) { 'L' } else { 'R' };
            register(&format!("COL{value}{side}"))
        };
        (0..RASTER_WIDTH).map(color).collect()
    }

    /// Returns the value of the pixel at a dot of a line with data in high resolution.
    fn high_pixel(&self, dot: usize, line: u64) -> u8 {
        let byte = self.rig.machine.peek(0x4000 + (line * 80) as u16 + (dot / 4) as u16);
        byte >> (6 - dot % 4 * 2) & 3
    }

    /// Returns the value of the pixel at a dot of a line with data in low resolution.
    fn pixel(&self, dot: usize, line: u64) -> u8 {
        let byte = self.rig.machine.peek(0x4000 + (line / 2 * 40) as u16 + (dot / 8) as u16);
        byte >> (6 - dot % 8 / 2 * 2) & 3
    }
}
