//! ASCII characters for others that a terminal shows in one cell: dots, blocks, lines, arrows and signs.

/// The first braille character; the bits of its number are the dots, as in [`SHAPES`].
const BRAILLE: char = '\u{2800}';

/// The dots of a braille character as bits, by row and column.
const DOTS: [[u8; 2]; 4] = [[0, 3], [1, 4], [2, 5], [6, 7]];

/// Characters with their shapes in 2 × 4 dots, the rows from the top. Of equally near ones the first applies.
const SHAPES: [(char, [[u8; 2]; 4]); 32] = [
    ('#', [[1, 1], [1, 1], [1, 1], [1, 1]]),
    ('"', [[1, 1], [1, 1], [0, 0], [0, 0]]),
    ('"', [[1, 1], [0, 0], [0, 0], [0, 0]]),
    ('_', [[0, 0], [0, 0], [0, 0], [1, 1]]),
    ('_', [[0, 0], [0, 0], [1, 1], [1, 1]]),
    ('-', [[0, 0], [1, 1], [0, 0], [0, 0]]),
    ('-', [[0, 0], [0, 0], [1, 1], [0, 0]]),
    ('=', [[0, 0], [1, 1], [1, 1], [0, 0]]),
    ('|', [[1, 0], [1, 0], [1, 0], [1, 0]]),
    ('|', [[0, 1], [0, 1], [0, 1], [0, 1]]),
    ('[', [[1, 1], [1, 0], [1, 0], [1, 1]]),
    (']', [[1, 1], [0, 1], [0, 1], [1, 1]]),
    ('/', [[0, 1], [0, 1], [1, 0], [1, 0]]),
    ('/', [[0, 0], [0, 1], [1, 0], [0, 0]]),
    ('/', [[0, 1], [1, 0], [0, 0], [0, 0]]),
    ('/', [[0, 0], [0, 0], [0, 1], [1, 0]]),
    ('\\', [[1, 0], [1, 0], [0, 1], [0, 1]]),
    ('\\', [[0, 0], [1, 0], [0, 1], [0, 0]]),
    ('\\', [[1, 0], [0, 1], [0, 0], [0, 0]]),
    ('\\', [[0, 0], [0, 0], [1, 0], [0, 1]]),
    ('`', [[1, 0], [0, 0], [0, 0], [0, 0]]),
    ('`', [[1, 0], [1, 0], [0, 0], [0, 0]]),
    ('\'', [[0, 1], [0, 0], [0, 0], [0, 0]]),
    ('\'', [[0, 1], [0, 1], [0, 0], [0, 0]]),
    ('.', [[0, 0], [0, 0], [0, 0], [0, 1]]),
    ('.', [[0, 0], [0, 0], [0, 1], [0, 1]]),
    ('.', [[0, 0], [0, 0], [0, 1], [0, 0]]),
    (',', [[0, 0], [0, 0], [0, 0], [1, 0]]),
    (',', [[0, 0], [0, 0], [1, 0], [1, 0]]),
    (',', [[0, 0], [0, 0], [1, 0], [0, 0]]),
    ('(', [[0, 1], [1, 0], [1, 0], [0, 1]]),
    (')', [[1, 0], [0, 1], [0, 1], [1, 0]]),
];

/// Characters and what stands for them.
const SIGNS: [(&str, char); 21] = [
    ("█▓▒░", '#'),
    ("▀″“”„‟«»", '"'),
    ("▄", '_'),
    ("─━═−–—‒―‐‑", '-'),
    ("│┃║", '|'),
    ("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝", '+'),
    ("×●•∗✕✖⨯", '*'),
    ("÷⁄∕➗", '/'),
    ("↑▲", '^'),
    ("↓▼", 'v'),
    ("←◀‹≤", '<'),
    ("→▶▸≥", '>'),
    ("›", ':'),
    ("○", 'o'),
    ("·", '.'),
    ("…", '~'),
    ("≠", '#'),
    ("′‘’‚‛´", '\''),
    ("₀⁰", '0'),
    ("¹", '1'),
    ("\u{a0}", ' '),
];

/// Returns the ASCII character that stands for a character, or `None` if there is none.
pub fn of(character: char) -> Option<char> {
    match character {
        '\0'..='\x7f' => Some(character),
        '₁'..='₉' => char::from_digit(character as u32 - '₀' as u32, 10),
        '\u{2800}'..='\u{28ff}' => Some(shape((character as u32 - BRAILLE as u32) as u8)),
        _ => SIGNS.iter().find(|(signs, _)| signs.contains(character)).map(|(_, ascii)| *ascii),
    }
}

/// Returns the character whose shape is nearest to the dots of a braille character. Dots are never blank.
fn shape(dots: u8) -> char {
    let bits = |shape: &[[u8; 2]; 4]| {
        let dots = DOTS.as_flattened().iter().zip(shape.as_flattened());
        dots.fold(0, |bits, (dot, set)| bits | set << dot)
    };
    let nearest = SHAPES.iter().min_by_key(|(_, shape)| (bits(shape) ^ dots).count_ones());
    nearest.filter(|_| dots != 0).map_or(' ', |(character, _)| *character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_keep_their_shape() {
        for (braille, ascii) in
            [("⠀⣿⠛⣀⠒⠤⡇⢸⠉", " #\"_--||\""), ("⡠⢄⠔⠢⠁⠈⢀⡀", "/\\/\\`'.,"), ("⣾⣷⡿⢿⣶⠿", "######")]
        {
            let shown: String = braille.chars().filter_map(of).collect();
            assert_eq!(shown, ascii, "{braille}");
        }
        assert!(('\u{2801}'..='\u{28ff}').all(|dots| of(dots).is_some_and(|c| c.is_ascii_graphic())));
    }

    #[test]
    fn signs_have_one_character() {
        for (unicode, ascii) in [("▀▄█┌─┐│", "\"_#+-+|"), ("7÷2×3", "7/2*3"), ("●1₂ ○ ↑←→↓", "*12 o ^<>v")]
        {
            let shown: String = unicode.chars().filter_map(of).collect();
            assert_eq!(shown, ascii);
        }
        assert_eq!((of('é'), of('漢'), of('A')), (None, None, Some('A')));
        let signs: Vec<char> = SIGNS.iter().flat_map(|(signs, _)| signs.chars()).collect();
        assert!((1..signs.len()).all(|n| !signs[..n].contains(&signs[n])), "a sign occurs twice");
    }
}
