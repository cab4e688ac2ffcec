//! Hexadecimal addresses and values on the command line, in the notations of listings and sheets.

use arcadian_isa::hex;

/// Parses an address: `0100` or `100`, `$100`, `0x100`, `100H`, or decimal `#256`.
pub fn parse(text: &str) -> Result<u16, String> {
    hexadecimal(text, "an address")
}

/// Parses a number whose digits are hexadecimal unless it begins with `#`. `what` names it in messages.
pub fn hexadecimal<T: TryFrom<u64>>(text: &str, what: &str) -> Result<T, String> {
    let value = hex::parse_number(text)
        .ok_or_else(|| format!("{what} is hexadecimal: 0100, $100, 0x100 or 100H; #256 is decimal"))?;
    T::try_from(value).map_err(|_| {
        let digits = 2 * size_of::<T>();
        match text.parse::<u64>().ok().filter(|decimal| T::try_from(*decimal).is_ok()) {
            Some(decimal) => format!(
                "{text} is hexadecimal here and does not fit; decimal {text} is {decimal:0digits$X} or #{text}"
            ),
            None => format!("{text} is beyond {:F>digits$}", ""),
        }
    })
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

/// A register and its value.
#[derive(Clone, Debug)]
pub struct Setting {
    pub name: String,
    pub value: u16,
    /// Whether the value has no mark, so that it can be meant as decimal.
    pub is_bare: bool,
}

/// Parses a register and its value, such as `HL=8000`.
pub fn setting(text: &str) -> Result<Setting, String> {
    let (name, value) = text.split_once('=').ok_or("a register is set as NAME=VALUE, as in HL=8000")?;
    let is_bare = !hex::is_marked(value);
    Ok(Setting { name: name.to_owned(), value: hexadecimal(value, "the value")?, is_bare })
}

/// Parses bytes of two digits each, with blanks or nothing between them. A byte with a mark is a word of its own: `07 $08 #9`.
pub fn bytes(text: &str) -> Option<Vec<u8>> {
    let read = |word: &str| match hex::is_marked(word) {
        true => hex::parse_number(word).and_then(|byte| u8::try_from(byte).ok()).map(|byte| vec![byte]),
        false => hex::parse_bytes(word).map(Iterator::collect),
    };
    text.split_ascii_whitespace().map(read).collect::<Option<Vec<_>>>().map(|all| all.concat())
}

#[cfg(test)]
mod tests {
    use super::{bytes, hexadecimal, parse, range};

    #[test]
    fn addresses_are_hexadecimal() {
        for same in ["0x100", "0X100", "$100", "100H", "100h", "100", "0100", "0x0100", "00100"] {
            assert_eq!(parse(same), Ok(0x100), "{same}");
        }
        assert_eq!((parse("FFFF"), parse("FFFFH"), parse("100D")), (Ok(0xFFFF), Ok(0xFFFF), Ok(0x100D)));
        assert_eq!((parse("#256"), parse("#65535")), (Ok(0x100), Ok(0xFFFF)));
        for wrong in [
            "",
            "$",
            "0x",
            "H",
            "xyz",
            "+100",
            "0x+1",
            "10000",
            "$10000",
            "0x1000000000",
            "$10H",
            "#",
            "#+1",
            "#FF",
            "#65536",
        ] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        let message = |text| hexadecimal::<u8>(text, "the byte").unwrap_err();
        assert_eq!(message("200"), "200 is hexadecimal here and does not fit; decimal 200 is C8 or #200");
        assert_eq!(
            (message("300"), message("$1FF")),
            ("300 is beyond FF".to_owned(), "$1FF is beyond FF".to_owned())
        );
    }

    #[test]
    fn bytes_with_and_without_marks() {
        for (text, expected) in
            [("0708", &[7, 8][..]), ("07 08", &[7, 8]), ("#10 $0B 0C0D 0EH 0x0f", &[10, 11, 12, 13, 14, 15])]
        {
            assert_eq!(bytes(text).as_deref(), Some(expected), "{text}");
        }
        for wrong in ["7", "#256", "$", "0x0708", "07 8", "xx"] {
            assert_eq!(bytes(wrong), None, "{wrong}");
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
