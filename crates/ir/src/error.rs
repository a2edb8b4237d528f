//! Why an input could not be loaded.

use std::fmt;

/// What is wrong, where, and what to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoadError {
    pub what: String,
    /// The input's name; empty if it concerns the program as a whole.
    pub place: String,
    /// Advice; may be empty.
    pub advice: String,
}

impl LoadError {
    pub(crate) fn new(what: impl Into<String>, place: impl Into<String>, advice: impl Into<String>) -> LoadError {
        LoadError { what: what.into(), place: place.into(), advice: advice.into() }
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.what)?;
        if !self.advice.is_empty() {
            write!(f, "\n  try: {}", self.advice)?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}
