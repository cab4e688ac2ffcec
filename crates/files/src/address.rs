//! Hexadecimal addresses and values on the command line, in the notations of listings and sheets.

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

#[cfg(test)]
mod tests {
    use super::{parse, range};

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
}
