//! The addresses in memory that a region uses.

use super::Region;

/// The greatest number of pairs of addresses that are assumed to be different.
const MOST_PAIRS: usize = 16;

impl Region {
    /// Returns addresses that the code uses with different names: the linker gives each its own place.
    pub fn distinct(&self) -> Vec<[String; 2]> {
        let mut addresses: Vec<(&str, &str)> = Vec::new();
        for line in self.old.source.lines().chain(self.new.source.lines()) {
            let address = operand_address(line);
            addresses.extend(address.filter(|address| !addresses.contains(address)));
        }
        let mut pairs = Vec::new();
        for (number, (name, address)) in addresses.iter().enumerate() {
            let others = addresses.iter().skip(number + 1).filter(|(other, _)| other != name);
            pairs.extend(others.map(|(_, other)| [(*address).to_owned(), (*other).to_owned()]));
        }
        pairs.truncate(MOST_PAIRS);
        pairs
    }
}

/// Returns the name and the whole address of an operand in memory that is a name of C, or one with an offset: `(_x+1)`, `_x+1`.
fn operand_address(line: &str) -> Option<(&str, &str)> {
    let from =
        line.find('_').filter(|at| line.get(..*at).is_some_and(|before| before.ends_with(['(', ' '])))?;
    let is_load = line.get(..from).is_some_and(|before| before.ends_with('(') || is_mos_access(before));
    let rest = line.get(from..).filter(|_| is_load)?;
    let end =
        rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '+' | '$'))).unwrap_or(rest.len());
    let address = rest.get(..end).unwrap_or(rest);
    Some((address.split('+').next()?, address))
}

/// Whether a line begins with an instruction of the 6502 that accesses memory.
fn is_mos_access(before: &str) -> bool {
    const ACCESSES: &[&str] =
        &["lda", "ldx", "ldy", "sta", "stx", "sty", "inc", "dec", "adc", "sbc", "cmp", "cpx", "cpy"];
    ACCESSES.contains(&before.trim())
}
