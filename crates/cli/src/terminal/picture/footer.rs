//! Lines of text below the picture.

/// Wraps a message to at most `count` lines. Text that does not fit is cut off with `…`.
pub fn wrapped(message: &str, width: usize, count: usize) -> Vec<String> {
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

/// Formats a line: the keys that fit at the left, the state at the right.
pub fn fitted(keys: &[&str], state: &str, width: usize) -> String {
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
