//! Pictures: a trace as a sequence of messages between threads, a small state space as a graph; each in
//! DOT for other tools, and drawn as SVG without any.

mod drawing;
mod graph;
mod sequence;

pub use graph::{Edge, Graph, Look, Node};
pub use sequence::{dot, svg};

/// Text between quotes in DOT.
fn quoted(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect();
    format!("\"{}\"", plain.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotes_hold() {
        assert_eq!(super::quoted("a \"b\" \\\n\x1b"), "\"a \\\"b\\\" \\\\\\n\u{fffd}\"");
    }
}
