//! How a report looks to a person.

use crate::paint::Paint;

/// Gives the contents of a source file, by the name that locations have.
pub type Sources<'a> = &'a dyn Fn(&str) -> Option<String>;

/// How the text looks.
#[derive(Clone, Copy)]
pub struct Style<'a> {
    pub color: bool,
    /// Columns of the terminal.
    pub width: usize,
    /// Show every line of a trace, however long it is.
    pub full: bool,
    /// All figures instead of one line of them.
    pub statistics: bool,
    /// For excerpts.
    pub sources: Option<Sources<'a>>,
}

/// Without a terminal.
const WIDTH: usize = 100;

impl Default for Style<'_> {
    fn default() -> Self {
        Style { color: false, width: WIDTH, full: false, statistics: false, sources: None }
    }
}

impl Style<'_> {
    pub(crate) fn paint(&self) -> Paint {
        Paint { on: self.color }
    }

    pub(crate) fn source(&self, file: &str) -> Option<String> {
        self.sources.and_then(|read| read(file))
    }
}
