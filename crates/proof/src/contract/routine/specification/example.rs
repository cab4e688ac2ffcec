//! Examples: inputs of the header, each with what is true of the outputs for it.

use std::collections::HashMap;

use arcadian_asm::sheet::HeaderLine;

use super::{Condition, Specification, concrete};
use crate::contract::{
    expression::{Evaluator, ExpressionError, Scope, parse_example},
    field::Field,
};

/// An input, and what is true of the outputs for it.
#[derive(Clone, Debug)]
pub(crate) struct Example {
    /// The number of the header line.
    pub(crate) line: usize,
    /// The bytes of all input fields.
    pub(crate) input: Vec<u8>,
    /// What is true of the outputs, besides the other conditions of the header.
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

    /// Iterates over the examples with this input.
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
    /// Parses the `example` lines of a header.
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

    /// Returns the input of the first example.
    pub fn first_example(&self) -> Option<&[u8]> {
        self.examples.list.first().map(|example| &*example.input)
    }

    /// Returns whether only examples say what the outputs are.
    pub fn has_only_examples(&self) -> bool {
        matches!(self.rule, super::Rule::Itself) && self.example_count() > 0
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
