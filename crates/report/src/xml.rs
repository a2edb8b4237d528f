//! Just enough XML to write: elements, attributes, text. Everything is escaped here, once.

use std::fmt::Write as _;

/// An element under construction. Children go between `open` and `close`, which keep count.
#[derive(Default)]
pub(crate) struct Writer {
    out: String,
    /// Names of the elements that are open.
    open: Vec<&'static str>,
}

pub(crate) type Attributes<'a> = &'a [(&'static str, &'a dyn std::fmt::Display)];

impl Writer {
    pub(crate) fn new() -> Writer {
        Writer { out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".into(), open: Vec::new() }
    }

    #[cfg(test)]
    pub(crate) fn fragment() -> Writer {
        Writer::default()
    }

    pub(crate) fn open(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out += ">\n";
        self.open.push(name);
    }

    pub(crate) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            let _ = writeln!(self.out, "</{name}>");
        }
    }

    pub(crate) fn empty(&mut self, name: &'static str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.out += "/>\n";
    }

    /// An element that holds text only.
    pub(crate) fn text(&mut self, name: &'static str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        let _ = writeln!(self.out, ">{}</{name}>", escape(text));
    }

    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }

    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.indent();
        let _ = write!(self.out, "<{name}");
        for (name, value) in attributes {
            let value = escape(&value.to_string()).replace('\n', "&#10;").replace('\t', "&#9;");
            let _ = write!(self.out, " {name}=\"{value}\"");
        }
    }

    fn indent(&mut self) {
        self.out.extend(std::iter::repeat_n("  ", self.open.len()));
    }
}

/// Text for an element; in attributes line breaks need more. XML has no way to write most control characters.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_gets_out_of_its_place() {
        let mut xml = Writer::fragment();
        xml.open("a", &[("b", &"\"><script>'&\n\x1b")]);
        xml.text("c", &[], "</c>]]>\u{0}");
        xml.empty("d", &[("n", &3)]);
        let expected = "<a b=\"&quot;&gt;&lt;script&gt;&#39;&amp;&#10;\u{fffd}\">\n  <c>&lt;/c&gt;]]&gt;\u{fffd}</c>\n  <d n=\"3\"/>\n</a>\n";
        assert_eq!(xml.finish(), expected);
    }
}
