//! LINE: straight lines.

use crate::{HEIGHT, Ink, Picture, WIDTH, geometry};

impl Picture {
    /// Draws a straight line between two points in BASIC's coordinates, including both ends, clipped to the screen.
    /// The time is bounded by the rows of the screen, wherever the points are.
    ///
    /// The line has one pixel per step along its longer direction; the other coordinate is rounded to the nearest, a
    /// half upward or to the right. So the line is the same from either end, and [`Ink::Reverse`] undoes itself.
    ///
    /// Returns the number of pixels drawn on the screen.
    pub fn line(&mut self, from: (i16, i16), to: (i16, i16), ink: Ink) -> u32 {
        if ink == Ink::None {
            return 0;
        }
        let line = Line::between(from, to);
        let rows = geometry::clip(geometry::row(line.y + line.dy), geometry::row(line.y), HEIGHT);
        rows.map(|row| self.run(&line, row, ink)).sum()
    }

    /// Draws the pixels of `line` in one row; returns their number.
    fn run(&mut self, line: &Line, row: usize, ink: Ink) -> u32 {
        let (first, last) = line.pixels(geometry::row(row as i64));
        let columns = geometry::clip(geometry::column(first), geometry::column(last), WIDTH);
        let count = columns.len() as u32;
        self.cover(row..row + 1, columns, ink);
        count
    }
}

/// A line from its lower end `x`, `y`; `dy` is not negative.
struct Line {
    x: i64,
    y: i64,
    dx: i64,
    dy: i64,
}

impl Line {
    fn between(a: (i16, i16), b: (i16, i16)) -> Line {
        let (low, high) = if a.1 <= b.1 { (a, b) } else { (b, a) };
        let [x, y, to_x, to_y] = [low.0, low.1, high.0, high.1].map(i64::from);
        Line { x, y, dx: to_x - x, dy: to_y - y }
    }

    /// Returns the first and last x of the line's pixels at height `y`, which is between its ends.
    fn pixels(&self, y: i64) -> (i64, i64) {
        let rise = y - self.y;
        if self.dx.abs() > self.dy { self.flat(rise) } else { self.steep(rise) }
    }

    fn steep(&self, rise: i64) -> (i64, i64) {
        let height = self.dy.max(1);
        let x = self.x + (2 * rise * self.dx + height).div_euclid(2 * height);
        (x, x)
    }

    /// Returns the range of x for which the exact height is in `rise - ½ .. rise + ½`.
    fn flat(&self, rise: i64) -> (i64, i64) {
        let length = self.dx.abs();
        let step = |half: i64| div_ceil(half * length, 2 * self.dy);
        let (first, last) = match self.dy {
            0 => (0, length),
            _ => (step(2 * rise - 1).max(0), (step(2 * rise + 1) - 1).min(length)),
        };
        if self.dx > 0 { (self.x + first, self.x + last) } else { (self.x - last, self.x - first) }
    }
}

/// Returns a / b rounded up, for b > 0.
fn div_ceil(a: i64, b: i64) -> i64 {
    -(-a).div_euclid(b)
}
