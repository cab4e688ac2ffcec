//! The scripts that the page loads before it shows anything: what `js/main.js` imports, directly or through others.

use std::{collections::BTreeSet, fs, path::Path};

use anyhow::{Context, Result, ensure};

/// The script with which the page starts.
const MAIN: &str = "main.js";
/// Where the links that load the others early are written.
const MARK: &str = "<script type=\"module\"";

/// Returns the names of these scripts in the folder of the page.
pub(crate) fn first(folder: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec![MAIN.to_owned()];
    while let Some(name) = open.pop() {
        let path = folder.join("js").join(&name);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        if found.insert(name) {
            open.extend(imports(&text).map(str::to_owned));
        }
    }
    Ok(found)
}

/// Returns the scripts of the same folder that a script imports before it runs.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("from \"./").skip(1);
    parts.filter_map(|rest| rest.split_once('"')).map(|(name, _)| name)
}

/// Lets the browser load these scripts at once: otherwise each is known only when the one that imports it has arrived.
pub(crate) fn preload(folder: &Path) -> Result<()> {
    let path = folder.join("index.html");
    let page = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    ensure!(page.contains(MARK), "index.html has no {MARK}");
    let links: String = first(folder)?
        .iter()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"js/{name}\">\n"))
        .collect();
    fs::write(&path, page.replacen(MARK, &(links + MARK), 1)).context("cannot write index.html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_and_what_is_loaded_later_is_not() {
        let text = "import { a } from \"./a.js\";\nimport {\n  b,\n} from \"./b.js\";\nawait import(\"./later.js\");\n";
        assert_eq!(imports(text).collect::<Vec<_>>(), ["a.js", "b.js"]);
    }
}
