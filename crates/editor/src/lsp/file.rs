//! What is wrong with a file as a whole: its size and its encoding.

use arcadian_files::{FileKind, Files, LONGEST_PROGRAM, LONGEST_SOURCE};
use lsp_types::{Position, Range};

use crate::lsp::{
    analysis::{Kind, Problem},
    job::Source,
    language::Language,
};

/// Returns an error if a text is longer than the commands accept.
pub(crate) fn too_long(source: &Source) -> Option<Problem> {
    let longest = match source.language {
        Language::Assembly => LONGEST_SOURCE,
        Language::Basic => LONGEST_PROGRAM,
    };
    let length = source.text.as_str().len() as u64;
    let message = format!("the file has {length} bytes; a file of this kind has at most {longest}");
    (length > longest).then(|| Problem::error(Kind::File, Range::default(), message))
}

/// Returns an error if the saved file is not UTF-8. The editor decoded it in some other way, and the commands refuse it.
pub(crate) fn not_utf_8(source: &Source, files: &dyn Files) -> Option<Problem> {
    // Of a file in another encoding, the editor has at least one character that is not ASCII.
    if source.text.as_str().is_ascii() || files.kind(&source.path) != FileKind::File {
        return None;
    }
    let bytes = files.bytes(&source.path, "a source", LONGEST_SOURCE).ok()?;
    let error = std::str::from_utf8(&bytes).err()?;
    let before = bytes.get(..error.valid_up_to())?;
    let wrong = bytes.get(error.valid_up_to())?;
    let number = before.iter().filter(|byte| **byte == b'\n').count();
    let line = source.text.range(number, 0..source.text.line(number).len(), source.snapshot.encoding);
    let range = if number < source.text.lines().len() {
        line
    } else {
        Range::new(Position::default(), Position::default())
    };
    let message = format!(
        "the saved file is not UTF-8 text: byte {} of it is {wrong:02X}\nsave it as UTF-8; the commands of arcadian refuse it as it is",
        error.valid_up_to() + 1
    );
    Some(Problem::error(Kind::File, range, message))
}
