//! The outputs that a contract allows: several for one input, if its conditions do not determine them. Their fields, and examples.

use std::collections::HashMap;

use arcadian_asm::sheet::{HeaderLine, Term};
use arcadian_parallel::{
    bdd::{self, BddRef, Bounds},
    byte::Byte,
    random::Random,
};

use super::{Condition, Rule, Specification, bits, concrete, constants};
use crate::contract::{
    binding::{BindingError, Meaning, TermError, place_size},
    expression::{Evaluator, ExpressionError, Scope, is_keyword, parse_example},
    field::{Field, Values},
    input_space::{InputSpace, VariableOrder},
    registers::RegisterMap,
    routine::Routine,
};

const BOUNDS: Bounds = Bounds { nodes: 500_000 };

/// The number of random inputs for which the outputs are counted before all inputs are.
const SAMPLES: usize = 64;

/// The outputs that a contract allows for one input, as a decision diagram that belongs to no thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedOutputs {
    root: u32,
    nodes: Vec<Decision>,
}

/// A node of a diagram. The numbers [`NO`] and [`YES`] are its results, greater ones its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Decision {
    byte: usize,
    bit: u8,
    clear: u32,
    set: u32,
}

const NO: u32 = 0;
const YES: u32 = 1;

impl AllowedOutputs {
    pub fn contains(&self, output: &[u8]) -> bool {
        let mut at = self.root;
        while let Some(node) = at.checked_sub(YES + 1).and_then(|index| self.nodes.get(index as usize)) {
            let is_set = output.get(node.byte).is_some_and(|byte| byte >> node.bit & 1 != 0);
            at = if is_set { node.set } else { node.clear };
        }
        at == YES
    }

    fn new(function: BddRef) -> Self {
        let mut nodes = Vec::new();
        let root = add(function, &mut nodes, &mut HashMap::new());
        AllowedOutputs { root, nodes }
    }
}

/// Adds the nodes of a function, and returns the number of the first. The depth is at most the number of output bits.
fn add(function: BddRef, nodes: &mut Vec<Decision>, known: &mut HashMap<BddRef, u32>) -> u32 {
    let Some((variable, clear, set)) = function.branches() else {
        return if function == BddRef::TRUE { YES } else { NO };
    };
    if let Some(number) = known.get(&function) {
        return *number;
    }
    let (clear, set) = (add(clear, nodes, known), add(set, nodes, known));
    nodes.push(Decision { byte: variable / 8, bit: (variable % 8) as u8, clear, set });
    let number = YES + nodes.len() as u32;
    known.insert(function, number);
    number
}

impl Routine {
    /// Returns the outputs that the conditions of the sheet allow for an input, or `None` if it has no conditions or the diagram is
    /// too large.
    pub fn allowed_outputs(&self, input: &[u8]) -> Option<AllowedOutputs> {
        let specification = &self.specification;
        if specification.ensures().is_empty() {
            return None;
        }
        let allowed = specification.allowed_for(input);
        let result = AllowedOutputs::new(allowed);
        (!bdd::is_aborted()).then_some(result)
    }

    /// Returns whether the contract allows at most one output for each input, or `None` if this cannot be decided.
    pub fn is_functional(&self) -> Option<bool> {
        match self.specification.rule {
            Rule::Claim(_) | Rule::SameAs(_) | Rule::Itself => Some(true),
            Rule::Ensures(_) => self.specification.is_functional(),
        }
    }
}

impl Specification {
    fn allowed_for(&self, input: &[u8]) -> BddRef {
        let output = self.symbolic_outputs();
        self.ensured(&constants(input), &bits(&output)) & self.possible(&output)
    }

    /// Returns the condition that bits that a field does not have are 0.
    fn possible(&self, output: &[Byte<BddRef>]) -> BddRef {
        let mut rest = output.iter();
        let bytes = self.outputs.iter().flat_map(|field| {
            let is_flag = field.is_flag();
            rest.by_ref().take(field.bytes()).map(move |byte| (is_flag, byte)).collect::<Vec<_>>()
        });
        let unused = bytes.filter(|(is_flag, _)| *is_flag).flat_map(|(_, byte)| byte.0.into_iter().skip(1));
        unused.fold(BddRef::TRUE, |all, bit| all & !bit)
    }

    /// Returns whether every output field has a condition `field = value` with a value that is known on entry.
    fn has_definitions(&self) -> bool {
        let conjuncts = || self.ensures().iter().flat_map(|condition| condition.expr.conjuncts());
        let defined: Vec<usize> =
            conjuncts().filter_map(|part| part.as_definition().map(|(number, _)| number)).collect();
        (0..self.outputs.len()).all(|number| defined.contains(&number))
    }

    fn is_functional(&self) -> Option<bool> {
        if self.has_definitions() {
            return Some(true);
        }
        let space = InputSpace::new(&self.inputs);
        let mut random = Random::new(0);
        let mut inputs =
            (0..SAMPLES).map(|_| space.sample(&mut random)).filter(|input| self.allows_input(input));
        if inputs.any(|input| self.has_several(self.allowed_for(&input))) {
            return Some(false);
        }
        bdd::reset(space.variable_count() + 2 * self.output_variables(), BOUNDS);
        let (input, is_valid) = space.symbolic_input(VariableOrder::Interleaved, &[]);
        let is_valid = is_valid & self.allows(&input);
        let pairs: Vec<[BddRef; 2]> =
            (0..self.output_variables()).map(|_| [BddRef::new_variable(), BddRef::new_variable()]).collect();
        let output = |which: usize| {
            let byte = |bits: &[[BddRef; 2]]| Byte::from_fn(|n| bits[n][which]);
            pairs.chunks_exact(8).map(byte).collect::<Vec<Byte<BddRef>>>()
        };
        let allowed =
            |output: &[Byte<BddRef>]| self.ensured(&bits(&input), &bits(output)) & self.possible(output);
        let differ = pairs.iter().fold(BddRef::FALSE, |all, [one, other]| all | (*one ^ *other));
        let two = is_valid & allowed(&output(0)) & allowed(&output(1)) & differ;
        (!bdd::is_aborted()).then_some(two == BddRef::FALSE)
    }

    /// Returns whether more than one output satisfies a function of the output bits.
    fn has_several(&self, allowed: BddRef) -> bool {
        let Some(first) = allowed.witness().filter(|_| !bdd::is_aborted()) else { return false };
        let others = first.iter().enumerate().fold(BddRef::FALSE, |others, (number, is_set)| {
            let variable = BddRef::variable(number);
            others | if *is_set { !variable } else { variable }
        });
        allowed.intersects(others) && !bdd::is_aborted()
    }
}

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

#[derive(Clone, Debug)]
pub(crate) struct Example {
    pub(crate) line: usize,
    pub(crate) input: Vec<u8>,
    /// The conditions on the outputs, in addition to the other conditions of the header.
    pub(crate) expects: Vec<Condition>,
}

/// The examples of a header in its order. Each run is compared with those that have its input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Examples {
    list: Vec<Example>,
    by_input: HashMap<Vec<u8>, Vec<usize>>,
}

impl Examples {
    fn push(&mut self, example: Example) {
        self.by_input.entry(example.input.clone()).or_default().push(self.list.len());
        self.list.push(example);
    }

    /// Returns whether other examples have the same inputs and state the same for them, in the same order.
    pub(crate) fn demand_the_same_as(&self, other: &Examples) -> bool {
        let is_same =
            |(own, other): (&Example, &Example)| own.input == other.input && own.expects == other.expects;
        self.list.len() == other.list.len() && self.list.iter().zip(&other.list).all(is_same)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Example> + Clone {
        self.list.iter()
    }

    fn with_input(&self, input: &[u8]) -> impl Iterator<Item = &Example> {
        let numbers = self.by_input.get(input).into_iter().flatten();
        numbers.filter_map(|number| self.list.get(*number))
    }
}

impl Example {
    /// Parses the value of a line, as in `x = 1, y = 2 => z = 3`. Bytes of a field that its list does not have are 0.
    fn read(
        line: &HeaderLine,
        specification: &Specification,
        symbol: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<Self, ExpressionError> {
        let Specification { inputs, outputs, .. } = specification;
        let scope = Scope { inputs, outputs, symbol, least_set: None };
        let parts = parse_example(line.value(), &scope)?;
        let mut input = vec![0; Field::all_bytes(inputs)];
        for (number, field) in inputs.iter().enumerate() {
            let Some((_, value)) = parts.inputs.iter().find(|(of, _)| *of == number) else {
                let message = format!("the example has no value for the input `{}`", field.name);
                return Err(ExpressionError::in_whole(line.value(), message));
            };
            let bytes = Evaluator::bytes(value, field.bytes())?;
            input.splice(specification.input_bytes(number), bytes);
        }
        if let Some(fault) = specification.input_fault(&input) {
            return Err(ExpressionError::in_whole(
                line.value(),
                format!("this is not a valid input: {fault}"),
            ));
        }
        let condition = |expr| Condition::of(expr, line.value(), &scope);
        let expects = parts.expects.into_iter().map(condition).collect::<Result<_, _>>()?;
        Ok(Example { line: line.number, input, expects })
    }
}

impl Specification {
    pub(crate) fn add_examples(
        &mut self,
        lines: &[HeaderLine],
        symbol: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<(), (HeaderLine, ExpressionError)> {
        for line in lines {
            let example = Example::read(line, self, symbol).map_err(|error| (line.clone(), error))?;
            self.examples.push(example);
        }
        Ok(())
    }

    pub fn example_count(&self) -> usize {
        self.examples.list.len()
    }

    pub fn first_example(&self) -> Option<&[u8]> {
        self.examples.list.first().map(|example| &*example.input)
    }

    /// Returns whether only examples say what the outputs are.
    pub fn has_only_examples(&self) -> bool {
        matches!(self.rule, Rule::Itself) && self.example_count() > 0
    }

    pub fn has_example(&self, input: &[u8]) -> bool {
        self.examples.with_input(input).next().is_some()
    }

    /// Iterates over what examples with this input state of the outputs, with the number of the header line.
    pub(super) fn expected_of(&self, input: &[u8]) -> impl Iterator<Item = (usize, &Condition)> {
        let examples = self.examples.with_input(input);
        examples.flat_map(|example| example.expects.iter().map(|condition| (example.line, condition)))
    }

    /// Returns what examples with this input state and a run does not satisfy: the number of the header line and the condition.
    pub fn violated_examples(&self, input: &[u8], output: &[u8]) -> Vec<(usize, &str)> {
        let mut evaluator = self.evaluator(&concrete(input), &concrete(output));
        let wrong = self.expected_of(input).filter(|(_, condition)| !condition.holds(&mut evaluator, true));
        wrong.map(|(line, condition)| (line, condition.text.as_str())).collect()
    }
}
