//! Lines for gdb that mean something here: other names of commands, and formats such as `p/x` and `x/16xb`.

use super::find;

/// Commands of gdb that have another name here.
pub(super) const NAMES: [(&str, &str); 18] = [
    ("x", "memory"),
    ("si", "step"),
    ("stepi", "step"),
    ("ni", "next"),
    ("nexti", "next"),
    ("bt", "calls"),
    ("backtrace", "calls"),
    ("where", "calls"),
    ("disas", "list"),
    ("disassemble", "list"),
    ("run", "restart"),
    ("start", "restart"),
    ("reverse-step", "back"),
    ("rs", "back"),
    ("reverse-next", "back-next"),
    ("reverse-finish", "back-finish"),
    ("reverse-continue", "back-continue"),
    ("rc", "back-continue"),
];

/// What `info` shows in gdb, and the command that shows it.
const INFO: [(&str, &str); 8] = [
    ("registers", "registers"),
    ("breakpoints", "stops"),
    ("watchpoints", "stops"),
    ("display", "display"),
    ("locals", "variables"),
    ("variables", "variables"),
    ("stack", "calls"),
    ("frame", "calls"),
];

/// Returns the line in our own commands, if it is one of gdb.
pub(super) fn translated(line: &str) -> Option<String> {
    let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let arguments = arguments.trim();
    if let Some((name, format)) = word.split_once('/') {
        return match find(name).ok()?.name {
            // A value is printed in every notation.
            name @ ("print" | "display") => Some(format!("{name} {arguments}")),
            "memory" => memory(format, arguments),
            _ => None,
        };
    }
    let what = arguments.to_ascii_lowercase();
    let shown = INFO.iter().find(|(name, _)| !what.is_empty() && name.starts_with(&what));
    find(word)
        .ok()
        .filter(|command| command.name == "info")
        .and(shown)
        .map(|(_, command)| (*command).to_owned())
}

/// Returns the command that shows memory in a format: a count, letters for the notation, and one for the size.
fn memory(format: &str, address: &str) -> Option<String> {
    let letters = format.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = format.strip_suffix(letters)?;
    let count: u64 = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    let is_known = letters.chars().all(|letter| "xduotacszfibhwg".contains(letter));
    let size = match letters.chars().find(|letter| "bhwg".contains(*letter)) {
        Some('h') => 2,
        Some('w') => 4,
        Some('g') => 8,
        _ => 1,
    };
    let command = match letters.contains('i') {
        true => format!("list {address} +{count}"),
        false => format!("memory {address} {}", count.saturating_mul(size)),
    };
    is_known.then_some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_gdb_are_understood() {
        for (line, own) in [
            ("p/x A", "print A"),
            ("print/d HL + 1", "print HL + 1"),
            ("x/16xb 0300", "memory 0300 16"),
            ("x/4xw HL", "memory HL 16"),
            ("x/h 0", "memory 0 2"),
            ("x/5i PC", "list PC +5"),
            ("info registers", "registers"),
            ("i r", "registers"),
            ("info b", "stops"),
            ("info frame", "calls"),
        ] {
            assert_eq!(translated(line).as_deref(), Some(own), "{line}");
        }
        for line in ["p A", "info", "info nothing", "step/2", "x/yz 0", "x/99999999999999999999 0", "", "/"] {
            assert_eq!(translated(line), None, "{line}");
        }
    }

    #[test]
    fn every_name_leads_to_a_command() {
        for (name, own) in NAMES {
            assert_eq!(find(name).map(|command| command.name), Ok(own), "{name}");
        }
        for (_, own) in INFO {
            assert_eq!(find(own).map(|command| command.name), Ok(own));
        }
    }
}
