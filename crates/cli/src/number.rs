//! Decimal numbers: on the command line, and in reports.

pub use arcadian_files::address::decimal;

/// Formats a number with commas between thousands, as in `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let groups =
        digits.as_bytes()[first..].chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let head = (first > 0).then(|| digits[..first].to_owned());
    head.into_iter().chain(groups).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups() {
        let shown = [0, 12, 123, 1_234, 123_456, 12_345_678].map(grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "123,456", "12,345,678"]);
    }
}
