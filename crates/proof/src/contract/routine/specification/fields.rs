//! The fields of a sheet that names no claim: those of its terms.

use arcadian_asm::sheet::Term;

use crate::contract::{
    binding::{BindingError, Meaning, TermError, place_size},
    expression::is_keyword,
    field::{Field, Values},
    registers::RegisterMap,
};

/// The values of a flag.
const FLAG: Values = Values::Masked(&[1]);

/// Returns the fields that terms name, in their order. The size of a field is that of its place; a pointer's is stated, as in
/// `HL -> text:16`, or that of the input field of the same name, or one byte.
pub(crate) fn infer_located(
    terms: &[Term],
    registers: &RegisterMap,
    inputs: &[Field<String>],
) -> Result<Vec<Field<String>>, TermError> {
    let mut fields: Vec<Field<String>> = Vec::new();
    for term in terms {
        let place = || term.place.clone();
        let meaning = Meaning::parse(&term.meaning).ok_or_else(|| {
            BindingError::Meaning { place: place(), meaning: term.meaning.clone() }.in_term(term)
        })?;
        if is_keyword(meaning.name) {
            let error = BindingError::Keyword { place: place(), name: meaning.name.to_owned() };
            return Err(error.in_term(term));
        }
        let size = match &meaning.selector {
            Some(range) => meaning.size.unwrap_or(range.end),
            None => size(term, &meaning, registers, inputs),
        };
        let is_flag = !term.points && registers.flag(&term.place).is_some() && meaning.selector.is_none();
        let values = if is_flag { FLAG } else { Values::Any(size) };
        match fields.iter_mut().find(|field| field.name.eq_ignore_ascii_case(meaning.name)) {
            Some(field) if field.bytes() < size || field.is_flag() => field.values = values,
            Some(_) => {}
            None => fields.push(Field::new(meaning.name.to_owned(), values)),
        }
    }
    Ok(fields)
}

/// Returns the fields as [`infer_located`] does, without the place of an error.
pub(crate) fn infer(
    terms: &[Term],
    registers: &RegisterMap,
    inputs: &[Field<String>],
) -> Result<Vec<Field<String>>, BindingError> {
    infer_located(terms, registers, inputs).map_err(|error| error.error)
}

/// Returns the size in bytes of the field that a term without a selector names.
fn size(term: &Term, meaning: &Meaning, registers: &RegisterMap, inputs: &[Field<String>]) -> usize {
    let known = || {
        inputs.iter().find(|field| field.name.eq_ignore_ascii_case(meaning.name)).map(|field| field.bytes())
    };
    if term.points {
        meaning.size.or_else(known).unwrap_or(1)
    } else {
        meaning.size.or_else(|| place_size(&term.place, registers)).unwrap_or(1)
    }
}
