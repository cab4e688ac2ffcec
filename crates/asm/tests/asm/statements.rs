//! Bytes of every statement: random programs against a model of the language.

use std::collections::HashMap;

use arcadian_isa::Processor::I8080;
use proptest::prelude::*;

use crate::run;

/// A value: a number, or a symbol and an addend.
#[derive(Clone, Debug)]
enum Value {
    Number(i64),
    Symbol(usize, i64),
    Quotient(usize, usize),
}

/// A statement of a program.
#[derive(Clone, Debug)]
enum Statement {
    Label(usize),
    Constant(usize, Value),
    Bytes(Vec<Value>),
    Load(Value),
    Return,
    Space(u8),
    Fill(u8, u8),
    Origin(u16),
    /// A macro call with two values.
    Call(Value, Value),
    /// A condition and the statements of its two branches.
    If(bool, Vec<Statement>, Vec<Statement>),
}

/// The macro that [`Statement::Call`] expands.
const MACRO: &str = "PAIR MACRO P,Q\n.here: DW P\n DW Q,.here\n ENDM\n";

fn name(symbol: usize) -> String {
    format!("SYM{symbol}")
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Symbol(symbol, addend) => format!("{}+{addend}", name(*symbol)),
            Value::Quotient(left, right) => format!("{}/{}", name(*left), name(*right)),
        }
    }
}

impl Statement {
    fn text(&self) -> String {
        let texts = |values: &[Value]| values.iter().map(Value::text).collect::<Vec<_>>().join(",");
        let all = |statements: &[Statement]| statements.iter().map(Statement::text).collect::<String>();
        match self {
            Statement::Label(symbol) => format!("{}:\n", name(*symbol)),
            Statement::Constant(symbol, value) => format!("{} EQU {}\n", name(*symbol), value.text()),
            Statement::Bytes(values) => format!(" DB {}\n", texts(values)),
            Statement::Load(value) => format!(" LXI H,{}\n", value.text()),
            Statement::Return => " RET\n".to_owned(),
            Statement::Space(count) => format!(" DS {count}\n"),
            Statement::Fill(count, byte) => format!(" DS {count},{byte}\n"),
            Statement::Origin(address) => format!(" ORG {address}\n"),
            Statement::Call(left, right) => format!(" PAIR {}\n", texts(&[left.clone(), right.clone()])),
            Statement::If(holds, then, otherwise) => {
                format!(" IF {}\n{} ELSE\n{} ENDIF\n", u8::from(*holds), all(then), all(otherwise))
            }
        }
    }
}

/// The model: the address of every statement, then the value of every symbol, then the bytes.
#[derive(Default)]
struct Model {
    location: u32,
    symbols: HashMap<usize, Value>,
    pieces: Vec<(u32, Piece)>,
    is_wrong: bool,
}

/// Bytes to be placed.
enum Piece {
    Bytes(Vec<Value>),
    Words(Vec<Value>),
    Known(Vec<u8>),
}

impl Model {
    fn read(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Label(symbol) => self.define(*symbol, Value::Number(self.location.into())),
                Statement::Constant(symbol, value) => self.define(*symbol, value.clone()),
                Statement::Bytes(values) => self.place(values.len(), Piece::Bytes(values.clone())),
                Statement::Load(value) => {
                    self.place(1, Piece::Known(vec![0x21]));
                    self.place(2, Piece::Words(vec![value.clone()]));
                }
                Statement::Return => self.place(1, Piece::Known(vec![0xC9])),
                Statement::Space(count) => self.location += u32::from(*count),
                Statement::Fill(count, byte) => {
                    self.place((*count).into(), Piece::Known(vec![*byte; (*count).into()]));
                }
                Statement::Origin(address) => self.location = (*address).into(),
                Statement::Call(left, right) => {
                    let here = Value::Number(self.location.into());
                    self.place(6, Piece::Words(vec![left.clone(), right.clone(), here]));
                }
                Statement::If(holds, then, otherwise) => self.read(if *holds { then } else { otherwise }),
            }
        }
    }

    fn define(&mut self, symbol: usize, value: Value) {
        self.is_wrong |= self.symbols.insert(symbol, value).is_some();
    }

    fn place(&mut self, count: usize, piece: Piece) {
        self.pieces.push((self.location, piece));
        self.location += count as u32;
        self.is_wrong |= self.location > 0x1_0000;
    }

    fn value(&self, value: &Value, depth: usize) -> Option<i64> {
        let symbol = |symbol: &usize| self.value(self.symbols.get(symbol)?, depth + 1);
        let value = match value {
            // Every cycle is longer than the number of symbols.
            _ if depth > SYMBOLS => return None,
            Value::Number(number) => *number,
            Value::Symbol(left, addend) => symbol(left)? + addend,
            Value::Quotient(left, right) => {
                let (left, right) = (symbol(left)?, symbol(right)?);
                left.checked_div(right)?
            }
        };
        i32::try_from(value).is_ok().then_some(value)
    }

    fn bytes(&self, piece: &Piece) -> Option<Vec<u8>> {
        let all = |values: &[Value], range: std::ops::RangeInclusive<i64>, count: usize| {
            let value = |value: &Value| self.value(value, 0).filter(|value| range.contains(value));
            let bytes = |value: i64| value.to_le_bytes().into_iter().take(count).collect::<Vec<_>>();
            values.iter().map(|given| value(given).map(bytes)).collect::<Option<Vec<_>>>()
        };
        match piece {
            Piece::Bytes(values) => all(values, -128..=255, 1).map(|all| all.concat()),
            Piece::Words(values) => all(values, -32768..=65535, 2).map(|all| all.concat()),
            Piece::Known(bytes) => Some(bytes.clone()),
        }
    }

    /// Returns the byte at each address, or `None` if the program has an error.
    fn memory(&self) -> Option<HashMap<u32, u8>> {
        let mut memory = HashMap::new();
        for (address, piece) in &self.pieces {
            for (at, byte) in (*address..).zip(self.bytes(piece)?) {
                if memory.insert(at, byte).is_some() {
                    return None;
                }
            }
        }
        let are_defined = self.symbols.values().all(|value| self.value(value, 0).is_some());
        (are_defined && !self.is_wrong).then_some(memory)
    }
}

/// The number of symbols. There are few, so that definitions meet.
const SYMBOLS: usize = 12;

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => (0..60_i64).prop_map(Value::Number),
        6 => (0..SYMBOLS, 0..4_i64).prop_map(|(symbol, addend)| Value::Symbol(symbol, addend)),
        1 => (0..SYMBOLS, 0..SYMBOLS).prop_map(|(left, right)| Value::Quotient(left, right)),
    ]
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        2 => prop::collection::vec(values(), 1..4).prop_map(Statement::Bytes),
        2 => values().prop_map(Statement::Load),
        1 => Just(Statement::Return),
        1 => (0..4_u8).prop_map(Statement::Space),
        1 => (0..4_u8, any::<u8>()).prop_map(|(count, byte)| Statement::Fill(count, byte)),
        1 => (0..200_u16).prop_map(Statement::Origin),
        1 => (values(), values()).prop_map(|(left, right)| Statement::Call(left, right)),
    ];
    let tree = leaf.prop_recursive(2, 8, 3, |inner| {
        let branch = || prop::collection::vec(inner.clone(), 0..3);
        (any::<bool>(), branch(), branch())
            .prop_map(|(holds, then, otherwise)| Statement::If(holds, then, otherwise))
    });
    prop::collection::vec(tree, 0..10)
}

/// The definitions of all symbols but those left out, in random order, in terms of any others.
fn definitions() -> impl Strategy<Value = Vec<Statement>> {
    let definition = prop_oneof![
        2 => Just(None),
        5 => values().prop_map(Some),
    ];
    let all = prop::collection::vec((definition, prop::bool::weighted(0.01)), SYMBOLS);
    let statement = |(symbol, (value, is_missing)): (usize, (Option<Value>, bool))| match value {
        _ if is_missing => Statement::Return,
        Some(value) => Statement::Constant(symbol, value),
        None => Statement::Label(symbol),
    };
    all.prop_map(move |all| all.into_iter().enumerate().map(statement).collect::<Vec<_>>()).prop_shuffle()
}

/// A program with its definitions between its statements.
fn programs() -> impl Strategy<Value = Vec<Statement>> {
    (definitions(), statements(), any::<prop::sample::Index>()).prop_map(|(mut all, statements, seed)| {
        for (number, statement) in statements.into_iter().enumerate() {
            let at = seed.index(all.len() + 1).wrapping_mul(number + 1) % (all.len() + 1);
            all.insert(at, statement);
        }
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_assembles_has_the_bytes_of_every_statement(program in programs()) {
        let source = MACRO.to_owned() + &program.iter().map(Statement::text).collect::<String>();
        let mut model = Model::default();
        model.read(&program);
        match (run(I8080, &source), model.memory()) {
            (Ok(assembly), Some(memory)) => {
                let placed = (0..=u16::MAX).filter_map(|at| Some((u32::from(at), assembly.byte_at(at)?)));
                prop_assert_eq!(placed.collect::<HashMap<_, _>>(), memory, "{}", source);
                let lines: usize = assembly.lines.iter().map(|line| line.bytes.len()).sum();
                prop_assert_eq!(lines, assembly.size, "{}", source);
            }
            (Err(failure), None) => prop_assert!(!failure.diagnostics.is_empty()),
            (Ok(_), None) => prop_assert!(false, "a fault is not reported:\n{}", source),
            (Err(failure), Some(_)) => prop_assert!(false, "{}:\n{}", failure, source),
        }
    }
}
