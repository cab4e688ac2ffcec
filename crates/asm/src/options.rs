//! The options of an assembly.

use arcadian_isa::Processor;

#[cfg(feature = "dialects")]
use crate::dialects::syntax::table::Table;

/// Options for assembling a source.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The processor. If `None`, the sheet's header or a CPU directive as the first statement must name it.
    pub processor: Option<Processor>,
    /// Constants defined before the first line.
    pub defines: Vec<(String, i32)>,
    /// The syntax. [`Dialect::guess`] recognizes that of other assemblers.
    pub dialect: Dialect,
    /// Addresses of segments, for dialects that have them.
    pub segments: Vec<(String, u16)>,
    /// The address of the first segment, for dialects that have them.
    pub origin: Option<u16>,
    /// Whether names of other modules stand for addresses of their own, which a linker would give them: for questions to which the
    /// addresses do not matter. Otherwise a use of such a name is an error.
    pub has_placeholders: bool,
    /// Names of other modules besides those that the source declares. With `has_placeholders` they stand for addresses too.
    pub elsewhere: Vec<String>,
    /// Whether the occurrences of names are noted, for editors.
    pub has_names: bool,
}

/// The syntax of a source: our own, or that of another assembler.
///
/// Without the feature `dialects` there is only our own.
#[derive(Clone, Copy, Default)]
pub struct Dialect {
    #[cfg(feature = "dialects")]
    pub(crate) table: Option<&'static Table>,
}
