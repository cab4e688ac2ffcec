//! The specification of a routine: its fields, the conditions on its inputs, and a rule for its outputs.

mod allowed;
mod sanity;

use std::{ops::Range, sync::Arc};

use arcadian_asm::sheet::HeaderLine;

use crate::contract::{
    claim::{Claim, Evaluable, Formula, LeastSet},
    expression::{
        self, Evaluator, Expr, ExpressionError, Implication, Part, Scope, Side, Value, parse, stated_interval,
    },
    field::Field,
    routine::Routine,
};
pub use allowed::AllowedOutputs;
pub(crate) use allowed::{Examples, infer, infer_located};
use arcadian_parallel::{bdd::BddRef, byte::ParallelBit, domain::ParallelDomain, random::Random};
pub use sanity::SpecificationFault;

#[derive(Clone, Debug)]
pub struct Specification {
    pub(crate) inputs: Vec<Field<String>>,
    pub(crate) outputs: Vec<Field<String>>,
    pub(crate) requires: Vec<Condition>,
    pub(crate) rule: Rule,
    /// Inputs with conditions on their outputs, in addition to the rule.
    pub(crate) examples: Examples,
}

/// The rule that determines which outputs are right.
#[derive(Clone, Debug)]
pub(crate) enum Rule {
    Claim(&'static Claim),
    Ensures(Vec<Condition>),
    SameAs(Arc<Routine>),
    /// The outputs are those of the routine itself in one initial state: they must be a function of the inputs.
    Itself,
}

#[derive(Clone, Debug)]
pub(crate) struct Condition {
    /// The text, as in `y = x + 1`.
    pub(crate) text: String,
    pub(crate) expr: Expr,
    /// Its parts, if it has products or quotients whose digits are too large for diagrams.
    pub(crate) parts: Vec<Part>,
}

impl Specification {
    pub fn of_claim(claim: &'static Claim) -> Self {
        Specification {
            inputs: owned(claim.inputs),
            outputs: owned(claim.outputs),
            requires: Vec::new(),
            rule: Rule::Claim(claim),
            examples: Examples::default(),
        }
    }

    pub fn inputs(&self) -> &[Field<String>] {
        &self.inputs
    }

    /// Returns the bytes of an input field among those of all fields.
    pub(crate) fn input_bytes(&self, number: usize) -> Range<usize> {
        let first = Field::all_bytes(&self.inputs[..number.min(self.inputs.len())]);
        first..first + self.inputs.get(number).map_or(0, Field::bytes)
    }

    pub fn outputs(&self) -> &[Field<String>] {
        &self.outputs
    }

    pub fn claim(&self) -> Option<&'static Claim> {
        match self.rule {
            Rule::Claim(claim) => Some(claim),
            _ => None,
        }
    }

    pub(crate) fn least_set(&self) -> Option<&'static LeastSet> {
        match self.claim()?.formula? {
            Formula::Least(least_set) => Some(least_set),
            Formula::Function(_) => None,
        }
    }

    /// Returns whether the symbolic method can compute what is right.
    pub(crate) fn is_provable(&self) -> bool {
        let is_function = |claim: &Claim| matches!(claim.formula, Some(Formula::Function(_)));
        self.claim().is_none_or(|claim| is_function(claim) && claim.sample.is_none())
    }

    /// Returns a generator of valid inputs, if these can only be sampled.
    pub(crate) fn sampler(&self) -> Option<fn(&mut Random, &mut [u8])> {
        self.claim().and_then(|claim| claim.sample)
    }

    pub fn is_only_sampled(&self) -> bool {
        self.sampler().is_some()
    }

    /// Returns whether `requires` excludes inputs.
    pub fn is_restricted(&self) -> bool {
        !self.requires.is_empty()
    }

    pub fn about(&self) -> String {
        match &self.rule {
            Rule::Claim(claim) => claim.about.to_owned(),
            Rule::Ensures(conditions) => {
                conditions.iter().map(|condition| condition.text.as_str()).collect::<Vec<_>>().join("; ")
            }
            Rule::SameAs(other) => format!("the same as {} in {}", other.name, other.file),
            Rule::Itself if self.example_count() == 0 => "a function of its inputs".to_owned(),
            Rule::Itself if self.example_count() == 1 => "1 example".to_owned(),
            Rule::Itself => format!("{} examples", self.example_count()),
        }
    }

    /// Returns the machines whose input satisfies `requires`.
    pub(crate) fn allows<D: ParallelDomain<Bit: Evaluable>>(&self, input: &[D]) -> D::Bit {
        if self.requires.is_empty() {
            return true.into();
        }
        let mut evaluator = Evaluator::new(values(&self.inputs, &bits(input)), Vec::new());
        let conditions = self.requires.iter();
        conditions
            .fold(true.into(), |all: D::Bit, condition| all & condition.holds(&mut evaluator, true.into()))
    }

    pub(crate) fn allows_input(&self, input: &[u8]) -> bool {
        if self.requires.is_empty() {
            return true;
        }
        let mut evaluator = Evaluator::new(values(&self.inputs, &concrete(input)), Vec::new());
        self.requires.iter().all(|condition| condition.holds(&mut evaluator, true))
    }

    pub(crate) fn evaluator<B: Evaluable>(&self, input: &[[B; 8]], output: &[[B; 8]]) -> Evaluator<B> {
        Evaluator::new(values(&self.inputs, input), values(&self.outputs, output))
    }

    /// Returns the specification of a least set as conditions, with the quantified fields as further inputs, and what is assumed of
    /// these.
    pub(crate) fn with_quantified_fields(
        &self,
        least_set: &'static LeastSet,
    ) -> Result<(Self, Vec<Condition>), ExpressionError> {
        let mut specification = self.clone();
        specification.inputs.extend(least_set.quantified());
        let (inputs, outputs) = (&specification.inputs, &specification.outputs);
        let scope = Scope { inputs, outputs, symbol: &|_| None, least_set: Some(least_set) };
        let read = |texts: &[&str]| {
            texts.iter().map(|text| Condition::read(text, &scope)).collect::<Result<Vec<_>, _>>()
        };
        let (assumed, ensures) = (read(least_set.requires)?, read(least_set.ensures)?);
        Ok((Specification { rule: Rule::Ensures(ensures), ..specification }, assumed))
    }

    pub(crate) fn ensures(&self) -> &[Condition] {
        match &self.rule {
            Rule::Ensures(conditions) => conditions,
            _ => &[],
        }
    }

    /// Returns the output fields that conditions of the form `field = value` determine for an input, with their bytes. Those of
    /// examples come first.
    pub(crate) fn defined_outputs(&self, input: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut evaluator = Evaluator::new(values(&self.inputs, &concrete(input)), Vec::new());
        let mut defined: Vec<(String, Vec<u8>)> = Vec::new();
        let of_examples = self.expected_of(input).map(|(_, condition)| condition);
        for condition in of_examples.chain(self.ensures()) {
            let Some((number, value)) = condition.expr.as_definition() else { continue };
            let Some(field) = self.outputs.get(number) else { continue };
            let width = 8 * field.bytes();
            if let Ok((bits, true)) = evaluator.number_bits(value, width)
                && defined.iter().all(|(name, _)| *name != *field.name)
            {
                let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
                defined.push((field.name.to_string(), bits.chunks(8).map(byte).collect()));
            }
        }
        defined
    }

    /// Returns the conditions that a run does not satisfy, as their texts.
    pub fn violated(&self, input: &[u8], output: &[u8]) -> Vec<&str> {
        let mut evaluator = self.evaluator(&concrete(input), &concrete(output));
        let wrong = self.ensures().iter().filter(|condition| !condition.holds(&mut evaluator, true));
        wrong.map(|condition| condition.text.as_str()).collect()
    }

    /// Returns why an input is not valid, or `None` if it is.
    pub fn input_fault(&self, input: &[u8]) -> Option<String> {
        let mut rest = input;
        for field in &self.inputs {
            match rest.split_at_checked(field.bytes()) {
                Some((bytes, others)) if field.allows(bytes) => rest = others,
                _ => return Some(format!("`{}` cannot have this value", field.name)),
            }
        }
        let mut evaluator = self.evaluator(&concrete(input), &[]);
        let wrong = self.requires.iter().find(|condition| !condition.holds(&mut evaluator, true));
        wrong.map(|condition| format!("`requires: {}` is false", condition.text))
    }

    pub(crate) fn add_requires(
        &mut self,
        lines: &[HeaderLine],
        symbol: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<(), (HeaderLine, ExpressionError)> {
        let scope = Scope { inputs: &self.inputs, outputs: &[], symbol, least_set: None };
        self.inputs = state_intervals(&self.inputs, Side::Entry, lines, &scope);
        let own = self.read_conditions(lines, false, symbol)?;
        self.requires.extend(own);
        Ok(())
    }

    /// Parses conditions, and checks their types.
    pub(crate) fn read_conditions(
        &self,
        lines: &[HeaderLine],
        reads_outputs: bool,
        symbol: &dyn Fn(&str) -> Option<i64>,
    ) -> Result<Vec<Condition>, (HeaderLine, ExpressionError)> {
        let outputs = if reads_outputs { &self.outputs[..] } else { &[] };
        let scope = Scope { inputs: &self.inputs, outputs, symbol, least_set: None };
        let read =
            |line: &HeaderLine| Condition::read(line.value(), &scope).map_err(|error| (line.clone(), error));
        lines.iter().map(read).collect()
    }
}

/// Conditions are equal if their expressions are.
impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.expr == other.expr
    }
}

impl Condition {
    /// Parses a condition, and checks its types.
    pub(crate) fn read(text: &str, scope: &Scope) -> Result<Self, ExpressionError> {
        Condition::of(parse(text, scope)?, text, scope)
    }

    /// Makes a condition of an expression in a text, and checks its types.
    pub(crate) fn of(expr: Expr, text: &str, scope: &Scope) -> Result<Self, ExpressionError> {
        zero_evaluator(scope).condition(&expr, true)?;
        let bytes = |side, number| {
            let fields: &[Field<String>] = if side == Side::Entry { scope.inputs } else { scope.outputs };
            fields.get(number).map_or(0, Field::bytes)
        };
        let parts = expression::parts(&expr, &bytes);
        let text = text.get(expr.span.clone()).unwrap_or(text).to_owned();
        Ok(Condition { text, expr, parts })
    }

    /// Returns whether the condition has products or quotients whose digits are too large for diagrams.
    pub(crate) fn has_large_product(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Returns conditions that together are equivalent, as masks of the machines in which they are true. The types of the condition
    /// were checked when it was read.
    pub(crate) fn clauses<B: Evaluable>(&self, evaluator: &mut Evaluator<B>, mask: B) -> Vec<B> {
        evaluator.clauses(&self.expr, mask).unwrap_or(vec![false.into()])
    }

    pub(crate) fn implication<B: Evaluable>(&self, evaluator: &mut Evaluator<B>, mask: B) -> Implication<B> {
        let undefined =
            Implication { premise: true.into(), conclusions: Vec::new(), is_defined: false.into() };
        evaluator.implication(&self.expr, mask).unwrap_or(undefined)
    }

    /// Like [`clauses`](Self::clauses), but true where the condition is undefined: for what is assumed and not checked.
    pub(crate) fn clauses_where_defined<B: Evaluable>(
        &self,
        evaluator: &mut Evaluator<B>,
        mask: B,
    ) -> Vec<B> {
        let mut clauses = self.clauses(evaluator, mask);
        // The last clause is that the condition is defined.
        let is_defined = clauses.pop().unwrap_or(true.into());
        clauses.into_iter().map(|clause| !is_defined | clause).collect()
    }

    /// Returns the machines of a mask in which the condition is true, and arbitrary others.
    pub(crate) fn holds<B: Evaluable>(&self, evaluator: &mut Evaluator<B>, mask: B) -> B {
        evaluator.condition(&self.expr, mask).unwrap_or(false.into())
    }
}

/// Returns fields with the intervals in which conditions state them to be. Which of these are wrong is found later.
pub(crate) fn state_intervals(
    fields: &[Field<String>],
    side: Side,
    lines: &[HeaderLine],
    scope: &Scope,
) -> Vec<Field<String>> {
    let conditions: Vec<Expr> = lines.iter().filter_map(|line| parse(line.value(), scope).ok()).collect();
    let stated = |(n, field): (usize, &Field<String>)| Field {
        interval: stated_interval(conditions.iter(), (side, n), field),
        ..field.clone()
    };
    fields.iter().enumerate().map(stated).collect()
}

/// Returns an evaluator for fields that are all zero, for checking types.
pub(crate) fn zero_evaluator(scope: &Scope) -> Evaluator<bool> {
    let zeros = |fields: &[Field<String>]| values(fields, &vec![[false; 8]; Field::all_bytes(fields)]);
    Evaluator::new(zeros(scope.inputs), zeros(scope.outputs))
}

fn owned(fields: &[Field]) -> Vec<Field<String>> {
    fields.iter().map(|field| Field::new(field.name.to_owned(), field.values)).collect()
}

/// Returns the values of fields whose bytes follow each other.
pub(crate) fn values<B: ParallelBit>(fields: &[Field<String>], bytes: &[[B; 8]]) -> Vec<Value<B>> {
    let mut rest = bytes.iter().copied();
    fields.iter().map(|field| Value::of_field(field, rest.by_ref().take(field.bytes()))).collect()
}

pub(crate) fn bits<D: ParallelDomain>(bytes: &[D]) -> Vec<[D::Bit; 8]> {
    bytes.iter().map(|byte| byte.bits()).collect()
}

fn constants(bytes: &[u8]) -> Vec<[BddRef; 8]> {
    concrete(bytes).into_iter().map(|bits| bits.map(BddRef::from)).collect()
}

pub(crate) fn concrete(bytes: &[u8]) -> Vec<[bool; 8]> {
    bytes.iter().map(|byte| std::array::from_fn(|n| byte >> n & 1 != 0)).collect()
}
