//! Syntax: characters, words, expressions, operands and statements, and the form of the tables that describe a dialect.

pub(crate) mod directive;
pub(crate) mod expression;
pub(crate) mod lexis;
pub(crate) mod lines;
pub(crate) mod number;
pub(crate) mod operand;
pub(crate) mod operator;
pub(crate) mod scan;
pub(crate) mod spelling;
pub(crate) mod statement;
pub(crate) mod table;
pub(crate) mod token;
pub(crate) mod value;

pub(crate) use directive::{Directive, Ending, Header, Segment, Subject, Test, misfit};
pub(crate) use expression::{Meaning, Reader};
pub(crate) use lexis::{FOREIGN, Lexis, Quote};
pub(crate) use lines::{Code, Piece, pieces};
pub(crate) use operand::{Brackets, Notation, OperandForm, Operands, Size, is_index};
pub(crate) use operator::{Arithmetic, Binary, OWN_WORDS, Unary};
pub(crate) use scan::{
    Apostrophe, At, Checked, Span, blanks, byte, character, is_name, is_one_of, opens, quoted, run, slice,
    trim, word,
};
pub(crate) use spelling::Spelling;
pub(crate) use statement::{CodeOffset, Operation, Parser, Statement, Vocabulary};
pub(crate) use table::{BareLabels, Function, Local, Naming, Parameters, Segments, Shape, Skipping, Table};
pub(crate) use token::{
    Kind, MADE, Token, content, name_end, octals, quote_end, span, split, tokens, tokens_in, unexpected,
};
pub(crate) use value::{Base, ELSEWHERE, Tree, Value};
