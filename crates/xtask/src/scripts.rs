//! The scripts that the page loads before it shows anything, `js/main.js` and what it imports, joined to one: a single request, and
//! what is compressed together is a fifth smaller.
//!
//! Each script becomes a function that returns its exports, so their names stay apart. A view, which is loaded later, is joined with
//! what no other one needs, and takes from the first script what it imports.
//!
//! The page in a single file, which works without a server.
//!
//! Its modules and data are text in the file. A script at its end makes a blob of each module, in the order of their imports.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    fs,
    path::Path,
};

use anyhow::{Context, Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::json;
use sha2::{Digest, Sha256};

/// The script with which the page starts.
pub(crate) const MAIN: &str = "main.js";
/// The scripts that run without the page, and so without what it has joined.
const APART: [&str; 2] = ["guide.js", "worker.js"];

/// An import: what comes before `from`, and the script.
type Import = (String, String);

/// Joins the scripts in the folder of the page.
pub(crate) fn join(folder: &Path) -> Result<()> {
    let folder = folder.join("js");
    let mut texts = BTreeMap::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        texts.insert(entry.file_name().to_string_lossy().into_owned(), fs::read_to_string(entry.path())?);
        fs::remove_file(entry.path())?;
    }
    let read = |name: &str| texts.get(name).cloned().with_context(|| format!("there is no {name}"));
    let needed = |names: &[&str]| -> Result<Vec<String>> {
        let mut found = Vec::new();
        names.iter().try_for_each(|name| collect(name, &read, &mut found))?;
        Ok(found)
    };
    let (first, apart) = (needed(&[MAIN])?, needed(&APART)?);
    let mut later = BTreeMap::new();
    for name in texts.keys().filter(|name| !first.contains(name) && !apart.contains(name)) {
        if texts.values().any(|text| text.contains(&format!("import(\"./{name}\")"))) {
            later.insert(name, needed(&[name])?);
        }
    }
    let is_part = |name: &&String| {
        let count = later.values().filter(|needed| needed.contains(name)).count();
        count == 1 && !later.contains_key(name) && !first.contains(name) && !apart.contains(name)
    };
    for (name, text) in &texts {
        let own = later.get(name).into_iter().flatten().filter(is_part);
        let own: Vec<_> = own.map(|part| (part.as_str(), texts[part].as_str())).collect();
        let text = match name.as_str() {
            MAIN => joined(&first, &read)?,
            _ if apart.contains(name) => text.clone(),
            _ if first.contains(name) || is_part(&name) => continue,
            _ => with_parts(text, &own, &first)?,
        };
        fs::write(folder.join(name), on_few_lines(&text)).with_context(|| format!("cannot write {name}"))?;
    }
    Ok(())
}

/// Returns scripts as one that exports what each of them does.
fn joined(names: &[String], read: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let made: String = names.iter().map(|name| as_function(name, &read(name)?)).collect::<Result<_>>()?;
    let names: Vec<_> = names.iter().map(|name| variable(name)).collect();
    Ok(format!("{made}export{{{}}};\n", names.join(",")))
}

/// Joins lines where the signs between them make that safe. No loop of the project has an empty body.
fn on_few_lines(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with('}') && made.ends_with(';') {
            made.pop();
        }
        made += line;
        // A comment ends with its line.
        if line.contains("//") || !line.ends_with([';', '{', ',', '(', '[']) {
            made.push('\n');
        }
    }
    made
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
    let mut made = format!("const {}=(()=>{{\n", variable(name));
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
    writeln!(made, "return{{{}}};\n}})();", exports.join(","))?;
    Ok(made)
}

/// Returns a script with its parts, which takes from the joined one and from others what they import.
fn with_parts(text: &str, parts: &[(&str, &str)], first: &[String]) -> Result<String> {
    let mut made: String = parts.iter().map(|(name, part)| as_function(name, part)).collect::<Result<_>>()?;
    let is_part = |from: &str| parts.iter().any(|(name, _)| *name == from);
    let (own, body) = split(text);
    let mut head = String::new();
    let mut taken_here = BTreeSet::new();
    for (what, from) in own {
        if is_part(&from) || first.contains(&from) {
            made += &taken(&what, &from);
            taken_here.insert(from);
        } else {
            head += &format!("import {what} from \"./{from}\";\n");
        }
    }
    taken_here.extend(parts.iter().flat_map(|(_, part)| split(part).0).map(|(_, from)| from));
    let outside = taken_here.iter().filter(|from| !is_part(from));
    let (joined, others): (Vec<_>, Vec<_>) = outside.partition(|from| first.contains(from));
    for from in others {
        head += &format!("import*as {} from\"./{from}\";\n", variable(from));
    }
    if !joined.is_empty() {
        let names: Vec<_> = joined.iter().map(|from| variable(from)).collect();
        head += &format!("import{{{}}}from\"./{MAIN}\";\n", names.join(","));
    }
    Ok(head + &made + &body)
}

/// Returns a declaration in place of an import: `{ a, b as c }` or `* as a`.
fn taken(what: &str, from: &str) -> String {
    let names =
        what.strip_prefix("* as ").map_or_else(|| what.replace(" as ", ":").replace(' ', ""), str::to_owned);
    format!("const {names}={};\n", variable(from))
}

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

/// Starts the page from the texts of its modules.
const LOADER: &str = r#"
const { modules, files } = JSON.parse(document.getElementById("arcadian-files").textContent);
globalThis.arcadianFiles = files;
const addresses = {};
// A worker of a page without a server cannot be a module: it gets the text of what it imports.
function whole(name) {
  return modules[name]
    .replace(/^import \{[^}]*\} from "\.\/([\w-]+\.js)";$/gm, (_, other) => whole(other))
    .replace(/^export /gm, "");
}
function blob(text) {
  return URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
}
function address(name) {
  const text = modules[name].replace(
    /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s*|\bnew URL\(\s*)"\.\.?\/([\w-]+\.js)"(\s*,\s*import\.meta\.url\))?/g,
    (same, before, other, isWorker) => {
      if (!(other in modules)) return same;
      return isWorker ? JSON.stringify(blob(whole(other))) : before + JSON.stringify(address(other));
    },
  );
  addresses[name] ??= blob(text);
  return addresses[name];
}
const start = document.createElement("script");
start.type = "module";
start.src = address("main.js");
document.body.append(start);
"#;

/// The files that the page fetches and that are not of the gallery or the course.
const FETCHED: [&str; 16] = [
    "play.wasm",
    "listing.wasm",
    "shared.wasm",
    "cores.wasm",
    "machines.wasm",
    "contracts.wasm",
    "step.wasm",
    "systems.wasm",
    "bally.wasm",
    "prove.wasm",
    "tape.wasm",
    "compare.wasm",
    "boards.wasm",
    "rotate-1982.lst",
    "lessons.json",
    "sheets.json",
];

/// Beginnings of lines that name other files, which the page in a single file does not need.
const LEFT_OUT: [&str; 6] = [
    "<link rel=\"preload\"",
    "<link rel=\"modulepreload\"",
    "<link rel=\"manifest\"",
    "<link rel=\"apple-touch-icon\"",
    "<script src=",
    "<script type=\"module\"",
];

/// Returns the page in a folder as one file. `others` are files that it fetches as well.
pub(crate) fn single_file(folder: &Path, others: &[String]) -> Result<String> {
    let read =
        |name: &str| fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name}"));
    let mut modules = BTreeMap::new();
    for entry in fs::read_dir(folder.join("js"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        modules.insert(name.clone(), read(&format!("js/{name}"))?);
    }
    modules.insert("editor.js".to_owned(), read("editor.js")?);
    let mut files = BTreeMap::new();
    for name in FETCHED.into_iter().chain(others.iter().map(String::as_str)) {
        let bytes = fs::read(folder.join(name)).with_context(|| format!("cannot read {name}"))?;
        files.insert(name, BASE64_STANDARD.encode(bytes));
    }
    let icon = format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(read("icon.svg")?));
    page(&read("index.html")?, &icon, &read, &json!({ "modules": modules, "files": files }).to_string())
}

fn page(index: &str, icon: &str, read: &dyn Fn(&str) -> Result<String>, data: &str) -> Result<String> {
    let mut page = String::new();
    let mut has_policy = false;
    for line in index.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("<meta http-equiv=\"Content-Security-Policy\"") {
            has_policy = true;
            writeln!(page, "{}", policy())?;
        } else if let Some(name) = between(trimmed, "<link rel=\"stylesheet\" href=\"", "\"") {
            writeln!(page, "<style>\n{}</style>", read(name)?)?;
        } else if LEFT_OUT.iter().any(|start| trimmed.starts_with(start)) {
        } else if trimmed == "</body>" {
            // `<` cannot end the element early: JSON writes it as an escape.
            let data = data.replace('<', "\\u003c");
            writeln!(page, "<script type=\"application/json\" id=\"arcadian-files\">{data}</script>")?;
            writeln!(page, "<script>{LOADER}</script>\n{line}")?;
        } else {
            writeln!(page, "{}", without_guides(line).replace("icon.svg", icon))?;
        }
    }
    ensure!(has_policy, "index.html has no Content-Security-Policy on a line of its own");
    ensure!(page.contains(LOADER), "index.html has no </body> on a line of its own");
    Ok(page)
}

/// Returns the policy of the single file: its own script by its hash, and what that script makes.
fn policy() -> String {
    let hash = BASE64_STANDARD.encode(Sha256::digest(LOADER.as_bytes()));
    format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-{hash}' blob: 'wasm-unsafe-eval'; style-src 'unsafe-inline'; img-src blob: data:; worker-src blob:; base-uri 'none'; form-action 'none'\">"
    )
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.split(after).next()
}

/// Removes links to the guides, which are not in the file.
fn without_guides(line: &str) -> String {
    let Some((before, rest)) = line.split_once("<a href=\"read/") else { return line.to_owned() };
    let Some((_, rest)) = rest.split_once('>') else { return line.to_owned() };
    let Some((text, after)) = rest.split_once("</a>") else { return line.to_owned() };
    format!("{before}{text}{}", without_guides(after))
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
        let expected = "const $x=(()=>{\nconst a=$a;\nconst {b:c}=$b;\nconst [D, E] = [1, 2];\nasync function f(x = 1) {\n}\n\
            class G extends Error {}\nconst h = (i) => i;\nreturn{D,E,f,G,h};\n})();\n";
        assert_eq!(made, expected);
        as_function("x.js", "export default 5;\n").expect_err("nobody could take it");
    }

    #[test]
    fn a_view_takes_what_is_joined() {
        let text = "import { a } from \"./a.js\";\nimport { b } from \"./b.js\";\nimport { c } from \"./c.js\";\nc(a(b));\n";
        let part = "import { b } from \"./b.js\";\nexport const c = b;\n";
        let made = with_parts(text, &[("c.js", part)], &["a.js".to_owned()]).expect("it can be joined");
        let expected = "import { b } from \"./b.js\";\nimport*as $b from\"./b.js\";\nimport{$a}from\"./main.js\";\n\
            const $c=(()=>{\nconst {b}=$b;\nconst c = b;\nreturn{c};\n})();\nconst {a}=$a;\nconst {c}=$c;\nc(a(b));\n";
        assert_eq!(made, expected);
        assert_eq!(on_few_lines("a(b, {\nc, // d\n});\ne();\n}\n"), "a(b, {c, // d\n});e()}\n");
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

#[cfg(test)]
mod bundle_tests {
    use super::*;

    const INDEX: &str = "<html>\n<meta http-equiv=\"Content-Security-Policy\" content=\"x\">\n<link rel=\"stylesheet\" href=\"a.css\">\n\
        <link rel=\"preload\" href=\"play.wasm\">\n<link rel=\"icon\" href=\"icon.svg\">\n<script type=\"module\" src=\"js/main.js\"></script>\n\
        See <a href=\"read/\">the guides</a> and <a href=\"x\">x</a>.\n</body>\n";

    #[test]
    fn everything_is_in_the_file() {
        let read = |name: &str| Ok(format!("{name}{{}}\n"));
        let made = page(INDEX, "data:I", &read, "{\"modules\":{\"x\":\"</script>\"}}").expect("a page");
        assert!(made.contains("<style>\na.css{}\n</style>") && made.contains("href=\"data:I\""), "{made}");
        assert!(made.contains("See the guides and <a href=\"x\">x</a>."), "{made}");
        assert!(
            !made.contains("play.wasm") && !made.contains("src=\"js/") && !made.contains("content=\"x\""),
            "{made}"
        );
        assert!(made.contains(r"\u003c/script>") && made.matches("</script>").count() == 2, "{made}");
    }

    #[test]
    fn a_page_without_a_policy_is_refused() {
        let read = |_: &str| Ok(String::new());
        let error = page("<html>\n</body>\n", "", &read, "{}").expect_err("there is no policy");
        assert!(error.to_string().contains("Content-Security-Policy"), "{error}");
    }
}
