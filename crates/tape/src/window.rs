//! The newest values of a stream, and means over a sliding window.

/// Values of a stream by their index in it. The oldest can be dropped.
pub(crate) struct Window<T> {
    values: Vec<T>,
    /// The index of the first value that is kept.
    first: usize,
}

impl<T> Default for Window<T> {
    fn default() -> Self {
        Self { values: Vec::new(), first: 0 }
    }
}

impl<T> Window<T> {
    /// Returns the number of values, with those that were dropped.
    pub(crate) fn len(&self) -> usize {
        self.first + self.values.len()
    }

    pub(crate) fn push(&mut self, value: T) {
        self.values.push(value);
    }

    pub(crate) fn get(&self, at: usize) -> Option<&T> {
        self.values.get(at.checked_sub(self.first)?)
    }

    /// Returns the values from one index to before another, as far as they are there.
    pub(crate) fn between(&self, from: usize, to: usize) -> &[T] {
        let [from, to] = [from, to].map(|at| at.saturating_sub(self.first).min(self.values.len()));
        self.values.get(from..to).unwrap_or_default()
    }

    /// Drops what is before an index, at the latest when it is half of all that is kept.
    pub(crate) fn drop_before(&mut self, at: usize) {
        let old = at.saturating_sub(self.first).min(self.values.len());
        if old > self.values.len() / 2 {
            self.values.drain(..old);
            self.first += old;
        }
    }
}

/// The mean of the `width` values around each value of a stream. Before and after the stream the values are 0.
pub(crate) struct Mean {
    /// The last values, in a ring.
    values: Vec<f32>,
    /// The place of the next value in the ring.
    next: usize,
    sum: f64,
    /// The values until the first mean.
    missing: usize,
}

impl Mean {
    pub(crate) fn new(width: usize) -> Self {
        Self { values: vec![0.0; width.max(1)], next: 0, sum: 0.0, missing: width / 2 }
    }

    /// Takes a value. Returns the value half a window earlier with its mean.
    pub(crate) fn push(&mut self, value: f32) -> Option<(f32, f32)> {
        let width = self.values.len();
        self.sum += f64::from(value);
        self.sum -= f64::from(std::mem::replace(&mut self.values[self.next], value));
        let middle =
            if self.next >= width / 2 { self.next - width / 2 } else { self.next + width - width / 2 };
        self.next = if self.next + 1 == width { 0 } else { self.next + 1 };
        if self.missing > 0 {
            self.missing -= 1;
            return None;
        }
        Some((self.values[middle], (self.sum / width as f64) as f32))
    }

    /// Returns what remains at the end of the stream.
    pub(crate) fn finish(&mut self) -> Vec<(f32, f32)> {
        (0..self.values.len() / 2).filter_map(|_| self.push(0.0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(values: &[f32], width: usize) -> Vec<f32> {
        let mut mean = Mean::new(width);
        let mut means: Vec<_> = values.iter().filter_map(|value| mean.push(*value)).collect();
        means.extend(mean.finish());
        assert!(means.iter().map(|(middle, _)| middle).eq(values));
        means.into_iter().map(|(_, mean)| mean).collect()
    }

    #[test]
    fn the_mean_is_around_the_value() {
        assert_eq!(means(&[3.0, 6.0, 9.0, 0.0], 3), [3.0, 6.0, 5.0, 3.0]);
        assert_eq!(means(&[4.0, 8.0], 1), [4.0, 8.0]);
        assert_eq!(means(&[4.0, 8.0], 8), [1.5, 1.5]);
        assert_eq!(means(&[4.0, 8.0], 0), [4.0, 8.0]);
        assert_eq!(means(&[], 5), [0.0; 0]);
    }

    #[test]
    fn a_window_keeps_the_newest_values() {
        let mut window = Window::default();
        (0..10).for_each(|value| window.push(value));
        window.drop_before(3);
        assert_eq!((window.len(), window.get(2)), (10, Some(&2)));
        window.drop_before(8);
        window.push(10);
        assert_eq!((window.len(), window.get(7), window.get(8), window.get(11)), (11, None, Some(&8), None));
        assert_eq!((window.between(0, 9), window.between(9, 99)), (&[8][..], &[9, 10][..]));
        assert!(window.between(5, 4).is_empty() && window.between(20, 30).is_empty());
    }
}
