//! The languages of documents.

use std::path::Path;

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// Assembly: sheets and sources.
    Assembly,
    /// Bally BASIC: listings and programs.
    Basic,
}

impl Language {
    /// Returns the language of a document: its extension decides, otherwise the name that the client gives.
    pub(crate) fn of(path: &Path, id: &str) -> Language {
        let extension =
            path.extension().and_then(|extension| extension.to_str()).unwrap_or("").to_ascii_lowercase();
        let is_named = || id.to_ascii_lowercase().contains("basic");
        match extension.as_str() {
            "lst" | "bas" => Language::Basic,
            "" | "txt" if is_named() => Language::Basic,
            _ => Language::Assembly,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_documents() {
        for (path, id, language) in [
            ("/a/x.asm", "basic", Language::Assembly),
            ("/a/x.LST", "asm", Language::Basic),
            ("/a/x.bas", "", Language::Basic),
            ("untitled:Untitled-1", "bally-basic", Language::Basic),
            ("untitled:Untitled-1", "asm", Language::Assembly),
        ] {
            assert_eq!(Language::of(Path::new(path), id), language, "{path} {id}");
        }
    }
}
