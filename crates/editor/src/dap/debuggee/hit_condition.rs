//! Hit conditions of breakpoints.

use arcadian_files::error::{Result, message};

/// The hit counts at which a breakpoint stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitCondition {
    /// At this count and all later ones.
    From(u64),
    /// At this count only.
    Only(u64),
    /// Up to and including this count.
    UpTo(u64),
    /// At the multiples of this count.
    Every(u64),
}

impl HitCondition {
    /// Parses `3`, `=3`, `==3`, `>=3`, `>3`, `<=3`, `<3` or `%3`.
    pub(crate) fn parse(text: &str) -> Result<HitCondition> {
        let invalid = || {
            message!(
                "`{text}` is not a hit count; 3 stops at the third hit, >=3 from the third on, <=3 up to the third, %3 at every third"
            )
        };
        let text = text.trim();
        let digits = text.trim_start_matches(['>', '<', '=', '%']);
        let number: u64 = digits.trim().parse().map_err(|_| invalid())?;
        match text.strip_suffix(digits).unwrap_or("").trim() {
            "" | "=" | "==" if number > 0 => Ok(HitCondition::Only(number)),
            ">=" => Ok(HitCondition::From(number)),
            ">" => Ok(HitCondition::From(number.saturating_add(1))),
            "<=" if number > 0 => Ok(HitCondition::UpTo(number)),
            "<" if number > 1 => Ok(HitCondition::UpTo(number - 1)),
            "%" if number > 0 => Ok(HitCondition::Every(number)),
            _ => Err(invalid()),
        }
    }

    /// Returns whether a breakpoint stops at a hit, counted from 1.
    pub(crate) fn stops_at(self, hit: u64) -> bool {
        match self {
            HitCondition::From(first) => hit >= first,
            HitCondition::Only(only) => hit == only,
            HitCondition::UpTo(last) => hit <= last,
            HitCondition::Every(number) => hit.is_multiple_of(number),
        }
    }

    /// Returns the number of hits that the debugger can ignore before it reports the first.
    pub(crate) fn ignored(self) -> u64 {
        match self {
            HitCondition::From(first) | HitCondition::Only(first) | HitCondition::Every(first) => {
                first.saturating_sub(1)
            }
            HitCondition::UpTo(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hit_conditions() {
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
            let condition = HitCondition::parse(text).expect(text);
            let found: Vec<u64> =
                (condition.ignored() + 1..10).filter(|hit| condition.stops_at(*hit)).collect();
            assert_eq!(found, stops, "{text}");
        }
        for wrong in ["", "x", "-1", "3x", ">", "0", "%0", "<1", "=>3", "99999999999999999999", "3 3"] {
            assert!(HitCondition::parse(wrong).is_err(), "{wrong}");
        }
    }
}
