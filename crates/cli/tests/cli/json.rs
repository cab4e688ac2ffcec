//! Reports as JSON: those of `tests/cases/json.txt` match docs/arcadian.schema.json, and changed reports do not.

use serde_json::{Map, Value, json};

use crate::support::{Folder, RunResult};

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

/// Returns whether a report is one line, names the version and the command, and is as the schema says, but not without a field, or with
/// one of another type.
pub(crate) fn is_as_stated(result: &RunResult, command: &str) -> bool {
    let (schema, report) = (Schema::new(), result.json());
    let is_refused = |change: &dyn Fn(&mut Map<String, Value>)| {
        let mut other = report.clone();
        change(other.as_object_mut().expect("an object"));
        schema.report(&other).is_err()
    };
    let is_known = |name: &str| {
        let is_missed = is_refused(&|fields| _ = fields.remove(name));
        is_missed && is_refused(&|fields| _ = fields.insert(name.to_owned(), json!(7)))
    };
    let is_of_command = report["command"].as_str().is_some_and(|name| command.starts_with(name));
    let is_done = report["ok"] == json!(result.status == Some(0));
    schema.report(&report).unwrap_or_else(|why| panic!("{command}: {why}"));
    result.out.lines().count() == 1
        && report["arcadian"] == env!("CARGO_PKG_VERSION")
        && is_of_command
        && is_done
        && (result.status == Some(2) || ["arcadian", "command", "ok"].into_iter().all(is_known))
}

const ROUTINE: &str = ";! routine: HALF\n;! cpu: z80\n;! org: 0100H\n;! in: A = x\n;! out: A = y\n;! clobbers: F\n\
                       ;! ensures: y = x / 2\nHALF: SRL A\n RET\n";

#[test]
fn routines_without_a_field_are_refused() {
    let schema = Schema::new();
    let folder = Folder::with(&[("half.asm", ROUTINE)]);
    let routines = folder.run(&["verify", "half.asm", "--json"]).json();
    for name in ["name", "cpu", "method", "ok", "verdict", "bytes", "cycles", "seconds", "counterexample"] {
        let mut other = routines.clone();
        other["routines"][0].as_object_mut().expect("a routine").remove(name);
        assert!(schema.report(&other).is_err(), "a routine without {name}");
    }
}

const RULES: &str = "replace restart {\n\tld a,#0x00\n} by {\n\txor a,a\n}\n\
                     replace {\n\tld a,%1\n} by {\n\tld b,%1\n} if notSame(%1 'b')\n\
                     replace {\n\tld %1,b\n} by {\n} if notSame(%1 %1)\n\
                     replace {\n\tnop\n} by {\n} if same(\n";

/// Reports in which each item has a line are as the schema says, and a rule without a field is not.
#[test]
fn reports_of_several_lines_are_as_the_schema_says() {
    let (folder, schema) = (Folder::with(&[("rules.def", RULES)]), Schema::new());
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
    let folder = Folder::with(&[
        ("false.asm", &ROUTINE.replace("SRL A", "RRA")),
        ("pair.asm", " LD A,0\n---\n XOR A\n"),
    ]);
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
