//! Reports as JSON: each matches docs/arcadian.schema.json, and changed reports do not.

use serde_json::{Map, Value, json};

use crate::support::Folder;

const SCHEMA: &str = include_str!("../../../../docs/arcadian.schema.json");

/// A JSON Schema, as far as ours goes. A keyword that it does not know is an error, so that none is ignored.
struct Schema(Value);

impl Schema {
    fn new() -> Self {
        Self(serde_json::from_str(SCHEMA).expect("the schema is JSON"))
    }

    /// Returns why a value is not as a schema says.
    fn check(&self, value: &Value, schema: &Value, place: &str) -> Result<(), String> {
        let schema = schema.as_object().expect("a schema is an object");
        for (keyword, rule) in schema {
            self.rule(value, keyword, rule, schema, place)?;
        }
        Ok(())
    }

    fn rule(
        &self,
        value: &Value,
        keyword: &str,
        rule: &Value,
        schema: &Map<String, Value>,
        place: &str,
    ) -> Result<(), String> {
        let wrong = || Err(format!("{place}: {value} is not {keyword} {rule}"));
        let list = || rule.as_array().expect("a list").iter();
        let fields = || value.as_object().into_iter().flatten();
        let holds = match keyword {
            "$schema" | "title" | "$defs" => true,
            "type" => {
                rule.as_str().map_or_else(|| list().any(|one| is_type(value, one)), |_| is_type(value, rule))
            }
            "const" => value == rule,
            "enum" => list().any(|one| value == one),
            "required" => list().all(|name| value.get(name.as_str().expect("a name")).is_some()),
            "anyOf" => {
                let reasons: Vec<_> = list().map(|one| self.check(value, one, place)).collect();
                if reasons.iter().all(Result::is_err) {
                    return Err(reasons.into_iter().filter_map(Result::err).collect::<Vec<_>>().join(" | "));
                }
                true
            }
            "allOf" => return list().try_for_each(|one| self.check(value, one, place)),
            "$ref" => {
                let name =
                    rule.as_str().and_then(|path| path.strip_prefix("#/$defs/")).expect("a definition");
                return self.check(value, &self.0["$defs"][name], place);
            }
            "properties" => {
                let known = |(name, field): (&String, &Value)| match rule.get(name) {
                    Some(inner) => self.check(field, inner, &format!("{place}.{name}")),
                    None => Ok(()),
                };
                return fields().try_for_each(known);
            }
            "additionalProperties" => {
                assert!(!schema.contains_key("properties"), "{place}: both are not read");
                return fields()
                    .try_for_each(|(name, field)| self.check(field, rule, &format!("{place}.{name}")));
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                return items
                    .enumerate()
                    .try_for_each(|(at, one)| self.check(one, rule, &format!("{place}[{at}]")));
            }
            _ => panic!("{keyword} is not read"),
        };
        if holds { Ok(()) } else { wrong() }
    }

    fn report(&self, report: &Value) -> Result<(), String> {
        self.check(report, &self.0, "report")
    }
}

fn is_type(value: &Value, name: &Value) -> bool {
    match name.as_str().expect("a type") {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other} is not a type"),
    }
}

fn folder() -> Folder {
    Folder::with(&[
        ("x.bas", "10 PRINT 1\n"),
        ("wrong.bas", "10 PRINT 1?\n"),
        ("x.lst", "(1790) 10 PRINT 1\n"),
        ("x.bin", "!"),
        ("pair.asm", " LD A,0\n---\n XOR A\n"),
        ("x.asm", " CPU z80\n ORG 4000H\nMAIN: XOR A\n RET\n"),
        ("faulty.asm", " CPU z80\n LD A,\n"),
        (
            "half.asm",
            ";! routine: HALF\n;! cpu: z80\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n;! ensures: y = x / 2\nHALF: SRL A\n RET\n",
        ),
        (
            "false.asm",
            ";! routine: HALF\n;! cpu: z80\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n;! ensures: y = x / 2\nHALF: RRA\n RET\n",
        ),
        (
            "rules.def",
            "replace restart {\n\tld a,#0x00\n} by {\n\txor a,a\n}\n\
             replace {\n\tld a,%1\n} by {\n\tld b,%1\n} if notSame(%1 'b')\n\
             replace {\n\tld %1,b\n} by {\n} if notSame(%1 %1)\n\
             replace {\n\tnop\n} by {\n} if same(\n",
        ),
    ])
}

/// Commands with their exit status.
const REPORTS: &[(&str, i32)] = &[
    ("run x.bas", 0),
    ("run wrong.bas", 1),
    ("run missing.bas", 2),
    ("sz x.lst", 1),
    ("sz missing.lst", 2),
    ("exec x.asm", 0),
    ("exec faulty.asm", 2),
    ("asm x.asm", 0),
    ("asm faulty.asm", 2),
    ("asm missing.asm", 2),
    ("verify half.asm", 0),
    ("verify false.asm", 1),
    ("verify faulty.asm", 2),
    ("verify --list T2CW", 0),
    ("test half.asm false.asm", 1),
    ("test faulty.asm", 2),
    ("verify --claims", 0),
    ("cycles x.asm", 0),
    ("cycles faulty.asm", 2),
    ("compare pair.asm --cpu z80", 1),
    ("compare pair.asm --cpu z80 --dead F", 0),
    ("compare missing.asm --cpu z80", 2),
    ("shorten half.asm --max-instructions 1", 0),
    ("shorten missing.asm", 2),
    ("tape decode missing.wav", 2),
    ("bally --basic --frames 1", 0),
    ("bally --rom missing.bin --frames 1", 2),
    ("board tactix solve 2", 0),
    ("board tactix solve xx/x.", 0),
    ("board tactix show", 0),
    ("board tactix tables", 0),
    ("board tactix turn 1B2F", 0),
    ("board tactix reflect 1B2F", 0),
    ("board tactix canonical 1B2F", 0),
    ("board tactix moves xx/x.", 0),
    ("board rotate show ABCDEFGHIJKLMNOP A", 0),
    ("board rotate solve BCDHFGEPIJKLAMNO", 0),
    ("board rotate solve BCDHFGEPIJKLAMNO --max-moves 2", 1),
    ("board rotate special 1", 0),
    ("board rotate depths 3", 0),
    ("board rotate depths 30 --memory 1", 1),
    ("board rotate levels --to 2 --games 2 --letters 2", 0),
    ("board rook show A", 0),
    ("board rook attacks a8 c8", 0),
    ("board bishop key a8 c6", 0),
    ("board bishop key a8 --magic 0x3", 1),
    ("board rook share a8 --bits 2", 1),
    ("board rook tables", 0),
    ("board halma show --from 65", 0),
    ("board halma moves", 0),
    ("board halma moves 35", 0),
    ("board halma perft 2", 0),
    ("board halma perft 1 --divide", 0),
    ("board halma paths 4-21", 0),
    ("board ataxx show", 0),
    ("board ataxx walls 0x7888", 0),
    ("board ataxx moves startpos", 0),
    ("board ataxx perft startpos 2", 0),
    ("board ataxx perft startpos 1 --divide", 0),
    ("board ataxx count", 0),
    ("list x.bas", 0),
    ("list missing.bas", 2),
    ("dis x.bin --cpu z80 --load 4000", 0),
    ("dis x.asm", 2),
    ("step x.asm --command step --command registers", 0),
    ("step x.asm --command nothing", 1),
    ("step x.asm --coverage", 0),
    // Arguments that are not read.
    ("verify half.asm --nothing", 2),
    ("tape decode", 2),
    ("board rook attacks z9", 2),
    ("cycles x.asm --cpu pdp", 2),
];

/// Each report is one line, names the version and the command, and is as the schema says.
#[test]
fn reports_are_as_the_schema_says() {
    let (folder, schema) = (folder(), Schema::new());
    for (command, status) in REPORTS {
        let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        let result = folder.run(&words);
        assert_eq!(result.status, Some(*status), "{command}: {result:?}");
        assert_eq!(result.out.lines().count(), 1, "{command}: {result:?}");
        let report = result.json();
        assert_eq!(report["arcadian"], env!("CARGO_PKG_VERSION"), "{command}");
        let name = report["command"].as_str().expect("a name");
        assert!(command.starts_with(name), "{command}: {name}");
        assert_eq!(report["ok"], json!(*status == 0), "{command}");
        schema.report(&report).unwrap_or_else(|why| panic!("{command}: {why}"));
    }
}

/// Reports in which each item has a line are as the schema says, and a rule without a field is not.
#[test]
fn reports_of_several_lines_are_as_the_schema_says() {
    let (folder, schema) = (folder(), Schema::new());
    let report = |command: &str| {
        let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        let report = folder.run(&words).json();
        schema.report(&report).unwrap_or_else(|why| panic!("{command}: {why}"));
        report
    };
    let rules = report("rules rules.def");
    let verdicts: Vec<_> =
        rules["rules"].as_array().expect("rules").iter().map(|rule| &rule["verdict"]).collect();
    assert_eq!(verdicts, ["if_dead", "refuted", "never_matches", "unreadable"]);
    for name in rules["rules"][1].as_object().expect("a rule").keys() {
        let mut other = rules.clone();
        other["rules"][1].as_object_mut().expect("a rule").remove(name);
        assert!(schema.report(&other).is_err(), "a rule without {name}");
    }
    let cart = concat!(env!("CARGO_MANIFEST_DIR"), "/../../roms/arcadian-basic/arcadian-basic.bin");
    let probe = report(&format!("bally probe --cart {cart} --only LIST"));
    assert!(!probe["cases"].as_array().expect("cases").is_empty());
}

/// What does not hold is red where colors are demanded; 0 demands none. Errors have colors with it.
#[test]
fn colors_that_the_environment_demands() {
    let folder = folder();
    for (value, is_colored) in [("1", true), ("0", false)] {
        for (command, color) in [
            ("verify false.asm", "\x1b[31m"),
            ("compare pair.asm --cpu z80", ""),
            ("verify missing.asm", "\x1b["),
        ] {
            let mut process = std::process::Command::new(crate::support::ARCADIAN);
            process.current_dir(folder.root()).args(command.split(' ')).env_remove("NO_COLOR");
            let output = process.env("CLICOLOR_FORCE", value).output().expect("it runs");
            let shown = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
            assert_eq!(shown.contains("\x1b"), is_colored && !color.is_empty(), "{command}: {shown}");
            assert!(!is_colored || shown.contains(color), "{command}: {shown}");
        }
    }
}

/// A report without a field, or with a field of another type, is not as the schema says.
#[test]
fn the_schema_refuses_other_reports() {
    let (folder, schema) = (folder(), Schema::new());
    let mut count = 0;
    for (command, _) in REPORTS.iter().filter(|(_, status)| *status != 2) {
        let words: Vec<&str> = command.split(' ').chain(["--json"]).collect();
        let report = folder.run(&words).json();
        for name in ["arcadian", "command", "ok"] {
            let mut other = report.clone();
            other.as_object_mut().expect("an object").remove(name);
            assert!(schema.report(&other).is_err(), "{command} without {name}");
            let mut other = report.clone();
            other[name] = json!(7);
            assert!(schema.report(&other).is_err(), "{command}: {name} is a number");
            count += 1;
        }
    }
    let routines = folder.run(&["verify", "half.asm", "--json"]).json();
    for name in ["name", "cpu", "method", "ok", "verdict", "bytes", "cycles", "seconds", "counterexample"] {
        let mut other = routines.clone();
        other["routines"][0].as_object_mut().expect("a routine").remove(name);
        assert!(schema.report(&other).is_err(), "a routine without {name}");
    }
    assert!(count > 30, "{count}");
}
