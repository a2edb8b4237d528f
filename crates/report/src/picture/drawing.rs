//! What all our SVGs have in common: how they look in light and in dark, text, arrows.

use std::fmt::Display;

use unicode_width::UnicodeWidthStr;

use crate::xml::Writer;

/// The width of a character of the fixed-width font at its size, and the height of a line.
pub(super) const CHAR: f64 = 7.3;
pub(super) const LINE: f64 = 16.0;

const STYLE: &str = "\
svg{--page:#fff;--ink:#1b1f24;--faint:#667;--box:#f5f7fa;--edge:#b8c0cc;--go:#2563eb;--bad:#c62828;--badbox:#fdecec;\
--care:#b45309;background:var(--page);font:12px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace}\
@media(prefers-color-scheme:dark){svg{--page:#14171c;--ink:#e6e9ee;--faint:#98a2b3;--box:#1e232b;--edge:#3b4452;\
--go:#7aa2ff;--bad:#ff7b72;--badbox:#3a1d20;--care:#f0b35c}}\
text{fill:var(--ink);white-space:pre}.faint{fill:var(--faint)}.bad{fill:var(--bad);font-weight:bold}\
.go{fill:var(--go)}.care{fill:var(--care)}.title{font-weight:bold}.page{fill:var(--page)}\
.box{fill:var(--box);stroke:var(--edge)}.badbox{fill:var(--badbox);stroke:var(--bad)}\
.carebox{fill:var(--box);stroke:var(--care)}.life{stroke:var(--edge);stroke-dasharray:3 4}\
.arrow{fill:none;stroke:var(--go);stroke-width:1.5}.badarrow{fill:none;stroke:var(--bad);stroke-width:2}\
.step{fill:none;stroke:var(--faint)}.dotted{fill:none;stroke:var(--faint);stroke-dasharray:2 3}\
.label{paint-order:stroke;stroke:var(--page);stroke-width:4px}\
.gohead{fill:var(--go)}.badhead{fill:var(--bad)}.stephead{fill:var(--faint)}";

/// An SVG under construction. Numbers are rounded to tenths.
pub(super) struct Drawing {
    pub xml: Writer,
}

impl Drawing {
    pub(super) fn new(width: f64, height: f64, title: &str) -> Drawing {
        let mut xml = Writer::new();
        let (w, h) = (tenths(width), tenths(height));
        xml.open(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("width", &w),
                ("height", &h),
                ("viewBox", &format!("0 0 {w} {h}")),
                ("role", &"img"),
            ],
        );
        xml.text("title", &[], title);
        xml.text("style", &[], STYLE);
        xml.open("defs", &[]);
        for (id, class) in [("go", "gohead"), ("bad", "badhead"), ("step", "stephead")] {
            let size = [("refX", &9.0 as &dyn Display), ("refY", &5.0), ("markerWidth", &9.0), ("markerHeight", &9.0)];
            let fixed: [(&'static str, &dyn Display); 3] =
                [("id", &id), ("viewBox", &"0 0 10 10"), ("orient", &"auto-start-reverse")];
            let fixed = fixed.into_iter().chain([("markerUnits", &"userSpaceOnUse" as &dyn Display)]);
            xml.open("marker", &fixed.chain(size).collect::<Vec<_>>());
            xml.empty("path", &[("d", &"M0 0L10 5L0 10z"), ("class", &class)]);
            xml.close();
        }
        xml.close();
        xml.empty("rect", &[("width", &"100%"), ("height", &"100%"), ("class", &"page")]);
        Drawing { xml }
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        self.xml.text("text", &[("x", &tenths(x)), ("y", &tenths(y)), ("class", &class)], text);
    }

    /// A label of an arrow, around a point.
    pub(super) fn label(&mut self, (x, y): (f64, f64), class: &str, text: &str) {
        let class = format!("label {class}");
        let at = [("x", &tenths(x) as &dyn Display), ("y", &tenths(y)), ("class", &class), ("text-anchor", &"middle")];
        self.xml.text("text", &at, text);
    }

    pub(super) fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), class: &str) {
        let (x, y, width, height) = (tenths(x), tenths(y), tenths(width), tenths(height));
        self.xml.empty(
            "rect",
            &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", &4), ("class", &class)],
        );
    }

    pub(super) fn line(&mut self, path: &str, class: &str) {
        self.xml.empty("path", &[("d", &path), ("class", &class)]);
    }

    /// A line or curve with a head at its end: `go`, `bad` or `step`; at both ends if `both`.
    pub(super) fn arrow(&mut self, path: &str, class: &str, head: &str, both: bool) {
        let head = format!("url(#{head})");
        let mut attributes: Vec<(&'static str, &dyn Display)> =
            vec![("d", &path), ("class", &class), ("marker-end", &head)];
        if both {
            attributes.push(("marker-start", &head));
        }
        self.xml.empty("path", &attributes);
    }

    pub(super) fn finish(self) -> String {
        self.xml.finish()
    }
}

/// The width of a text.
pub(super) fn width(text: &str) -> f64 {
    times(CHAR, text.width())
}

/// So many of something.
pub(super) fn times(length: f64, count: usize) -> f64 {
    length * f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// At most so many characters of a text.
pub(super) fn cut(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

pub(super) fn tenths(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}
