//! Expressions and names: variables, devices and functions, and the targets of assignments. A number or variable on the right of
//! an operator is part of the operator's instruction.

use super::{Step, Translator, indexed};
use crate::{
    Dialect, cost,
    fault::Why,
    op::{Op, Operator, Relation, Target},
    words::{self, Device, Function, Meaning, code},
};

// What an expression keeps while it waits for the rest, in bytes. Evidence: choice, as in our cartridge.
/// The room when a parenthesis opens.
const ROOM: u32 = 64;
/// An open parenthesis, those of functions and elements included.
const PARENTHESIS: u32 = 2;
/// An operator whose right operand is being computed, with its left operand.
const OPERATOR: u32 = 4;
/// The first number of PX while the second is being computed.
const FIRST_NUMBER: u32 = 2;

impl Translator<'_> {
    /// Translates a sum, or the comparison of two. Evidence: patb, listing.
    pub(super) fn expression(&mut self) -> Step {
        self.sum()?;
        let Some(relation) = self.relation() else { return Ok(()) };
        self.cost += cost::COMPARE;
        self.operand(Self::sum, Op::Compare(relation), |operand| match operand {
            Op::Constant(n) => Some(Op::CompareConstant(relation, n)),
            Op::Variable(v) => Some(Op::CompareVariable(relation, v)),
            _ => None,
        })
    }

    pub(super) fn relation(&mut self) -> Option<Relation> {
        let sign = self.peek();
        if !matches!(sign, b'=' | b'#' | b'<' | b'>') {
            return None;
        }
        self.at += 1;
        Some(match sign {
            b'=' => Relation::Equal,
            b'#' => Relation::NotEqual,
            b'<' if self.take(b'=') => Relation::LessOrEqual,
            b'<' => Relation::Less,
            _ if self.take(b'=') => Relation::GreaterOrEqual,
            _ => Relation::Greater,
        })
    }

    /// Translates terms that are added and subtracted. Only the first may have a sign; it is subtracted from 0.
    /// Evidence: patb.
    pub(super) fn sum(&mut self) -> Step {
        if self.take(b'-') {
            self.emit(Op::Constant(0));
            self.operate(Self::term, Operator::Subtract)?;
        } else {
            self.take(b'+');
            self.term()?;
        }
        loop {
            let operator = match self.peek() {
                b'+' => Operator::Add,
                b'-' => Operator::Subtract,
                _ => return Ok(()),
            };
            self.at += 1;
            self.operate(Self::term, operator)?;
        }
    }

    pub(super) fn term(&mut self) -> Step {
        self.factor()?;
        loop {
            let operator = match self.peek() {
                code::TIMES => Operator::Multiply,
                code::DIVIDE => Operator::Divide,
                _ => return Ok(()),
            };
            self.at += 1;
            self.operate(Self::factor, operator)?;
        }
    }

    pub(super) fn operate(&mut self, right: fn(&mut Self) -> Step, operator: Operator) -> Step {
        self.cost += match operator {
            Operator::Add | Operator::Subtract => cost::ADD,
            Operator::Multiply => cost::MULTIPLY,
            Operator::Divide => cost::DIVIDE,
        };
        self.operand(right, Op::Operate(operator), |operand| match operand {
            Op::Constant(n) => Some(Op::OperateConstant(operator, n)),
            Op::Variable(v) => Some(Op::OperateVariable(operator, v)),
            _ => None,
        })
    }

    /// Translates the right operand and the operation; `short` is the single instruction for both, if there is one.
    pub(super) fn operand(
        &mut self,
        right: fn(&mut Self) -> Step,
        op: Op,
        short: impl Fn(Op) -> Option<Op>,
    ) -> Step {
        let mark = self.out.ops.len();
        self.emit(Op::Push);
        self.waiting += OPERATOR;
        right(self)?;
        self.waiting -= OPERATOR;
        let fused = if self.out.ops.len() == mark + 2 { short(self.out.ops[mark + 1]) } else { None };
        if fused.is_some() {
            self.out.ops.truncate(mark);
            self.out.places.truncate(mark);
        }
        self.emit(fused.unwrap_or(op));
        self.fold_sign(mark);
        Ok(())
    }

    /// Replaces `0` and `- n` by the number −n.
    pub(super) fn fold_sign(&mut self, mark: usize) {
        let Some(first) = mark.checked_sub(1) else { return };
        if let [Op::Constant(0), Op::OperateConstant(Operator::Subtract, n)] = self.out.ops[first..] {
            self.out.ops.truncate(mark);
            self.out.places.truncate(mark);
            self.out.ops[first] = Op::Constant(-n);
        }
    }

    pub(super) fn factor(&mut self) -> Step {
        let byte = self.peek();
        if byte.is_ascii_digit() {
            return self.number();
        }
        if byte.is_ascii_uppercase() {
            return self.named_value();
        }
        if let Some(kind) = indexed(byte) {
            self.at += 1;
            self.cost += kind.cost();
            return self.function(Op::Element(kind));
        }
        match byte {
            b'(' => {
                self.cost += cost::PARENTHESES;
                self.argument()
            }
            code::RND => {
                self.at += 1;
                self.cost += cost::RANDOM;
                self.function(Op::Random)
            }
            b'$' if self.source.dialect == Dialect::Bally => Err(Why::NoCalculator),
            _ => Err(Why::NoValue),
        }
    }

    pub(super) fn function(&mut self, op: Op) -> Step {
        self.argument()?;
        self.emit(op);
        Ok(())
    }

    /// Translates an expression in parentheses.
    pub(super) fn argument(&mut self) -> Step {
        self.arguments(1)
    }

    pub(super) fn arguments(&mut self, count: u32) -> Step {
        self.need(b'(')?;
        if self.waiting >= ROOM {
            return Err(Why::TooDeep);
        }
        let outside = self.waiting;
        self.waiting += PARENTHESIS;
        for n in 0..count {
            if n > 0 {
                self.need(b',')?;
                self.emit(Op::Push);
                self.waiting += FIRST_NUMBER;
            }
            self.expression()?;
        }
        self.waiting = outside;
        self.need(b')')
    }

    /// Translates a number, which ends at the first byte that is not a digit. Evidence: patb.
    pub(super) fn number(&mut self) -> Step {
        let start = self.at;
        let mut value = 0i16;
        let mut fits = true;
        while self.byte().is_ascii_digit() {
            let digit = i16::from(self.byte() - b'0');
            match value.checked_mul(10).and_then(|v| v.checked_add(digit)) {
                Some(next) => value = next,
                None => fits = false,
            }
            self.at += 1;
        }
        self.cost += cost::NUMBER + cost::DIGIT_READ * (self.at - start - 1) as u32;
        self.emit(Op::Constant(value));
        if fits { Ok(()) } else { Err(Why::NumberTooLarge) }
    }

    pub(super) fn named_value(&mut self) -> Step {
        self.cost += cost::VALUE;
        if let Some(letter) = self.letter() {
            self.emit(Op::Variable(letter));
            return Ok(());
        }
        let start = self.at;
        match self.name()? {
            Meaning::Device(device) => {
                self.cost += cost::NAME;
                self.emit(if device == Device::Kp { Op::Key } else { Op::Device(device) });
            }
            Meaning::Function(function) => {
                self.cost += cost::FUNCTION;
                self.arguments(if function == Function::Px { 2 } else { 1 })?;
                self.emit(Op::Function(function));
            }
            Meaning::Statement(_) => {
                self.at = start;
                return Err(Why::NoValue);
            }
        }
        Ok(())
    }
}

impl Translator<'_> {
    pub(super) fn long_name(&self) -> Option<(Meaning, usize)> {
        words::longest_name(&self.source.text[self.at..self.source.end], self.source.dialect)
    }

    pub(super) fn target(&mut self) -> Result<Target, Why> {
        let byte = self.peek();
        if let Some(kind) = indexed(byte) {
            self.at += 1;
            self.argument()?;
            self.cost += kind.cost();
            self.emit(Op::Address(kind));
            return Ok(Target::Indexed(kind));
        }
        if !byte.is_ascii_uppercase() {
            return Err(Why::NoVariable);
        }
        if let Some(letter) = self.letter() {
            return Ok(Target::Variable(letter));
        }
        match self.name()? {
            Meaning::Device(device) if device.is_writable() => {
                self.cost += cost::NAME;
                Ok(Target::Device(device))
            }
            Meaning::Device(_) | Meaning::Function(_) | Meaning::Statement(_) => Err(Why::ReadOnly),
        }
    }

    pub(super) fn name(&mut self) -> Result<Meaning, Why> {
        let (meaning, length) = self.long_name().ok_or(Why::NoSuchName)?;
        self.at += length;
        Ok(meaning)
    }

    /// Takes a variable, 0..=25: a letter that is not followed by a letter. Evidence: listing (lines 3, 36, 42).
    pub(super) fn letter(&mut self) -> Option<u8> {
        let next_is_letter =
            self.at + 1 < self.source.end && self.source.text[self.at + 1].is_ascii_uppercase();
        let letter = self.byte().checked_sub(b'A').filter(|n| *n < 26 && !next_is_letter)?;
        self.at += 1;
        Some(letter)
    }
}
