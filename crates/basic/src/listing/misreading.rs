//! What is easily misread or misprinted: digits, letters, words and numbers.

/// Characters that are read in place of digits, and the digits.
pub(super) const SIMILAR_TO_DIGITS: [(char, char); 14] = [
    ('I', '1'),
    ('l', '1'),
    ('|', '1'),
    ('i', '1'),
    ('O', '0'),
    ('o', '0'),
    ('D', '0'),
    ('Q', '0'),
    ('S', '5'),
    ('Z', '2'),
    ('z', '2'),
    ('B', '8'),
    ('G', '6'),
    ('g', '9'),
];

/// Returns whether `printed` can be a misprint of `meant`: one digit differs, was lost or added, or two adjacent
/// digits are exchanged.
pub(super) fn is_misreading(printed: i32, meant: i32) -> bool {
    let (printed, meant) = (printed.to_string().into_bytes(), meant.to_string().into_bytes());
    if printed.len().abs_diff(meant.len()) == 1 {
        let (long, short) = if printed.len() > meant.len() { (&printed, &meant) } else { (&meant, &printed) };
        return (0..long.len()).any(|i| long[..i] == short[..i] && long[i + 1..] == short[i..]);
    }
    if printed.len() != meant.len() {
        return false;
    }
    let differing: Vec<usize> = (0..meant.len()).filter(|&i| printed[i] != meant[i]).collect();
    match differing[..] {
        [] | [_] => true,
        [a, b] => b == a + 1 && printed[a] == meant[b] && printed[b] == meant[a],
        _ => false,
    }
}

/// Returns whether exactly one character is wrong, lost or added, or two adjacent ones are exchanged.
pub(super) fn is_misspelling(found: &[char], word: &[char]) -> bool {
    let same = found.iter().zip(word).take_while(|(a, b)| a == b).count();
    let (found_rest, word_rest) = (&found[same..], &word[same..]);
    match found.len().cmp(&word.len()) {
        std::cmp::Ordering::Equal => {
            let exchanged = same + 1 < word.len() && found_rest[..2] == [word_rest[1], word_rest[0]];
            same < word.len()
                && (found_rest[1..] == word_rest[1..] || exchanged && found_rest[2..] == word_rest[2..])
        }
        std::cmp::Ordering::Less => *found_rest == word_rest[1..],
        std::cmp::Ordering::Greater => found_rest[1..] == *word_rest,
    }
}

/// Letters that are read as one: `rn` looks like `m`.
pub(super) const MERGED: [(&str, &str); 3] = [("RN", "M"), ("CL", "D"), ("VV", "W")];

/// Returns the characters that are easily misread as this one. Those that are similar to the same digit are similar to each other.
pub(super) fn similar(character: char) -> Vec<char> {
    const SIGNS: [(char, char); 7] =
        [(',', ';'), ('.', ','), (':', ';'), ('-', '='), ('(', 'C'), ('x', '×'), ('÷', '+')];
    let signs = SIGNS.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let signs = signs.filter(|(read, _)| *read == character).map(|(_, other)| other);
    let alike = SIMILAR_TO_DIGITS.iter().flat_map(|&(read, digit)| [digit, read]);
    let mut found: Vec<char> = alike.filter(|other| is_similar(character, *other)).chain(signs).collect();
    found.retain(|other| !other.is_ascii_lowercase() && *other != '|');
    found.sort_unstable();
    found.dedup();
    found
}

pub(super) fn is_similar(a: char, b: char) -> bool {
    let digit = |c| SIMILAR_TO_DIGITS.iter().find(|(read, _)| *read == c).map_or(c, |(_, digit)| *digit);
    a != b && digit(a) == digit(b)
}
