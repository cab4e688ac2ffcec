//! Constants that are offsets from IX or IY and numbers elsewhere: as offsets, they are between -128 and 127.

use super::{Assume, spelling::is_name};

/// Returns what follows for these constants.
pub(super) fn assumed(old: &str, new: &str) -> Vec<Assume> {
    let mut names: Vec<&str> =
        [old, new].into_iter().flat_map(offsets).filter(|name| is_name(name)).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| uses(old, name) + uses(new, name) > of(old, name) + of(new, name));
    let range = |name: &str| Assume::Between { low: -128, value: name.to_owned(), high: 127 };
    names.into_iter().map(range).collect()
}

/// Returns the texts of the offsets.
fn offsets(source: &str) -> impl Iterator<Item = &str> {
    let starts = ["(ix+", "(iy+", "(ix-", "(iy-"];
    let after = starts.into_iter().flat_map(|start| source.split(start).skip(1));
    after.filter_map(|rest| rest.split(')').next())
}

fn of(source: &str, name: &str) -> usize {
    offsets(source).filter(|offset| *offset == name).count()
}

fn uses(source: &str, name: &str) -> usize {
    source.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| *word == name).count()
}
