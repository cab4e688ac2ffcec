//! Counts: on the command line, where bare digits are decimal, and in reports.

use std::ops::RangeInclusive;

use arcadian_isa::hex;

/// Returns a parser of decimal numbers in a range, for arguments. Its message names the range.
pub fn decimal<T: TryFrom<u64> + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = count(text).filter(|number| range.contains(number));
        let number = number.and_then(|number: u64| T::try_from(number).ok());
        number.ok_or_else(|| format!("it is not a decimal number from {} to {}", range.start(), range.end()))
    }
}

/// Parses a number whose digits are decimal unless `$`, `0x` or `H` says that they are hexadecimal.
fn count(text: &str) -> Option<u64> {
    let is_hexadecimal = text.starts_with(['$', '#']) || text.contains(['x', 'X', 'h', 'H']);
    if is_hexadecimal { hex::parse_number(text) } else { text.parse().ok() }
}

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
    fn numbers_and_ranges() {
        let byte = decimal::<u8>(1..=60);
        assert_eq!((byte("1"), byte("060"), byte("+7")), (Ok(1), Ok(60), Ok(7)));
        assert_eq!((byte("$10"), byte("0x10"), byte("10H"), byte("#10")), (Ok(16), Ok(16), Ok(16), Ok(10)));
        for wrong in ["", "0", "61", "abc", "1.5", "0x40", "-1", "1 ", "99999999999999999999"] {
            assert_eq!(byte(wrong), Err("it is not a decimal number from 1 to 60".to_owned()), "{wrong}");
        }
        assert_eq!(decimal::<u64>(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }

    #[test]
    fn numbers_in_groups() {
        let shown = [0, 12, 123, 1_234, 123_456, 12_345_678].map(grouped);
        assert_eq!(shown, ["0", "12", "123", "1,234", "123,456", "12,345,678"]);
    }
}
