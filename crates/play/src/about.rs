//! What a player should know about a program: the rules of ROTATE, or the title of another one and the input that it reads.

use arcadian_basic::{Basic, Dialect, Line, text_of};

use crate::rotate;

/// The rules of ROTATE, a paragraph each.
const RULES: [&str; 5] = [
    "ROTATE, by Robert Newman, 1982. Sixteen letters in a square are mixed. Put them in order: A to D in the first row, and M to P in the last.",
    "LEVEL asks how many turns mix them, 1 to 40. Type the number, and Enter.",
    "A letter turns four letters clockwise by one place: itself, its right neighbor, and the two below them. So no letter of the last \
     row or the last column can be typed.",
    "S and then a letter exchanges it with its right neighbor, once, and once more after R. T takes back the last turn.",
    "R starts again with the same puzzle; the moves still count. Q gives up, and Y then shows the answer: a key for each move, Enter for all \
     that are left.",
];

/// The functions that read a hand controller.
const CONTROLLER: [&str; 4] = ["JX(", "JY(", "TR(", "KN("];

/// Words of a program, and what they mean to a player.
const INPUT: [(&[&str], &str); 3] = [
    (&["INPUT"], "It asks for input: type an answer, and Enter."),
    (&["KP"], "It reads single keys: each acts at once, without Enter."),
    (&CONTROLLER, "It reads a hand controller: the arrow keys, the trigger and the knob."),
];

const EMPTY: &str = "The machine has no program. A line that begins with a number is stored; RUN starts the program, LIST shows it.";
const NO_INPUT: &str = "It reads no keys: it runs by itself. HALT stops it.";

/// Returns what is known about a program, a paragraph each.
pub fn paragraphs(lines: &[Line]) -> Vec<String> {
    if is_rotate(lines) {
        return RULES.map(str::to_owned).to_vec();
    }
    if lines.is_empty() {
        return vec![EMPTY.to_owned()];
    }
    let title = title(lines).map(|title| format!("The program calls itself {title}."));
    let read = INPUT.iter().filter(|(words, _)| reads(lines, words)).map(|(_, text)| (*text).to_owned());
    let mut read: Vec<String> = read.collect();
    if read.is_empty() {
        read.push(NO_INPUT.to_owned());
    }
    title.into_iter().chain(read).collect()
}

/// Commands that the BASIC cartridge lacks, separated by `|`, and what a session has in their place.
const COMMANDS: [(&str, &str); 5] = [
    (
        "SAVE|CSAVE|:PRINT|:LIST",
        "There is no tape: Ctrl-S saves the machine, and Ctrl-C asks whether to save the program.",
    ),
    (
        "LOAD|CLOAD|:INPUT|:RUN|DIR|FILES|CAT|CATALOG",
        "There is no tape: Ctrl-O loads what Ctrl-S has saved, `play NAME.bas --engine bally` a program.",
    ),
    ("NEW|SCR", "Ctrl-R resets the machine and erases the program."),
    ("BYE|QUIT|EXIT|SYSTEM", "Ctrl-C leaves."),
    ("HELP|INFO|MAN", "F1 or Ctrl-K shows the keys."),
];

/// Returns what a session with the BASIC cartridge has in place of a command that is entered at the prompt.
pub fn command(line: &str) -> Option<&'static str> {
    let is_word = |word: &str| {
        let rest = line.trim_start().strip_prefix(word);
        rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphabetic()))
    };
    COMMANDS.iter().find(|(words, _)| words.split('|').any(is_word)).map(|(_, text)| *text)
}

fn is_rotate(lines: &[Line]) -> bool {
    let mut basic = Basic::new(Dialect::Bally, 1);
    basic.load(lines).is_ok() && rotate::is_loaded(&basic)
}

/// Returns whether a program reads a hand controller.
pub fn reads_a_controller(lines: &[Line]) -> bool {
    reads(lines, &CONTROLLER)
}

fn reads(lines: &[Line], words: &[&str]) -> bool {
    lines.iter().any(|line| {
        let text = text_of(&line.text);
        let mut code = text.split('"').step_by(2);
        !text.trim_start().starts_with('.') && code.any(|part| words.iter().any(|word| part.contains(word)))
    })
}

/// Returns the remark in the first line.
fn title(lines: &[Line]) -> Option<String> {
    let first = lines.iter().min_by_key(|line| line.number)?;
    let text = text_of(&first.text);
    let title = text.trim().strip_prefix('.')?.trim();
    (!title.is_empty()).then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use arcadian_files::{
        NoFiles,
        program::{self, Reading},
    };

    fn about(program: &[&str]) -> String {
        let mut basic = Basic::new(Dialect::Bally, 1);
        program.iter().for_each(|line| basic.enter(line).expect("machine characters"));
        paragraphs(&basic.store().lines().collect::<Vec<_>>()).join("\n")
    }

    #[test]
    fn rotate_has_rules() {
        let loaded = program::load(&NoFiles, program::ROTATE.as_ref(), &Reading::default());
        let mut lines = loaded.expect("it is built in").lines;
        assert_eq!(paragraphs(&lines), RULES);
        lines.pop();
        assert_eq!(paragraphs(&lines)[0], "The program calls itself ROTATE.");
    }

    #[test]
    fn other_programs_have_a_title_and_their_input() {
        assert_eq!(about(&[]), EMPTY);
        assert_eq!(
            about(&["10 .STARS", "20 PRINT \"KP INPUT\""]),
            format!("The program calls itself STARS.\n{NO_INPUT}")
        );
        assert_eq!(about(&["20 INPUT \"NAME\"A", "30 A=KP"]), [INPUT[0].1, INPUT[1].1].join("\n"));
        assert_eq!(about(&["10 .", "20 IF JX(1)=1STOP"]), INPUT[2].1);
    }

    #[test]
    fn commands_that_the_cartridge_lacks() {
        for (line, part) in [
            (":PRINT \"X\"", Some("Ctrl-S")),
            ("SAVE", Some("Ctrl-S")),
            ("LOAD\"X\"", Some("Ctrl-O")),
            (" HELP", Some("F1")),
            ("HELPER=1", None),
            ("PRINT A", None),
            ("10 NEW", None),
            ("", None),
        ] {
            let said = command(line);
            assert_eq!(said.is_some(), part.is_some(), "{line}");
            assert!(part.is_none_or(|part| said.is_some_and(|said| said.contains(part))), "{line}: {said:?}");
        }
    }
}
