//! The geometry of the raster, and its relation to time.
//!
//! A frame has 262 lines of 455 dots. Four dots take one cycle of the processor, so a line takes 113.75 cycles and a frame
//! 29,802.5.

/// The clock of the processor in Hz: an eighth of the crystal's 14.31818 MHz.
pub const CLOCK: u32 = 1_789_772;

/// The lines of a frame.
pub const LINES: u16 = 262;

/// The dots of a line, including horizontal blanking.
pub const DOTS: u16 = 455;

/// The lines of a frame that are visible. Vertical blanking starts after them.
pub(crate) const VISIBLE_LINES: u16 = 240;

/// The dots of a line that are visible.
pub(crate) const VISIBLE_DOTS: u16 = 352;

/// The raster line of the first line of screen memory.
pub const FIRST_DATA_LINE: u16 = 22;

/// The dot of the first pixel of screen memory in a line.
pub const FIRST_DATA_DOT: u16 = 16;

const DOTS_PER_CYCLE: u64 = 4;

/// Returns the cycle at which a line starts. Lines are counted from power-up; the fraction of a cycle is carried.
pub const fn line_start(line: u64) -> u64 {
    (line * DOTS as u64).div_ceil(DOTS_PER_CYCLE)
}

/// Returns the line, counted from power-up, that is drawn at a cycle.
pub const fn line_at(cycle: u64) -> u64 {
    cycle * DOTS_PER_CYCLE / DOTS as u64
}

/// Returns the cycle at which the next vertical blanking after a cycle starts. A frame of a run ends there.
pub const fn frame_end(cycle: u64) -> u64 {
    let (line, lines, visible) = (line_at(cycle), LINES as u64, VISIBLE_LINES as u64);
    let in_this_frame = line / lines * lines + visible;
    line_start(if line < in_this_frame { in_this_frame } else { in_this_frame + lines })
}

/// Returns the cycle at which a dot of a line is drawn.
pub(crate) const fn dot_at(line: u64, dot: u16) -> u64 {
    (line * DOTS as u64 + dot as u64).div_ceil(DOTS_PER_CYCLE)
}

/// Returns the raster line, 0 to 261, of a line counted from power-up.
pub(crate) const fn raster_line(line: u64) -> u16 {
    (line % LINES as u64) as u16
}

/// Returns the raster line at which a screen interrupt with this INLIN occurs.
pub const fn interrupt_line(inlin: u8) -> u16 {
    (inlin as u16 + FIRST_DATA_LINE) % LINES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_starts_at_the_first_cycle_that_is_in_it() {
        for line in 0..1000 {
            let start = line_start(line);
            assert_eq!(line_at(start), line);
            assert!(start == 0 || line_at(start - 1) + 1 == line);
        }
        assert_eq!(line_start(2 * u64::from(LINES)), 59_605);
    }

    #[test]
    fn a_frame_ends_at_vertical_blanking() {
        let blanking = line_start(240);
        assert_eq!((frame_end(0), frame_end(blanking - 1)), (blanking, blanking));
        assert_eq!((frame_end(blanking), frame_end(blanking + 9_000)), (line_start(502), line_start(502)));
    }
}
