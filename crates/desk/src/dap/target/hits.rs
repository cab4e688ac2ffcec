//! How often a breakpoint must be met.
use crate::error::{Result, message};

/// At which times a breakpoint stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::dap) enum Hits {
    /// Each time from this one on.
    From(u64),
    /// Only this time.
    Only(u64),
    /// Up to this time.
    UpTo(u64),
    /// Every so many times.
    Every(u64),
}

impl Hits {
    /// Reads `3`, `=3`, `==3`, `>=3`, `>3`, `<=3`, `<3` or `%3`.
    pub(in crate::dap) fn read(text: &str) -> Result<Hits> {
        let wrong = || {
            message!(
                "`{text}` is no count; 3 stops the third time, >=3 from then on, <=3 up to then, %3 every third time"
            )
        };
        let text = text.trim();
        let digits = text.trim_start_matches(['>', '<', '=', '%']);
        let number: u64 = digits.trim().parse().map_err(|_| wrong())?;
        match text.strip_suffix(digits).unwrap_or("").trim() {
            "" | "=" | "==" if number > 0 => Ok(Hits::Only(number)),
            ">=" => Ok(Hits::From(number)),
            ">" => Ok(Hits::From(number.saturating_add(1))),
            "<=" if number > 0 => Ok(Hits::UpTo(number)),
            "<" if number > 1 => Ok(Hits::UpTo(number - 1)),
            "%" if number > 0 => Ok(Hits::Every(number)),
            _ => Err(wrong()),
        }
    }

    /// Whether it stops at this time, counted from 1.
    pub(in crate::dap) fn stops_at(self, time: u64) -> bool {
        match self {
            Hits::From(first) => time >= first,
            Hits::Only(only) => time == only,
            Hits::UpTo(last) => time <= last,
            Hits::Every(number) => time.is_multiple_of(number),
        }
    }

    /// How many times it need not be looked at.
    pub(in crate::dap) fn ignored(self) -> u64 {
        match self {
            Hits::From(first) | Hits::Only(first) | Hits::Every(first) => first.saturating_sub(1),
            Hits::UpTo(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        for (text, stops) in [
            ("3", &[3][..]),
            ("= 3", &[3]),
            ("==3", &[3]),
            (">=8", &[8, 9]),
            ("> 8", &[9]),
            ("<=2", &[1, 2]),
            ("<2", &[1]),
            ("%4", &[4, 8]),
            (">=0", &[1, 2, 3, 4, 5, 6, 7, 8, 9]),
        ] {
            let hits = Hits::read(text).expect(text);
            let found: Vec<u64> = (hits.ignored() + 1..10).filter(|time| hits.stops_at(*time)).collect();
            assert_eq!(found, stops, "{text}");
        }
        for wrong in ["", "x", "-1", "3x", ">", "0", "%0", "<1", "=>3", "99999999999999999999", "3 3"] {
            assert!(Hits::read(wrong).is_err(), "{wrong}");
        }
    }
}
