//! Number notations of Intel, Zilog and MOS.

use crate::fault::Fault;
use crate::syntax::scan::{At, Checked, Span, byte, run, slice};

/// Number prefixes and their bases.
const PREFIXES: [(&str, u32); 5] = [("$", 16), ("#", 16), ("&", 16), ("%", 2), ("0X", 16)];

/// Number suffixes and their bases. B and D are hexadecimal digits too, so H is tested first.
const SUFFIXES: [(&str, u32); 5] = [("H", 16), ("Q", 8), ("O", 8), ("B", 2), ("D", 10)];

/// Parses the number at `at` and returns its value and end, or `None` if there is no number.
///
/// `hash` says whether `#` may prefix a hexadecimal number; on the 6502 it marks an immediate operand.
pub(crate) fn at(text: &str, at: usize, hash: bool) -> Option<Checked<(i64, usize)>> {
    let mut prefixes = PREFIXES.iter().filter(|(prefix, _)| hash || *prefix != "#");
    let prefix = prefixes.find(|(prefix, base)| {
        let digits = at + prefix.len();
        let digit = byte(text, digits).is_some_and(|byte| char::from(byte).is_digit(*base));
        slice(text, at..digits).eq_ignore_ascii_case(prefix) && digit
    });
    let digits = at + prefix.map_or(0, |(prefix, _)| prefix.len());
    let end = run(text, digits, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match prefix {
        Some((_, base)) => Some(value(text, digits..end, *base, at..end)),
        None if byte(text, at).is_some_and(|byte| byte.is_ascii_digit()) => Some(suffixed(text, at..end)),
        None => None,
    }
}

fn suffixed(text: &str, span: Span) -> Checked<(i64, usize)> {
    let whole = slice(text, span.clone());
    let last = span.end.saturating_sub(1).max(span.start);
    let suffix = SUFFIXES.iter().find(|(suffix, base)| {
        let digits = slice(text, span.start..last);
        whole.len() > 1
            && slice(text, last..span.end).eq_ignore_ascii_case(suffix)
            && digits.chars().all(|digit| digit.is_digit(*base))
    });
    match suffix {
        Some((_, base)) => value(text, span.start..last, *base, span),
        None => value(text, span.clone(), 10, span).map_err(|at| hexadecimal(whole, at)),
    }
}

fn hexadecimal(whole: &str, at: At) -> At {
    if let Some(digits) = whole.strip_prefix("0b").or(whole.strip_prefix("0B"))
        && !digits.is_empty()
        && digits.chars().all(|digit| digit.is_digit(2))
    {
        return at.hint(format!("a binary number is written {digits}B or %{digits}"));
    }
    if at.fault != Fault::Overflow && whole.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return at.hint(format!("a hexadecimal number is written {whole}H or ${whole}"));
    }
    at
}

fn value(text: &str, digits: Span, base: u32, span: Span) -> Checked<(i64, usize)> {
    let digits = slice(text, digits);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(base)) {
        return Err(At::new(Fault::BadNumber(slice(text, span.clone()).to_owned()), span));
    }
    let value = i64::from_str_radix(digits, base).ok().filter(|value| i32::try_from(*value).is_ok());
    value.map(|value| (value, span.end)).ok_or_else(|| At::new(Fault::Overflow, span))
}

/// Parses a text that is one number in any notation: `1234H`, `$1234`, `0x1234`, `1010B`, `4660`, `-1`.
pub fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (value, end) = at(digits, 0, true)?.ok()?;
    let value = if digits.len() < text.len() { -value } else { value };
    i32::try_from(value).ok().filter(|_| end == digits.len())
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_have_many_notations() {
        for same in [
            "255",
            "0FFH",
            "0ffh",
            "$FF",
            "#FF",
            "&ff",
            "0xFF",
            "%11111111",
            "11111111B",
            "377Q",
            "377o",
            "255D",
        ] {
            assert_eq!(number(same), Some(255), "{same}");
        }
        assert_eq!(
            (number("0BH"), number("1B"), number("0DH"), number("-1")),
            (Some(11), Some(1), Some(13), Some(-1))
        );
        for wrong in ["", "FFH", "12A", "2B", "8Q", "%2", "$", "0x", "1 2", "99999999999", "--1", "ä"] {
            assert_eq!(number(wrong), None, "{wrong}");
        }
    }
}
