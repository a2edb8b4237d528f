//! Colours, or none. Text is measured before it is painted.

/// What a piece of text is; how it looks is decided here only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ink {
    Plain,
    Bold,
    Faint,
    Good,
    Bad,
    /// Neither good nor bad: unsupported, limits, warnings.
    Caution,
    /// A variable's new value.
    Change,
    /// What belongs to the thread with this index.
    Thread(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    pub on: bool,
}

/// Cyan, yellow, magenta, blue, green: red is for what goes wrong.
const THREADS: [&str; 5] = ["36", "33", "35", "34", "32"];

impl Paint {
    pub(crate) fn apply(self, ink: Ink, text: &str) -> String {
        let code = match ink {
            Ink::Plain => return text.to_string(),
            Ink::Bold => "1",
            Ink::Faint => "2",
            Ink::Good => "1;32",
            Ink::Bad => "1;31",
            Ink::Caution => "1;33",
            Ink::Change => "32",
            Ink::Thread(index) => THREADS[index as usize % THREADS.len()],
        };
        match self.on && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }
}
