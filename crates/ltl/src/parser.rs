//! Reads formulas.
//!
//! All the usual spellings are understood: `G` `[]` `always`, `F` `<>` `eventually`, `X` `()` `next`, `U`,
//! `W`, `R` `V`, `M`, `!` `~` `not`, `&&` `&` `/\` `and`, `||` `|` `\/` `or`, `xor` `^`, `->` `=>` `implies`,
//! `<->` `<=>`. From the weakest: equivalence, implication (to the right), or, exclusive or, and, then `U W R
//! M` (to the right), then the rest. An atom is a name, or an expression in braces or quotation marks,
//! which is not looked into: who reads formulas says what names and expressions mean.

use crate::PROPOSITIONS_MAX;
use crate::formula::Formula;

/// A formula and the atoms in it; the number of each is its place in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    pub formula: Formula,
    pub atoms: Vec<Atom>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// A name, or the text of an expression.
    pub text: String,
    /// It stood in braces or quotation marks.
    pub is_expression: bool,
    /// Where its text begins, in bytes.
    pub at: usize,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub what: String,
    /// In bytes.
    pub at: usize,
}

impl Mistake {
    pub fn new(what: impl Into<String>, at: usize) -> Mistake {
        Mistake { what: what.into(), at }
    }

    /// The text with a caret below what is wrong; of a long one, what is near.
    pub fn shown(&self, text: &str) -> String {
        let at = text.floor_char_boundary(self.at);
        let from = text.floor_char_boundary(at.saturating_sub(SHOWN_BYTES));
        let to = text.ceil_char_boundary(at.saturating_add(SHOWN_BYTES));
        let cut = |is_cut: bool| if is_cut { "…" } else { "" };
        let (before, after) = (cut(from > 0), cut(to < text.len()));
        let upto = before.chars().count() + text[from..at].chars().count();
        format!("{}\n  {before}{}{after}\n  {}^", self.what, &text[from..to], " ".repeat(upto))
    }
}

/// So much is shown on either side of a mistake.
const SHOWN_BYTES: usize = 200;

/// Formulas are nested no deeper.
const DEPTH_MAX: u32 = 200;
/// A formula has no more operators and atoms: the automaton may have a state for every set of them.
const TOKENS_MAX: usize = 400;
/// Nor more once equivalences, which say everything twice, are written out.
const SIZE_MAX: usize = 4000;

pub fn parse(text: &str) -> Result<Parsed, Mistake> {
    let tokens = lex(text)?;
    if let Some((at, _)) = tokens.get(TOKENS_MAX) {
        return Err(Mistake::new(format!("a formula of more than {TOKENS_MAX} words"), *at));
    }
    let mut parser = Parser { tokens, next: 0, atoms: Vec::new(), depth: 0, end: text.len() };
    let formula = parser.equivalence()?;
    match parser.tokens.get(parser.next) {
        None => Ok(Parsed { formula, atoms: parser.atoms }),
        Some((at, Token::Close)) => Err(Mistake::new("a `)` that nothing opens", *at)),
        Some((at, _)) => Err(Mistake::new("an operator is missing before this", *at)),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Open,
    Close,
    Unary(Unary),
    Binary(Binary),
    Constant(bool),
    Name(String),
    /// And where its text begins.
    Expression(String, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unary {
    Not,
    Next,
    Finally,
    Globally,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Binary {
    Equivalent,
    Implies,
    Or,
    Xor,
    And,
    Until,
    WeakUntil,
    Release,
    StrongRelease,
}

/// Spellings made of signs; where one begins another the longer stands first.
const SIGNS: &[(&str, Token)] = &[
    ("<->", Token::Binary(Binary::Equivalent)),
    ("<=>", Token::Binary(Binary::Equivalent)),
    ("->", Token::Binary(Binary::Implies)),
    ("=>", Token::Binary(Binary::Implies)),
    ("<>", Token::Unary(Unary::Finally)),
    ("[]", Token::Unary(Unary::Globally)),
    ("()", Token::Unary(Unary::Next)),
    ("&&", Token::Binary(Binary::And)),
    ("/\\", Token::Binary(Binary::And)),
    ("||", Token::Binary(Binary::Or)),
    ("\\/", Token::Binary(Binary::Or)),
    ("&", Token::Binary(Binary::And)),
    ("|", Token::Binary(Binary::Or)),
    ("^", Token::Binary(Binary::Xor)),
    ("!", Token::Unary(Unary::Not)),
    ("~", Token::Unary(Unary::Not)),
    ("(", Token::Open),
    (")", Token::Close),
];

const WORDS: &[(&str, Token)] = &[
    ("true", Token::Constant(true)),
    ("false", Token::Constant(false)),
    ("tt", Token::Constant(true)),
    ("ff", Token::Constant(false)),
    ("G", Token::Unary(Unary::Globally)),
    ("always", Token::Unary(Unary::Globally)),
    ("F", Token::Unary(Unary::Finally)),
    ("eventually", Token::Unary(Unary::Finally)),
    ("X", Token::Unary(Unary::Next)),
    ("next", Token::Unary(Unary::Next)),
    ("not", Token::Unary(Unary::Not)),
    ("and", Token::Binary(Binary::And)),
    ("or", Token::Binary(Binary::Or)),
    ("xor", Token::Binary(Binary::Xor)),
    ("implies", Token::Binary(Binary::Implies)),
    ("U", Token::Binary(Binary::Until)),
    ("until", Token::Binary(Binary::Until)),
    ("W", Token::Binary(Binary::WeakUntil)),
    ("unless", Token::Binary(Binary::WeakUntil)),
    ("R", Token::Binary(Binary::Release)),
    ("V", Token::Binary(Binary::Release)),
    ("release", Token::Binary(Binary::Release)),
    ("M", Token::Binary(Binary::StrongRelease)),
];

fn lex(text: &str) -> Result<Vec<(usize, Token)>, Mistake> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if first.is_whitespace() {
            at += first.len_utf8();
        } else if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            tokens.push((at, token.clone()));
            at += sign.len();
        } else if let '{' | '"' = first {
            let length = expression_length(rest).ok_or_else(|| match first {
                '{' => Mistake::new("a `{` that is not closed", at),
                _ => Mistake::new("a quotation mark that is not closed", at),
            })?;
            tokens.push((at, Token::Expression(rest[1..=length].into(), at + 1)));
            at += length + 2;
        } else if first.is_alphanumeric() || first == '_' {
            at += word(rest, at, &mut tokens);
        } else {
            return Err(Mistake::new(format!("`{first}` is no operator; {}", hint(rest)), at));
        }
    }
    Ok(tokens)
}

/// Reads a word; returns its length.
fn word(rest: &str, at: usize, tokens: &mut Vec<(usize, Token)>) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':' || c == '.';
    let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let name = rest[..length].trim_end_matches([':', '.']);
    let known = WORDS.iter().find(|(word, _)| *word == name);
    // `GF p` and the like: operators written together.
    let together = name.len() > 1 && name.len() < 5 && name.chars().all(|c| matches!(c, 'G' | 'F' | 'X'));
    match known {
        Some((_, token)) => tokens.push((at, token.clone())),
        None if together => tokens.extend(name.char_indices().map(|(i, c)| {
            let unary = match c {
                'G' => Unary::Globally,
                'F' => Unary::Finally,
                _ => Unary::Next,
            };
            (at + i, Token::Unary(unary))
        })),
        None if name == "0" || name == "1" => tokens.push((at, Token::Constant(name == "1"))),
        None => tokens.push((at, Token::Name(name.into()))),
    }
    name.len().max(1)
}

/// The length of what stands between a brace or a quotation mark and the one that closes it.
fn expression_length(rest: &str) -> Option<usize> {
    if let Some(inside) = rest.strip_prefix('"') {
        return inside.find('"');
    }
    let mut depth = 0;
    for (i, c) in rest.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return Some(i - 1),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn hint(rest: &str) -> &'static str {
    match rest.chars().next() {
        Some('=' | '<' | '>' | '+' | '-' | '*' | '[' | '%' | '/') => {
            "put an expression over the program in braces: {count == 2}"
        }
        _ => "the operators are G F X U W R ! && || -> <->",
    }
}

struct Parser {
    tokens: Vec<(usize, Token)>,
    next: usize,
    atoms: Vec<Atom>,
    depth: u32,
    end: usize,
}

impl Parser {
    fn here(&self) -> usize {
        self.tokens.get(self.next).map_or(self.end, |(at, _)| *at)
    }

    fn take(&mut self, wanted: &[Binary]) -> Option<Binary> {
        match self.tokens.get(self.next) {
            Some((_, Token::Binary(found))) if wanted.contains(found) => {
                self.next += 1;
                Some(*found)
            }
            _ => None,
        }
    }

    fn equivalence(&mut self) -> Result<Formula, Mistake> {
        let mut left = self.implication()?;
        while self.take(&[Binary::Equivalent]).is_some() {
            let right = self.implication()?;
            left = self.bounded(equivalent(&left, &right))?;
        }
        Ok(left)
    }

    fn implication(&mut self) -> Result<Formula, Mistake> {
        let left = self.disjunction()?;
        match self.take(&[Binary::Implies]) {
            None => Ok(left),
            Some(_) => Ok(Formula::or(left.negated(), self.nested(Parser::implication)?)),
        }
    }

    fn disjunction(&mut self) -> Result<Formula, Mistake> {
        let mut left = self.exclusive()?;
        while self.take(&[Binary::Or]).is_some() {
            left = Formula::or(left, self.exclusive()?);
        }
        Ok(left)
    }

    fn exclusive(&mut self) -> Result<Formula, Mistake> {
        let mut left = self.conjunction()?;
        while self.take(&[Binary::Xor]).is_some() {
            let right = self.conjunction()?;
            left = self.bounded(equivalent(&left, &right).negated())?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result<Formula, Mistake> {
        let mut left = self.temporal()?;
        while self.take(&[Binary::And]).is_some() {
            left = Formula::and(left, self.temporal()?);
        }
        Ok(left)
    }

    fn temporal(&mut self) -> Result<Formula, Mistake> {
        let left = self.unary()?;
        let all = [Binary::Until, Binary::WeakUntil, Binary::Release, Binary::StrongRelease];
        let Some(found) = self.take(&all) else { return Ok(left) };
        let right = self.nested(Parser::temporal)?;
        self.bounded(match found {
            Binary::Until => Formula::until(left, right),
            Binary::WeakUntil => Formula::release(right.clone(), Formula::or(left, right)),
            Binary::Release => Formula::release(left, right),
            _ => Formula::until(right.clone(), Formula::and(left, right)),
        })
    }

    fn bounded(&self, formula: Formula) -> Result<Formula, Mistake> {
        match formula.is_larger_than(SIZE_MAX) {
            true => Err(Mistake::new(format!("written out, more than {SIZE_MAX} operators before this"), self.here())),
            false => Ok(formula),
        }
    }

    fn nested(&mut self, parse: fn(&mut Parser) -> Result<Formula, Mistake>) -> Result<Formula, Mistake> {
        if self.depth == DEPTH_MAX {
            return Err(Mistake::new(format!("more than {DEPTH_MAX} operators within each other"), self.here()));
        }
        self.depth += 1;
        let parsed = parse(self);
        self.depth -= 1;
        parsed
    }

    fn unary(&mut self) -> Result<Formula, Mistake> {
        let at = self.here();
        let Some((_, token)) = self.tokens.get(self.next).cloned() else {
            return Err(Mistake::new("the formula ends where something should follow", at));
        };
        self.next += 1;
        match token {
            Token::Constant(true) => Ok(Formula::True),
            Token::Constant(false) => Ok(Formula::False),
            Token::Name(text) => self.atom(Atom { text, is_expression: false, at }),
            Token::Expression(text, at) => self.atom(Atom { text, is_expression: true, at }),
            Token::Open => {
                let inner = self.nested(Parser::equivalence)?;
                match self.tokens.get(self.next) {
                    Some((_, Token::Close)) => self.next += 1,
                    Some((here, _)) => return Err(Mistake::new("an operator or `)` is missing before this", *here)),
                    None => return Err(Mistake::new("a `(` that is not closed", at)),
                }
                Ok(inner)
            }
            Token::Unary(unary) => {
                let of = self.nested(Parser::unary)?;
                Ok(match unary {
                    Unary::Not => of.negated(),
                    Unary::Next => Formula::next(of),
                    Unary::Finally => Formula::finally(of),
                    Unary::Globally => Formula::globally(of),
                })
            }
            Token::Binary(_) => Err(Mistake::new("something is missing before this operator", at)),
            Token::Close => Err(Mistake::new("something is missing before this `)`", at)),
        }
    }

    fn atom(&mut self, atom: Atom) -> Result<Formula, Mistake> {
        let same = |other: &Atom| other.text == atom.text && other.is_expression == atom.is_expression;
        let proposition = self.atoms.iter().position(same);
        if proposition.is_none() && self.atoms.len() == PROPOSITIONS_MAX {
            return Err(Mistake::new(format!("more than {PROPOSITIONS_MAX} different propositions"), atom.at));
        }
        Ok(Formula::proposition(proposition.unwrap_or_else(|| {
            self.atoms.push(atom);
            self.atoms.len() - 1
        })))
    }
}

fn equivalent(a: &Formula, b: &Formula) -> Formula {
    Formula::or(Formula::and(a.clone(), b.clone()), Formula::and(a.negated(), b.negated()))
}
