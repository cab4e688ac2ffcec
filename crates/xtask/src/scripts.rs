//! The scripts that the page loads before it shows anything, `js/main.js` and what it imports, joined to one: a single request, and
//! what is compressed together is a fifth smaller.
//!
//! Each script becomes a function that returns its exports, so their names stay apart. The views, which are loaded later, take from
//! the joined script what they import.

use std::{collections::BTreeSet, fmt::Write, fs, path::Path};

use anyhow::{Context, Result, ensure};

/// The script with which the page starts.
pub(crate) const MAIN: &str = "main.js";
/// The scripts that run without the page, and so without what it has joined.
const APART: [&str; 2] = ["guide.js", "worker.js"];

/// An import: what comes before `from`, and the script.
type Import = (String, String);

/// Joins the scripts in the folder of the page.
pub(crate) fn join(folder: &Path) -> Result<()> {
    let folder = folder.join("js");
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    let mut first = Vec::new();
    collect(MAIN, &read, &mut first)?;
    let mut apart = Vec::new();
    for name in APART {
        collect(name, &read, &mut apart)?;
    }
    let mut joined = String::new();
    for name in &first {
        joined += &as_function(name, &read(name)?)?;
    }
    let names: Vec<_> = first.iter().map(|name| variable(name)).collect();
    writeln!(joined, "export {{ {} }};", names.join(", "))?;
    for entry in fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let is_first = first.contains(&name);
        if is_first && !apart.contains(&name) {
            fs::remove_file(folder.join(&name))?;
        } else if !is_first && !apart.contains(&name) {
            write(&name, &with_joined(&read(&name)?, &first))?;
        }
    }
    write(MAIN, &joined)
}

/// Adds a script and what it imports, each after what it needs.
fn collect(name: &str, read: &dyn Fn(&str) -> Result<String>, found: &mut Vec<String>) -> Result<()> {
    fn visit(
        name: &str,
        read: &dyn Fn(&str) -> Result<String>,
        found: &mut Vec<String>,
        open: &mut BTreeSet<String>,
    ) -> Result<()> {
        if found.iter().any(|other| other == name) {
            return Ok(());
        }
        ensure!(
            open.insert(name.to_owned()),
            "{name} imports itself through other scripts, which cannot be joined"
        );
        for (_, other) in split(&read(name)?).0 {
            visit(&other, read, found, open)?;
        }
        found.push(name.to_owned());
        Ok(())
    }
    visit(name, read, found, &mut BTreeSet::new())
}

/// Splits a script into its imports from the same folder and its other lines.
fn split(text: &str) -> (Vec<Import>, String) {
    let (mut imports, mut rest) = (Vec::new(), String::new());
    let mut open = String::new();
    for line in text.lines() {
        let begins = line.starts_with("import {") || line.starts_with("import * as ");
        if open.is_empty() && !begins {
            rest += line;
            rest.push('\n');
            continue;
        }
        open += line;
        if let Some((what, from)) = open.split_once(" from \"./") {
            let what = what.trim_start_matches("import ").to_owned();
            imports.push((what, from.trim_end_matches("\";").to_owned()));
            open.clear();
        }
    }
    (imports, rest)
}

/// Returns a script as a function that returns its exports.
fn as_function(name: &str, text: &str) -> Result<String> {
    let (imports, body) = split(text);
    let mut made = format!("const {} = (() => {{\n", variable(name));
    for (what, from) in &imports {
        made += &taken(what, from);
    }
    let mut exports = Vec::new();
    for line in body.lines() {
        let exported = line.strip_prefix("export ");
        if let Some(exported) = exported {
            let names = declared(exported);
            ensure!(!names.is_empty(), "{name}: cannot join `{line}`");
            exports.extend(names);
        }
        made += exported.unwrap_or(line);
        made.push('\n');
    }
    writeln!(made, "return {{ {} }};\n}})();", exports.join(", "))?;
    Ok(made)
}

/// Returns a script that takes from the joined one what it imports from its parts.
fn with_joined(text: &str, first: &[String]) -> String {
    let (imports, body) = split(text);
    let (joined, others): (Vec<_>, Vec<_>) = imports.iter().partition(|(_, from)| first.contains(from));
    let names: Vec<_> = joined.iter().map(|(_, from)| variable(from)).collect();
    let mut made: String =
        others.iter().map(|(what, from)| format!("import {what} from \"./{from}\";\n")).collect();
    if !names.is_empty() {
        made += &format!("import {{ {} }} from \"./{MAIN}\";\n", names.join(", "));
    }
    joined.iter().for_each(|(what, from)| made += &taken(what, from));
    made + &body
}

/// Returns a declaration in place of an import: `{ a, b as c }` or `* as a`.
fn taken(what: &str, from: &str) -> String {
    let names = what.strip_prefix("* as ").map_or_else(|| what.replace(" as ", ": "), str::to_owned);
    format!("const {names} = {};\n", variable(from))
}

/// Returns the names that a declaration declares.
fn declared(declaration: &str) -> Vec<String> {
    let declaration = declaration.trim_start_matches("async ");
    let Some((_, names)) = declaration.split_once(' ') else { return Vec::new() };
    let end = names.find(|c: char| "=(".contains(c)).unwrap_or(names.len());
    let names = names[..end].trim_end_matches('{').trim().trim_matches(['[', ']', '{', '}']);
    let is_name =
        |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // A class may extend another one.
    names
        .split(',')
        .map(|name| name.split(" extends").next().unwrap_or(name).trim())
        .filter(is_name)
        .map(str::to_owned)
        .collect()
}

/// Returns the name of what a script exports.
fn variable(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_and_what_is_loaded_later_is_not() {
        let text = "import { a } from \"./a.js\";\nimport {\nb,\nc as d,\n} from \"./b.js\";\nawait import(\"./later.js\");\n";
        let (imports, rest) = split(text);
        let imports: Vec<_> = imports.iter().map(|(what, from)| (what.as_str(), from.as_str())).collect();
        assert_eq!(imports, [("{ a }", "a.js"), ("{b,c as d,}", "b.js")]);
        assert_eq!(rest, "await import(\"./later.js\");\n");
    }

    #[test]
    fn a_script_becomes_a_function() {
        let text = "import * as a from \"./a.js\";\nimport { b as c } from \"./b.js\";\nexport const [D, E] = [1, 2];\n\
            export async function f(x = 1) {\n}\nexport class G extends Error {}\nexport const h = (i) => i;\n";
        let made = as_function("x.js", text).expect("it can be joined");
        let expected = "const $x = (() => {\nconst a = $a;\nconst { b: c } = $b;\nconst [D, E] = [1, 2];\nasync function f(x = 1) {\n}\n\
            class G extends Error {}\nconst h = (i) => i;\nreturn { D, E, f, G, h };\n})();\n";
        assert_eq!(made, expected);
        as_function("x.js", "export default 5;\n").expect_err("nobody could take it");
    }

    #[test]
    fn a_view_takes_what_is_joined() {
        let text = "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\na(b);\n";
        let made = with_joined(text, &["a.js".to_owned()]);
        assert_eq!(
            made,
            "import { b } from \"./b.js\";\nimport { $a } from \"./main.js\";\nconst { a } = $a;\na(b);\n"
        );
    }

    #[test]
    fn scripts_come_after_what_they_need_and_circles_are_refused() {
        let read = |name: &str| {
            Ok(match name {
                "main.js" => "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\n",
                "a.js" => "import { b } from \"./b.js\";\n",
                "c.js" => "import { d } from \"./d.js\";\n",
                "d.js" => "import { c } from \"./c.js\";\n",
                _ => "",
            }
            .to_owned())
        };
        let mut found = Vec::new();
        collect(MAIN, &read, &mut found).expect("no circle");
        assert_eq!(found, ["b.js", "a.js", "main.js"]);
        collect("c.js", &read, &mut found).expect_err("a circle");
    }
}
