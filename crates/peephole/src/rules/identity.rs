//! What a rule and a file of rules are known by: the stable name of a rule, and the names of such files.

use arcadian_files::shard::Digest;

use crate::rules::{
    formats::uncommented,
    rule::{Rule, RuleError},
};

impl Rule {
    /// Returns a name that stays as long as the text of the rule does, wherever the rule is: a digest of the text without comments,
    /// with one blank for other white space.
    pub fn id(&self) -> String {
        let lines = self.text.lines().map(|line| uncommented(self.format, line));
        name(lines)
    }
}

impl RuleError {
    /// Returns a name that stays as long as the text of the damaged rule does. The damage can be in what would be a comment.
    pub fn id(&self) -> String {
        name(self.rule.lines().chain([&*self.text]))
    }
}

fn name<'t>(lines: impl Iterator<Item = &'t str>) -> String {
    let mut digest = Digest::default();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        if !words.is_empty() {
            digest.add(words.join(" ").as_bytes());
        }
    }
    digest.name()
}

/// Returns whether files of rules have names like this one. `docs/rules.md` lists them by format.
pub fn is_file_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
    match extension {
        "def" | "opt" | "rules" => true,
        "txt" => stem.starts_with("pbo-patterns") || stem.starts_with("equivalencies"),
        // Other extensions are levels of optimization and processors.
        _ if stem.starts_with("sdcc_peeph") => true,
        _ if extension.bytes().all(|byte| byte.is_ascii_digit()) => stem.ends_with("rules"),
        _ => stem == "rules" && extension.chars().any(|c| c.is_ascii_digit()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{formats::read, rule::Format};

    fn ids(format: Format, text: &str) -> Vec<String> {
        read(format, text).rules.iter().map(Rule::id).collect()
    }

    const RULE: &str = "replace {\n\tcp\ta, #0x00\n} by {\n\t; compare\n\tor\ta, a\n} if notUsed('nf')\n";

    #[test]
    fn the_name_of_a_rule_is_that_of_its_text() {
        let other = "replace {\n\tnop\n} by {\n}\n";
        let [name] = &ids(Format::Sdcc, RULE)[..] else { panic!("one rule") };
        for (text, place) in [
            (format!("// moved\n\n{other}\nbarrier\n{RULE}"), 1),
            (format!("{RULE}// next\n{other}"), 0),
            (RULE.replace("; compare", "; another comment"), 0),
            (RULE.replace('\t', "    ").replace('\n', "\r\n"), 0),
        ] {
            assert_eq!(ids(Format::Sdcc, &text).get(place), Some(name), "{text}");
        }
        for text in
            [RULE.replace("0x00", "0x01"), RULE.replace("'nf'", "'cf'"), RULE.replace("\tor\ta, a\n", "")]
        {
            assert_ne!(ids(Format::Sdcc, &text).first(), Some(name), "{text}");
        }
    }

    /// Rules with the same damage have names of their own, and each is an error of its own.
    #[test]
    fn the_name_of_a_damaged_rule_is_that_of_its_whole_text() {
        let sdcc = |before: &str, by: &str| format!("{before} {{\n\tnop\n}} {by} {{\n\tINSIDE\n}}\n");
        let zxbasic = "REPLACE {{\n INSIDE\n}}\nWITHOUT {{\n}}\n";
        for (format, rule, errors) in [
            (Format::Sdcc, sdcc("replace", "bye"), 1),
            (Format::Sdcc, sdcc("replac", "by"), 1),
            (Format::Sdcc, sdcc("replac", "bye"), 1),
            (Format::Sdcc, format!("{}{}", sdcc("replace", "bye"), sdcc("replac", "by")), 2),
            (Format::Sdcc, "replace {\n\tINSIDE\n".to_owned(), 1),
            (Format::Sdcc, "replace\n{\n\tnop\n}\nby {\n\tINSIDE\n}\nif same(\n".to_owned(), 1),
            (Format::Sdcc, "replac {\n\tnop\n} by {\n\tINSIDE\n".to_owned(), 1),
            (Format::Copt, "\tINSIDE\n==\n\tnop\n\n".to_owned(), 1),
            (Format::Copt, "\tINSIDE\n%is wrong\n=\n\tnop\n\n".to_owned(), 1),
            (Format::Mdl, "pattern: p\n0: INSIDE\n1 nop\nreplacement:\n\n".to_owned(), 1),
            (Format::Equivalences, "INSIDE\tnop\tX\n".to_owned(), 1),
        ] {
            let names = |code: [&str; 3]| -> Vec<String> {
                let text = code.map(|code| rule.replace("INSIDE", code)).concat();
                read(format, &text).errors.iter().map(RuleError::id).collect()
            };
            let [all, changed] = [["inc a", "inc b", "inc c"], ["inc a", "inc d", "inc c"]].map(names);
            assert_eq!(all.len(), 3 * errors, "{format:?}: {rule}");
            assert_eq!(all.iter().collect::<std::collections::BTreeSet<_>>().len(), all.len(), "{rule}");
            let kept = all.iter().zip(&changed).filter(|(before, now)| before == now).count();
            assert_eq!(kept, 2 * errors, "{rule}");
        }
        let of_file = |code: &str| {
            read(Format::Zxbasic, &zxbasic.replace("INSIDE", code)).errors.first().map(RuleError::id)
        };
        assert_ne!(of_file("inc a"), of_file("inc b"));
    }

    #[test]
    fn each_format_has_the_text_of_its_rules() {
        let copt = "\tld\ta,%1\n=\n\tld\ta,%1\n\n\tnop\n=\n\n";
        let mdl = "; a comment\n\npattern: Remove nop\n0: nop\nreplacement:\n\npattern: Other\n0: ld a,a\nreplacement:\n";
        let pairs = "cp 0\tor a\tN\nnop\t\t\n";
        let zxbasic = "OLEVEL: 1\nREPLACE {{\n nop\n}}\nWITH {{\n}}\n";
        for (format, text, expected) in [
            (Format::Sdcc, RULE, &[RULE.trim_end()][..]),
            (Format::Copt, copt, &["\tld\ta,%1\n=\n\tld\ta,%1", "\tnop\n="]),
            (
                Format::Mdl,
                mdl,
                &["pattern: Remove nop\n0: nop\nreplacement:", "pattern: Other\n0: ld a,a\nreplacement:"],
            ),
            (Format::Equivalences, pairs, &["cp 0\tor a\tN", "nop"]),
            (Format::Zxbasic, zxbasic, &[zxbasic.trim_end()]),
        ] {
            let file = read(format, text);
            let texts: Vec<&str> = file.rules.iter().map(|rule| rule.text.as_str()).collect();
            assert_eq!(texts, expected, "{format:?}: {:?}", file.errors);
        }
    }

    #[test]
    fn names_of_files() {
        for name in [
            "peeph.def",
            "sdcc_peeph.0",
            "z80rules.1",
            "z80rules.4",
            "80cc_rules.1",
            "rules.z80",
            "001.opt",
            "pbo-patterns-size.txt",
        ] {
            assert!(is_file_name(name), "{name}");
        }
        for name in ["rules.md", "rules.rs", "notes.txt", "peeph.c", "main.s", "", "Makefile"] {
            assert!(!is_file_name(name), "{name}");
        }
    }
}
