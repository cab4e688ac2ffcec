//! The division of a run among machines, and the union of its parts. Names decide: whether an item belongs to a part depends on its own
//! name only, so that an item that is added moves no other one.
//!
//! ```
//! use arcadian_files::shard::Shard;
//!
//! let parts: Vec<Shard> = ["1/3", "2/3", "3/3"].iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
//! assert_eq!(parts.iter().filter(|part| part.takes("lib/mean.asm: MEAN, 8080")).count(), 1);
//! # Ok::<(), arcadian_files::shard::ShardError>(())
//! ```

use std::{collections::BTreeMap, fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The greatest number of parts.
const MOST: u32 = 10_000;

/// A part of a run: `2/8` is the second of eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    count: u32,
    /// From 1.
    index: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a part of a run is written K/N, as in 2/8: K from 1 to N, N at most {MOST}")]
pub struct ShardError;

impl Shard {
    /// Returns whether an item with this name belongs to the part.
    pub fn takes(self, name: &str) -> bool {
        Digest::of(name).0 % u64::from(self.count) == u64::from(self.index - 1)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|number| is_number && (1..=MOST).contains(number))
        };
        match (number(index), number(count)) {
            (Some(index), Some(count)) if index <= count => Ok(Shard { count, index }),
            _ => Err(ShardError),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = ShardError;

    fn try_from(text: String) -> Result<Self, ShardError> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// A hash of texts that stays the same in every version of the program: FNV-1a with the last steps of SplitMix64, which spread it over
/// all bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0xCBF2_9CE4_8422_2325)
    }
}

impl Digest {
    pub fn of(text: &str) -> Digest {
        let mut digest = Digest::default();
        digest.add(text.as_bytes());
        digest.spread()
    }

    /// Adds an item. Where one ends and the next begins counts.
    pub fn add(&mut self, bytes: &[u8]) {
        let length = (bytes.len() as u64).to_le_bytes();
        for byte in bytes.iter().chain(&length) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    fn spread(self) -> Digest {
        let mut hash = self.0;
        hash = (hash ^ hash >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        hash = (hash ^ hash >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        Digest(hash ^ hash >> 31)
    }

    /// Returns it as a name of twelve hexadecimal digits.
    pub fn name(self) -> String {
        format!("{:012x}", self.spread().0 >> 16)
    }
}

/// What the report of a part says about the run that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub shard: Shard,
    /// The name of the run, a digest of its inputs and options.
    pub run: String,
    /// The number of items of the whole run.
    pub total: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    #[error("{0} is the report of a whole run, not of a part; --shard K/N makes the report of a part")]
    NotAPart(String),
    #[error("{1} and {0} are parts of different runs: inputs, options or the version of arcadian differ")]
    OtherRun(String, String),
    #[error("{0} and {1} are both part {2}")]
    Doubled(String, String, Shard),
    #[error("the run has {count} parts, and {missing} missing", missing = missing(.0), count = .1)]
    Missing(Vec<Shard>, u32),
    #[error("{0} is not complete: its run was interrupted; judge this part again")]
    Interrupted(String),
    #[error("the parts do not have the items of their run, {0} of {1}; they have been changed")]
    Changed(usize, usize),
}

fn missing(shards: &[Shard]) -> String {
    let names: Vec<String> = shards.iter().take(5).map(ToString::to_string).collect();
    let more = if shards.len() > 5 { format!(" and {} more", shards.len() - 5) } else { String::new() };
    format!("{}{more} {}", names.join(", "), if shards.len() == 1 { "is" } else { "are" })
}

/// The report of a part: the name of its file, what it says about its run, and its items with their positions in the run.
pub type PartReport<T> = (String, Option<Part>, Vec<(usize, T)>);

/// Returns the items of all parts in the order of the undivided run. A whole run is its only part.
pub fn join<T>(mut parts: Vec<PartReport<T>>) -> Result<Vec<T>, JoinError> {
    if let [(_, None, items)] = &mut parts[..] {
        return Ok(std::mem::take(items).into_iter().map(|(_, item)| item).collect());
    }
    let mut by_shard: BTreeMap<Shard, String> = BTreeMap::new();
    let mut items = BTreeMap::new();
    let mut first: Option<(String, Part)> = None;
    let mut count = 0;
    for (name, part, own) in parts {
        let part = part.ok_or_else(|| JoinError::NotAPart(name.clone()))?;
        let (first_name, first) = first.get_or_insert_with(|| (name.clone(), part.clone()));
        if (&part.run, part.total, part.shard.count) != (&first.run, first.total, first.shard.count) {
            return Err(JoinError::OtherRun(first_name.clone(), name));
        }
        if let Some(other) = by_shard.insert(part.shard, name.clone()) {
            return Err(JoinError::Doubled(other, name, part.shard));
        }
        count += own.len();
        items.extend(own);
    }
    let Some((_, Part { shard: Shard { count: parts, .. }, total, .. })) = first else {
        return Ok(Vec::new());
    };
    let all = (1..=parts).map(|index| Shard { count: parts, index });
    let missing: Vec<Shard> = all.filter(|shard| !by_shard.contains_key(shard)).collect();
    if !missing.is_empty() {
        return Err(JoinError::Missing(missing, parts));
    }
    let is_complete = items.keys().copied().eq(0..total) && count == total;
    if is_complete { Ok(items.into_values().collect()) } else { Err(JoinError::Changed(count, total)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(text: &str) -> Shard {
        text.parse().expect("a part")
    }

    fn part(text: &str, items: &[usize]) -> PartReport<usize> {
        let part = Part { shard: shard(text), run: "r".to_owned(), total: 4 };
        (format!("{text}.json"), Some(part), items.iter().map(|item| (*item, item * 10)).collect())
    }

    #[test]
    fn each_name_is_in_one_part_and_stays_there() {
        for count in [1, 2, 3, 8] {
            let mut sizes = vec![0; count];
            for name in (0..800).map(|number| format!("lib/{number}.asm: F, Z80")) {
                let taken: Vec<usize> =
                    (0..count).filter(|n| shard(&format!("{}/{count}", n + 1)).takes(&name)).collect();
                let [only] = taken[..] else { panic!("{name} is in {taken:?} of {count}") };
                sizes[only] += 1;
            }
            assert!(sizes.iter().all(|size| *size > 500 / count), "{sizes:?}");
        }
        // Parts of different versions must agree.
        assert_eq!(Digest::of("replace").name(), Digest::of("replace").name());
        assert_ne!(Digest::of("a").name(), Digest::of("b").name());
    }

    #[test]
    fn what_is_not_a_part() {
        for wrong in ["", "1", "0/2", "3/2", "1/0", "+1/2", "1/2/3", "-1/2", " 1/2", "1/10001", "a/b"] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
        }
        assert_eq!(shard("02/8").to_string(), "2/8");
    }

    #[test]
    fn parts_join_in_order_or_not_at_all() {
        let (one, two) = (part("1/2", &[0, 3]), part("2/2", &[1, 2]));
        assert_eq!(join(vec![two.clone(), one.clone()]), Ok(vec![0, 10, 20, 30]));
        let other = |run: &str, total| {
            let (name, part, items) = two.clone();
            let part = part.map(|part| Part { run: run.to_owned(), total, ..part });
            (name, part, items)
        };
        let whole = ("whole.json".to_owned(), None, vec![(0, 7)]);
        for (parts, expected) in [
            (vec![one.clone(), other("x", 4)], "2/2.json and 1/2.json are parts of different runs"),
            (vec![one.clone(), other("r", 5)], "2/2.json and 1/2.json are parts of different runs"),
            (vec![one.clone(), part("2/3", &[1, 2])], "2/3.json and 1/2.json are parts of different runs"),
            (vec![one.clone(), one.clone()], "1/2.json and 1/2.json are both part 1/2"),
            (vec![one.clone()], "the run has 2 parts, and 2/2 is missing"),
            (vec![one.clone(), part("2/2", &[1])], "the parts do not have the items of their run, 3 of 4"),
            (vec![one.clone(), part("2/2", &[2, 3])], "the parts do not have the items of their run, 4 of 4"),
            (vec![one, whole.clone()], "whole.json is the report of a whole run"),
            (vec![whole.clone(), whole.clone()], "whole.json is the report of a whole run"),
        ] {
            let error = join(parts).expect_err(expected).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
        assert_eq!(join(vec![whole]), Ok(vec![7]));
    }
}
