//! Parses conditions. From lowest to highest precedence: `if` and `let`; `implies`; `or`; `and`; `not`; comparisons; `|`; `^`;
//! `&`; `<<` `>>`; `+` `-`; `*` `/` `mod`; signs and `~`; `[…]`.

use std::ops::Range;

use arcadian_asm::Hint;

use super::{
    Binary, Bounds, Expr, ExpressionError, Function, Node, Reduction, Result, Side, Unary, Variable,
    token::{Token, is_keyword, tokens},
};
use crate::contract::{claim::LeastSet, field::Field};

pub(crate) fn parse(text: &str, scope: &Scope) -> Result<Expr> {
    parse_all(text, scope, Parser::expression)
}

pub(crate) struct Scope<'a> {
    pub(crate) inputs: &'a [Field<String>],
    /// The output fields, or none in a condition on the inputs.
    pub(crate) outputs: &'a [Field<String>],
    pub(crate) symbol: &'a dyn Fn(&str) -> Option<i64>,
    /// The claim about a least set to which the fields belong.
    pub(crate) least_set: Option<&'static LeastSet>,
}

/// Returns the name of the field with the address of what a pointer points to. It cannot be written as a name.
pub(crate) fn address_field(pointee: &str) -> String {
    format!("address of {pointee}")
}

const MAX_DEPTH: usize = 50;

/// The maximum number of operators. Each can be one more level of the tree, which is evaluated by recursion.
const MAX_OPERATORS: usize = 400;

/// Parses expressions separated by commas.
pub(crate) fn parse_list(text: &str, scope: &Scope) -> Result<Vec<Expr>> {
    parse_all(text, scope, Parser::items)
}

/// The text of an example: the value of each input field, and what is true of the outputs.
pub(crate) struct ExampleParts {
    /// The number of the field, and its value.
    pub(crate) inputs: Vec<(usize, Expr)>,
    /// The conditions; none if the text has no `=>`.
    pub(crate) expects: Vec<Expr>,
}

/// Parses `x = 1, y = 2 => z = 3`. Values cannot depend on fields.
pub(crate) fn parse_example(text: &str, scope: &Scope) -> Result<ExampleParts> {
    let mut tokens = tokens(text)?.into_iter().skip_while(|(token, _)| *token != Token::Symbol("=>"));
    let (given, expected) = match tokens.next() {
        Some((_, at)) if matches!(tokens.next(), Some((Token::End, _)) | None) => {
            return Err(ExpressionError::new(at, "no condition on the outputs follows"));
        }
        // Blanks in place of what is before it keep the places of errors.
        Some((_, at)) => (&text[..at.start], Some(" ".repeat(at.end) + &text[at.end..])),
        None => (text, None),
    };
    let values = Scope { inputs: &[], outputs: &[], symbol: scope.symbol, least_set: None };
    let inputs = parse_all(given, &values, |parser| parser.assignments(scope.inputs))?;
    let expects = expected.map(|expected| parse_list(&expected, scope)).transpose()?.unwrap_or_default();
    Ok(ExampleParts { inputs, expects })
}

pub(crate) fn parse_all<'a, T>(
    text: &str,
    scope: &'a Scope<'a>,
    parse: impl FnOnce(&mut Parser<'a>) -> Result<T>,
) -> Result<T> {
    let mut parser =
        Parser { tokens: tokens(text)?, at: 0, scope, variables: Vec::new(), depth: 0, operators: 0 };
    let parsed = parse(&mut parser)?;
    match parser.next() {
        (Token::End, _) => Ok(parsed),
        (token, span) => Err(unexpected(&token, span)),
    }
}

pub(crate) struct Parser<'a> {
    tokens: Vec<(Token, Range<usize>)>,
    at: usize,
    scope: &'a Scope<'a>,
    variables: Vec<String>,
    depth: usize,
    operators: usize,
}

fn unexpected(token: &Token, span: Range<usize>) -> ExpressionError {
    match token {
        Token::End => ExpressionError::new(span, "the condition ends here, where a value is expected"),
        Token::Name(name) => ExpressionError::new(span, format!("unexpected `{name}`")),
        Token::Number(_) => ExpressionError::new(span, "unexpected number"),
        Token::Text(_) => ExpressionError::new(span, "unexpected text"),
        Token::Symbol("=>") => ExpressionError::new(span, "unexpected `=>`")
            .help("write `>=` for greater or equal, `implies` for a consequence"),
        Token::Symbol(symbol) => ExpressionError::new(span, format!("unexpected `{symbol}`")),
    }
}

/// An operator with two operands.
struct Operator {
    word: &'static str,
    precedence: u8,
    binary: Binary,
}

const fn operator(word: &'static str, precedence: u8, binary: Binary) -> Operator {
    Operator { word, precedence, binary }
}

/// The precedence of `not`, which binds its operand as a comparison does.
const NOT: u8 = 4;
const COMPARISON: u8 = 4;
/// The precedence above all operators with two operands.
const UNARY: u8 = 11;

const OPERATORS: [Operator; 19] = [
    operator("implies", 1, Binary::Implies),
    operator("or", 2, Binary::Or),
    operator("and", 3, Binary::And),
    operator("=", COMPARISON, Binary::Equal),
    operator("<>", COMPARISON, Binary::Unequal),
    operator("<", COMPARISON, Binary::Less),
    operator("<=", COMPARISON, Binary::LessOrEqual),
    operator(">", COMPARISON, Binary::Greater),
    operator(">=", COMPARISON, Binary::GreaterOrEqual),
    operator("|", 5, Binary::BitOr),
    operator("^", 6, Binary::BitXor),
    operator("&", 7, Binary::BitAnd),
    operator("<<", 8, Binary::ShiftLeft),
    operator(">>", 8, Binary::ShiftRight),
    operator("+", 9, Binary::Add),
    operator("-", 9, Binary::Subtract),
    operator("*", 10, Binary::Multiply),
    operator("/", 10, Binary::Divide),
    operator("mod", 10, Binary::Modulo),
];

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    fn span(&self) -> Range<usize> {
        self.tokens.get(self.at).or(self.tokens.last()).map_or(0..0, |(_, span)| span.clone())
    }

    fn next(&mut self) -> (Token, Range<usize>) {
        let next = (self.peek().clone(), self.span());
        self.at += 1;
        next
    }

    fn is_word(&self, word: &str) -> bool {
        match self.peek() {
            Token::Name(name) => name.eq_ignore_ascii_case(word),
            Token::Symbol(symbol) => *symbol == word,
            _ => false,
        }
    }

    fn accept(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        self.at += usize::from(is_next);
        is_next
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.accept(word) {
            return Ok(());
        }
        let message = match self.peek() {
            Token::End => format!("`{word}` is missing"),
            _ => format!("expected `{word}`"),
        };
        Err(ExpressionError::new(self.span(), message))
    }

    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("expressions are nested more than {MAX_DEPTH} deep");
            return Err(ExpressionError::new(self.span(), message));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    fn count_operator(&mut self) -> Result<()> {
        self.operators += 1;
        if self.operators <= MAX_OPERATORS {
            return Ok(());
        }
        let message = format!("the condition has more than {MAX_OPERATORS} operators");
        Err(ExpressionError::new(self.span(), message)
            .help("write several lines, or a loop such as `all(i in 0..16: …)`"))
    }

    pub(crate) fn expression(&mut self) -> Result<Expr> {
        self.nested(|parser| parser.binary(0))
    }

    /// Wraps a node that began at a place and ends before the next token.
    fn close(&self, node: Node, start: usize) -> Expr {
        let end =
            self.at.checked_sub(1).and_then(|last| self.tokens.get(last)).map_or(start, |(_, span)| span.end);
        Expr { node, span: start..end.max(start) }
    }

    fn binary(&mut self, least: u8) -> Result<Expr> {
        let start = self.span().start;
        let mut left = self.operand(least)?;
        let mut compared: Option<Binary> = None;
        while let Some(operator) =
            OPERATORS.iter().find(|operator| operator.precedence >= least && self.is_word(operator.word))
        {
            self.count_operator()?;
            let sign = self.next().1;
            // `a implies b implies c` is `a implies (b implies c)`.
            let least = operator.precedence + u8::from(operator.binary != Binary::Implies);
            let right = self.nested(|parser| parser.binary(least))?;
            if operator.precedence != COMPARISON {
                let node = Node::Binary(operator.binary, Box::new((left, right)));
                left = self.close(node, start);
                continue;
            }
            left = match compared.replace(operator.binary) {
                None => {
                    let node = Node::Binary(operator.binary, Box::new((left, right)));
                    self.close(node, start)
                }
                Some(before) => self.chain(left, (before, operator.binary), right, &sign)?,
            };
        }
        Ok(left)
    }

    /// Adds a comparison to one: `a < b < c` means `a < b and b < c`.
    fn chain(
        &self,
        left: Expr,
        (before, now): (Binary, Binary),
        right: Expr,
        sign: &Range<usize>,
    ) -> Result<Expr> {
        let rises = |binary| matches!(binary, Binary::Less | Binary::LessOrEqual);
        let falls = |binary| matches!(binary, Binary::Greater | Binary::GreaterOrEqual);
        let is_chain = rises(before) && rises(now) || falls(before) && falls(now);
        let last = match &left.node {
            Node::Binary(Binary::And, parts) => &parts.1,
            _ => &left,
        };
        let Node::Binary(_, operands) = &last.node else {
            return Err(ExpressionError::new(sign.clone(), "unexpected comparison"));
        };
        if !is_chain {
            return Err(ExpressionError::new(sign.clone(), "a second comparison needs parentheses")
                .help("write `a = (b > c)`, or `a = b and b > c`; only `a < b < c` is a chain"));
        }
        let middle = operands.1.clone();
        let start = left.span.start;
        let second = self.close(Node::Binary(now, Box::new((middle.clone(), right))), middle.span.start);
        Ok(self.close(Node::Binary(Binary::And, Box::new((left, second))), start))
    }

    fn operand(&mut self, least: u8) -> Result<Expr> {
        let start = self.span().start;
        let unary = [("not", Unary::Not, NOT), ("-", Unary::Negate, UNARY), ("~", Unary::Complement, UNARY)];
        for (word, unary, precedence) in unary {
            if (word != "not" || least <= NOT) && self.accept(word) {
                let operand = self.nested(|parser| parser.binary(precedence))?;
                return Ok(self.close(Node::Unary(unary, Box::new(operand)), start));
            }
        }
        if self.accept("if") {
            return self.conditional(start);
        }
        if self.accept("let") {
            return self.definition(start);
        }
        let mut value = self.primary()?;
        while self.accept("[") {
            self.count_operator()?;
            value = self.index(value, start)?;
        }
        Ok(value)
    }

    fn conditional(&mut self, start: usize) -> Result<Expr> {
        let condition = self.expression()?;
        self.expect_word("then")?;
        let set = self.expression()?;
        self.expect_word("else")?;
        let clear = self.expression()?;
        Ok(self.close(Node::If(Box::new((condition, set, clear))), start))
    }

    fn definition(&mut self, start: usize) -> Result<Expr> {
        let name = self.variable_name()?;
        self.expect_word("=")?;
        // Without comparisons: `=` follows the name already.
        let value = self.expression()?;
        self.expect_word("in")?;
        let (variable, body) = self.with_variable(name, Self::expression)?;
        Ok(self.close(Node::Let(variable, Box::new((value, body))), start))
    }

    fn with_variable<T>(
        &mut self,
        name: String,
        parse: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<(Variable, T)> {
        let variable = self.variables.len();
        self.variables.push(name);
        let result = parse(self);
        self.variables.truncate(variable);
        Ok((variable, result?))
    }

    fn variable_name(&mut self) -> Result<String> {
        let (token, span) = self.next();
        let Token::Name(name) = token else {
            return Err(ExpressionError::new(span, "expected the name of a variable"));
        };
        let is = |word: &str| name.eq_ignore_ascii_case(word);
        if is_keyword(&name) {
            return Err(ExpressionError::new(span, format!("`{name}` cannot be the name of a variable")));
        }
        let fields = self.scope.inputs.iter().chain(self.scope.outputs);
        if fields.into_iter().any(|field| is(&field.name)) {
            return Err(ExpressionError::new(span, format!("`{name}` is a field; choose another name")));
        }
        Ok(name)
    }

    fn index(&mut self, list: Expr, start: usize) -> Result<Expr> {
        let first = self.expression()?;
        let node = if self.accept("..") {
            let end = self.expression()?;
            Node::Slice(Box::new((list, Bounds { first, end })))
        } else {
            Node::Index(Box::new((list, first)))
        };
        self.expect_word("]")?;
        Ok(self.close(node, start))
    }

    fn primary(&mut self) -> Result<Expr> {
        let (token, span) = self.next();
        match token {
            Token::Number(value) => Ok(Expr { node: Node::Number(value), span }),
            Token::Text(text) => Ok(Expr { node: Node::List(characters(&text, &span)), span }),
            Token::Symbol("(") => {
                let inside = self.expression()?;
                self.expect_word(")")?;
                Ok(self.close(inside.node, span.start))
            }
            Token::Symbol("[") => {
                let items = self.list("]")?;
                Ok(self.close(Node::List(items), span.start))
            }
            Token::Name(name) if name.eq_ignore_ascii_case("old") => self.old(span.start),
            Token::Name(name) if name.eq_ignore_ascii_case("true") => {
                Ok(Expr { node: Node::Number(1), span })
            }
            Token::Name(name) if name.eq_ignore_ascii_case("false") => {
                Ok(Expr { node: Node::Number(0), span })
            }
            Token::Name(name) if name.eq_ignore_ascii_case("not") => {
                Err(ExpressionError::new(span, "`not` needs parentheses here").help("write `y = (not x)`"))
            }
            Token::Name(name) if self.is_word("(") => self.call(&name, span),
            Token::Name(name) => self.name(&name, span),
            other => Err(unexpected(&other, span)),
        }
    }

    /// Parses expressions separated by commas, up to a closing bracket.
    fn list(&mut self, close: &str) -> Result<Vec<Expr>> {
        let items = self.items()?;
        self.expect_word(close)?;
        Ok(items)
    }

    /// Parses expressions separated by commas.
    fn items(&mut self) -> Result<Vec<Expr>> {
        let mut items = vec![self.expression()?];
        while self.accept(",") {
            items.push(self.expression()?);
        }
        Ok(items)
    }

    /// Parses `field = value` separated by commas. There are none in an empty text.
    fn assignments(&mut self, fields: &[Field<String>]) -> Result<Vec<(usize, Expr)>> {
        let mut all: Vec<(usize, Expr)> = Vec::new();
        if *self.peek() == Token::End {
            return Ok(all);
        }
        loop {
            let (token, span) = self.next();
            let Token::Name(name) = token else {
                return Err(ExpressionError::new(span, "expected the name of an input field")
                    .help(listed("the input fields are", fields)));
            };
            let Some(field) = position(fields, &name) else {
                return Err(ExpressionError::new(span, format!("`{name}` is not an input field"))
                    .help(listed("the input fields are", fields)));
            };
            if all.iter().any(|(other, _)| *other == field) {
                return Err(ExpressionError::new(span, format!("`{name}` has a value already")));
            }
            self.expect_word("=")?;
            all.push((field, self.expression()?));
            if !self.accept(",") {
                return Ok(all);
            }
        }
    }

    fn old(&mut self, start: usize) -> Result<Expr> {
        self.expect_word("(")?;
        let (token, span) = self.next();
        let Token::Name(name) = token else {
            return Err(ExpressionError::new(span, "expected the name of an input field"));
        };
        let Some(field) = position(self.scope.inputs, &name) else {
            return Err(ExpressionError::new(span, format!("`{name}` is not an input field"))
                .help(listed("the input fields are", self.scope.inputs)));
        };
        self.expect_word(")")?;
        Ok(self.close(Node::Field(Side::Entry, field), start))
    }

    fn name(&self, name: &str, span: Range<usize>) -> Result<Expr> {
        let variable = self.variables.iter().rposition(|known| known.eq_ignore_ascii_case(name));
        let field = |side, fields| position(fields, name).map(|number| Node::Field(side, number));
        let node = variable
            .map(Node::Variable)
            .or_else(|| field(Side::Exit, self.scope.outputs))
            .or_else(|| field(Side::Entry, self.scope.inputs))
            .or_else(|| (self.scope.symbol)(name).map(Node::Number));
        match node {
            Some(node) => Ok(Expr { node, span }),
            None => Err(self.unknown(name, span)),
        }
    }

    fn unknown(&self, name: &str, span: Range<usize>) -> ExpressionError {
        let fields = || self.scope.inputs.iter().chain(self.scope.outputs);
        let names = fields().map(|field| &*field.name).chain(self.variables.iter().map(String::as_str));
        // A single letter is near every other one.
        let help = match arcadian_asm::nearest(name, names).filter(|_| name.len() > 1) {
            Some(near) => Hint::did_you_mean(near),
            None => listed("the fields are", fields()).into(),
        };
        ExpressionError::new(span, format!("`{name}` is not a field, a variable or a symbol of the sheet"))
            .help(help)
    }

    fn call(&mut self, name: &str, span: Range<usize>) -> Result<Expr> {
        let opening = self.next();
        if name.eq_ignore_ascii_case("fold") {
            return self.fold(span.start);
        }
        if let Some(reduction) = Reduction::find(name) {
            return self.reduction(reduction, span.start);
        }
        if name.eq_ignore_ascii_case("address") {
            return self.address(span.start);
        }
        if let Some(least_set) = self.scope.least_set.filter(|_| name.eq_ignore_ascii_case("successors")) {
            return self.successors(least_set, span.start..opening.1.end);
        }
        let Some(function) = Function::find(name) else {
            let names =
                Function::names().chain(Reduction::NAMES.map(|(name, _)| name)).chain(["fold", "old"]);
            let error = ExpressionError::new(span, format!("there is no function `{name}`"));
            return Err(match arcadian_asm::nearest(name, names.clone()) {
                Some(near) => error.help(Hint::did_you_mean(near)),
                None => error.help(format!("the functions are {}", names.collect::<Vec<_>>().join(", "))),
            });
        };
        let arguments = self.list(")")?;
        if !function.arity().contains(&arguments.len()) {
            return Err(ExpressionError::new(
                span.start..opening.1.end,
                format!("`{name}` takes {}", function.takes()),
            ));
        }
        Ok(self.close(Node::Call(function, arguments), span.start))
    }

    fn address(&mut self, start: usize) -> Result<Expr> {
        let (token, span) = self.next();
        let Token::Name(name) = token else {
            return Err(ExpressionError::new(span, "expected what a pointer points to"));
        };
        let Some(field) = position(self.scope.inputs, &address_field(&name)) else {
            let message = format!("no pointer to `{name}` is known here");
            return Err(ExpressionError::new(span, message).help(
                "`address(x)` is the address of `x` on entry, in an invariant of a routine with `HL -> x`",
            ));
        };
        self.expect_word(")")?;
        Ok(self.close(Node::Field(Side::Entry, field), start))
    }

    fn successors(&mut self, least_set: &'static LeastSet, name: Range<usize>) -> Result<Expr> {
        let mut arguments = self.list(")")?.into_iter();
        let (Some(element), Some(direction), None) = (arguments.next(), arguments.next(), arguments.next())
        else {
            return Err(ExpressionError::new(name, "`successors` takes an element and a direction"));
        };
        let Some(field) = position(self.scope.inputs, least_set.context.name) else {
            return Err(ExpressionError::new(
                name,
                "`successors` is for the invariants of a proof by induction",
            ));
        };
        let context = self.close(Node::Field(Side::Entry, field), name.start);
        Ok(self.close(Node::Successors(least_set, Box::new((element, direction, context))), name.start))
    }

    /// Parses `i in a..b: `.
    fn counter(&mut self) -> Result<(String, Bounds)> {
        let name = self.variable_name()?;
        self.expect_word("in")?;
        let first = self.expression()?;
        self.expect_word("..")?;
        let end = self.expression()?;
        self.expect_word(":")?;
        Ok((name, Bounds { first, end }))
    }

    fn reduction(&mut self, reduction: Reduction, start: usize) -> Result<Expr> {
        let (name, bounds) = self.counter()?;
        let (counter, body) = self.with_variable(name, Self::expression)?;
        self.expect_word(")")?;
        Ok(self.close(Node::Loop(reduction, counter, Box::new((bounds, body))), start))
    }

    fn fold(&mut self, start: usize) -> Result<Expr> {
        let name = self.variable_name()?;
        self.expect_word("=")?;
        let first = self.expression()?;
        self.expect_word(",")?;
        let (counter_name, bounds) = self.counter()?;
        let (accumulator, (counter, body)) =
            self.with_variable(name, |parser| parser.with_variable(counter_name, Self::expression))?;
        self.expect_word(")")?;
        Ok(self.close(Node::Fold(accumulator, counter, Box::new((first, bounds, body))), start))
    }
}

/// Returns the characters of a text that is written between quotation marks.
fn characters(text: &str, span: &Range<usize>) -> Vec<Expr> {
    let places = span.start + 1..;
    let character = |(at, byte): (usize, u8)| Expr { node: Node::Number(byte.into()), span: at..at + 1 };
    places.zip(text.bytes()).map(character).collect()
}

fn position(fields: &[Field<String>], name: &str) -> Option<usize> {
    fields.iter().position(|field| field.name.eq_ignore_ascii_case(name))
}

fn listed<'a>(what: &str, fields: impl IntoIterator<Item = &'a Field<String>>) -> String {
    let mut names: Vec<_> = fields.into_iter().map(|field| format!("`{}`", field.name)).collect();
    names.dedup();
    if names.is_empty() {
        "the header names no fields".to_owned()
    } else {
        format!("{what} {}", names.join(", "))
    }
}
