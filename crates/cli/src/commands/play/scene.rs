//! What `play` shows: the picture with a cursor, and the footer.

use arcadian_desk::play::host::Host;
use arcadian_screen::{Frame, Ink};

use super::{Speed, footer};
use crate::terminal::picture;

/// A host and its speed.
pub struct Scene<'a> {
    pub host: &'a Host,
    pub speed: Speed,
}

impl picture::Scene for Scene<'_> {
    type Image = Frame;

    fn image(&self) -> Frame {
        with_cursor(self.host)
    }

    fn footer(&self, width: usize, count: usize, most: usize) -> Vec<String> {
        footer::lines(self.host, self.speed, width, count, most)
    }
}

/// Returns the picture, with a cursor line at the next character during text entry. The original machine has no cursor.
fn with_cursor(host: &Host) -> Frame {
    let mut frame = host.basic().frame();
    if host.is_entering() {
        let (cx, cy) = host.basic().cursor();
        frame.picture.fill_box(cx.saturating_sub(1), cy.saturating_sub(4), 5, 1, Ink::Foreground);
    }
    frame
}
