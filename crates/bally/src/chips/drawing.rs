//! What happens as the beam moves: lines, frames, interrupts, the light pen.

use arcadian_machine::Context;

use super::{
    Chips,
    requests::{Requests, Source},
};
use crate::{
    event,
    frame::Line,
    raster::{FIRST_DATA_LINE, VISIBLE_LINES, interrupt_line},
    registers::{INLIN, INMOD, VERBL, inmod},
};

impl Chips {
    /// Ends the line that is being drawn and starts the next one.
    pub(super) fn next_line(&mut self, cx: &mut Context) {
        self.draw_line(cx.bytes());
        self.beam.advance();
        match self.beam.visible() {
            Some(0) => self.requests = Requests::NONE,
            None if self.beam.raster() == VISIBLE_LINES => self.end_frame(),
            _ => {}
        }
        if self.registers[INMOD] & inmod::SCREEN_ENABLE != 0
            && self.beam.raster() == interrupt_line(self.registers[INLIN])
        {
            self.request(Source::Screen, inmod::SCREEN_MODE, cx.now());
        }
        cx.report(event::RASTER_LINE, self.beam.raster());
    }

    /// Draws a line at its end, with the memory and the registers as they are then.
    fn draw_line(&mut self, memory: &[u8; 0x1_0000]) {
        if let Some(line) = self.beam.visible() {
            let data_line = self.data_line();
            self.frame.lines[line] = Line::new(memory, data_line, &self.registers);
        }
    }

    /// Returns the number of the line in screen memory, or `None` outside the data.
    pub(super) fn data_line(&self) -> Option<u16> {
        let line = self.beam.raster().checked_sub(FIRST_DATA_LINE)?;
        (line < self.registers[VERBL].into()).then_some(line)
    }

    fn end_frame(&mut self) {
        self.frame.number += 1;
        self.sound.end_frame();
    }

    /// Requests an interrupt: held until it is acknowledged or, in mode 1, for one instruction.
    fn request(&mut self, source: Source, mode: u8, now: u64) {
        let is_dropped = self.registers[INMOD] & mode != 0;
        self.requests.raise(source, is_dropped.then(|| now + self.timing.longest_instruction()));
    }

    /// Determines when something happens next, after a change of the beam, the requests, the inputs or the registers.
    pub(super) fn schedule(&mut self) {
        let next = self.beam.next().min(self.requests.due());
        self.due = self.pen_due().map_or(next, |due| due.min(next));
    }

    /// Returns the cycle at which the beam reaches the light pen, if that is in the current line. The pen also sees the border
    /// below the data.
    pub(super) fn pen_due(&self) -> Option<u64> {
        let (position, line) = (self.inputs.pen()?, self.beam.raster().checked_sub(FIRST_DATA_LINE)?);
        (line == u16::from(position.y) * 2).then(|| self.pen.due(self.beam.line(), position)).flatten()
    }

    /// Latches the position of the light pen.
    pub(super) fn latch_pen(&mut self, now: u64) {
        let Some(position) = self.inputs.pen() else { return };
        self.pen.latch(self.beam.line(), position);
        if self.registers[INMOD] & inmod::PEN_ENABLE != 0 {
            self.request(Source::Pen, inmod::PEN_MODE, now);
        }
    }
}
