//! Symbols of SDCC that have a meaning, by their first characters.

use crate::debug_data::{Fault, Level, ParseError, cursor::Line};

/// What a symbol means.
pub(super) enum Name {
    /// A label under the name that the assembler source uses.
    Label(String),
    /// The first address of a source line.
    Line { file: String, line: u32, level: Level },
    /// The address of an area of the linker.
    AreaStart(String),
    /// The length of an area of the linker.
    AreaLength(String),
    /// The last instruction of a function.
    FunctionEnd,
    /// Nothing that a user can name: the absolute area.
    Internal,
}

impl Name {
    /// Parses `C$FILE$LINE$…`, `A$MODULE$LINE`, `G$NAME$…`, `FMODULE$NAME$…`, `LMODULE.FUNCTION$NAME$…`, `XG$…`, or a label.
    pub(super) fn parse(line: &Line, text: &str) -> Result<Name, ParseError> {
        let mut parts = text.split('$');
        let kind = parts.next().unwrap_or_default();
        let first = parts.next();
        let Some(first) = first.filter(|_| !kind.is_empty()) else { return Ok(plain(text)) };
        let c_label = |scope: &str, name: &str| Name::Label(format!("{scope}_{name}"));
        Ok(match kind {
            "C" | "A" => {
                let number = parts.next().ok_or_else(|| line.error(text, Fault::Missing("line number")))?;
                let number = line.number(number, 10)?;
                let is_compiled = kind == "C";
                let file = if is_compiled { first.to_owned() } else { assembly_of(first) };
                let level = if is_compiled { Level::Compiled } else { Level::Assembly };
                Name::Line { file, line: number, level }
            }
            "G" => c_label("", first),
            _ if kind.starts_with('X') => Name::FunctionEnd,
            _ => match (kind.strip_prefix('F'), kind.strip_prefix('L')) {
                (Some(_), _) => c_label("", first),
                (_, Some(scope)) => {
                    let function = scope.rsplit('.').next().unwrap_or(scope);
                    Name::Label(format!("_{function}.{first}"))
                }
                _ => plain(text),
            },
        })
    }
}

/// Returns the assembler source of a module, as SDCC names it.
pub(super) fn assembly_of(module: &str) -> String {
    format!("{module}.asm")
}

/// Returns the meaning of a symbol of the linker or of a label. Areas begin with an underscore.
fn plain(text: &str) -> Name {
    if text == ".__.ABS." {
        return Name::Internal;
    }
    match (text.strip_prefix("s__"), text.strip_prefix("l__")) {
        (Some(area), _) => Name::AreaStart(format!("_{area}")),
        (_, Some(area)) => Name::AreaLength(format!("_{area}")),
        _ => Name::Label(text.to_owned()),
    }
}
