//! Edits of the file of a listing, which leave everything else as it is.

use std::ops::Range;

use super::Listing;

/// A change of a file: `text` replaces the bytes of `span`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced.
    pub span: Range<usize>,
    /// What replaces them.
    pub text: String,
}

/// Applies edits to a text, in any order. Returns `None` if two of them concern the same bytes, or one is not in the text.
pub fn apply(source: &str, edits: &[Edit]) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut out, mut at) = (String::with_capacity(source.len()), 0);
    for edit in sorted {
        out += source.get(at..edit.span.start)?;
        source.get(edit.span.clone())?;
        out += &edit.text;
        at = edit.span.end;
    }
    Some(out + source.get(at..)?)
}

/// Returns the edits that make of one reading of a file another one with the same lines, such as the one with its errata.
pub fn edits(before: &Listing, after: &Listing) -> Vec<Edit> {
    let pairs = before.entries.iter().zip(&after.entries);
    let changed = pairs.filter(|(old, new)| old.raw.chars != new.raw.chars);
    changed
        .map(|(old, new)| {
            let (from, to) = (&old.raw.chars, &new.raw.chars);
            let same = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            let rest = from.len().min(to.len()) - same;
            let end = from.iter().rev().zip(to.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
            old.raw.edit(same..from.len() - end, &to[same..to.len() - end].iter().collect::<String>())
        })
        .collect()
}
