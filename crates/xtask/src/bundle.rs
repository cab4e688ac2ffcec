//! The page in a single file, which works without a server.
//!
//! Its modules and data are text in the file. A script at its end makes a blob of each module, in the order of their imports.

use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

use anyhow::{Context, Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::json;
use sha2::{Digest, Sha256};

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

/// The files that the page fetches besides those of the gallery.
const FETCHED: [&str; 8] = [
    "play.wasm",
    "listing.wasm",
    "step.wasm",
    "tape.wasm",
    "compare.wasm",
    "boards.wasm",
    "rotate-1982.lst",
    "lessons.json",
];

/// How lines begin that name other files, which the page in a single file does not need.
const LEFT_OUT: [&str; 5] = [
    "<link rel=\"preload\"",
    "<link rel=\"modulepreload\"",
    "<link rel=\"manifest\"",
    "<link rel=\"apple-touch-icon\"",
    "<script type=\"module\"",
];

/// Returns the page in a folder as one file. `exhibits` are the files of the gallery.
pub(crate) fn single_file(folder: &Path, exhibits: &[String]) -> Result<String> {
    let read =
        |name: &str| fs::read_to_string(folder.join(name)).with_context(|| format!("cannot read {name}"));
    let mut modules = BTreeMap::new();
    for entry in fs::read_dir(folder.join("js"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        modules.insert(name.clone(), read(&format!("js/{name}"))?);
    }
    modules.insert("editor.js".to_owned(), read("editor.js")?);
    let mut files = BTreeMap::new();
    for name in FETCHED.into_iter().chain(exhibits.iter().map(String::as_str)) {
        let bytes = fs::read(folder.join(name)).with_context(|| format!("cannot read {name}"))?;
        files.insert(name, BASE64_STANDARD.encode(bytes));
    }
    let icon = format!("data:image/svg+xml;base64,{}", BASE64_STANDARD.encode(read("icon.svg")?));
    page(&read("index.html")?, &icon, &read, &json!({ "modules": modules, "files": files }).to_string())
}

/// Puts everything into the text of the page.
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
