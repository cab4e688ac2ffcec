//! Label files of VICE: commands of its monitor, of which `al ADDRESS .NAME` (or `add_label`) defines a label. ld65 writes them by
//! `-Ln`, ACME by `--vicelabels`. (VICE manual, chapter "Monitor".)

use crate::debug_data::{DebugData, Fault, Line, ParseError, lines};

/// The command and its short form.
const COMMANDS: [&str; 2] = ["al", "add_label"];

pub(crate) fn is_it(text: &str) -> bool {
    let first = lines(text).find_map(|line| line.text.split_whitespace().next());
    first.is_some_and(|word| COMMANDS.contains(&word))
}

pub(crate) fn parse(text: &str) -> Result<DebugData, ParseError> {
    let mut data = DebugData::default();
    for line in lines(text) {
        let mut words = line.text.split_whitespace();
        match words.next() {
            None => {}
            Some(command) if COMMANDS.contains(&command) => {
                let (name, address) = label(&line, command, &mut words)?;
                data.label(name, address);
            }
            Some(comment) if comment.starts_with(';') => {}
            Some(other) => data.unknown.add(line.number, other),
        }
    }
    Ok(data)
}

fn label<'a>(
    line: &Line<'a>,
    command: &'a str,
    words: &mut impl Iterator<Item = &'a str>,
) -> Result<(String, u32), ParseError> {
    let address = words.next().ok_or_else(|| line.error(command, Fault::Missing("address")))?;
    // `C:` is the memory of the computer, as opposed to that of a drive.
    let digits = address.strip_prefix("C:").unwrap_or(address);
    let name = words.next().ok_or_else(|| line.error(address, Fault::Missing("name")))?;
    Ok((name.strip_prefix('.').unwrap_or(name).to_owned(), line.number(digits, 16)?))
}
