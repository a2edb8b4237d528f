//! Reads expressions.

use crate::parser::Mistake;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    Number(i128),
    Text(String),
    /// A variable, and where it stands in the text.
    Name(String, usize),
    /// `of.name`; also `of->name`, since members are looked for behind pointers as well.
    Member(Box<Expression>, String, usize),
    Index(Box<Expression>, Box<Expression>),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    /// `any(t in threads, …)` and its like.
    Over(Quantifier, String, Box<Expression>),
    /// `t.in(function)`, `in(function)` being said of a thread.
    In(Box<Expression>, String, usize),
    /// `t.holds(lock)`; `holds(lock)` by anybody.
    Holds(Option<Box<Expression>>, Box<Expression>),
    Defined(Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    Any,
    All,
    Count,
}

const DEPTH_MAX: u32 = 100;
/// A long sum is a deep expression as well, and whoever evaluates or drops it goes down all of it.
const TOKENS_MAX: usize = 1000;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(i128),
    Text(String),
    Name(String),
    Sign(&'static str),
}

/// Where one begins another the longer stands first.
const SIGNS: &[&str] = &[
    "->", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "(", ")", "[", "]", ".", ",", "+", "-", "*", "/", "%", "<",
    ">", "!", "~", "&", "|", "^",
];

/// C's operators with two operands, from the weakest.
const LEVELS: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

pub fn parse(text: &str) -> Result<Expression, Mistake> {
    let tokens = lex(text)?;
    if let Some((at, _)) = tokens.get(TOKENS_MAX) {
        return Err(Mistake::new(format!("an expression of more than {TOKENS_MAX} words"), *at));
    }
    let mut parser = Parser { tokens, next: 0, end: text.len(), depth: 0 };
    let expression = parser.binary(0)?;
    match parser.tokens.get(parser.next) {
        None => Ok(expression),
        Some((at, _)) => Err(Mistake::new("an operator is missing before this", *at)),
    }
}

fn lex(text: &str) -> Result<Vec<(usize, Token)>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length_while = |is: &dyn Fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if first.is_ascii_digit() {
            let length = length_while(&|c| c.is_ascii_alphanumeric());
            let digits = rest[..length].trim_end_matches(['u', 'U', 'l', 'L']);
            let number = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
                Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16),
                None => digits.parse(),
            };
            let number = number.map_err(|_| Mistake::new(format!("`{digits}` is no number"), at))?;
            tokens.push((at, Token::Number(number)));
            at += length;
        } else if first.is_alphabetic() || first == '_' {
            let mut length = length_while(&|c| c.is_alphanumeric() || c == '_' || c == ':');
            length = rest[..length].trim_end_matches(':').len();
            tokens.push((at, Token::Name(rest[..length].into())));
            at += length;
        } else if first == '\'' || first == '"' {
            let length = rest[1..].find(first).ok_or_else(|| Mistake::new("a text that is not closed", at))?;
            tokens.push((at, Token::Text(rest[1..=length].into())));
            at += length + 2;
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            tokens.push((at, Token::Sign(sign)));
            at += sign.len();
        } else {
            let hint = if first == '=' { "; to compare write `==`" } else { "" };
            return Err(Mistake::new(format!("`{first}` means nothing here{hint}"), at));
        }
    }
    Ok(tokens)
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    next: usize,
    end: usize,
    depth: u32,
}

impl Parser {
    fn here(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    fn take(&mut self, wanted: &str) -> bool {
        let found = matches!(self.tokens.get(self.next), Some((_, Token::Sign(sign))) if *sign == wanted);
        self.next += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: &str) -> Result<(), Mistake> {
        match self.take(wanted) {
            true => Ok(()),
            false => Err(Mistake::new(format!("`{wanted}` is missing here"), self.here())),
        }
    }

    fn name(&mut self) -> Result<(String, usize), Mistake> {
        let at = self.here();
        match self.tokens.get(self.next) {
            Some((_, Token::Name(name))) => {
                self.next += 1;
                Ok((name.clone(), at))
            }
            _ => Err(Mistake::new("a name is missing here", at)),
        }
    }

    fn binary(&mut self, level: usize) -> Result<Expression, Mistake> {
        let Some(signs) = LEVELS.get(level) else { return self.unary() };
        let mut left = self.binary(level + 1)?;
        while let Some(sign) = signs.iter().find(|sign| self.take(sign)) {
            let right = self.binary(level + 1)?;
            left = Expression::Binary(sign, left.into(), right.into());
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, Mistake> {
        if self.depth == DEPTH_MAX {
            return Err(Mistake::new(format!("more than {DEPTH_MAX} operators within each other"), self.here()));
        }
        self.depth += 1;
        let sign = ["!", "-", "~", "*", "+"].iter().find(|sign| self.take(sign));
        let parsed = match sign {
            Some(sign) => self.unary().map(|of| Expression::Unary(sign, of.into())),
            None => self.postfix(),
        };
        self.depth -= 1;
        parsed
    }

    fn postfix(&mut self) -> Result<Expression, Mistake> {
        let mut of = self.primary()?;
        loop {
            if self.take("[") {
                let index = self.binary(0)?;
                self.expect("]")?;
                of = Expression::Index(of.into(), index.into());
            } else if self.take(".") || self.take("->") {
                let (name, at) = self.name()?;
                of = match name.as_str() {
                    "in" if self.take("(") => {
                        let (function, at) = self.name()?;
                        self.expect(")")?;
                        Expression::In(of.into(), function, at)
                    }
                    "holds" if self.take("(") => {
                        let lock = self.binary(0)?;
                        self.expect(")")?;
                        Expression::Holds(Some(of.into()), lock.into())
                    }
                    _ => Expression::Member(of.into(), name, at),
                };
            } else {
                return Ok(of);
            }
        }
    }

    fn primary(&mut self) -> Result<Expression, Mistake> {
        let at = self.here();
        if self.take("(") {
            let inner = self.binary(0)?;
            self.expect(")")?;
            return Ok(inner);
        }
        let Some((_, token)) = self.tokens.get(self.next).cloned() else {
            return Err(Mistake::new("the expression ends where something should follow", at));
        };
        self.next += 1;
        match token {
            Token::Number(number) => Ok(Expression::Number(number)),
            Token::Text(text) => Ok(Expression::Text(text)),
            Token::Sign(sign) => Err(Mistake::new(format!("something is missing before `{sign}`"), at)),
            Token::Name(name) => match name.as_str() {
                "true" => Ok(Expression::Number(1)),
                "false" | "NULL" | "nullptr" => Ok(Expression::Number(0)),
                "any" if self.take("(") => self.over(Quantifier::Any),
                "all" if self.take("(") => self.over(Quantifier::All),
                "count" if self.take("(") => self.over(Quantifier::Count),
                "holds" if self.take("(") => {
                    let lock = self.binary(0)?;
                    self.expect(")")?;
                    Ok(Expression::Holds(None, lock.into()))
                }
                "defined" if self.take("(") => {
                    let of = self.binary(0)?;
                    self.expect(")")?;
                    Ok(Expression::Defined(of.into()))
                }
                _ => Ok(Expression::Name(name, at)),
            },
        }
    }

    /// Behind `any(`: `t in threads, …)`.
    fn over(&mut self, quantifier: Quantifier) -> Result<Expression, Mistake> {
        let (variable, _) = self.name()?;
        for word in ["in", "threads"] {
            let (found, at) = self.name()?;
            if found != word {
                return Err(Mistake::new(format!("`{word}` is missing here: any(t in threads, …)"), at));
            }
        }
        self.expect(",")?;
        let body = self.binary(0)?;
        self.expect(")")?;
        Ok(Expression::Over(quantifier, variable, body.into()))
    }
}
