//! Every output format. Owns what is serialised; knows nothing of searching or replaying.
//!
//! A [`Report`] is plain data: the outcome, what was looked for, figures. [`text()`] renders it for a
//! person, [`json`] for a script; both say the same. Reading order: [`model`] is what a report
//! consists of, `text` how it reads (`text::rows` turns a trace into rows, `text::columns` puts
//! them beside each other, `text::ending` tells what went wrong), `json` the stable names.

#![forbid(unsafe_code)]

mod figures;
mod html;
mod json;
mod junit;
mod kinds;
mod layout;
mod model;
mod paint;
mod picture;
mod sarif;
mod style;
mod suite;
mod text;
mod xml;

#[cfg(test)]
mod tests;

pub use figures::{bytes, count, duration, rate};
pub use html::html;
pub use json::{VERSION, json};
pub use junit::junit;
pub use kinds::{KINDS, Kind, kind};
pub use model::{
    Audit, Checks, Coverage, CoveredFile, CoveredFunction, Failing, Grew, Growth, MEMORY_MODEL, Outcome, Report,
    Severity, Spared, Statistics, Table, Unsupported, Usage,
};
pub use picture::{Edge, Graph, Look, Node, dot, svg};
pub use sarif::{sarif, suite_sarif};
pub use style::{Sources, Style};
pub use suite::{Case, suite_junit, suite_text};
pub use text::{text, title, told_change, told_note, told_read, waits};
