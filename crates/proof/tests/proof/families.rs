//! Reads families of sheets: the files of `tests/deceiving`.
//!
//! Lines that begin with `# ` say what a family is about. The contract lines below them belong to each sheet that has none of its own with
//! the same key. A sheet begins with `==== NAME`, its verdict, and often a reason. Its lines follow, or the changes of a sheet above it:
//!
//! ```text
//! as NAME, but:
//!         MOV A,B     a line around the change, if it is not unique without it
//! -       ADD C       a line that is removed
//! +       ADC C       a line that is added
//! ...                 another change follows
//! ```

use std::{
    collections::HashMap,
    path::{Component, Path, PathBuf},
    sync::LazyLock,
};

use arcadian_asm::{Host, Included};

use super::deceiving::FAMILIES;

pub(crate) struct Sheet {
    pub(crate) name: &'static str,
    pub(crate) verdict: &'static str,
    pub(crate) reason: &'static str,
    lines: Vec<&'static str>,
}

impl Sheet {
    pub(crate) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }
}

fn key(line: &str) -> Option<&str> {
    Some(line.strip_prefix(";!")?.split_once(':')?.0.trim())
}

/// Puts the family's contract lines before a sheet's own.
fn with_head(head: &[&'static str], own: &[&'static str]) -> Vec<&'static str> {
    let is_own = |line: &str| own.iter().any(|other| key(other) == key(line));
    head.iter().filter(|line| !is_own(line)).chain(own).copied().collect()
}

fn changed(name: &str, lines: &[&'static str], changes: &[&'static str]) -> Vec<&'static str> {
    let mut lines = lines.to_vec();
    for change in changes.split(|line| *line == "...") {
        let without = |sign: char| {
            let kept = change.iter().filter(move |line| !line.starts_with(sign));
            kept.map(|line| line.get(1..).unwrap_or_default()).collect::<Vec<_>>()
        };
        let (old, new) = (without('+'), without('-'));
        let places: Vec<_> = (0..lines.len()).filter(|at| lines[*at..].starts_with(&old)).collect();
        let [at] = places[..] else { panic!("{name}: the lines of a change are at {} places", places.len()) };
        lines.splice(at..at + old.len(), new);
    }
    lines
}

pub(crate) fn sheets(text: &'static str) -> Vec<Sheet> {
    let mut parts = text.split("\n\n==== ");
    let head: Vec<_> =
        parts.next().into_iter().flat_map(str::lines).filter(|line| !line.starts_with("# ")).collect();
    assert!(
        head.iter().all(|line| key(line).is_some()),
        "only contract lines stand above the sheets: {head:?}"
    );
    let mut sheets: Vec<Sheet> = Vec::new();
    for part in parts {
        let mut lines = part.lines();
        let name = lines.next().unwrap_or_default();
        let verdict = lines.next().unwrap_or_default();
        let (verdict, reason) = verdict.split_once(": ").unwrap_or((verdict, ""));
        let own: Vec<_> = lines.collect();
        let base = own.first().and_then(|line| line.strip_prefix("as ")?.strip_suffix(", but:"));
        let lines = match base {
            Some(base) => {
                let base = sheets.iter().find(|sheet| sheet.name == base);
                let base = base.unwrap_or_else(|| panic!("{name}: no sheet above has that name"));
                changed(name, &base.lines, &own[1..])
            }
            None => with_head(&head, &own),
        };
        sheets.push(Sheet { name, verdict, reason, lines });
    }
    sheets
}

/// All sheets, by folder and name.
static SHEETS: LazyLock<HashMap<PathBuf, String>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (folder, family, text) in FAMILIES {
        for sheet in sheets(text) {
            let is_known = all.insert(Path::new(folder).join(sheet.name), sheet.text()).is_some();
            assert!(!is_known, "{folder}/{family}: there are two sheets {}", sheet.name);
        }
    }
    all
});

/// Supplies the sheets that others are compared with, as if each was a file in its family's folder.
pub(crate) struct Folder(pub(crate) &'static str);

impl Host for Folder {
    fn source(&mut self, name: &str, from: &str) -> Result<Included, String> {
        let path = Path::new(from).parent().unwrap_or(Path::new("")).join(name);
        let mut place = PathBuf::from(self.0);
        for component in path.components() {
            match component {
                Component::ParentDir => _ = place.pop(),
                Component::Normal(part) => place.push(part),
                _ => {}
            }
        }
        let text = SHEETS.get(&place.with_extension("")).ok_or("there is no such sheet")?;
        Ok(Included { name: path.display().to_string(), text: text.clone() })
    }

    fn binary(&mut self, name: &str, _: &str) -> Result<Vec<u8>, String> {
        Err(format!("{name} is not available"))
    }
}
