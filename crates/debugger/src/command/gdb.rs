//! Lines for gdb that mean something here: other names of commands, and formats such as `p/x` and `x/16xb`.

use super::find;

/// Commands of gdb that have another name here.
pub(super) const NAMES: [(&str, &str); 28] = [
    ("x", "memory"),
    ("regs", "registers"),
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
    ("reverse-stepi", "back"),
    ("rsi", "back"),
    ("reverse-next", "back-next"),
    ("rn", "back-next"),
    ("reverse-nexti", "back-next"),
    ("rni", "back-next"),
    ("advance", "until"),
    ("hbreak", "break"),
    ("inspect", "print"),
    ("exit", "quit"),
    ("reverse-finish", "back-finish"),
    ("reverse-continue", "back-continue"),
    ("rc", "back-continue"),
];

/// What `info` shows in gdb, and the command that shows it.
const INFO: [(&str, &str); 13] = [
    ("registers", "registers"),
    ("breakpoints", "stops"),
    ("watchpoints", "stops"),
    ("display", "display"),
    ("locals", "variables"),
    ("variables", "variables"),
    ("stack", "calls"),
    ("frame", "calls"),
    ("line", "list"),
    ("source", "info"),
    ("program", "info"),
    ("target", "info"),
    ("all-registers", "registers"),
];

/// Commands of gdb that do not exist here, and what to type instead.
const ADVICE: &[(&[&str], &str)] = &[
    (&["tbreak", "tb", "thbreak"], "`until LOCATION` runs to a location once"),
    (
        &["rwatch", "awatch"],
        "reads are not watched; `watch EXPR` stops at a change, `watch [A-B]` at one of a range",
    ),
    (&["clear"], "`delete N` deletes a breakpoint; `stops` lists their numbers"),
    (&["kill"], "`restart` goes back to the start, `quit` leaves"),
    (
        &["frame", "up", "down", "select-frame"],
        "`calls` shows the call stack, `list LOCATION` the code of a caller",
    ),
    (&["condition"], "`break LOCATION if EXPR` has the condition; `delete N` deletes the former breakpoint"),
    (&["commands"], "`display EXPR` prints a value at every stop"),
    (&["jump", "j"], "`set pc = LOCATION`, then `continue`"),
    (&["return"], "`finish` runs to the return; `set pc = LOCATION` leaves at once"),
    (&["ptype", "whatis"], "values are bytes and words without a type; `print EXPR` shows one"),
    (&["printf"], "`print EXPR` prints a value, `echo TEXT` a text"),
    (&["dump", "find"], "`memory ADDRESS N` shows bytes"),
    (&["layout", "tui", "focus"], "in a terminal `arcadian step FILE` shows the panels by itself"),
    (
        &["file", "load", "target", "attach", "symbol-file", "exec-file"],
        "another program is opened by: arcadian step FILE",
    ),
    (&["source"], "commands are read from a file by: arcadian step PROGRAM --script FILE"),
    (&["show"], "`info` describes the program"),
    (&["shell", "!"], "`quit` leaves the debugger"),
];

/// Returns what to type instead of a command of gdb.
pub(super) fn advice(word: &str) -> Option<&'static str> {
    ADVICE.iter().find(|(words, _)| words.contains(&word)).map(|(_, advice)| *advice)
}

/// Returns what `info` shows, for a message.
pub(super) fn topics() -> String {
    INFO.map(|(name, _)| name).join(", ")
}

/// Splits arguments into the letters of a format and the rest: `/d A`.
pub(super) fn format(arguments: &str) -> (Option<&str>, &str) {
    match arguments.strip_prefix('/') {
        Some(rest) => {
            let (letters, rest) = rest.split_once(' ').unwrap_or((rest, ""));
            (Some(letters), rest.trim())
        }
        None => (None, arguments),
    }
}

/// Returns an expression of C in our own notation: `*BUF` is `[BUF]`, `&BUF` is BUF. What follows `=` stays.
fn own(text: &str) -> Option<String> {
    let (target, rest) = text.split_at(text.find('=').unwrap_or(text.len()));
    let is_word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || "_$.".contains(c));
    let inner = |prefix| target.trim().strip_prefix(prefix).map(str::trim).filter(|text| is_word(text));
    let pointed = inner("*").or_else(|| inner("{char}")).map(|inner| format!("[{inner}] {rest}"));
    pointed.or_else(|| inner("&").map(|inner| format!("{inner} {rest}")))
}

/// Returns the line in our own commands, if it is one of gdb. In machine code, expressions of C are understood, too.
pub(super) fn translated(line: &str, is_code: bool) -> Option<String> {
    let (word, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let arguments = arguments.trim();
    if let Some((name, format)) = word.split_once('/') {
        return match find(name).ok()?.name {
            // What is displayed has two notations, and each stop shows the next instruction.
            name @ ("print" | "display") => {
                let arguments = own(arguments).filter(|_| is_code).unwrap_or_else(|| arguments.to_owned());
                let is_plain = format.is_empty() || name == "display";
                Some(if is_plain {
                    format!("{name} {arguments}")
                } else {
                    format!("{name} /{format} {arguments}")
                })
            }
            "memory" => memory(format, arguments),
            _ => None,
        };
    }
    let command = find(word).ok()?;
    if ["print", "display", "watch", "set"].contains(&command.name) {
        let target = ["variable ", "var "].iter().find_map(|word| arguments.strip_prefix(word));
        let target = target.filter(|_| command.name == "set");
        let expression = own(target.unwrap_or(arguments)).filter(|_| is_code);
        let arguments = expression.or_else(|| target.map(str::to_owned))?;
        return Some(format!("{} {arguments}", command.name));
    }
    let what = arguments.to_ascii_lowercase();
    let shown = INFO.iter().find(|(name, _)| !what.is_empty() && name.starts_with(&what));
    shown.filter(|_| command.name == "info").map(|(_, command)| (*command).to_owned())
}

/// The letters of the sizes of values: 1, 2, 4 and 8 bytes.
const SIZES: [char; 4] = ['b', 'h', 'w', 'g'];

/// Returns the bytes of a value with these letters.
pub(super) fn size(letters: &str) -> i64 {
    let place = SIZES.iter().position(|size| letters.contains(*size));
    1 << place.unwrap_or_default()
}

/// Returns the command that shows memory in a format: a count, letters for the notation, and one for the size.
fn memory(format: &str, address: &str) -> Option<String> {
    let letters = format.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let digits = format.strip_suffix(letters)?;
    let count: u64 = if digits.is_empty() { 1 } else { digits.parse().ok()? };
    let is_known = letters.chars().all(|letter| "xduotacszfibhwg".contains(letter));
    let bytes = count.saturating_mul(size(letters).unsigned_abs());
    let notation = letters.chars().find(|letter| !SIZES.contains(letter)).unwrap_or('x');
    let command = match (notation, size(letters)) {
        ('i', _) if address.is_empty() => format!("list pc +{count}"),
        ('i', _) => format!("list {address} +{count}"),
        _ if address.is_empty() => "memory".to_owned(),
        ('x' | 'z' | 'a' | 'f', 1) => format!("memory {address} {bytes}"),
        (_, size) => format!("memory /{notation}{} {address} {bytes}", SIZES[size.ilog2() as usize]),
    };
    is_known.then_some(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_gdb_are_understood() {
        for (line, own) in [
            ("p/x A", "print /x A"),
            ("print/d HL + 1", "print /d HL + 1"),
            ("p *BUF", "print [BUF] "),
            ("p/d &BUF", "print /d BUF "),
            ("set var *0x300 = 5", "set [0x300] = 5"),
            ("set variable A = 5", "set A = 5"),
            ("x/16xb 0300", "memory 0300 16"),
            ("x/4xw HL", "memory /xw HL 16"),
            ("x/3dh HL", "memory /dh HL 6"),
            ("x/h 0", "memory /xh 0 2"),
            ("x/2i", "list pc +2"),
            ("x/8xb", "memory"),
            ("x/5i PC", "list PC +5"),
            ("info registers", "registers"),
            ("i r", "registers"),
            ("info b", "stops"),
            ("info frame", "calls"),
        ] {
            assert_eq!(translated(line, true).as_deref(), Some(own), "{line}");
        }
        for line in [
            "p A",
            "info",
            "info nothing",
            "step/2",
            "p *BUF+1",
            "x/yz 0",
            "x/99999999999999999999 0",
            "",
            "/",
        ] {
            assert_eq!(translated(line, true), None, "{line}");
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
