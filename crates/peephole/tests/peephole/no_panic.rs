//! No text makes a parser or the search for instances panic, and instances assemble.

use arcadian_asm::read_fragment;
use arcadian_peephole::rules::{Format, Options, Outcome, instances, read};
use proptest::prelude::*;

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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

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
