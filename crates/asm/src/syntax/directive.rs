//! The directives that the dialects spell in their ways.

use arcadian_isa::Processor;

use crate::diagnostic::Severity;
use crate::syntax::operator::Binary;
use crate::syntax::token::{Kind, Token, split};

/// The header of a file: its size, and where in it the length of what follows is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) size: usize,
    pub(crate) length_at: usize,
}

/// The end of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Nothing,
    /// A zero byte.
    Zero,
    /// Bit 7 of the last character.
    High,
    /// Bit 7 of the last character of strings; a character in apostrophes is a number.
    HighOfStrings,
    /// Its length stands before it.
    Counted,
}

/// The test of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// Whether a value is not 0, and others.
    True,
    False,
    /// Whether two values are in this relation, or a value and 0.
    Compare(Binary),
    CompareToZero(Binary),
    /// Whether a name is defined.
    Defined,
    NotDefined,
    /// Whether a name is referred to.
    Used,
    NotUsed,
    /// Whether nothing is given.
    Blank,
    NotBlank,
    /// Whether two texts are equal.
    Same,
    Different,
    /// Whether a value is known in the first pass.
    Constant,
    /// Whether the source is for this processor.
    For(Option<Processor>),
    /// Whether this is the first pass, which the engine never says.
    Never,
    Always,
}

/// The form in which the name of a segment is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Segment {
    /// By the directive.
    Is(&'static str),
    /// As the operand, perhaps with attributes.
    Operand,
    /// Without one: addresses are absolute.
    Absolute,
    /// `/NAME/`, at an address of its own.
    Common,
}

/// What a comment above a line is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// The line, or the code below it.
    #[default]
    Code,
    /// A constant, a macro, a structure or another file, unless a label is between the comment and it.
    Definition,
    /// Data or space.
    Data,
}

impl Subject {
    /// Whether a comment above the line is not about the code below. A label can be between the comment and the line.
    pub fn stands_apart(self, is_labelled: bool) -> bool {
        self == Subject::Data || self == Subject::Definition && !is_labelled
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    Org,
    Constant,
    Variable,
    /// A name that is an address.
    Address,
    /// A name and its value as operands: `DEFC NAME = 5`.
    ConstantList,
    /// `DEFINE NAME`: the value 1.
    ConstantOne,
    /// `!set NAME = 5`
    SetVariable,
    Bytes(Ending),
    /// A string, of which the last character has bit 7, or a count and the byte that is so often there.
    Repeated,
    /// A string between any two equal characters.
    Delimited(Ending),
    /// Strings in the codes of Commodore's computers: of the keyboard, and of the screen.
    Petscii,
    ScreenCodes,
    /// Numbers of this size in bytes, the low byte first.
    Little(u8),
    /// The same, the high byte first.
    Big(u8),
    /// The byte of each value above this number of bits.
    Parts(u32),
    Hex,
    /// Bytes to each of which the first operand is added.
    Shifted(Ending),
    /// Bits as characters: `DG ..##..##`.
    Pixels,
    /// Addresses without bytes, and what is in memory there.
    Skip,
    Fill,
    /// Space of units of this size.
    Space(u8),
    /// A count and a value.
    Align,
    Even,
    Odd,
    If(Test),
    ElseIf(Test),
    Else,
    EndIf,
    Macro,
    EndMacro,
    /// The end of a macro or of a repetition.
    EndAny,
    ExitMacro,
    Local,
    Repeat,
    /// From one value to another.
    For,
    Each,
    EachCharacter,
    While,
    /// With conditions before and behind the block.
    Do,
    EndRepeat,
    Include,
    Binary,
    /// A binary file with a header.
    BinaryAfter(Header),
    End,
    EndOfFile,
    Processor(Processor),
    ProcessorNamed,
    /// Instructions that the manual of the processor does not have may follow.
    Undocumented,
    Segment(Segment),
    PushSegment,
    PopSegment,
    /// Makes addresses relative to their segments again.
    Relative,
    Phase,
    Dephase,
    Procedure,
    EndProcedure,
    Scope,
    EndScope,
    Module,
    EndModule,
    Zone,
    Struct,
    Union,
    EndStruct,
    Tag,
    /// A field of characters.
    Text,
    Enumeration,
    EndEnumeration,
    Define,
    /// Text constants with numbers.
    Array,
    Undefine,
    /// Code whose addresses a loader repairs, and the table of their places.
    RelocateStart,
    RelocateEnd,
    RelocateTable,
    /// Memory pages: the device, one of one's own, the slot, the page in it, pages in several slots.
    Device,
    DefineDevice,
    Slot,
    Page,
    Mmu,
    Assert,
    Message(Severity),
    /// Names of other modules, or for them.
    Declare,
    Package,
    Radix,
    /// A character and the byte that it becomes.
    CharacterMap,
    /// Text up to a character that is given.
    Comment,
    /// The operands are a statement: `!addr NAME = 5`.
    Inline,
    /// The lines below are for another file, and no longer.
    Output,
    OutputEnd,
    /// Options of the assembler.
    Options,
    /// ca65: whether the case of names matters, and what its syntax has.
    Case,
    Feature,
    /// Whether a backslash at the end of a line continues it.
    Continued,
    /// The name of the entry point; no other effect here.
    Snapshot(&'static str),
    /// The beginning of another language, the word that ends it, and what to do.
    Foreign(&'static str, &'static str),
    /// A directive that is read and has no effect on the bytes.
    Ignored,
    /// A directive that is read and has no effect here, which may matter.
    Noted(&'static str),
    /// A directive that is known and not supported.
    Refused(&'static str),
    /// The same; it begins or ends what is skipped, so that it is refused there too.
    RefusedCondition(&'static str),
}

impl Directive {
    /// Returns the feature that it belongs to, for the table of the documentation.
    pub(crate) const fn feature(self) -> &'static str {
        use Directive as D;
        match self {
            D::Org | D::Relative | D::Phase | D::Dephase => "Addresses",
            D::Constant
            | D::Variable
            | D::Address
            | D::ConstantList
            | D::ConstantOne
            | D::SetVariable
            | D::Inline => "Constants and variables",
            D::Bytes(Ending::Nothing)
            | D::Delimited(Ending::Nothing)
            | D::Shifted(Ending::Nothing)
            | D::Pixels
            | D::Hex
            | D::Petscii
            | D::ScreenCodes => "Bytes and strings",
            D::Bytes(_) | D::Repeated | D::Delimited(_) | D::Shifted(_) => "Strings with an ending",
            D::Little(_) | D::Big(_) => "Words and longer numbers",
            D::Parts(_) => "Bytes of addresses",
            D::Space(_) | D::Skip | D::Fill => "Space",
            D::Align | D::Even | D::Odd => "Alignment",
            D::If(_) | D::ElseIf(_) | D::Else | D::EndIf => "Conditions",
            D::Macro | D::EndMacro | D::EndAny | D::ExitMacro | D::Local | D::Package => "Macros",
            D::Repeat | D::For | D::Each | D::EachCharacter | D::While | D::Do | D::EndRepeat => "Repetition",
            D::Include => "Included sources",
            D::Binary | D::BinaryAfter(_) => "Included binary files",
            D::End | D::EndOfFile => "End",
            D::Processor(_) | D::ProcessorNamed | D::Undocumented => "Processor",
            D::Segment(_) | D::PushSegment | D::PopSegment => "Segments",
            D::Procedure | D::EndProcedure | D::Scope | D::EndScope => "Scopes",
            D::Module | D::EndModule | D::Zone => "Modules and zones",
            D::Struct | D::Union | D::EndStruct | D::Tag | D::Text => "Structures",
            D::Enumeration | D::EndEnumeration => "Enumerations",
            D::Define | D::Array | D::Undefine => "Text constants",
            D::RelocateStart | D::RelocateEnd | D::RelocateTable => "Relocation tables",
            D::Device | D::DefineDevice | D::Slot | D::Page | D::Mmu => "Memory pages",
            D::Assert => "Assertions",
            D::Message(_) => "Messages",
            D::Declare => "Imports and exports",
            D::Radix => "Radix",
            D::Comment => "Comments over lines",
            D::CharacterMap => "Character tables",
            D::Output | D::OutputEnd => "Several outputs",
            D::Options | D::Case | D::Feature | D::Continued => "Options in the source",
            D::Ignored => "Read and ignored",
            D::Noted(_) | D::Snapshot(_) => "Ignored with a note",
            D::Refused(_) | D::RefusedCondition(_) | D::Foreign(..) => "Known, not supported",
        }
    }

    /// Returns what its line is for a comment above it.
    pub(crate) const fn subject(self) -> Subject {
        use Directive as D;
        match self {
            D::Bytes(_) | D::Delimited(_) | D::Shifted(_) | D::Repeated | D::Hex | D::Pixels => Subject::Data,
            D::Petscii | D::ScreenCodes | D::Little(_) | D::Big(_) | D::Parts(_) | D::Space(_) => {
                Subject::Data
            }
            D::Skip | D::Fill | D::Binary | D::BinaryAfter(_) | D::Tag => Subject::Data,
            D::RelocateStart | D::RelocateEnd | D::RelocateTable => Subject::Data,
            D::Constant | D::Variable | D::Address | D::ConstantList | D::ConstantOne => Subject::Definition,
            D::SetVariable | D::Inline | D::Define | D::Array | D::Undefine => Subject::Definition,
            D::Struct | D::Union | D::EndStruct | D::Text => Subject::Definition,
            D::Enumeration | D::EndEnumeration | D::Macro | D::Include => Subject::Definition,
            _ => Subject::Code,
        }
    }

    /// Whether a name stands before it, which it defines.
    pub(crate) const fn names(self) -> bool {
        matches!(self, Directive::Constant | Directive::Variable | Directive::Address)
    }

    pub(crate) const fn is_condition(self) -> bool {
        matches!(self, Directive::If(_) | Directive::ElseIf(_) | Directive::Else | Directive::EndIf)
    }

    /// Whether it ends a branch of a condition.
    pub(crate) const fn ends_branch(self) -> bool {
        matches!(self, Directive::ElseIf(_) | Directive::Else | Directive::EndIf)
    }

    /// Whether it begins lines that are kept: a macro or a repetition.
    pub(crate) const fn repeats(self) -> bool {
        use Directive::{Do, Each, EachCharacter, For, Repeat, While};
        matches!(self, Repeat | For | Each | EachCharacter | While | Do)
    }
}

/// Returns the index of the first token that does not belong after a directive, where its assembler refuses everything else.
///
/// A shape is text: alternatives between ` / `, each of items between blanks. `name` is a name, `path` one perhaps in a scope, `number` a
/// number, `text` a string, `value` the tokens up to the next comma, `all` the rest, `on` a switch; a word in capitals is itself, several of
/// them between `|` any of them, and other signs are themselves. With `...` at its end the shape is that of each operand between commas, of
/// which there is at least one.
pub(crate) fn misfit(
    shape: &str,
    operands: &[Token<'_>],
    is_name: &dyn Fn(&Token<'_>) -> bool,
) -> Option<usize> {
    match shape.strip_suffix("...") {
        None => misfit_of_one(shape, operands, is_name),
        Some(_) if operands.is_empty() => Some(0),
        Some(each) => split(operands).into_iter().find_map(|piece| {
            let start =
                piece.first().and_then(|first| operands.iter().position(|token| token.at == first.at));
            misfit_of_one(each.trim_end(), piece, is_name).map(|at| start.unwrap_or(operands.len()) + at)
        }),
    }
}

/// Returns the index of the first token that no alternative has there.
fn misfit_of_one(shape: &str, tokens: &[Token<'_>], is_name: &dyn Fn(&Token<'_>) -> bool) -> Option<usize> {
    let mut furthest = 0;
    for alternative in shape.split(" / ") {
        match taken(alternative.trim(), tokens, is_name) {
            (count, true) if count == tokens.len() => return None,
            (count, _) => furthest = furthest.max(count),
        }
    }
    Some(furthest)
}

/// Returns how many tokens an alternative takes, and whether it is at its end.
fn taken(alternative: &str, tokens: &[Token<'_>], is_name: &dyn Fn(&Token<'_>) -> bool) -> (usize, bool) {
    let mut at = 0;
    for item in alternative.split(' ').filter(|item| !item.is_empty()) {
        let Some(token) = tokens.get(at) else { return (at, false) };
        let count = match item {
            "name" => usize::from(is_name(token) && !token.text.contains("::")),
            "path" => usize::from(is_name(token)),
            "number" => usize::from(matches!(token.kind, Kind::Number(_))),
            "text" => usize::from(token.kind == Kind::Text && token.text.starts_with('"')),
            "value" => split(tokens.get(at..).unwrap_or(&[])).first().map_or(0, |piece| piece.len()),
            "all" => tokens.len() - at,
            "on" => {
                let words = ["+", "-", "on", "off"];
                usize::from(words.iter().any(|word| token.text.eq_ignore_ascii_case(word)))
            }
            words => usize::from(words.split('|').any(|word| token.text.eq_ignore_ascii_case(word))),
        };
        if count == 0 {
            return (at, false);
        }
        at += count;
    }
    (at, true)
}
