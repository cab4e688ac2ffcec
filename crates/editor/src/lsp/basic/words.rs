//! The meanings of the words, as docs/bally-basic.md states them.

use arcadian_basic::{Dialect, words::longest_name};

/// A word of the language.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    pub(super) name: &'static str,
    /// How it is used.
    pub(super) form: &'static str,
    /// Statements of docs/bally-basic.md about it. A test compares them with the page.
    meaning: &'static [&'static str],
}

const fn word(name: &'static str, form: &'static str, meaning: &'static [&'static str]) -> Word {
    Word { name, form, meaning }
}

#[rustfmt::skip]
const WORDS: [Word; 48] = [
    word("LIST", "LIST n,m", &["shows the program and ends the run", "at most m lines from line n"]),
    word("CLEAR", "CLEAR", &["clears the screen", "the cursor goes to CX=-77, CY=40"]),
    word("RUN", "RUN", &["restarts the program: drops loops and subroutines, keeps variables"]),
    word("NEXT", "NEXT v", &["adds s and compares", "The loop continues until v has passed b"]),
    word("LINE", "LINE x,y,mode", &["a line from the last point"]),
    word("IF", "IF e statements", &["if 0, skips the rest of the line with all its statements"]),
    word("GOTO", "GOTO n", &["continues at line n, which may be any expression", "a missing line is HOW?"]),
    word("GOSUB", "GOSUB n", &["continues at line n, which may be any expression", "RETURN continues after it"]),
    word("RETURN", "RETURN", &["continues after the last GOSUB", "drops loops begun since", "WHAT? without a GOSUB"]),
    word("BOX", "BOX x,y,w,h,mode", &["a filled box"]),
    word("FOR", "FOR v=a TO b STEP s", &["begins a loop", "The body is executed at least once"]),
    word("INPUT", "INPUT \"TEXT\"v", &["waits for an answer", "any expression, with variables and functions"]),
    word("PRINT", "PRINT items", &["shows items separated by commas, then a new line", "a comma at the end: no new line"]),
    word("STEP", "FOR v=a TO b STEP s", &["without STEP, s is 1"]),
    word("RND", "RND(n)", &["a random number from 1 to n", "n below 1 is HOW?"]),
    word("TO", "FOR v=a TO b", &["begins a loop"]),
    word("TRACE", "TRACE", &["shows the number of each line and a blank before the line is executed", "a second TRACE ends that"]),
    word("STOP", "STOP", &["ends the program"]),
    word("CALL", "CALL(a)", &["machine code is not supported"]),
    word("LET", "LET v=e", &["LET is optional"]),
    word("ABS", "ABS(n)", &["the magnitude"]),
    word("JX", "JX(n)", &["hand controller n: −1 left or down, 1 right or up, else 0"]),
    word("JY", "JY(n)", &["hand controller n: −1 left or down, 1 right or up, else 0"]),
    word("TR", "TR(n)", &["trigger: 1 pressed, 0 not"]),
    word("KN", "KN(n)", &["knob: −128 to 127"]),
    word("PX", "PX(x,y)", &["1 if the pixel is set", "0 if not, or outside the screen"]),
    word("CX", "CX", &["the position of the next character"]),
    word("CY", "CY", &["the position of the next character"]),
    word("BC", "BC", &["background and foreground color"]),
    word("FC", "FC", &["background and foreground color"]),
    word("TV", "TV", &["write: sends a code to the screen", "read: the last code sent"]),
    word("KP", "KP", &["waits for a key and returns its code, without showing it"]),
    word("SZ", "SZ", &["free bytes"]),
    word("RM", "RM", &["remainder of the last ÷"]),
    word("XY", "XY", &["the start of the next LINE, y × 256 + x, each as a byte from −128 to 127"]),
    word("NT", "NT", &["NT is the duration of a note in frames, of which there are 60 in a second"]),
    word("MU", "MU=n", &["begins the note of the code n, after the end of the note before"]),
    word("MO", "MO", &["port 16, master oscillator"]),
    word("TA", "TA", &["ports 17, 18, 19, the three tones"]),
    word("TB", "TB", &["ports 17, 18, 19, the three tones"]),
    word("TC", "TC", &["ports 17, 18, 19, the three tones"]),
    word("VF", "VF", &["port 20, vibrato: the upper two bits and the lower six"]),
    word("VR", "VR", &["port 20, vibrato: the upper two bits and the lower six"]),
    word("VC", "VC", &["port 21: volume of C in bits 0 to 3, noise mode in bits 4 and 5"]),
    word("NM", "NM", &["port 21: volume of C in bits 0 to 3, noise mode in bits 4 and 5"]),
    word("VA", "VA", &["port 22: volume of A in the lower half, of B in the upper"]),
    word("VB", "VB", &["port 22: volume of A in the lower half, of B in the upper"]),
    word("NV", "NV", &["port 23, volume of the noise"]),
];

impl Word {
    /// Returns the word with a name.
    pub(super) fn named(name: &str) -> Option<&'static Word> {
        WORDS.iter().find(|word| word.name == name)
    }

    /// Returns the words of a dialect.
    pub(super) fn all(dialect: Dialect) -> impl Iterator<Item = &'static Word> {
        let is_known = move |word: &&Word| {
            arcadian_basic::words::WORDS.contains(&word.name)
                || longest_name(word.name.as_bytes(), dialect).is_some()
        };
        WORDS.iter().filter(is_known)
    }

    /// Returns what it means, in one line.
    pub(super) fn meaning(&self) -> String {
        self.meaning.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page without the marks of Markdown and links.
    fn page() -> String {
        let page = include_str!("../../../../../docs/bally-basic.md");
        page.replace(['`', '*'], "")
    }

    #[test]
    fn the_meanings_are_those_of_the_page() {
        let page = page();
        for word in WORDS {
            for statement in word.meaning {
                assert!(page.contains(statement), "{}: the page does not say `{statement}`", word.name);
            }
        }
    }

    #[test]
    fn every_word_of_the_language_has_a_meaning() {
        for name in arcadian_basic::words::WORDS {
            assert!(Word::named(name).is_some(), "{name}");
        }
        for (_, name, _) in arcadian_basic::words::devices(Dialect::Astro) {
            assert!(Word::named(name).is_some(), "{name}");
        }
        assert_eq!((Word::all(Dialect::Bally).count(), Word::all(Dialect::Astro).count()), (37, 48));
    }
}
