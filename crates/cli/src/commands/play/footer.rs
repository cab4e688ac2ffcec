//! The lines below the picture: the keys and the state of the machine, or a message.

use arcadian_basic::{Basic, Pause, text_of};

use arcadian_desk::{escape, play::host::Host};

use super::Speed;

/// The keys while a program runs or waits, the most important first; those that do not fit are omitted.
const RUNNING: [&str; 9] = [
    "Enter=GO",
    "/=÷",
    "Backspace=ERASE",
    "Esc=HALT",
    "Ctrl-C leaves",
    "*=×",
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Alt-/=/ · Alt-*=* · Alt-arrows=↑←→↓",
    "Ctrl-L redraws",
];

/// The keys while a program runs that reads a hand controller.
const CONTROLLER: [&str; 7] = [
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Enter=GO",
    "Esc=HALT",
    "Ctrl-C leaves",
    "/=÷",
    "Backspace=ERASE",
    "*=×",
];

/// The keys at the prompt.
const PROMPT: [&str; 8] = [
    "Enter=GO",
    "Ctrl-C leaves",
    "Ctrl-R erases all",
    ":PRINT \"NAME\" saves",
    "number and → edit a line",
    "/=÷ · *=×",
    "Alt-/=/ · Alt-*=* · Alt-arrows=↑←→↓",
    "Ctrl-L redraws",
];

/// The functions that read a hand controller.
const READINGS: [&str; 4] = ["JX(", "JY(", "TR(", "KN("];

/// Returns `count` lines of `width` columns.
pub fn lines(host: &Host, speed: Speed, width: usize, count: usize) -> Vec<String> {
    let mut lines = match host.message() {
        Some(message) => wrapped(&escape::line(&message), width, count),
        None => vec![line(host.basic(), host.session().pause(), speed, width)],
    };
    lines.resize(count, " ".repeat(width));
    lines
}

/// Wraps a message to at most `count` lines. Text that does not fit is cut off with `…`.
fn wrapped(message: &str, width: usize, count: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in message.split(' ') {
        let length = |text: &str| text.chars().count();
        let line = lines.last().map_or("", String::as_str);
        let fits = length(line) + 1 + length(word) <= width || line.is_empty();
        if !fits && lines.len() < count {
            lines.push(word.to_owned());
        } else if let Some(line) = lines.last_mut() {
            *line += if line.is_empty() { "" } else { " " };
            *line += word;
        }
    }
    lines.iter().map(|line| padded(line, width)).collect()
}

/// Pads or truncates a line to `width` columns.
fn padded(line: &str, width: usize) -> String {
    let mut cut: String = line.chars().take(width).collect();
    if line.chars().count() > width {
        cut.pop();
        cut.extend((width > 0).then_some('…'));
    }
    format!("{cut:width$}")
}

fn line(basic: &Basic, pause: Pause, speed: Speed, width: usize) -> String {
    let state = match (pause, speed) {
        (Pause::Key | Pause::Answer, _) => "waits for a key",
        (Pause::Tape, _) => "waits for a file",
        (Pause::Prompt, _) => "ready",
        (Pause::Budget, Speed::Period) => "runs as in 1982",
        (Pause::Budget, Speed::Max) => "runs at full speed",
    };
    let keys: &[&str] = match pause {
        Pause::Prompt => &PROMPT,
        _ if reads_a_controller(basic) => &CONTROLLER,
        _ => &RUNNING,
    };
    fitted(keys, state, width)
}

fn reads_a_controller(basic: &Basic) -> bool {
    basic.store().lines().any(|line| {
        let text = text_of(&line.text);
        READINGS.iter().any(|reading| text.contains(reading))
    })
}

/// Formats a line: the keys that fit at the left, the state at the right.
fn fitted(keys: &[&str], state: &str, width: usize) -> String {
    let free = width.saturating_sub(state.len() + 3);
    let mut line = String::new();
    let mut used = 0;
    for key in keys {
        let wide = key.chars().count() + if used == 0 { 0 } else { 3 };
        if used + wide > free {
            break;
        }
        line += if used == 0 { "" } else { " · " };
        line += key;
        used += wide;
    }
    let gap = width.saturating_sub(used + state.len());
    line.push_str(&" ".repeat(gap));
    line + &state[..state.len().min(width)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn never_wider_than_the_terminal() {
        for width in 0..200 {
            for keys in [&RUNNING[..], &CONTROLLER, &PROMPT] {
                assert_eq!(fitted(keys, "waits for a key", width).chars().count(), width);
            }
        }
    }

    #[test]
    fn the_keys_of_a_game_fit_the_classic_terminal() {
        let line = fitted(&RUNNING, "waits for a key", 80);
        for key in &RUNNING[..5] {
            assert!(line.contains(key), "{key} in {line}");
        }
        let line = fitted(&PROMPT, "ready", 80);
        for key in &PROMPT[..4] {
            assert!(line.contains(key), "{key} in {line}");
        }
    }

    #[test]
    fn messages_are_wrapped_and_cut() {
        let sentence = "WHAT? in line 20, column 11: write it in another way";
        assert_eq!(wrapped(sentence, 60, 2), [format!("{sentence:60}")]);
        let (first, second) = ("WHAT? in line 20, column 11:  ", "write it in another way       ");
        assert_eq!(wrapped(sentence, 30, 2), [first, second]);
        assert_eq!(wrapped(sentence, 20, 2), ["WHAT? in line 20,   ", "column 11: write it…"]);
        assert_eq!(wrapped(sentence, 20, 1), ["WHAT? in line 20, c…"]);
        for (width, count) in (0..60).flat_map(|width| (1..4).map(move |count| (width, count))) {
            let lines = wrapped(sentence, width, count);
            assert!(
                lines.len() <= count && lines.iter().all(|line| line.chars().count() == width),
                "{lines:?}"
            );
        }
    }
}
