//! Means over a sliding window.

/// Returns, for each value, the mean of the `width` values around it. Outside the slice the values are 0.
pub(crate) fn means(values: &[f32], width: usize) -> Vec<f32> {
    let after = width / 2;
    let value = |at: usize| values.get(at).map_or(0.0, |value| f64::from(*value));
    let mut sum: f64 = (0..after).map(value).sum();
    (0..values.len())
        .map(|at| {
            sum += value(at + after);
            sum -= (at + after).checked_sub(width).map_or(0.0, value);
            (sum / width.max(1) as f64) as f32
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::means;

    #[test]
    fn the_window_is_around_the_value() {
        assert_eq!(means(&[3.0, 6.0, 9.0, 0.0], 3), [3.0, 6.0, 5.0, 3.0]);
        assert_eq!(means(&[4.0, 8.0], 1), [4.0, 8.0]);
        assert_eq!(means(&[], 5), [0.0; 0]);
    }
}
