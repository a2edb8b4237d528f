//! Expressions over one state of a program: a small language, pure and total.
//!
//! Numbers, variables by name, members, elements, dereferences, C's operators; `threads` with `any`, `all`
//! and `count`; where a thread is (`t.in(f)`, `t.top.function`, `t.line`) and what it holds
//! (`t.holds(lock)`, `holds(lock)`). What cannot be told is *undefined*: a pointer that leads nowhere, a
//! variable that does not exist yet, a byte that was never written. Whatever is computed from it is
//! undefined as well, but for `false && …`, `true || …` and `defined(…)`; a proposition that is undefined
//! does not hold. Nothing is ever an error once an expression was read and its names were found.
//!
//! States are seen through [`View`] only.

mod evaluate;
mod parser;

pub use evaluate::{Place, Read, View, holds, names};
pub use parser::{Expression, parse};
