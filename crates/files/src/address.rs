//! Numbers on the command line: hexadecimal addresses and values, in the notations of listings and sheets, and decimal numbers.

use std::ops::RangeInclusive;

use arcadian_isa::hex;

/// Parses an address: `0100` or `100`, `$100`, `0x100`, `100H`.
pub fn parse(text: &str) -> Result<u16, String> {
    let value = hex::parse_number(text).ok_or("an address is hexadecimal: 0100, $100, 0x100 or 100H")?;
    u16::try_from(value).map_err(|_| format!("{text} is beyond FFFF"))
}

/// Parses a range such as `F000-FFFF` with its first and last address, or a single address.
pub fn range(text: &str) -> Result<(u16, u16), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let parse = |text| parse(text).map_err(|why| format!("{why}; a range is FROM-TO, as in F000-FFFF"));
    match (parse(from)?, parse(to)?) {
        (from, to) if from <= to => Ok((from, to)),
        (from, to) => Err(format!("{from:04X} is after {to:04X}")),
    }
}

/// Parses a register and its value, such as `HL=8000`.
pub fn setting(text: &str) -> Result<(String, u16), String> {
    let (name, value) = text.split_once('=').ok_or("a register is set as NAME=VALUE, as in HL=8000")?;
    let value = hex::parse_number(value).and_then(|value| u16::try_from(value).ok());
    Ok((name.to_owned(), value.ok_or("the value is hexadecimal, up to FFFF")?))
}

/// Returns a parser of decimal numbers in a range, for arguments. Its message names the range.
pub fn decimal<T: TryFrom<u64> + 'static>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number: u64| T::try_from(number).ok());
        number.ok_or_else(|| format!("it is not a decimal number from {} to {}", range.start(), range.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_hexadecimal() {
        for same in ["0x100", "0X100", "$100", "100H", "100h", "100", "0100", "0x0100", "00100"] {
            assert_eq!(parse(same), Ok(0x100), "{same}");
        }
        assert_eq!((parse("FFFF"), parse("FFFFH"), parse("100D")), (Ok(0xFFFF), Ok(0xFFFF), Ok(0x100D)));
        for wrong in ["", "$", "0x", "H", "xyz", "+100", "0x+1", "10000", "$10000", "0x1000000000", "$10H"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(range("4000H-$40FF"), Ok((0x4000, 0x40FF)));
        assert_eq!((range("5-5"), range("4000")), (Ok((5, 5)), Ok((0x4000, 0x4000))));
        for wrong in ["", "4000-", "-4000", "40FF-4000", "1-2-3", "0-10000"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_and_ranges() {
        let byte = decimal::<u8>(1..=60);
        assert_eq!((byte("1"), byte("060"), byte("+7")), (Ok(1), Ok(60), Ok(7)));
        for wrong in ["", "0", "61", "abc", "1.5", "0x10", "-1", "1 ", "99999999999999999999"] {
            assert_eq!(byte(wrong), Err("it is not a decimal number from 1 to 60".to_owned()), "{wrong}");
        }
        assert_eq!(decimal::<u64>(0..=u64::MAX)("18446744073709551615"), Ok(u64::MAX));
    }
}
