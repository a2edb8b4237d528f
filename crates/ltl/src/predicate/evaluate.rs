//! The value of an expression in a state.

use super::parser::{Expression, Quantifier};

/// A place in memory and the type of what is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub object: u32,
    pub offset: u32,
    pub ty: u32,
}

/// What bytes hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Read {
    Number(i128),
    /// To an object, at an offset.
    Pointer(u32, u32),
}

/// A state as expressions see it. Types are numbers that only the view understands.
pub trait View {
    /// A variable, as seen from the running function of a thread if one is given.
    fn variable(&self, name: &str, thread: Option<u32>) -> Option<Place>;
    /// The value of an enumerator, or of a variable that is not in memory.
    fn constant(&self, name: &str, thread: Option<u32>) -> Option<i128>;
    fn member(&self, of: Place, name: &str) -> Option<Place>;
    /// An element of an array, or of what a pointer leads to.
    fn element(&self, of: Place, index: i128) -> Option<Place>;
    /// What a pointer with this type leads to.
    fn target(&self, pointer: Place) -> Option<Place>;
    /// The number or pointer that a place holds.
    fn read(&self, place: Place) -> Option<Read>;
    /// Threads that live.
    fn threads(&self) -> Vec<u32>;
    fn is_in(&self, thread: u32, function: &str) -> bool;
    /// The function of the program's own that the thread is in, and the line.
    fn top(&self, thread: u32) -> Option<(String, u32)>;
    /// The number of the thread that holds a lock; `Some(None)` if nobody does.
    fn holder(&self, lock: Place) -> Option<Option<u32>>;
}

#[derive(Clone, Debug, PartialEq)]
enum Value {
    Undefined,
    Number(i128),
    Text(String),
    Place(Place),
    Pointer(u32, u32),
    Thread(u32),
}

/// Does the proposition hold in the state?
pub fn holds(expression: &Expression, view: &dyn View) -> bool {
    Evaluator { view, bound: None }.truth(expression) == Some(true)
}

/// All names of variables and functions that an expression has, and where; for looking whether they exist.
pub fn names(expression: &Expression) -> Vec<(String, usize, bool)> {
    let mut found = Vec::new();
    collect(expression, &mut Vec::new(), &mut found);
    found
}

fn collect(expression: &Expression, bound: &mut Vec<String>, found: &mut Vec<(String, usize, bool)>) {
    match expression {
        Expression::Number(_) | Expression::Text(_) => {}
        Expression::Name(name, at) => {
            if !bound.contains(name) {
                found.push((name.clone(), *at, false));
            }
        }
        // `t.x` is a local variable of a thread, and `t.top` no variable at all.
        Expression::Member(of, ..) | Expression::Unary(_, of) | Expression::Defined(of) => collect(of, bound, found),
        Expression::Index(a, b) | Expression::Binary(_, a, b) => {
            collect(a, bound, found);
            collect(b, bound, found);
        }
        Expression::Over(_, variable, body) => {
            bound.push(variable.clone());
            collect(body, bound, found);
            bound.pop();
        }
        Expression::In(thread, function, at) => {
            collect(thread, bound, found);
            found.push((function.clone(), *at, true));
        }
        Expression::Holds(thread, lock) => {
            thread.iter().for_each(|thread| collect(thread, bound, found));
            collect(lock, bound, found);
        }
    }
}

struct Evaluator<'v> {
    view: &'v dyn View,
    bound: Option<(&'v str, u32, &'v Evaluator<'v>)>,
}

impl<'v> Evaluator<'v> {
    fn thread_called(&self, name: &str) -> Option<u32> {
        let (bound, thread, outer) = self.bound.as_ref()?;
        if *bound == name { Some(*thread) } else { outer.thread_called(name) }
    }

    fn value(&self, expression: &Expression) -> Value {
        self.evaluate(expression).unwrap_or(Value::Undefined)
    }

    fn evaluate(&self, expression: &Expression) -> Option<Value> {
        let truth = |truth: bool| Value::Number(truth.into());
        Some(match expression {
            Expression::Number(number) => Value::Number(*number),
            Expression::Text(text) => Value::Text(text.clone()),
            Expression::Name(name, _) => match self.thread_called(name) {
                Some(thread) => Value::Thread(thread),
                None => self.variable(name, None)?,
            },
            Expression::Member(of, name, _) => match self.value(of) {
                Value::Thread(thread) => self.of_thread(thread, name)?,
                Value::Place(place) => Value::Place(self.view.member(place, name)?),
                _ => return None,
            },
            Expression::Index(of, index) => match (self.value(of), self.number(index)?) {
                (Value::Place(place), index) => Value::Place(self.view.element(place, index)?),
                _ => return None,
            },
            Expression::Unary("*", of) => match self.value(of) {
                Value::Place(place) => Value::Place(self.view.target(place)?),
                _ => return None,
            },
            Expression::Unary("!", of) => truth(!self.truth(of)?),
            Expression::Unary(sign, of) => {
                let number = self.number(of)?;
                Value::Number(match *sign {
                    "-" => number.checked_neg()?,
                    "~" => !number,
                    _ => number,
                })
            }
            Expression::Binary("&&", a, b) => match (self.truth(a), self.truth(b)) {
                (Some(false), _) | (_, Some(false)) => truth(false),
                (a, b) => truth(a? && b?),
            },
            Expression::Binary("||", a, b) => match (self.truth(a), self.truth(b)) {
                (Some(true), _) | (_, Some(true)) => truth(true),
                (a, b) => truth(a? || b?),
            },
            Expression::Binary(sign, a, b) => self.binary(sign, &self.scalar(a)?, &self.scalar(b)?)?,
            Expression::Over(quantifier, variable, body) => self.over(*quantifier, variable, body),
            Expression::In(thread, function, _) => match self.value(thread) {
                Value::Thread(thread) => truth(self.view.is_in(thread, function)),
                _ => return None,
            },
            Expression::Holds(thread, lock) => {
                let Value::Place(lock) = self.value(lock) else { return None };
                let holder = self.view.holder(lock)?;
                match thread {
                    None => truth(holder.is_some()),
                    Some(thread) => match self.value(thread) {
                        Value::Thread(thread) => truth(holder == Some(thread)),
                        _ => return None,
                    },
                }
            }
            Expression::Defined(of) => truth(self.scalar(of).is_some()),
        })
    }

    fn variable(&self, name: &str, thread: Option<u32>) -> Option<Value> {
        let place = self.view.variable(name, thread).map(Value::Place);
        place.or_else(|| self.view.constant(name, thread).map(Value::Number))
    }

    fn of_thread(&self, thread: u32, name: &str) -> Option<Value> {
        match name {
            // `t.top` is `t` as far as it matters.
            "top" => Some(Value::Thread(thread)),
            "number" | "id" => Some(Value::Number(thread.into())),
            "function" => self.view.top(thread).map(|(function, _)| Value::Text(function)),
            "line" => self.view.top(thread).map(|(_, line)| Value::Number(line.into())),
            local => self.variable(local, Some(thread)),
        }
    }

    fn over(&self, quantifier: Quantifier, variable: &str, body: &Expression) -> Value {
        let mut count = 0;
        let threads = self.view.threads();
        for thread in &threads {
            let inner = Evaluator { view: self.view, bound: Some((variable, *thread, self)) };
            count += i128::from(inner.truth(body) == Some(true));
        }
        Value::Number(match quantifier {
            Quantifier::Any => i128::from(count > 0),
            Quantifier::All => i128::from(usize::try_from(count) == Ok(threads.len())),
            Quantifier::Count => count,
        })
    }

    /// A value that operators work on. None: undefined.
    fn scalar(&self, expression: &Expression) -> Option<Value> {
        match self.value(expression) {
            Value::Undefined => None,
            Value::Place(place) => self.view.read(place).map(|read| match read {
                Read::Number(number) => Value::Number(number),
                Read::Pointer(object, offset) => Value::Pointer(object, offset),
            }),
            value => Some(value),
        }
    }

    fn number(&self, expression: &Expression) -> Option<i128> {
        match self.scalar(expression)? {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn truth(&self, expression: &Expression) -> Option<bool> {
        match self.scalar(expression)? {
            Value::Number(number) => Some(number != 0),
            Value::Pointer(..) => Some(true),
            _ => None,
        }
    }

    fn binary(&self, sign: &str, a: &Value, b: &Value) -> Option<Value> {
        let truth = |truth: bool| Some(Value::Number(truth.into()));
        match (sign, a, b) {
            ("==", a, b) => return truth(a == b),
            ("!=", a, b) => return truth(a != b),
            _ => {}
        }
        let (Value::Number(a), Value::Number(b)) = (a, b) else { return None };
        let number = match sign {
            "<" => return truth(a < b),
            ">" => return truth(a > b),
            "<=" => return truth(a <= b),
            ">=" => return truth(a >= b),
            "+" => a.checked_add(*b),
            "-" => a.checked_sub(*b),
            "*" => a.checked_mul(*b),
            "/" => a.checked_div(*b),
            "%" => a.checked_rem(*b),
            "<<" => u32::try_from(*b).ok().filter(|by| *by < 64).and_then(|by| a.checked_mul(1_i128 << by)),
            ">>" => u32::try_from(*b).ok().and_then(|by| a.checked_shr(by)),
            "&" => Some(a & b),
            "|" => Some(a | b),
            "^" => Some(a ^ b),
            _ => None,
        };
        number.map(Value::Number)
    }
}
