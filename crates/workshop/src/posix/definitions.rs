//! Which functions a C file of ours defines for others. Enough C for the house style: no parser.
//!
//! Functions that macros define (`<math.h>`, the variants of `strtol`) are not found; a comment may
//! name them all the same. Names that start with `_` (but for `_exit`) or `augur_` are not the user's.

/// The names of the functions that are defined and not `static`, in order.
pub(super) fn functions(text: &str) -> Vec<String> {
    let text = without_comments(text);
    let mut names = Vec::new();
    let mut depth = 0;
    let mut head = String::new();
    for c in text.chars() {
        match c {
            '{' => {
                if depth == 0 {
                    names.extend(name_in(&head));
                    head.clear();
                }
                depth += 1;
            }
            '}' => {
                depth -= 1;
                head.clear();
            }
            ';' if depth == 0 => head.clear(),
            c if depth == 0 => head.push(c),
            _ => (),
        }
    }
    names
}

/// Blanks in place of comments, literals and lines of the preprocessor.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    let mut line_starts = true;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' || c == '\'' {
            literal(rest, c)
        } else if c == '#' && line_starts {
            directive(rest)
        } else {
            0
        };
        if skipped > 0 {
            out.push(' ');
            rest = &rest[skipped..];
            continue;
        }
        line_starts = c == '\n' || (line_starts && c.is_whitespace());
        out.push(c);
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The length of a string or character at the start.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => (),
        }
    }
    text.len()
}

/// The length of a directive at the start, with the lines that continue it.
fn directive(text: &str) -> usize {
    let mut length = 0;
    for line in text.split_inclusive('\n') {
        length += line.len();
        if !line.trim_end().ends_with('\\') {
            break;
        }
    }
    // The end of the line stays.
    length - usize::from(text[..length].ends_with('\n'))
}

/// The function that a definition is about, if what stands before its `{` is one: the last name
/// with parentheses that is no attribute. What macros define in front is passed over.
fn name_in(head: &str) -> Option<String> {
    let mut depth = 0;
    let mut word = String::new();
    let mut name = None;
    let mut is_static = false;
    for c in head.chars() {
        match c {
            '(' => {
                if depth == 0 && !word.is_empty() && !matches!(word.as_str(), "__attribute__" | "__asm__") {
                    name = Some(std::mem::take(&mut word));
                }
                depth += 1;
            }
            ')' => depth -= 1,
            '=' if depth == 0 => return None,
            c if depth > 0 || (c.is_whitespace() && word.is_empty()) => (),
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            _ => {
                is_static |= word == "static";
                word.clear();
            }
        }
        if depth == 0 && c == ')' {
            word.clear();
        }
    }
    let name = name?;
    let is_ours = name.starts_with('_') && !matches!(name.as_str(), "_exit" | "_Exit") || name.starts_with("augur_");
    let is_macro = name.chars().all(|c| c.is_uppercase() || c == '_');
    (!is_static && !is_ours && !is_macro).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(functions(text), expected, "{text}");
    }

    #[test]
    fn definitions_in_the_house_style() {
        check("int f(int x)\n{\n    if (x) { g(); }\n    return '{';\n}\nint g(void) { return 0; }\n", &["f", "g"]);
        check("int f(int);\nstatic int g(void) { return 0; }\nenum { A, B };\nstruct s { int (*f)(void); };\n", &[]);
        check("static const char *x[] = { \"f(\", 0 };\nint f(void) {}\n", &["f"]);
        check("ROLE(blind) MASKED int f(void)\n{\n}\nint __f(void) {}\nvoid augur_f(void) {}\n", &["f"]);
        check("EACH(UNARY, sin)\nEACH(UNARY, cos)\nchar *f(char *p)\n{\n}\n", &["f"]);
        check("#define X(a) int a(void) \\\n    { }\nX(b)\nint c(void) { /* } */ }\nint d(void) {}\n", &["c", "d"]);
        check("int f(void) __attribute__((noreturn));\nint f(int (*g)(int)) __attribute__((noinline))\n{}\n", &["f"]);
    }
}
