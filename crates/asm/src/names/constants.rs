//! Constants and variables.

use crate::fault::{DialectFault, Fault};
use crate::flow::BlockKind;
use crate::passes::Engine;
use crate::symbols::SymbolKind;
use crate::syntax::{At, Base, Checked, ELSEWHERE, Statement, Token, Value, span, split, unexpected};

impl Engine<'_> {
    pub(crate) fn constant(&mut self, statement: &Statement<'_>, kind: SymbolKind) -> Checked {
        let mut operands = statement.operands();
        let named = statement.name.or_else(|| {
            // `.equ NAME, 5`
            let (name, rest) = operands.split_first()?;
            let rest = rest.split_first().filter(|(comma, _)| comma.is(",")).map(|(_, rest)| rest)?;
            operands = rest;
            Some(*name)
        });
        let missing = || statement.fault(Fault::NeedsName(statement.word().to_owned()));
        let name = named.filter(Token::is_name).ok_or_else(missing)?;
        if operands.is_empty() {
            return Err(statement.needs_operand());
        }
        // sdasz80 has neither a label before it nor a local name.
        if self.table.lexis.dollar_labels
            && let Some(label) = statement.labels.first().or(Some(&name)).filter(|label| {
                self.is_local(label.text)
                    || statement.text.get(label.end()..).is_some_and(|rest| rest.starts_with(':'))
            })
        {
            return Err(unexpected(label));
        }
        self.symbols.begin_constant();
        let pieces = split(operands);
        let value = match &*pieces {
            // sjasmplus: `NAME EQU ADDRESS, PAGE`
            [address, page] if self.table.lexis.devices => {
                let page = u16::try_from(self.number(page)?).ok();
                Value { page, ..self.evaluate(address)? }
            }
            _ => self.whole(operands)?,
        };
        if matches!(value.base, Base::Segment(segment) if segment >= ELSEWHERE) {
            let hint = "the linker gives no value to a name that is defined by one of another module";
            return Err(At::new(DialectFault::NotConstant, span(operands)).hint(hint));
        }
        if kind == SymbolKind::Variable && value.is_forward && self.table.lexis.devices {
            let span = span(operands);
            return Err(At::new(DialectFault::NotConstant, span)
                .hint("sjasmplus needs names that are defined above; EQU takes others"));
        }
        self.define_name(statement, &name, kind, value)?;
        if kind == SymbolKind::Label {
            self.note_owner(name.text);
        }
        Ok(())
    }

    /// `DEFC NAME = 5, OTHER = 6`
    pub(crate) fn constant_list(&mut self, statement: &Statement<'_>) -> Checked {
        let pieces = statement.pieces();
        pieces.into_iter().try_for_each(|piece| self.assign(statement, piece, SymbolKind::Constant))
    }

    /// Defines `NAME = 5` among the operands.
    pub(crate) fn assign(
        &mut self,
        statement: &Statement<'_>,
        tokens: &[Token<'_>],
        kind: SymbolKind,
    ) -> Checked {
        match tokens {
            [name, sign, rest @ ..] if name.is_name() && sign.is("=") => {
                if kind == SymbolKind::Constant {
                    self.symbols.begin_constant();
                }
                let value = self.whole(rest)?;
                self.define_name(statement, name, kind, value)
            }
            _ => Err(statement.fault(Fault::NeedsName(statement.word().to_owned()))),
        }
    }

    /// `DEFINE NAME`: a constant with the value 1.
    pub(crate) fn constant_one(&mut self, statement: &Statement<'_>) -> Checked {
        for piece in statement.pieces() {
            let Some(name) = piece.first().filter(|token| token.is_name()) else { continue };
            let value = match piece.get(1) {
                Some(sign) if sign.is("=") => self.evaluate(piece.get(2..).unwrap_or(&[]))?,
                _ => Value::number(1),
            };
            self.define_name(statement, name, SymbolKind::Constant, value)?;
        }
        Ok(())
    }

    /// Assembles the statement after the directive: `!addr NAME = 5`.
    pub(crate) fn inline(&mut self, statement: &Statement<'_>) -> Checked {
        if statement.opens() {
            self.open(statement, BlockKind::Phase);
            return Ok(());
        }
        self.assign(statement, statement.operands(), SymbolKind::Constant)
    }
}
