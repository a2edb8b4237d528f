//! Tokens to a tree, with C's precedences.

use super::lexer::{Token, tokens};

/// Operators and brackets within each other.
const NESTING_MAX: u32 = 64;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    /// Value, bits, signed.
    Integer(u64, u32, bool),
    Float(f64),
    Name(String),
    /// A heap block by its number.
    Block(u32),
    Member(Box<Expression>, String),
    /// `p->m`
    Arrow(Box<Expression>, String),
    Index(Box<Expression>, Box<Expression>),
    Unary(&'static str, Box<Expression>),
    Binary(&'static str, Box<Expression>, Box<Expression>),
    Conditional(Box<Expression>, Box<Expression>, Box<Expression>),
    Cast(TypeName, Box<Expression>),
    SizeOfType(TypeName),
    SizeOf(Box<Expression>),
}

/// A type as it is written: its words and how many stars follow.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypeName {
    pub name: String,
    pub stars: u32,
}

/// Words that begin a type, or are one.
const TYPE_WORDS: &[&str] = &[
    "struct", "union", "enum", "class", "const", "volatile", "unsigned", "signed", "int", "char", "short", "long",
    "float", "double", "void", "bool", "_Bool",
];
/// Words that say nothing about which type it is.
const IDLE_WORDS: &[&str] = &["struct", "union", "enum", "class", "const", "volatile"];

/// Lowest first; operators of one row associate to the left.
const BINARY: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", "<=", ">", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

/// `is_type` tells whether a name that is no keyword is a type.
pub(crate) fn parse(text: &str, is_type: &dyn Fn(&str) -> bool) -> Result<Expression, String> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return Err("an expression is missing".into());
    }
    let mut parser = Parser { tokens, at: 0, nesting: 0, is_type };
    let expression = parser.conditional()?;
    match parser.tokens.get(parser.at) {
        None => Ok(expression),
        Some(token) => Err(format!("{} is not expected there", spell(token))),
    }
}

fn spell(token: &Token) -> String {
    match token {
        Token::Name(name) => format!("`{name}`"),
        Token::Integer(value, ..) => format!("`{value}`"),
        Token::Float(value) => format!("`{value}`"),
        Token::Character(_) => "a character".into(),
        Token::Block(number) => format!("`#{number}`"),
        Token::Sign(sign) => format!("`{sign}`"),
    }
}

struct Parser<'t> {
    tokens: Vec<Token>,
    at: usize,
    nesting: u32,
    is_type: &'t dyn Fn(&str) -> bool,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Takes one of these signs, if it is next.
    fn sign(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let Some(Token::Sign(next)) = self.peek() else { return None };
        let found = signs.iter().find(|sign| *sign == next).copied()?;
        self.at += 1;
        Some(found)
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), String> {
        match self.sign(&[sign]) {
            Some(_) => Ok(()),
            None => Err(match self.peek() {
                Some(token) => format!("{} stands where `{sign}` is expected", spell(token)),
                None => format!("`{sign}` is missing at the end"),
            }),
        }
    }

    /// Goes one level deeper into the expression.
    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Result<Expression, String>) -> Result<Expression, String> {
        self.nesting += 1;
        let parsed = match self.nesting > NESTING_MAX {
            true => Err("the expression is nested too deeply".into()),
            false => parse(self),
        };
        self.nesting -= 1;
        parsed
    }

    fn conditional(&mut self) -> Result<Expression, String> {
        self.nested(|parser| {
            let condition = parser.binary(0)?;
            if parser.sign(&["?"]).is_none() {
                return Ok(condition);
            }
            let yes = parser.conditional()?;
            parser.expect(":")?;
            let no = parser.conditional()?;
            Ok(Expression::Conditional(condition.into(), yes.into(), no.into()))
        })
    }

    fn binary(&mut self, row: usize) -> Result<Expression, String> {
        let Some(signs) = BINARY.get(row) else { return self.unary() };
        let mut left = self.binary(row + 1)?;
        let mut length = 0;
        while let Some(sign) = self.sign(signs) {
            // A long chain is a deep tree.
            length += 1;
            if length > NESTING_MAX {
                return Err("the expression is too long".into());
            }
            let right = self.binary(row + 1)?;
            left = Expression::Binary(sign, left.into(), right.into());
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Expression, String> {
        self.nested(|parser| {
            if let Some(sign) = parser.sign(&["*", "&", "-", "+", "!", "~"]) {
                return Ok(Expression::Unary(sign, parser.unary()?.into()));
            }
            if let Some(ty) = parser.bracketed_type()? {
                return Ok(Expression::Cast(ty, parser.unary()?.into()));
            }
            if parser.peek() == Some(&Token::Name("sizeof".into())) {
                parser.at += 1;
                return Ok(match parser.bracketed_type()? {
                    Some(ty) => Expression::SizeOfType(ty),
                    None => Expression::SizeOf(parser.unary()?.into()),
                });
            }
            parser.postfix()
        })
    }

    /// `(type)`, if that is what comes next.
    fn bracketed_type(&mut self) -> Result<Option<TypeName>, String> {
        let begins = match (self.peek(), self.tokens.get(self.at + 1)) {
            (Some(Token::Sign("(")), Some(Token::Name(name))) => self.is_type_word(name),
            _ => false,
        };
        if !begins {
            return Ok(None);
        }
        self.at += 1;
        let mut words: Vec<String> = Vec::new();
        while let Some(Token::Name(word)) = self.peek() {
            if !IDLE_WORDS.contains(&&**word) {
                words.push(word.clone());
            }
            self.at += 1;
        }
        let mut stars = 0;
        while self.sign(&["*"]).is_some() {
            stars += 1;
        }
        self.expect(")")?;
        Ok(Some(TypeName { name: words.join(" "), stars }))
    }

    fn is_type_word(&self, name: &str) -> bool {
        TYPE_WORDS.contains(&name) || (self.is_type)(name)
    }

    fn postfix(&mut self) -> Result<Expression, String> {
        let mut expression = self.primary()?;
        let mut length = 0;
        while let Some(sign) = self.sign(&[".", "->", "[", "("]) {
            length += 1;
            if length > NESTING_MAX {
                return Err("the expression is too long".into());
            }
            expression = match sign {
                "." => Expression::Member(expression.into(), self.name()?),
                "->" => Expression::Arrow(expression.into(), self.name()?),
                "[" => {
                    let index = self.conditional()?;
                    self.expect("]")?;
                    Expression::Index(expression.into(), index.into())
                }
                _ => return Err("functions cannot be called here".into()),
            };
        }
        Ok(expression)
    }

    fn name(&mut self) -> Result<String, String> {
        let name = match self.peek() {
            Some(Token::Name(name)) => name.clone(),
            Some(token) => return Err(format!("{} stands where a member is expected", spell(token))),
            None => return Err("the name of a member is missing at the end".into()),
        };
        self.at += 1;
        Ok(name)
    }

    fn primary(&mut self) -> Result<Expression, String> {
        if self.sign(&["("]).is_some() {
            let inner = self.conditional()?;
            self.expect(")")?;
            return Ok(inner);
        }
        let token = self.peek().cloned().ok_or("the expression ends too early")?;
        let expression = match token {
            Token::Name(name) => Expression::Name(name),
            Token::Block(number) => Expression::Block(number),
            Token::Float(value) => Expression::Float(value),
            Token::Character(value) => Expression::Integer(value.cast_unsigned(), 32, true),
            Token::Integer(value, unsigned, long) => {
                let bits = if long || value > u64::from(u32::MAX >> 1) { 64 } else { 32 };
                Expression::Integer(value, bits, !unsigned && value <= u64::MAX >> 1)
            }
            Token::Sign(_) => return Err(format!("{} is not expected there", spell(&token))),
        };
        self.at += 1;
        Ok(expression)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelt(expression: &Expression) -> String {
        match expression {
            Expression::Integer(value, ..) => value.to_string(),
            Expression::Float(value) => value.to_string(),
            Expression::Name(name) => name.clone(),
            Expression::Block(number) => format!("#{number}"),
            Expression::Member(of, name) => format!("{}.{name}", spelt(of)),
            Expression::Arrow(of, name) => format!("{}->{name}", spelt(of)),
            Expression::Index(of, index) => format!("{}[{}]", spelt(of), spelt(index)),
            Expression::Unary(sign, of) => format!("{sign}({})", spelt(of)),
            Expression::Binary(sign, a, b) => format!("({} {sign} {})", spelt(a), spelt(b)),
            Expression::Conditional(c, a, b) => format!("({} ? {} : {})", spelt(c), spelt(a), spelt(b)),
            Expression::Cast(ty, of) => format!("({}{})({})", ty.name, "*".repeat(ty.stars as usize), spelt(of)),
            Expression::SizeOfType(ty) => format!("sizeof {}{}", ty.name, "*".repeat(ty.stars as usize)),
            Expression::SizeOf(of) => format!("sizeof({})", spelt(of)),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let parsed = parse(text, &|name| name == "node_t");
        assert_eq!(parsed.map(|e| spelt(&e)).unwrap_or_else(|e| format!("error: {e}")), expected);
    }

    #[test]
    fn precedences_are_those_of_c() {
        check("a + b * c == d && !e", "(((a + (b * c)) == d) && !(e))");
        check("*p->next[2].x", "*(p->next[2].x)");
        check("-a - b - c", "((-(a) - b) - c)");
        check("a & b == c", "(a & (b == c))");
        check("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
        check("(struct node *)p", "(node*)(p)");
        check("(node_t *)p + 1", "((node_t*)(p) + 1)");
        check("(p) + 1", "(p + 1)");
        check("(unsigned long)x >> 3", "((unsigned long)(x) >> 3)");
        check("sizeof(int) * sizeof x", "(sizeof int * sizeof(x))");
        check("&ns::v[0]", "&(ns::v[0])");
    }

    #[test]
    fn what_is_wrong_is_said() {
        check("", "error: an expression is missing");
        check("a +", "error: the expression ends too early");
        check("f(x)", "error: functions cannot be called here");
        check("a b", "error: `b` is not expected there");
        check("(a", "error: `)` is missing at the end");
        check("a.1", "error: `1` stands where a member is expected");
        check(&"(".repeat(500), "error: the expression is nested too deeply");
        check(&"-".repeat(500), "error: `--`: nothing can be changed here");
        check(&"!".repeat(500), "error: the expression is nested too deeply");
        check(&vec!["a"; 500].join("+"), "error: the expression is too long");
        check(&format!("a{}", ".b".repeat(500)), "error: the expression is too long");
    }
}
