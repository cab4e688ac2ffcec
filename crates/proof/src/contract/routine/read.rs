//! Reads sheets and finds out what they must compute.

use std::sync::Arc;

use arcadian_asm::{Assembly, Host, Options, Sheet, assemble, attempt, nearest, sheet::HeaderLine};
use arcadian_isa::Processor;

use super::Routine;
use crate::contract::{
    claim::Claim,
    registers::RegisterMap,
    routine::specification::{Condition, Examples, Rule, Specification, infer_located},
    sheet_error::{HeaderError, SheetError},
};

/// The maximum number of sheets of which each is compared with the next.
const MAX_CHAIN: usize = 16;

impl Routine {
    /// Assembles a sheet and binds it to what its header says it must compute. `name` is the file name used in errors; `host`
    /// supplies the files that the sheet includes or is compared with, `claims` what an `oracle` line can name.
    pub fn read(
        name: &str,
        text: &str,
        host: &mut dyn Host,
        claims: &'static [Claim],
    ) -> Result<Routine, SheetError> {
        Routine::read_for(None, name, text, host, claims)
    }

    /// Reads a sheet like [`read`](Self::read), for a processor if the sheet names none.
    pub fn read_for(
        default_processor: Option<Processor>,
        name: &str,
        text: &str,
        host: &mut dyn Host,
        claims: &'static [Claim],
    ) -> Result<Routine, SheetError> {
        let options = Options { default_processor, ..Options::default() };
        let assembly = assemble(name, text, &options, host)?;
        assembly.check_contracts(true)?;
        Routine::of_assembly(name, assembly, host, claims)
    }

    /// Reads a sheet without instructions like [`read`](Self::read). Its size need not be the one that the header states, and the labels
    /// of its cut points may be missing: these demand nothing.
    pub fn read_exercise(
        name: &str,
        text: &str,
        host: &mut dyn Host,
        claims: &'static [Claim],
    ) -> Result<Routine, SheetError> {
        let mut assembly = attempt(name, text, &Options::default(), host).of_any_size()?;
        assembly.sheet.iter_mut().for_each(|sheet| sheet.cut_points.clear());
        Routine::of_assembly(name, assembly, host, claims)
    }

    /// Binds an assembled sheet to what its header says it must compute. `name` is the file with the header.
    pub fn of_assembly(
        name: &str,
        assembly: Assembly,
        host: &mut dyn Host,
        claims: &'static [Claim],
    ) -> Result<Routine, SheetError> {
        Reader { host, claims, chain: vec![name.to_owned()] }.bind(name, assembly)
    }

    /// Assembles a sheet that other routines are compared with. Its fields are those of its specification if the header has
    /// one, or those that its terms name; its outputs must be a function of its inputs.
    pub fn read_reference(
        name: &str,
        text: &str,
        host: &mut dyn Host,
        claims: &'static [Claim],
    ) -> Result<Routine, SheetError> {
        Reader { host, claims, chain: vec![name.to_owned()] }.reference(name, text)
    }

    /// Assembles a sheet that must compute the same as a reference, whatever its header says.
    pub fn read_same_as(
        name: &str,
        text: &str,
        host: &mut dyn Host,
        reference: Arc<Routine>,
    ) -> Result<Routine, SheetError> {
        let assembly = assemble(name, text, &Options::default(), host)?;
        let mut specification = same_as(reference);
        add_requires(name, &assembly, &mut specification)?;
        Routine::of(name, assembly, specification)
    }

    /// Returns the routine that this one is compared with.
    pub fn reference(&self) -> Option<&Routine> {
        match &self.specification.rule {
            Rule::SameAs(other) => Some(other),
            _ => None,
        }
    }
}

impl Routine {
    /// Returns whether other routines are compared with this one, so that only its outputs themselves say what is right.
    pub fn is_reference(&self) -> bool {
        matches!(self.specification.rule, Rule::Itself) && !self.specification.has_only_examples()
    }

    /// Returns the registers and flags that this routine keeps and the other may change. There are none if the processors
    /// differ.
    pub fn kept_unlike(&self, other: &Routine) -> Vec<&'static str> {
        let registers = RegisterMap::of(self.processor());
        if self.processor() != other.processor() {
            return Vec::new();
        }
        let kept = registers.state.iter().flat_map(|byte| {
            let bits = self.preserved_bits(registers, byte) & !other.preserved_bits(registers, byte);
            let is_flags = byte.name == registers.flag_register;
            let flags = registers.flags.iter().filter(move |(_, n)| is_flags && bits >> n & 1 != 0);
            let whole = (!is_flags && bits != 0).then_some(byte.name);
            whole.into_iter().chain(flags.map(|(flag, _)| *flag))
        });
        kept.collect()
    }
}

struct Reader<'a> {
    host: &'a mut dyn Host,
    claims: &'static [Claim],
    /// The files of which each is compared with the next.
    chain: Vec<String>,
}

impl Reader<'_> {
    fn bind(&mut self, name: &str, assembly: Assembly) -> Result<Routine, SheetError> {
        let mut specification = match self.specification(name, &assembly)? {
            Some(specification) => specification,
            None => of_examples(name, &assembly)?,
        };
        add_examples(name, &assembly, &mut specification)?;
        Routine::of(name, assembly, specification)
    }

    fn reference(&mut self, name: &str, text: &str) -> Result<Routine, SheetError> {
        let assembly = assemble(name, text, &Options::default(), self.host)?;
        assembly.check_contracts(true)?;
        let specification = match self.specification(name, &assembly)? {
            Some(specification) => specification,
            None => of_fields(name, &assembly)?,
        };
        Routine::of(name, assembly, Specification { rule: Rule::Itself, ..specification })
    }

    /// Returns the specification of a sheet, or `None` if its header has none.
    fn specification(
        &mut self,
        name: &str,
        assembly: &Assembly,
    ) -> Result<Option<Specification>, SheetError> {
        let Some(sheet) = &assembly.sheet else { return Ok(None) };
        check_one(name, sheet)?;
        let mut specification = if let Some(oracle) = &sheet.oracle {
            let Some(claim) = Claim::find(self.claims, &oracle.value) else {
                let names = self.claims.iter().map(|claim| claim.name);
                let near = nearest(&oracle.value, names).map(str::to_owned);
                return Err(SheetError::UnknownOracle {
                    file: name.to_owned(),
                    oracle: oracle.value.clone(),
                    near,
                });
            };
            Specification::of_claim(claim)
        } else if let Some(line) = &sheet.same_as {
            same_as(Arc::new(self.other(name, line)?))
        } else if !sheet.ensures.is_empty() {
            inferred(name, assembly)?
        } else {
            return Ok(None);
        };
        // What they state of the inputs helps to read the other conditions.
        add_requires(name, assembly, &mut specification)?;
        if !sheet.ensures.is_empty() {
            specification.rule = Rule::Ensures(ensures(name, assembly, &sheet.ensures, &specification)?);
        }
        Ok(Some(specification))
    }

    /// Reads the sheet that a `same-as` line names.
    fn other(&mut self, name: &str, line: &HeaderLine) -> Result<Routine, SheetError> {
        let file = line.value().split_whitespace().next().unwrap_or_default();
        let included = self.host.source(file, name);
        let included = included.map_err(|why| {
            HeaderError::in_line(name, line, format!("cannot read the sheet `{file}`: {why}"), None)
        })?;
        let wrong = |message: String, help: &str| Err(HeaderError::in_line(name, line, message, Some(help)));
        if self.chain.contains(&included.name) {
            return wrong(
                format!("`{file}` is compared with this sheet, directly or through others"),
                "one of the sheets must say by `;! oracle:` or `;! ensures:` what it computes, or not at all",
            );
        }
        if self.chain.len() == MAX_CHAIN {
            return wrong(
                format!("more than {MAX_CHAIN} sheets are compared with each other in a chain"),
                "compare this sheet with the last one of the chain",
            );
        }
        self.chain.push(included.name.clone());
        self.reference(&included.name, &included.text)
    }
}

/// Refuses a header with more than one kind of specification.
fn check_one(name: &str, sheet: &Sheet) -> Result<(), SheetError> {
    let help = "a sheet has `oracle`, `same-as`, or any number of `ensures` lines";
    let second = match (&sheet.oracle, &sheet.same_as, sheet.ensures.first()) {
        (Some(_), Some(line), _) | (Some(_), _, Some(line)) | (_, Some(line), Some(_)) => line,
        _ => return Ok(()),
    };
    Err(HeaderError::in_line(
        name,
        second,
        "the header already says otherwise what the routine computes",
        Some(help),
    ))
}

/// Returns a specification of the fields that the terms of a sheet name.
fn inferred(name: &str, assembly: &Assembly) -> Result<Specification, SheetError> {
    let registers = RegisterMap::of(assembly.processor);
    let wrong = |error| SheetError::of_term(name, error);
    let (inputs, outputs) = match &assembly.sheet {
        None => (Vec::new(), Vec::new()),
        Some(sheet) => {
            let inputs = infer_located(&sheet.inputs, registers, &[]).map_err(wrong)?;
            let outputs = infer_located(&sheet.outputs, registers, &inputs).map_err(wrong)?;
            (inputs, outputs)
        }
    };
    Ok(Specification {
        inputs,
        outputs,
        requires: Vec::new(),
        rule: Rule::Itself,
        examples: Examples::default(),
    })
}

/// Returns a specification of the fields that the terms of a sheet name, with what it requires of them.
fn of_fields(name: &str, assembly: &Assembly) -> Result<Specification, SheetError> {
    let mut specification = inferred(name, assembly)?;
    add_requires(name, assembly, &mut specification)?;
    Ok(specification)
}

/// Returns the specification of a sheet that says only by examples what the outputs are.
fn of_examples(name: &str, assembly: &Assembly) -> Result<Specification, SheetError> {
    let sheet = assembly.sheet.as_ref();
    if sheet.is_some_and(|sheet| !sheet.examples.is_empty()) {
        return of_fields(name, assembly);
    }
    let file = name.to_owned();
    Err(match sheet.and_then(|sheet| sheet.routine.clone()) {
        Some(name) => SheetError::NoOracle { file, name },
        None => SheetError::NoRoutine { file },
    })
}

/// Reads the examples. If nothing else says what an output is, one of them must.
fn add_examples(
    name: &str,
    assembly: &Assembly,
    specification: &mut Specification,
) -> Result<(), SheetError> {
    let lines = assembly.sheet.as_ref().map_or(&[][..], |sheet| &sheet.examples);
    let added = specification.add_examples(lines, &symbols(assembly));
    added.map_err(|(line, error)| HeaderError::of_condition(name, &line, error))?;
    if specification.has_only_examples() {
        let conditions = specification.examples.iter().flat_map(|example| &example.expects);
        check_outputs(name, ("example", lines), specification, conditions)?;
    }
    Ok(())
}

fn same_as(reference: Arc<Routine>) -> Specification {
    let of_reference = &reference.specification;
    Specification {
        inputs: of_reference.inputs.clone(),
        outputs: of_reference.outputs.clone(),
        requires: of_reference.requires.clone(),
        rule: Rule::SameAs(reference),
        examples: Examples::default(),
    }
}

fn add_requires(
    name: &str,
    assembly: &Assembly,
    specification: &mut Specification,
) -> Result<(), SheetError> {
    let lines = assembly.sheet.as_ref().map_or(&[][..], |sheet| &sheet.requires);
    let added = specification.add_requires(lines, &symbols(assembly));
    added.map_err(|(line, error)| HeaderError::of_condition(name, &line, error))
}

fn ensures(
    name: &str,
    assembly: &Assembly,
    lines: &[HeaderLine],
    fields: &Specification,
) -> Result<Vec<Condition>, SheetError> {
    let conditions = fields.read_conditions(lines, true, &symbols(assembly));
    let conditions = conditions.map_err(|(line, error)| HeaderError::of_condition(name, &line, error))?;
    check_outputs(name, ("ensures", lines), fields, conditions.iter())?;
    Ok(conditions)
}

fn symbols(assembly: &Assembly) -> impl Fn(&str) -> Option<i64> {
    |name| assembly.symbol(name).map(|symbol| symbol.value.into())
}

/// Refuses conditions that do not mention one of the outputs.
fn check_outputs<'a>(
    name: &str,
    (key, lines): (&str, &[HeaderLine]),
    fields: &Specification,
    conditions: impl Iterator<Item = &'a Condition> + Clone,
) -> Result<(), SheetError> {
    let is_mentioned = |number| conditions.clone().any(|condition| condition.expr.mentions_output(number));
    let silent = (0..fields.outputs.len()).find(|number| !is_mentioned(*number));
    match (silent.and_then(|number| fields.outputs.get(number)), lines.last()) {
        (Some(field), Some(line)) => {
            let message = format!("no `{key}` line says anything about the output `{}`", field.name);
            let help = "add one, or list its place in `clobbers` instead of `out`";
            Err(HeaderError::in_line(name, line, message, Some(help)))
        }
        _ => Ok(()),
    }
}
