//! Cut points: labels at which a proof by induction cuts every run, and what the header says of the state there (Floyd, "Assigning
//! Meanings to Programs", 1967).

use std::ops::Range;

use arcadian_asm::{
    Assembly,
    sheet::{self, HeaderLine},
};

use crate::contract::{
    binding::{Binding, Place},
    claim::LeastSet,
    expression::{Expr, ExpressionError, Number, Scope, Side, address_field, parse, parse_list},
    field::{Field, Values},
    registers::RegisterMap,
    routine::specification::{Condition, Specification, infer, state_intervals, zero_evaluator},
    sheet_error::{HeaderError, SheetError},
};
use arcadian_parallel::{bdd::BddRef, byte::Byte};

/// A label, and what is true whenever it is reached.
#[derive(Clone, Debug)]
pub(crate) struct CutPoint {
    pub(crate) label: String,
    pub(crate) address: u16,
    /// The parts of the state that the conditions mention.
    pub(crate) fields: Vec<Field<String>>,
    /// The place of each byte of the fields.
    pub(crate) places: Vec<Place>,
    pub(crate) invariants: Vec<Condition>,
    /// Natural numbers that become smaller, in lexicographic order, from each cut point to the next.
    pub(crate) decreases: Vec<Expr>,
    /// That a closed set contains the successors of an element if it contains the element.
    pub(crate) expands: Option<Condition>,
    /// The fewest and the most cycles from here to the return.
    pub(crate) remaining: Option<[Expr; 2]>,
}

impl CutPoint {
    /// Returns which of the places are those of a field.
    pub(crate) fn bytes(&self, field: usize) -> Range<usize> {
        let first = Field::all_bytes(&self.fields[..field]);
        first..first + self.fields[field].bytes()
    }

    /// Returns the fields that are numbers, given the bytes of all.
    pub(crate) fn numbers(&self, state: &[Byte<BddRef>]) -> Vec<Number<BddRef>> {
        const MAX_BYTES: usize = 4;
        let fields = (0..self.fields.len()).map(|field| self.bytes(field));
        let bytes = fields.filter(|bytes| bytes.len() <= MAX_BYTES).filter_map(|bytes| state.get(bytes));
        bytes.map(|bytes| Number::of_bits(bytes.iter().flat_map(|byte| byte.0))).collect()
    }

    /// Returns the small fields in the counts of shifts in the invariants.
    pub(crate) fn counters(&self) -> Vec<usize> {
        let counts = self.invariants.iter().flat_map(|invariant| invariant.expr.shift_counts());
        let is_counter = |(side, field): &(Side, usize)| {
            *side == Side::Exit && self.fields.get(*field).is_some_and(|field| field.bytes() <= 2)
        };
        counts.filter(is_counter).map(|(_, field)| field).collect()
    }
}

/// Returns the fields that are known at every cut point: the inputs, what is universally quantified, and the addresses of what
/// pointers point to.
pub(crate) fn known_fields(specification: &Specification, binding: &Binding) -> Vec<Field<String>> {
    let quantified = specification.least_set().map(LeastSet::quantified).into_iter().flatten();
    let addresses = binding.pointers.iter();
    let addresses = addresses.map(|pointer| Field::new(address_field(&pointer.field), Values::Any(2)));
    specification.inputs.iter().cloned().chain(quantified).chain(addresses).collect()
}

/// Reads the cut points of a sheet. `name` is the file name used in errors.
pub(crate) fn read(
    name: &str,
    assembly: &Assembly,
    specification: &Specification,
    binding: &Binding,
) -> Result<Vec<CutPoint>, SheetError> {
    let known = known_fields(specification, binding);
    let lines = assembly.sheet.as_ref().map_or(&[][..], |sheet| &sheet.cut_points);
    let reader = Reader { name, assembly, binding, known: &known, least_set: specification.least_set() };
    let cut_points: Vec<CutPoint> = lines.iter().map(|lines| reader.read(lines)).collect::<Result<_, _>>()?;
    for (n, lines) in lines.iter().enumerate() {
        let (others, own) = (&cut_points[..n], &cut_points[n]);
        if others.iter().any(|other| other.address == own.address) {
            return Err(reader.wrong(&lines.line, "this address has an `at` line already", None));
        }
        if others.first().is_some_and(|first| first.decreases.len() != own.decreases.len()) {
            let help = "write as many values here as in the first one; they are compared one after another";
            let message = "every `decreases` line must have the same number of values";
            return Err(reader.wrong(lines.decreases.as_ref().unwrap_or(&lines.line), message, Some(help)));
        }
    }
    check_remaining(&reader, lines)?;
    Ok(cut_points)
}

/// Refuses `remaining` lines that cannot be used: without stated cycles, or at some labels only.
fn check_remaining(reader: &Reader, lines: &[sheet::CutPoint]) -> Result<(), SheetError> {
    let Some(stated) = lines.iter().find_map(|lines| lines.remaining.as_ref()) else { return Ok(()) };
    if reader.assembly.sheet.as_ref().is_none_or(|sheet| sheet.cycles.is_none()) {
        let help = "add `;! cycles: 17-23` with the fewest and the most cycles of the whole routine";
        return Err(reader.wrong(
            stated,
            "`remaining` proves a `cycles` line, and there is none",
            Some(help),
        ));
    }
    match lines.iter().find(|lines| lines.remaining.is_none()) {
        Some(other) => Err(reader.wrong(
            &other.line,
            format!("no `remaining` line follows, but line {} has one", stated.number),
            Some("state the cycles to the return for every label with `at`"),
        )),
        None => Ok(()),
    }
}

struct Reader<'a> {
    name: &'a str,
    assembly: &'a Assembly,
    binding: &'a Binding,
    known: &'a [Field<String>],
    least_set: Option<&'static LeastSet>,
}

impl Reader<'_> {
    fn wrong(&self, line: &HeaderLine, message: impl Into<String>, help: Option<&str>) -> SheetError {
        HeaderError::in_line(self.name, line, message, help)
    }

    fn read(&self, lines: &sheet::CutPoint) -> Result<CutPoint, SheetError> {
        let line = &lines.line;
        let symbol = self.assembly.symbol(&lines.label);
        let address = symbol.and_then(|symbol| u16::try_from(symbol.value).ok()).ok_or_else(|| {
            self.wrong(line, format!("`{}` is not a label of the sheet", lines.label), None)
        })?;
        let of_binding = |error| SheetError::Binding { file: self.name.to_owned(), error };
        let registers = RegisterMap::of(self.assembly.processor);
        let fields = infer(&lines.state, registers, &[]).map_err(of_binding)?;
        let places = self.binding.locate(self.assembly, &fields, &lines.state).map_err(of_binding)?;
        let symbol = |name: &str| self.assembly.symbol(name).map(|symbol| symbol.value.into());
        let scope =
            Scope { inputs: self.known, outputs: &fields, symbol: &symbol, least_set: self.least_set };
        let fields = state_intervals(&fields, Side::Exit, &lines.invariants, &scope);
        let scope = Scope { outputs: &fields, ..scope };
        let condition = |line: &HeaderLine| {
            Condition::read(line.value(), &scope).map_err(|error| self.in_condition(line, error))
        };
        let invariants = lines.invariants.iter().map(condition).collect::<Result<_, _>>()?;
        let Some(decreases) = &lines.decreases else {
            let help = "add `;! decreases: n`, where n is a number that is smaller whenever a label with `at` is \
                        reached again; this shows that the routine returns";
            return Err(self.wrong(line, "no `decreases` line follows", Some(help)));
        };
        let decreases = self.numbers(decreases, &scope)?;
        let expands = lines.expands.as_ref().map(|line| self.expands(line, &scope)).transpose()?;
        let remaining = lines.remaining.as_ref().map(|line| self.remaining(line, &scope)).transpose()?;
        let label = lines.label.clone();
        Ok(CutPoint { label, address, fields, places, invariants, decreases, expands, remaining })
    }

    fn in_condition(&self, line: &HeaderLine, error: ExpressionError) -> SheetError {
        HeaderError::of_condition(self.name, line, error)
    }

    /// Parses numbers separated by commas.
    fn numbers(&self, line: &HeaderLine, scope: &Scope) -> Result<Vec<Expr>, SheetError> {
        let numbers = || {
            let list = parse_list(line.value(), scope)?;
            zero_evaluator(scope).naturals(&list)?;
            Ok(list)
        };
        numbers().map_err(|error| self.in_condition(line, error))
    }

    /// Parses `CYCLES` or `FEWEST, MOST`.
    fn remaining(&self, line: &HeaderLine, scope: &Scope) -> Result<[Expr; 2], SheetError> {
        match &self.numbers(line, scope)?[..] {
            [both] => Ok([both.clone(), both.clone()]),
            [least, most] => Ok([least.clone(), most.clone()]),
            _ => {
                let help = "write the number of cycles, or the fewest and the most";
                Err(self.wrong(line, "`remaining` takes one number or two", Some(help)))
            }
        }
    }

    /// Makes a condition of `expands: ELEMENT`.
    fn expands(&self, line: &HeaderLine, scope: &Scope) -> Result<Condition, SheetError> {
        let Some(least_set) = self.least_set else {
            let message = "`expands` is for claims about a set that is closed under successors";
            return Err(self.wrong(line, message, Some("state what you need as an invariant")));
        };
        parse(line.value(), scope).map_err(|error| self.in_condition(line, error))?;
        let successors: Vec<_> =
            (0..least_set.directions).map(|n| format!("successors(expanded, {n})")).collect();
        let text = format!(
            "let expanded = {} in bit(old(least), expanded) implies ({}) & ~old(least) = 0",
            code(line),
            successors.join(" | "),
        );
        Condition::read(&text, scope)
            .map_err(|error| self.in_condition(line, error.within(0..line.value().len())))
    }
}

/// Returns the value of a line without its comment.
fn code(line: &HeaderLine) -> &str {
    line.value().split(';').next().unwrap_or_default()
}
