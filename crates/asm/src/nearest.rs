//! Spelling suggestions.

/// Returns the candidate with the smallest edit distance, if it is small enough to be a typing error. Ignores case.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let word: Vec<u8> = word.bytes().map(|byte| byte.to_ascii_uppercase()).take(LONGEST).collect();
    let allowed = (word.len() / 3).clamp(1, 3);
    let near = candidates.into_iter().filter(|other| other.len().abs_diff(word.len()) <= allowed);
    let measured = near.map(|other| (distance(&word, other), other));
    // Ties are broken alphabetically, so that the result does not depend on the iteration order of a map.
    measured.filter(|(distance, _)| *distance <= allowed).min().map(|(_, other)| other)
}

/// Returns the number of insertions, deletions, substitutions and transpositions of adjacent letters.
fn distance(word: &[u8], other: &str) -> usize {
    let other: Vec<u8> = other.bytes().map(|byte| byte.to_ascii_uppercase()).collect();
    let (mut before, mut last) = (Vec::new(), (0..=other.len()).collect::<Vec<_>>());
    let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX / 2);
    for (i, letter) in word.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, own) in other.iter().enumerate() {
            let changed = get(&last, j) + usize::from(letter != own);
            let mut best = changed.min(get(&last, j + 1) + 1).min(get(&row, j) + 1);
            let turned = i > 0 && j > 0 && word.get(i - 1) == Some(own) && other.get(j - 1) == Some(letter);
            if turned {
                best = best.min(get(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    get(&last, other.len())
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_are_found_and_other_words_are_not() {
        let words = ["MOV", "MVI", "LXI", "routine"];
        assert_eq!(nearest("mvo", words), Some("MOV"));
        assert_eq!(nearest("routnie", words), Some("routine"));
        assert_eq!(nearest("XYZ", words), None);
        assert_eq!(nearest("", words), None);
    }
}
