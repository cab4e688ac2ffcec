//! The page: the files of `web/`, the modules, the guides, and the offline copy's list of all of them.
//!
//! The file `lessons.json` has the programs that the view Step opens and that are not routines of its module:
//!
//! - `programs`: the programs for the 8080 and the 6502;
//! - `exercises`: contracts without instructions, those of the course after the others;
//! - `examples`: the sheets of the guides and the lessons, which can name each other.

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs, iter,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    gallery,
    guide::{self, lessons},
    scripts, wasm,
};

/// Files copied from elsewhere.
const DATA: [&str; 1] = ["roms/rotate-1982.lst"];
/// The folders and files of `web/` that are the page. The others build and check it.
const PARTS: [&str; 16] = [
    "boards.css",
    "compare.css",
    "editor.js",
    "guide.css",
    "icon-180.png",
    "icon-192.png",
    "icon-512.png",
    "icon.svg",
    "index.html",
    "js",
    "manifest.webmanifest",
    "preview.png",
    "service-worker.js",
    "style.css",
    "text.css",
    "workbench.css",
];
/// The offline copy, which has a list of the other files.
const WORKER: &str = "service-worker.js";
const SINGLE: &str = "arcadian.html";

/// The picture of the page, as the sources name it.
const PREVIEW: &str = "content=\"preview.png\"";
/// The place of the sizes in a script.
const SIZES: &str = "/*SIZES*/";
/// The place of the version in the page.
const VERSION: &str = "{version}";

/// Builds the page in a folder, which is emptied first. `url` is where it will be found.
pub(crate) fn build(root: &Path, folder: &Path, url: Option<&str>) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for part in PARTS {
        copy(&root.join("web").join(part), &folder.join(part))?;
    }
    for file in DATA.map(|file| root.join(file)) {
        let name = file.file_name().context("a file has no name")?;
        fs::copy(&file, folder.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    let mut fetched = gallery::build(root, folder)?;
    wasm::build(root, folder)?;
    guide::build(root, folder)?;
    build_lessons(root, folder)?;
    build_sheets(root, folder)?;
    name_version(root, folder)?;
    name_sizes(folder)?;
    url.map_or(Ok(()), |url| name_preview(folder, url))?;
    let guides = files(folder, Path::new("read"))?.into_iter().map(|file| address(&file));
    fetched.extend(guides.filter(|name| name.starts_with("read/course")));
    let single = scripts::single_file(folder, &fetched).context("cannot make the page in a single file")?;
    scripts::join(folder).context("cannot join the first scripts")?;
    wasm::check(folder, &files(folder, Path::new(""))?)?;
    let version = move_into_version(folder)?;
    write_worker(folder, &version)?;
    println!("{SINGLE:<29} {:>9}", single.len());
    fs::write(folder.join(SINGLE), single).with_context(|| format!("cannot write {SINGLE}"))
}

/// Writes the version of the project into the page, with the commit if there is a repository.
fn name_version(root: &Path, folder: &Path) -> Result<()> {
    let git = Command::new("git").current_dir(root).args(["rev-parse", "--short=8", "HEAD"]).output();
    let commit = git.ok().filter(|git| git.status.success()).map(|git| git.stdout);
    let commit =
        commit.map_or_else(String::new, |name| format!(" {}", String::from_utf8_lossy(&name).trim()));
    let path = folder.join("index.html");
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(page.contains(VERSION), "index.html has no {VERSION}");
    let version = env!("CARGO_PKG_VERSION");
    fs::write(&path, page.replacen(VERSION, &(version.to_owned() + &commit), 1))
        .context("cannot write index.html")
}

/// Writes the sizes of large files into the script that shows how much of them has arrived.
fn name_sizes(folder: &Path) -> Result<()> {
    let mut sizes = String::new();
    for file in files(folder, Path::new(""))? {
        let name = address(&file);
        if name.ends_with(".wasm") || name == "sheets.json" {
            // In thousands, rounded up: tenths of a megabyte are shown.
            write!(sizes, "\"{name}\":{}e3,", fs::metadata(folder.join(&file))?.len().div_ceil(1000))?;
        }
    }
    let path = folder.join("js/wasm.js");
    let script = fs::read_to_string(&path)?;
    ensure!(script.contains(SIZES), "wasm.js has no {SIZES}");
    fs::write(&path, script.replacen(SIZES, &sizes, 1)).context("cannot write wasm.js")
}

/// Names the picture with which other sites show a link to the page. They need its whole address.
fn name_preview(folder: &Path, url: &str) -> Result<()> {
    let path = folder.join("index.html");
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(page.contains(PREVIEW), "index.html has no {PREVIEW}");
    ensure!(
        url.starts_with("https://") && !url.contains(['"', '<', '&', ' ']),
        "{url} is not the address of a page; it begins with https://"
    );
    let whole = format!("content=\"{}/preview.png\"", url.trim_end_matches('/'));
    fs::write(&path, page.replacen(PREVIEW, &whole, 1)).context("cannot write index.html")
}

/// Copies a file, or a folder without the types of its scripts.
fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        fs::create_dir_all(to).with_context(|| format!("cannot create {}", to.display()))?;
        for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
            let entry = entry?;
            if !entry.path().to_string_lossy().ends_with(".d.ts") {
                copy(&entry.path(), &to.join(entry.file_name()))?;
            }
        }
    } else if is_written_here(from) {
        let text = fs::read_to_string(from).with_context(|| format!("cannot read {}", from.display()))?;
        let is_style = from.extension().is_some_and(|extension| extension == "css");
        fs::write(to, if is_style { compact_style(&text) } else { compact_script(&text) })?;
    } else {
        fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
    }
    Ok(())
}

/// Returns whether a file is a script or a style of this project.
fn is_written_here(path: &Path) -> bool {
    let is_code = path.extension().is_some_and(|extension| extension == "js" || extension == "css");
    is_code && path.file_name().is_some_and(|name| name != "editor.js")
}

fn compact_script(text: &str) -> String {
    compact(text, &[SIGNS.as_slice(), &SCRIPT_SIGNS].concat())
}

/// Removes indentation, comments on lines of their own and types, a third of what a visitor would download. Places of the service
/// worker stay. No text in a script extends over several lines, so none loses its indentation.
fn compact(text: &str, signs: &[&str]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut is_inside = false;
    for line in text.lines() {
        let code = without_spaces(&without_types(line.trim()), signs);
        if !(is_inside || code.is_empty() || code.starts_with("/**") || code.starts_with("//")) {
            kept.push_str(&code);
            kept.push('\n');
        }
        is_inside = (is_inside || code.starts_with("/**")) && !code.contains("*/");
    }
    kept
}

/// Signs that need no space around them, in styles and in scripts.
const SIGNS: [&str; 15] = [
    " => ", " = ", " === ", " !== ", " && ", " || ", " ?? ", " ? ", " : ", ": ", ", ", "{ ", " }", " {",
    " += ",
];
/// Signs that need none in scripts. In a style sheet `a [b]` is not `a[b]`.
const SCRIPT_SIGNS: [&str; 8] = [" * ", " < ", " > ", " <= ", " >= ", ") ", " (", " ["];

/// Removes spaces around signs outside of texts. A line with a pattern, a template, another text or an import stays as it is.
fn without_spaces(line: &str, signs: &[&str]) -> String {
    let is_code = |part: &str| !part.contains(['`', '\'', '/']);
    if line.starts_with("import ")
        || line.starts_with("export ")
        || line.contains('\\')
        || !line.split('"').step_by(2).all(is_code)
    {
        return line.to_owned();
    }
    let close = |part: &str| signs.iter().fold(part.to_owned(), |part, sign| part.replace(sign, sign.trim()));
    let parts = line.split('"').enumerate();
    let closed =
        parts.map(|(at, part)| if at % 2 == 0 { close(part).trim().to_owned() } else { part.to_owned() });
    closed.collect::<Vec<_>>().join("\"")
}

/// Removes comments and spaces from a style sheet.
fn compact_style(text: &str) -> String {
    let (first, others) = text.split_once("/*").unwrap_or((text, ""));
    let others = others.split("/*").map(|part| part.split_once("*/").map_or("", |(_, after)| after));
    let kept: String = iter::once(first).chain(others).collect();
    compact(&kept, &SIGNS).replace("; ", ";").replace(";}", "}")
}

/// Removes comments for types from a line: `/** @type {string} */ (value)`.
fn without_types(line: &str) -> String {
    let mut line = line.to_owned();
    while let Some(start) = line.find("/** ")
        && let Some(length) = line[start..].find("*/")
    {
        let end = start + length + "*/".len();
        line.replace_range(start..end, "");
        line = line.trim_start().to_owned();
    }
    line
}

/// Returns the files in a folder and in its folders, in order.
fn files(folder: &Path, inside: &Path) -> Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder.join(inside))? {
        let path = inside.join(entry?.file_name());
        if folder.join(&path).is_dir() {
            all.extend(files(folder, &path)?);
        } else {
            all.push(path);
        }
    }
    all.sort();
    Ok(all)
}

/// Pages, and what others name. All other files lie in the folder of the version, so that a page never loads a part of another version:
/// after a change its address is gone.
fn is_outside(file: &Path) -> bool {
    let has = |kind: &&str| file.extension().is_some_and(|extension| extension == *kind);
    file.starts_with("read")
        || file == Path::new(WORKER)
        || ["html", "png", "svg", "webmanifest"].iter().any(has)
}

/// Moves the parts of the page into a folder that is named after their contents, and returns its name.
fn move_into_version(folder: &Path) -> Result<String> {
    let (pages, parts): (Vec<_>, Vec<_>) =
        files(folder, Path::new(""))?.into_iter().partition(|file| is_outside(file));
    let mut all = Sha256::new();
    for part in &parts {
        all.update(address(part));
        all.update(fs::read(folder.join(part))?);
    }
    let version: String = all.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    for part in &parts {
        let to = folder.join(&version).join(part);
        fs::create_dir_all(to.parent().context("a part has no folder")?)?;
        fs::rename(folder.join(part), &to).with_context(|| format!("cannot make {}", to.display()))?;
    }
    fs::remove_dir(folder.join("js")).context("cannot remove the folder of the scripts")?;
    let is_page = |file: &&PathBuf| file.extension().is_some_and(|extension| extension == "html");
    for page in pages.iter().filter(is_page) {
        let path = folder.join(page);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        fs::write(&path, with_version(&text, &version, &parts))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(version)
}

/// Names the folder of the version where a page names a part.
fn with_version(page: &str, version: &str, parts: &[PathBuf]) -> String {
    let named = parts.iter().map(|part| address(part));
    named.fold(page.to_owned(), |page, part| {
        page.replace(&format!("=\"{part}\""), &format!("=\"{version}/{part}\""))
            .replace(&format!("=\"../{part}\""), &format!("=\"../{version}/{part}\""))
    })
}

/// Returns the address of a file in the folder of the page.
fn address(file: &Path) -> String {
    file.to_string_lossy().replace('\\', "/")
}

/// How soon a file of the offline copy is needed: endings of names, in their order. What is not named comes after them.
const NEEDED: [&str; 11] = [
    "/main.js",
    "index.html",
    "/play.wasm",
    "/rotate-1982.lst",
    ".js",
    ".css",
    "listing.wasm",
    "shared.wasm",
    "cores.wasm",
    "contracts.wasm",
    "step.wasm",
];

/// Writes the list of files, each with its hash, and the version into the offline copy.
fn write_worker(folder: &Path, version: &str) -> Result<()> {
    let mut names: Vec<String> = files(folder, Path::new(""))?.iter().map(|file| address(file)).collect();
    names.retain(|name| name != WORKER);
    names.sort_by_key(|name| NEEDED.iter().position(|end| name.ends_with(end)).unwrap_or(NEEDED.len()));
    let mut whole = Sha256::new();
    let mut listed = Vec::new();
    for name in names {
        let hash = BASE64_STANDARD.encode(Sha256::digest(fs::read(folder.join(&name))?));
        whole.update(&hash);
        listed.push(json!([name, hash]).to_string());
    }
    // A change of a guide alone is a new version, too.
    let whole: String = whole.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let path = folder.join(WORKER);
    let mut text = fs::read_to_string(&path)?;
    for (place, value) in
        [("/*FILES*/", listed.join(", ").as_str()), ("/*FOLDER*/", version), ("/*VERSION*/", &whole)]
    {
        ensure!(text.contains(place), "{WORKER} has no {place}");
        text = text.replace(place, value);
    }
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// The folders of the examples in `docs/examples`.
const EXAMPLES: [&str; 6] = ["", "first-hour", "specifications", "invariants", "equivalences", "wrong"];
/// The processors of the course.
const COURSE: [&str; 2] = ["8080", "6502"];
/// The folders of programs and of exercises.
const PROCESSORS: [&str; 3] = ["8080", "z80", "6502"];
/// The exercises, from the easiest to the hardest.
const EXERCISES: [&str; 10] =
    ["double", "swap", "larger", "mean", "distance", "saturate", "ones", "turn", "product", "root"];

pub(crate) fn build_lessons(root: &Path, folder: &Path) -> Result<()> {
    let lessons = json!({
        "programs": programs(root)?,
        "exercises": exercises(root)?,
        "examples": examples(root)?,
    });
    fs::write(folder.join("lessons.json"), lessons.to_string()).context("cannot write lessons.json")
}

/// Writes the texts of the bundled routines and of what programs include, which modules download as one file.
fn build_sheets(root: &Path, folder: &Path) -> Result<()> {
    let mut texts = BTreeMap::new();
    for folder in PROCESSORS.into_iter().flat_map(|cpu| [cpu.to_owned(), format!("programs/{cpu}")]) {
        let sheets = sheets(&root.join("asm").join(&folder))?.into_iter();
        let included = sheets.filter(|(_, text)| title_of_program(text).is_none());
        texts.extend(included.map(|(file, text)| (format!("{folder}/{file}"), text)));
    }
    fs::write(folder.join("sheets.json"), json!(texts).to_string()).context("cannot write sheets.json")
}

fn programs(root: &Path) -> Result<Vec<Value>> {
    let mut programs = Vec::new();
    for processor in PROCESSORS {
        let folder = format!("programs/{processor}");
        for (file, text) in sheets(&root.join("asm").join(&folder))? {
            // The others are included.
            if let Some(title) = title_of_program(&text) {
                programs.push(json!({ "name": format!("{folder}/{file}"), "title": title, "text": text }));
            }
        }
    }
    ensure!(!programs.is_empty(), "there are no programs in asm/programs");
    Ok(programs)
}

/// Returns what a program does, from the comment at its top: the first sentence up to a comma or colon. What is before the colon of
/// `Calls NAME: …` is not about that. Only a program names the command that runs it.
fn title_of_program(text: &str) -> Option<String> {
    let comment: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("; ")).map(str::trim).collect();
    let comment = comment.join(" ");
    let sentence = match comment.split_once(": ") {
        Some((calls, sentence)) if calls.starts_with("Calls ") => sentence,
        _ => &comment,
    };
    let (title, _) = sentence.split_once(['.', ':', ','])?;
    let (first, rest) = title.split_at_checked(1)?;
    text.contains("arcadian exec ").then(|| first.to_uppercase() + rest)
}

fn exercises(root: &Path) -> Result<Vec<Value>> {
    let mut exercises = Vec::new();
    let mut add = |folder: &str, before: &str, processor: &str, name: &str| -> Result<()> {
        let file = format!("{processor}/{name}.asm");
        let path = root.join(folder).join(&file);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let title = value(&text, "title").with_context(|| format!("{file} has no title"))?;
        let name = format!("{before}{file}");
        exercises.push(json!({ "name": name, "cpu": processor, "title": title, "text": text }));
        Ok(())
    };
    for processor in PROCESSORS {
        for name in EXERCISES {
            add("docs/examples/exercises", "", processor, name)?;
        }
    }
    for (lesson, processor) in lessons(root)?.iter().flat_map(|lesson| COURSE.map(|cpu| (lesson, cpu))) {
        // `01-byte` has `byte-1` and `byte-2`.
        let (_, name) = lesson.split_once('-').with_context(|| format!("{lesson} has no number"))?;
        for number in 1..=2 {
            add("docs/course/exercises", "course/", processor, &format!("{name}-{number}"))?;
        }
    }
    Ok(exercises)
}

fn examples(root: &Path) -> Result<BTreeMap<String, String>> {
    let mut examples = BTreeMap::new();
    for folder in EXAMPLES {
        for (file, text) in sheets(&root.join("docs/examples").join(folder))? {
            let name = if folder.is_empty() { file } else { format!("{folder}/{file}") };
            examples.insert(name, text);
        }
    }
    for processor in COURSE {
        let folder = format!("course/{processor}");
        let lessons = sheets(&root.join("docs").join(&folder))?;
        examples.extend(lessons.into_iter().map(|(file, text)| (format!("{folder}/{file}"), text)));
    }
    Ok(examples)
}

/// Returns the value of a header line.
fn value<'a>(text: &'a str, key: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(";! ")?.strip_prefix(key)?.strip_prefix(": "))
}

/// Returns the sources in a folder by their names. A folder that is missing has none.
fn sheets(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "asm") {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.insert(name, fs::read_to_string(&path)?);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_removed_and_code_stays() {
        let text = "// A\nlet a = 1; // b\n/** C */\n  /**\n   * D\n   */\n  /** @type {X} */ let e = \"// f\";\nconst g = [/*FILES*/];\n";
        assert_eq!(compact_script(text), "let a = 1; // b\nlet e=\"// f\";\nconst g = [/*FILES*/];\n");
        let code = "const { a, b } = c ? { d: \"e, f\" } : x - -y;\nimport { g } from \"./g.js\";\nlet h = `i, ${j}`;\n";
        let closed = "const{a,b}=c?{d:\"e, f\"}:x - -y;\nimport { g } from \"./g.js\";\nlet h = `i, ${j}`;\n";
        assert_eq!(compact_script(code), closed);
    }

    #[test]
    fn style_sheets_lose_comments_and_spaces() {
        let text =
            "/* A, b: c */\n:root {\n  --a: 1px, 2px; /* d */\n}\n@media (x: 1px) { a b { c: d; e: f; } }\n";
        assert_eq!(compact_style(text), ":root{\n--a:1px,2px;\n}\n@media (x:1px){a b{c:d;e:f}}\n");
    }

    #[test]
    fn pages_name_the_folder_of_the_version() {
        let parts = ["js/main.js".into(), "style.css".into(), "play.wasm".into()];
        let page = "<link href=\"style.css\"><link href=\"../style.css\"><a href=\"style.css.html\"><script src=\"js/main.js\">";
        let expected = "<link href=\"5a/style.css\"><link href=\"../5a/style.css\"><a href=\"style.css.html\"><script src=\"5a/js/main.js\">";
        assert_eq!(with_version(page, "5a", &parts), expected);
        assert!(is_outside(Path::new("read/index.html")) && !is_outside(Path::new("service-worker.js/a.js")));
    }

    #[test]
    fn types_are_removed_within_a_line() {
        let text = "\tf((/** @type {string} */ key) => /** @type {X} */ (key));\n";
        assert_eq!(compact_script(text), "f(( key)=>(key));\n");
    }

    #[test]
    fn everything_of_the_project_is_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let programs = programs(&root).expect("programs");
        let titles: Vec<&str> = programs.iter().filter_map(|program| program["title"].as_str()).collect();
        assert!(titles.contains(&"The board of ROTATE for the 6502"), "{titles:#?}");
        assert!(titles.iter().all(|title| (15..110).contains(&title.len())), "{titles:#?}");
        assert_eq!(programs.len(), 14, "{titles:#?}");
        let exercises = exercises(&root).expect("exercises");
        assert_eq!(exercises.len(), PROCESSORS.len() * EXERCISES.len() + 12 * 2 * COURSE.len());
        let examples = examples(&root).expect("examples");
        assert!(examples.contains_key("specifications/mean.asm") && examples.contains_key("product.asm"));
        assert!(examples.contains_key("course/6502/byte.asm"));
    }
}
