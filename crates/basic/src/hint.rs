//! Hints: what to write instead of the words and signs of other BASICs.
//!
//! The machine itself shows only WHAT?. Evidence: choice.

use std::borrow::Cow;

use crate::{
    Why,
    fault::ErrorCode,
    line,
    words::{WORDS, code},
};

struct Hint {
    /// The pattern at the end of the text before the error: signs and classes. `v` is the end of a value (a letter, a
    /// digit or `)`), after which there may be blanks; `l` is a letter and `n` a digit, directly before the error.
    before: &'static str,
    /// The pattern at the error. If `before` is empty: alternatives separated by `|`; no letter may follow a word
    /// unless the alternative ends in `…`. Otherwise: signs and classes.
    here: &'static str,
    text: &'static str,
}

const fn word(here: &'static str, text: &'static str) -> Hint {
    Hint { before: "", here, text }
}

const fn sign(before: &'static str, here: &'static str, text: &'static str) -> Hint {
    Hint { before, here, text }
}

const REMARK: &str = "`.` begins a remark, as in `10 .TITLE`";
const UNEQUAL: &str = "`#` means not equal, as in `IF A#B`";
const STRINGS: &str =
    "there are no string variables: KP reads a character as a number, TV shows one, `@(n)` keeps them";
const TIMES: &str = "`*` does not multiply: write ×, or `#! *: ×` in the header of the text file";
const DIVIDES: &str = "`/` does not divide: write ÷, or `#! /: ÷` in the header of the text file";
const PRINT_ITEMS: &str = "`,` separates the items of PRINT, as in `PRINT \"A=\",A`; `;` ends the statement";
const QUOTES: &str = "strings are in double quotes, as in `PRINT \"A\"`";
const INPUT_ITEMS: &str = "nothing separates the text and the variable of INPUT, as in `INPUT \"LEVEL\"D`";

/// The first matching row applies.
const HINTS: &[Hint] = &[
    word("THEN…", "omit THEN: the statement follows the condition, as in `IF A=1GOTO 100`"),
    word("ELSE…", "there is no ELSE: test the opposite in the next line"),
    word("ENDIF|END IF", "there is no END IF: IF applies to the rest of its line"),
    word("END", "STOP ends the program"),
    word("REM…", REMARK),
    word("DIM", "arrays need no DIM: `@(0)`, `@(1)` and so on exist as far as memory is free"),
    word("GO TO", "GOTO is one word"),
    word("GO SUB", "GOSUB is one word"),
    word("ON", "GOTO and GOSUB take any expression, as in `GOTO 100+10×A`"),
    word("AND", "multiply comparisons for AND, as in `IF (A=1)×(B=2)GOTO 100`"),
    word("OR", "add comparisons for OR, as in `IF (A=1)+(B=2)GOTO 100`"),
    word("NOT", "compare with 0 for NOT, as in `IF (A=1)=0GOTO 100`"),
    word("XOR", "`#` between comparisons is XOR, as in `IF (A=1)#(B=2)GOTO 100`"),
    word("MOD", "RM is the remainder of the last division, as in `Z=A÷B;R=RM`"),
    word("INT|FIX", "all numbers are integers: ÷ truncates toward zero"),
    word("SGN", "the sign of A is `(A>0)-(A<0)`"),
    word("RANDOMIZE|RANDOM", "RND needs no initialization; `--seed N` selects its sequence"),
    word("WHILE|WEND|REPEAT|UNTIL|DO|LOOP", "loops are FOR with NEXT, or IF with GOTO"),
    word("DATA|READ|RESTO RE", "there is no DATA: set variables or `@(n)` one by one"),
    word("DEF|FN…", "there are no user-defined functions: a GOSUB can compute a variable"),
    word("CLS|HOME", "CLEAR clears the screen"),
    word("TAB|AT|SPC|LOCATE|CURSOR", "CX and CY set the place of the next character, as in `CX=0,CY=0`"),
    word("USING", "`#n` sets the width of numbers, as in `PRINT #4,A`"),
    word("INKEY|GET", "KP waits for a key and returns its code, as in `K=KP`"),
    word("CHR", "TV shows the character of a code, as in `TV=65`"),
    word("ASC|STR|VAL|LEN|LEFT|RIGHT|MID", STRINGS),
    word("PLOT|DRAW|SET|PSET|CIRCLE", "`BOX x,y,width,height,mode` and `LINE x,y,mode` draw"),
    word("POINT", "PX(x,y) is 1 where a pixel is set"),
    word(
        "COLOR|COLOUR|INK|PAPER",
        "BC is the color of the background, FC of the foreground, as in `BC=7,FC=0`",
    ),
    word("PEEK|POKE", "`%(a)` reads or sets the word at an address, as in `%(19994)=A`"),
    word("INP|OUT", "`&(p)` reads or sets a port, as in `&(16)=A`"),
    word(
        "SOUND|BEEP|PLAY|TONE",
        "MU sounds a note, as in `MU=69`, for NT frames; `&(16)` to `&(23)` set the sound chip",
    ),
    word("USR|SYS", "CALL(a) calls machine code, if there is any"),
    word("FRE", "SZ is the number of free bytes"),
    word("WAIT|PAUSE|DELAY|SLEEP", "an empty loop waits: `FOR I=1TO 500;NEXT I` takes half a second"),
    word(
        "SAVE|CSAVE|LOAD|CLOAD",
        "`:PRINT \"NAME\"` saves the program in `arcadian play`, `:INPUT \"NAME\"` loads it",
    ),
    word("NEW|SCR", "Ctrl-R erases the program in `arcadian play`"),
    word("CONT", "RUN restarts the program and keeps the variables"),
    word("BYE|QUIT|EXIT|SYSTEM", "Ctrl-C leaves `arcadian play`"),
    word("HELP|INFO|MAN", "F1 or Ctrl-K shows the rules and the keys in `arcadian play`"),
    word(
        "DIR|FILES|CAT|CATALOG",
        "`:INPUT \"NAME\"` loads NAME.bas in `arcadian play`; it does not list the files of the directory",
    ),
    word(
        "DELETE|DEL|EDIT",
        "the number of a line alone deletes it; the right arrow (PAUSE) after it edits the line",
    ),
    word("?", "PRINT has no abbreviation"),
    word("'", REMARK),
    word("!=", UNEQUAL),
    sign("<", ">", UNEQUAL),
    sign(">", "<", UNEQUAL),
    sign("=", "=", "one `=` compares"),
    sign("=", "<", "`<=` means at most"),
    sign("=", ">", "`>=` means at least"),
    word(":", "`;` separates statements"),
    sign("v", "$", STRINGS),
    sign("v", "*", TIMES),
    sign("v*", "", TIMES),
    sign("v", "/", DIVIDES),
    sign("v", "↑", "there is no power operator: write `A×A`"),
    sign("n", ".n", "all numbers are integers"),
    sign("l", "n", "a variable is one letter, A to Z"),
    sign("l", "(", "the arrays are `@(n)` and `*(n)`"),
    sign("l", "%", "all numbers are integers: a variable is a letter only"),
    sign("RND", "", "RND(n) gives 1 to n"),
];

/// Returns the hint for an error at byte `at` of a line's text, if there is one.
pub(crate) fn hint(text: &[u8], at: usize, why: Why) -> Option<Cow<'static, str>> {
    if why.code() != ErrorCode::What && why != Why::NoCalculator {
        return None;
    }
    // The error of the calculator is reported after the `$`.
    let at = if why == Why::NoCalculator {
        text[..at.min(text.len())].iter().rposition(|byte| *byte == b'$').unwrap_or(at)
    } else {
        at
    };
    let (before, here) = text.split_at(at.min(text.len()));
    let (before, here) = (line::text_of(before), line::text_of(here));
    if matches!(why, Why::NoValue | Why::NoVariable) && here.trim_start().starts_with('\'') {
        return Some(QUOTES.into());
    }
    if let Some(text) = misplaced_size(&before, &here) {
        return Some(text.into());
    }
    let found = row(&before, here.trim_start()).map(|row| HINTS[row].text);
    let found = found.or_else(|| separators(text, at, why));
    found.map(Cow::from).or_else(|| misspelled(here.trim_start(), why).map(Cow::from))
}

/// Returns the hint for a number that can be the printed SZ, at the start or at the end of a line.
fn misplaced_size(before: &str, here: &str) -> Option<&'static str> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let at_end = || here.trim().strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if before.trim().is_empty() {
        let first = here.trim_start().split(' ').next().unwrap_or("");
        return is_number(first).then_some(
            "the line begins with two numbers; if they are SZ numbers, write them in parentheses, as in `(1790) 10 CLEAR`",
        );
    }
    at_end()
        .filter(|inside| is_number(inside))
        .map(|_| "if this is the SZ number, write it before the line number, as in `(1790) 10 CLEAR`")
}

/// Words that are spelled with letters and begin a statement.
const SPELLED: [&str; 3] = ["STOP", "TRACE", "CALL"];
/// A shorter name is a variable before another one: a blank is missing, and no letter is wrong.
const FEWEST_LETTERS: usize = 3;

/// Returns the hint for a word in which one letter is wrong, too much or missing, or two are exchanged.
fn misspelled(here: &str, why: Why) -> Option<String> {
    let length = here.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(here.len());
    let (written, rest) = here.split_at(length);
    let is_name = rest.trim_start().starts_with('=');
    if !matches!(why, Why::NoSuchName | Why::NoStatement) || length < FEWEST_LETTERS || is_name {
        return None;
    }
    let meant =
        SPELLED.iter().chain(&WORDS).find(|word| differ_by_one(written.as_bytes(), word.as_bytes()))?;
    Some(format!("`{written}` is not a word of BASIC; did you mean `{meant}`?"))
}

/// Returns whether words differ by one letter, or by the order of two.
fn differ_by_one(one: &[u8], other: &[u8]) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    match (&one[same..], &other[same..]) {
        ([_, one @ ..], [_, other @ ..]) if one == other => true,
        ([a, b, one @ ..], [c, d, other @ ..]) if (a, b) == (d, c) => one == other,
        ([_, one @ ..], other) if one == other => true,
        (one, [_, other @ ..]) => one == other,
        _ => false,
    }
}

/// Returns the first row that matches the text before and after an error.
fn row(before: &str, here: &str) -> Option<usize> {
    HINTS.iter().position(|hint| match hint.before {
        "" => hint.here.split('|').any(|word| begins_with_word(here, word)),
        pattern if pattern.starts_with(['l', 'n']) => {
            ends_with(before, pattern) && begins_with(here, hint.here).is_some()
        }
        pattern => ends_with(before.trim_end(), pattern) && begins_with(here, hint.here).is_some(),
    })
}

fn ends_with(text: &str, pattern: &str) -> bool {
    let mut characters = text.chars().rev();
    pattern
        .chars()
        .rev()
        .all(|class| characters.next().is_some_and(|character| matches_class(class, character)))
}

/// Returns what follows the pattern, if the text begins with it.
fn begins_with<'a>(text: &'a str, pattern: &str) -> Option<&'a str> {
    let mut characters = text.chars();
    let fits =
        pattern.chars().all(|class| characters.next().is_some_and(|found| matches_class(class, found)));
    fits.then_some(characters.as_str())
}

fn begins_with_word(text: &str, word: &str) -> bool {
    let (word, runs_on) = word.strip_suffix('…').map_or((word, false), |word| (word, true));
    let spelled = word.ends_with(|last: char| last.is_ascii_uppercase());
    begins_with(text, word)
        .is_some_and(|rest| runs_on || !spelled || !rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

fn matches_class(class: char, character: char) -> bool {
    match class {
        'v' => character.is_ascii_uppercase() || character.is_ascii_digit() || character == ')',
        'l' => character.is_ascii_uppercase(),
        'n' => character.is_ascii_digit(),
        _ => class == character,
    }
}

/// Returns the hint for `PRINT "A";B`, `PRINT "A" B` or `INPUT "A";B`, whose separators differ from other BASICs.
fn separators(text: &[u8], at: usize, why: Why) -> Option<&'static str> {
    let code_only = |(byte, literal): (&u8, bool)| if literal { b' ' } else { *byte };
    let before: Vec<u8> = text.iter().zip(line::literal(text)).take(at).map(code_only).collect();
    let mut statements = before.rsplit(|byte| *byte == b';');
    let (own, previous) = (statements.next().unwrap_or_default(), statements.next().unwrap_or_default());
    let next = text[before.len()..].iter().find(|byte| **byte != b' ');
    let is_item = next.is_some_and(|byte| byte.is_ascii_alphanumeric() || b"\"(@".contains(byte));
    match why {
        Why::TextLeft if is_item && own.contains(&code::PRINT) => Some(PRINT_ITEMS),
        Why::Missing(b'=') | Why::NoStatement if previous.contains(&code::PRINT) => Some(PRINT_ITEMS),
        Why::Missing(b'=') if previous.contains(&code::INPUT) && previous.ends_with(b"\"") => {
            Some(INPUT_ITEMS)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Basic, Dialect, Ending};

    /// Statements of other BASICs, and a part of the hint for each.
    fn cases() -> impl Iterator<Item = (&'static str, &'static str)> {
        include_str!("hint/cases.txt").lines().filter_map(|line| line.split_once(" => "))
    }

    fn fault(text: &str) -> Option<crate::Fault> {
        let mut basic = Basic::new(Dialect::Bally, 1);
        basic.enter(text).expect("machine characters");
        basic.run(100);
        match basic.ending() {
            Some(Ending::Error(fault)) => Some(fault.clone()),
            _ => None,
        }
    }

    #[test]
    fn statements_of_other_basics() {
        for (text, part) in cases() {
            let hint = fault(text).and_then(|fault| fault.hint).unwrap_or_default();
            assert!(hint.contains(part), "{text}: {hint}");
        }
    }

    #[test]
    fn separators_of_other_basics() {
        for text in [
            "PRINT \"A\";B",
            "PRINT \"A\";\"B\"",
            "PRINT \"A\" B",
            "IF A=0PRINT \"A;B\";A;5",
            "PRINT A \"B\"",
        ] {
            assert_eq!(fault(text).and_then(|fault| fault.hint).as_deref(), Some(PRINT_ITEMS), "{text}");
        }
    }

    #[test]
    fn misspelled_words() {
        for (text, meant) in [
            ("PRNT 5", Some("PRINT")),
            ("PRIINT 5", Some("PRINT")),
            ("PTINT 5", Some("PRINT")),
            ("FRO I=1TO 9", Some("FOR")),
            ("NXT I", Some("NEXT")),
            ("GOT 10", Some("GOTO")),
            ("GOSB 10", Some("GOSUB")),
            ("STPO", Some("STOP")),
            ("A=RNT(5)", Some("RND")),
            ("BOB=1", None),
            ("PRT 5", None),
            ("CC 5", None),
        ] {
            let hint = fault(text).expect(text).hint;
            assert_eq!(hint.is_some(), meant.is_some(), "{text}: {hint:?}");
            assert!(
                hint.unwrap_or_default()
                    .ends_with(&meant.map_or(String::new(), |meant| format!(" `{meant}`?")))
            );
        }
    }

    /// Otherwise a row could be unreachable.
    #[test]
    fn every_row_has_a_case() {
        let rows: Vec<_> = cases()
            .filter_map(|(text, _)| {
                let fault = fault(text)?;
                let (before, here) = fault.source.split_at(
                    fault
                        .source
                        .char_indices()
                        .nth(fault.column - 1)
                        .map_or(fault.source.len(), |(at, _)| at),
                );
                row(before, here.trim_start())
            })
            .collect();
        let missing: Vec<_> =
            (0..HINTS.len()).filter(|row| !rows.contains(row)).map(|row| HINTS[row].here).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn other_errors_have_no_hint() {
        for text in [
            "A=1+",
            "CC=5",
            "TO 5",
            "GOTO 5;A=1",
            "A=(1+2",
            "SZ=1",
            "NEXT",
            "ENDE=1",
            "ONE=1",
            "A=1÷0",
            "B=@(9999)",
            ";A",
        ] {
            assert_eq!(fault(text).expect(text).hint, None, "{text}");
        }
        assert!(["LET A=1", "A=1;PRINT A;B=2", "PRINT \"A:B\";A=1"].iter().all(|text| fault(text).is_none()));
    }
}
