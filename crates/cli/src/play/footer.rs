//! The line below the picture: what the machine is doing, and the keys.

use arcadian_basic::{Basic, Pause, text_of};

use crate::args::Speed;

/// While a program runs or waits, the most needed first; what does not fit is left out.
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

/// While a program runs that reads a hand controller.
const CONTROLLER: [&str; 7] = [
    "arrows=JX JY · Tab=TR · [ ]=KN",
    "Enter=GO",
    "Esc=HALT",
    "Ctrl-C leaves",
    "/=÷",
    "Backspace=ERASE",
    "*=×",
];

/// At the prompt.
const PROMPT: [&str; 7] = [
    "Enter=GO",
    "Backspace=ERASE",
    "number and → edit a line",
    "Esc leaves",
    "/=÷ · *=×",
    "Alt-/=/ · Alt-*=* · Alt-arrows=↑←→↓",
    "Ctrl-L redraws",
];

/// What a program reads a hand controller with.
const READINGS: [&str; 4] = ["JX(", "JY(", "TR(", "KN("];

/// The line for a machine, `width` columns wide.
pub fn line(basic: &Basic, pause: Pause, speed: Speed, width: usize) -> String {
    let state = match (pause, speed) {
        (Pause::Key | Pause::Answer, _) => "waits for a key",
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

/// As many keys as fit at the left, the state at the right.
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
        assert!(fitted(&PROMPT, "ready", 80).contains("Esc leaves"));
    }
}
