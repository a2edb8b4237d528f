//! Expressions of C and C++ over the variables of a state: `head->next->value`, `a[i + 1]`, `*p == 3`.
//!
//! Nothing that changes the state can be written: there are no assignments and no calls. Beside what the language
//! has, `#3` is the heap block that traces call so, containers of the C++ library can be indexed, and pointers
//! that own something can be followed. Everything is bounded: length of the text, nesting, size of values.

mod evaluate;
mod lexer;
mod parser;
mod scope;
mod value;

pub(crate) use evaluate::Evaluator;
pub use evaluate::Printed;
pub(crate) use parser::{Expression, parse};
