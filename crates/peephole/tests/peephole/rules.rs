//! Rules of our own in every format, with the instances that they stand for.
//!
//! A block of a file in `data` is a rule file and, after `----`, what it gives: errors, and for each rule its instances. Of
//! more than eight instances three are shown. Blocks are separated by `====`.
//!
//! No text makes a parser or the search for instances panic, and instances assemble.

use std::fmt::Write;

use arcadian_asm::read_fragment;
use arcadian_compare::{Answer, Method, Reason, Verdict};
use arcadian_peephole::rules::{Format, Instance, Options, Outcome, RuleVerdict, instances, judge, read};
use proptest::prelude::*;

/// Returns the name of a format and its blocks.
const FILES: [(Format, &str); 5] = [
    (Format::Sdcc, include_str!("data/sdcc.txt")),
    (Format::Copt, include_str!("data/copt.txt")),
    (Format::Mdl, include_str!("data/mdl.txt")),
    (Format::Equivalences, include_str!("data/equivalences.txt")),
    (Format::Zxbasic, include_str!("data/zxbasic.txt")),
];

/// The greatest number of instances that are all shown.
const MOST_SHOWN: usize = 8;

#[test]
fn every_block_gives_what_it_says() {
    let mut wrong = String::new();
    for (format, file) in FILES {
        for block in file.split("\n====\n") {
            let block = format!("{block}\n");
            let (rules, expected) = block.split_once("\n----\n").expect("a block has a line `----`");
            let found = shown(format, &format!("{rules}\n"));
            if found.trim() != expected.trim() {
                write!(wrong, "{}:\n{rules}\n----\n{found}====\n", format.name()).expect("a string");
            }
        }
    }
    assert!(wrong.is_empty(), "found instead:\n{wrong}");
}

/// Returns the errors of a rule file and the instances of its rules.
fn shown(format: Format, text: &str) -> String {
    let file = read(format, text);
    let mut lines: Vec<String> = file.errors.iter().map(|error| format!("error: {error}")).collect();
    lines.extend(file.includes.iter().map(|(line, name)| format!("line {line} includes {name}")));
    for rule in &file.rules {
        lines.push(format!("{}:", format!("{} {}", rule.line, rule.name).trim_end()));
        match instances(rule, &Options::default()) {
            Outcome::NeverMatches(reason) => lines.push(format!("  never matches: {reason}")),
            Outcome::NotDecided(reason) => lines.push(format!("  not decided: {reason}")),
            Outcome::Instances(found) => {
                let count = found.list.len();
                let shown = if count > MOST_SHOWN { 3 } else { count };
                lines.extend(found.list.iter().take(shown).map(|instance| format!("  {}", line(instance))));
                lines.extend((shown < count).then(|| format!("  {count} instances")));
                lines.extend(found.limited.map(|reason| format!("  limited: {reason}")));
                lines.extend(
                    (found.not_assembled > 0).then(|| format!("  {} do not assemble", found.not_assembled)),
                );
            }
        }
    }
    lines.iter().fold(String::new(), |text, line| text + line + "\n")
}

fn line(instance: &Instance) -> String {
    let code = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let code = |text: &str| text.lines().map(code).collect::<Vec<_>>().join("; ");
    let mut parts = vec![format!("{} -> {}", code(&instance.old), code(&instance.new)).trim_end().to_owned()];
    if !instance.dead.is_empty() {
        parts.push(format!("dead: {}", instance.dead.join(", ")));
    }
    if !instance.not_volatile.is_empty() {
        parts.push(format!("not volatile: {}", instance.not_volatile.join(", ")));
    }
    parts.extend(instance.requires.iter().map(ToString::to_string));
    parts.join(" | ")
}

#[test]
fn a_format_is_guessed_from_the_text() {
    for (format, file) in FILES {
        let rules = file.split("\n----\n").next().expect("a block");
        assert_eq!(Format::guess(rules), format, "{rules}");
    }
}

#[test]
fn the_number_of_instances_has_a_limit() {
    let text = "replace {\n\tld\t%1, %2\n} by {\n\tnop\n}\n";
    let rule = &read(Format::Sdcc, text).rules[0];
    let options = Options { most: 5, ..Options::default() };
    let Outcome::Instances(found) = instances(rule, &options) else { panic!("decided") };
    assert_eq!(found.list.len(), 5);
    assert_eq!(found.limited.as_deref(), Some("there are more than 5 instances"));
}

#[test]
fn other_processors() {
    use arcadian_isa::Processor;
    let cases = [
        (Processor::I8080, "\tmov a,%1\n\tmov %1,a\n=\n\tmov a,%1\n", "mov a,b; mov b,a -> mov a,b", 8),
        (
            Processor::Mos6502,
            "\tlda #%1\n\tldx #%1\n=\n\tlda #%1\n\ttax\n",
            "lda #N1; ldx #N1 -> lda #N1; tax",
            1,
        ),
    ];
    for (processor, text, first, count) in cases {
        let rule = &read(Format::Copt, text).rules[0];
        let Outcome::Instances(found) = instances(rule, &Options { processor, ..Options::default() }) else {
            panic!("{processor}: decided")
        };
        assert_eq!((line(&found.list[0]).as_str(), found.list.len()), (first, count), "{processor}");
    }
}

const SCRAPS: &[&str] = &[
    "replace restart {\n",
    "replace {\n",
    "} by {\n",
    "}\n",
    "} if ",
    "notUsed(",
    "same(",
    "canAssign(",
    "immdInRange(",
    "0 255 '+' %1 1 %2)",
    "'a'",
    "%1",
    "%2",
    "%%",
    "%",
    "%L",
    "%\"",
    "\"",
    "[a-z]*\"1",
    "%eval(",
    "1 2 +)",
    "%check 0 <= %1 <= ",
    "%is %1 ",
    "%activate\n",
    "=\n",
    "==\n",
    "\n",
    "\t",
    "pattern: x\n",
    "replacement:\n",
    "constraints:\n",
    "0: ",
    "1: *\n",
    "[?const] ",
    "equal(?const,",
    "in(?reg,A,B)\n",
    "regpair(?regpair,?regh,?regl)\n",
    "?const",
    "?reg",
    "?op",
    "?any",
    "?",
    "REPLACE {{\n",
    "WITH {{\n",
    "IF {{\n",
    "DEFINE {{\n",
    "}}\n",
    "$1",
    "$",
    "$3 = ",
    "IS_REQUIRED(",
    "HIREG(",
    "GVAL(",
    " == ",
    " && ",
    " || ",
    "!",
    " IN (",
    "ld ",
    "ld\t",
    "jp ",
    "inc ",
    "a",
    "hl",
    "(hl)",
    "(ix+",
    "(ix)",
    ",",
    ", ",
    "#",
    "0x",
    "5",
    "-",
    "+",
    "(",
    ")",
    ":",
    ";",
    "//",
    "é",
    "'",
    ".",
    "00101$",
];

fn scraps() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(SCRAPS), 0..40).prop_map(|scraps| scraps.concat())
}

/// Reads a text as every format, and takes a few instances of its rules, which must assemble.
fn use_all(text: &str) {
    let _ = Format::guess(text);
    for format in Format::ALL {
        let file = read(format, text);
        for error in file.errors {
            assert!(error.column <= error.text.chars().count() + 1, "{error}");
        }
        for rule in file.rules {
            let options = Options { most: 3, ..Options::default() };
            let Outcome::Instances(found) = instances(&rule, &options) else { continue };
            for source in found.list.iter().flat_map(|instance| [&instance.old, &instance.new]) {
                for line in source.lines() {
                    assert!(read_fragment("rule", line, options.processor).is_ok(), "{line}");
                }
            }
        }
    }
}

/// Returns the verdict about a rule with at most `most` instances, the first `same` of which are the same. The others are not decided.
fn verdict(most: usize, same: usize) -> RuleVerdict {
    let text = "replace {\n\tld\ta, %1\n\tld\ta, %2\n} by {\n\tld\ta, %2\n}\n";
    let rule = &read(Format::Sdcc, text).rules[0];
    let mut asked = 0;
    judge(rule, &Options { most, ..Options::default() }, &mut |_| {
        asked += 1;
        Some(Answer {
            verdict: if asked > same { Verdict::Undecided(Reason::Size) } else { Verdict::Same },
            bytes: (0, 0),
            cycles: None,
            costs: None,
            byte_constants: Vec::new(),
            offset_constants: Vec::new(),
            method: Method::Identical,
            needs: Vec::new(),
        })
    })
    .1
    .verdict
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_limit_makes_no_verdict_stronger(most in 1_usize..400, same in 0_usize..400) {
        let (limited, whole) = (verdict(most, same), verdict(1000, same));
        prop_assert!(!limited.is_proven() || whole.is_proven(), "{limited:?}, {whole:?}");
    }

    #[test]
    fn no_text_of_scraps_panics(text in scraps()) {
        use_all(&text);
    }

    #[test]
    fn no_text_panics(text in "\\PC{0,200}|[ -~\n\t]{0,200}") {
        use_all(&text);
    }
}

#[test]
fn long_lines_are_no_problem() {
    let deep = "(".repeat(100_000);
    for text in [
        format!("pattern: x\n0: nop\nreplacement:\nconstraints:\nequal({deep},1)\n"),
        format!("REPLACE {{{{\n nop\n}}}}\nWITH {{{{\n}}}}\nIF {{{{\n {deep}\n}}}}\n"),
        format!("REPLACE {{{{\n nop\n}}}}\nWITH {{{{\n}}}}\nIF {{{{\n {}\n}}}}\n", "!".repeat(100_000)),
        format!("replace {{\n\tld\ta, {deep}%1\n}} by {{\n\tnop\n}}\n"),
        format!("{}\n=\n\tnop\n", "%1".repeat(100_000)),
        format!("\tnop\n=\n\tld a,%eval(1 {})\n", "1 +".repeat(100_000)),
        format!("\tnop\n=\n\tld a,{deep}1\n"),
        format!("REPLACE {{{{\n nop\n}}}}\nWITH {{{{\n}}}}\nIF {{{{\n 1{}\n}}}}\n", " && 1".repeat(100_000)),
    ] {
        use_all(&text);
    }
}
