//! The file `lessons.json` of the page: programs that the view Step opens and that are not routines of its module.
//!
//! - `programs`: the programs for the 8080 and the 6502;
//! - `exercises`: contracts without instructions;
//! - `examples`: the sheets of the guides, which can name each other.

use std::{collections::BTreeMap, fs, path::Path};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

/// The folders of the examples in `docs/examples`.
const EXAMPLES: [&str; 5] = ["", "specifications", "invariants", "equivalences", "wrong"];
/// The folders of programs and of exercises.
const PROCESSORS: [&str; 3] = ["8080", "z80", "6502"];
/// The exercises, from the easiest to the hardest.
const EXERCISES: [&str; 10] =
    ["double", "swap", "larger", "mean", "distance", "saturate", "ones", "turn", "product", "root"];

pub(crate) fn build(root: &Path, folder: &Path) -> Result<()> {
    let lessons = json!({
        "programs": programs(root)?,
        "exercises": exercises(root)?,
        "examples": examples(root)?,
    });
    fs::write(folder.join("lessons.json"), lessons.to_string()).context("cannot write lessons.json")
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
    for processor in PROCESSORS {
        for name in EXERCISES {
            let file = format!("{processor}/{name}.asm");
            let path = root.join("docs/examples/exercises").join(&file);
            let text =
                fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let title = value(&text, "title").with_context(|| format!("{file} has no title"))?;
            exercises.push(json!({ "name": file, "cpu": processor, "title": title, "text": text }));
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
    fn everything_of_the_project_is_found() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let programs = programs(&root).expect("programs");
        let titles: Vec<&str> = programs.iter().filter_map(|program| program["title"].as_str()).collect();
        assert!(titles.contains(&"The board of ROTATE for the 6502"), "{titles:#?}");
        assert!(titles.iter().all(|title| (15..110).contains(&title.len())), "{titles:#?}");
        assert_eq!(programs.len(), 14, "{titles:#?}");
        let exercises = exercises(&root).expect("exercises");
        assert_eq!(exercises.len(), PROCESSORS.len() * EXERCISES.len());
        let examples = examples(&root).expect("examples");
        assert!(examples.contains_key("specifications/mean.asm") && examples.contains_key("product.asm"));
    }
}
