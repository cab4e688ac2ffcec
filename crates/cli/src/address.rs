//! Addresses on the command line.
//!
//! `0x100`, `$100` and `100H` are hexadecimal; so are exactly four digits, `0100`, as listings and sheets write them.
//! Any other number is refused, because 100 may be meant either way.

/// Reads an address.
pub fn parse(text: &str) -> Result<u16, String> {
    let marked =
        text.starts_with('$') || text.to_ascii_lowercase().starts_with("0x") || text.ends_with(['h', 'H']);
    let four = text.len() == 4 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = match (four, marked) {
        (true, _) => u32::from_str_radix(text, 16).ok(),
        // A leading 0 does no harm, and FFFFH needs one to be a number at all.
        (false, true) => hexadecimal(text),
        (false, false) => None,
    };
    let value =
        value.ok_or("an address is written 0x100, $100, 100H or with four digits 0100, all hexadecimal")?;
    u16::try_from(value).map_err(|_| format!("{text} is beyond FFFF"))
}

fn hexadecimal(text: &str) -> Option<u32> {
    let lower = text.to_ascii_lowercase();
    let digits = lower.strip_prefix('$').or(lower.strip_prefix("0x")).or(lower.strip_suffix('h'))?;
    let all = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| all)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn addresses_are_hexadecimal_or_refused() {
        for same in ["0x100", "0X100", "$100", "100H", "100h", "0100", "0x0100"] {
            assert_eq!(parse(same), Ok(0x100), "{same}");
        }
        assert_eq!((parse("FFFF"), parse("FFFFH"), parse("100D")), (Ok(0xFFFF), Ok(0xFFFF), Ok(0x100D)));
        for wrong in
            ["", "100", "256", "$", "0x", "H", "xyz", "+100", "0x+1", "10000", "$10000", "0x1000000000"]
        {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
