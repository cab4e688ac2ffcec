//! The names of attributes of a configuration in messages that name options of `arcadian step`.

/// The options of `arcadian step` that a message can name, and their attributes.
const ATTRIBUTES: [(&str, &str); 29] = [
    ("as-printed", "asPrinted"),
    ("call", "call"),
    ("cart", "cart"),
    ("console", "console"),
    ("constant", "constant"),
    ("contract", "contract"),
    ("cpm", "cpm"),
    ("cpu", "cpu"),
    ("devices", "devices"),
    ("dialect", "dialect"),
    ("expansion", "expansion"),
    ("handles", "handles"),
    ("in", "inputs"),
    ("keypad", "keypad"),
    ("keys", "keys"),
    ("keys-file", "keysFile"),
    ("load", "load"),
    ("load-state", "loadState"),
    ("map", "map"),
    ("org", "org"),
    ("pc", "pc"),
    ("place", "place"),
    ("poke", "poke"),
    ("rom", "rom"),
    ("routine", "routine"),
    ("same-as", "sameAs"),
    ("segment", "segment"),
    ("set", "set"),
    ("source-dir", "sourceDir"),
];

/// Replaces the options in a message by the attributes of a configuration: `--source-dir` by `sourceDir`.
pub(crate) fn named(message: &str) -> String {
    let mut parts = message.split(" --");
    let first = parts.next().unwrap_or("");
    let first = first.strip_prefix("--").map_or_else(|| first.to_owned(), attribute);
    parts.fold(first, |text, part| format!("{text} {}", attribute(part)))
}

/// Replaces the option at the start of a text.
fn attribute(text: &str) -> String {
    let end = text.find(|letter: char| !letter.is_ascii_lowercase() && letter != '-').unwrap_or(text.len());
    let (option, rest) = text.split_at(end);
    match ATTRIBUTES.iter().find(|(name, _)| *name == option) {
        Some((_, attribute)) => format!("`{attribute}`{rest}"),
        None => format!("--{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_attributes() {
        for (message, expected) in [
            ("--in x: bad", "`inputs` x: bad"),
            (
                "a.c was not found; --source-dir DIR says where",
                "a.c was not found; `sourceDir` DIR says where",
            ),
            ("add --load ADDR, or --load-state", "add `load` ADDR, or `loadState`"),
            ("1 -- 2", "1 -- 2"),
            ("ends --", "ends --"),
            ("a --own.asm does not exist", "a --own.asm does not exist"),
            ("a--b --ü", "a--b --ü"),
            ("", ""),
        ] {
            assert_eq!(named(message), expected);
        }
    }
}
