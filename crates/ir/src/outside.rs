//! Assembly outside of all functions (`__asm__` at file scope, `module asm`).
//!
//! It is not modelled. What matters is what it could do behind our back: define symbols, which are
//! `unsupported` when the program gets to one, and put something into sections that run by
//! themselves, which is `unsupported` from the start. All other directives are harmless.

use ahash::AHashSet;

/// Sections whose contents are executed without being called.
const RUNNING: [&str; 7] = [".init_array", ".preinit_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"];

/// What some module-level assembly does.
#[derive(Default, Debug, PartialEq, Eq)]
pub(crate) struct Outside {
    pub symbols: AHashSet<String>,
    /// A section that runs by itself, or what could hide one.
    pub running: Option<String>,
}

impl Outside {
    /// Adds what the assembly of a module does.
    pub(crate) fn add(&mut self, text: &str) {
        let text = without_comments(text);
        for statement in text.split(['\n', ';']) {
            self.statement(statement.trim());
        }
    }

    fn statement(&mut self, statement: &str) {
        let mut rest = statement;
        while let Some((label, after)) = label(rest) {
            self.symbols.insert(label.to_string());
            rest = after.trim_start();
        }
        if let Some((name, _)) = rest.split_once('=')
            && is_symbol(name.trim())
        {
            self.symbols.insert(name.trim().to_string());
            return;
        }
        let (directive, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let first = operands.split(',').next().unwrap_or("").trim().trim_matches('"');
        match directive {
            ".set" | ".equ" | ".equiv" | ".eqv" | ".comm" | ".lcomm" => {
                self.symbols.insert(first.to_string());
            }
            ".section" | ".pushsection" if runs_by_itself(first) => {
                self.running.get_or_insert_with(|| format!("section `{first}` of module-level assembly"));
            }
            ".include" | ".incbin" => {
                self.running.get_or_insert_with(|| format!("`{directive}` in module-level assembly"));
            }
            _ => {}
        }
    }
}

/// Also with a priority (`.init_array.101`), and if a macro's parameter decides.
fn runs_by_itself(section: &str) -> bool {
    let named = |name: &str| section.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    section.contains('\\') || RUNNING.iter().any(|name| named(name))
}

/// A label at the beginning, and what follows it.
fn label(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once(':')?;
    let name = name.trim_matches('"');
    is_symbol(name).then_some((name, rest))
}

fn is_symbol(text: &str) -> bool {
    let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@');
    !text.is_empty() && text.chars().all(fits) && !text.starts_with(|c: char| c.is_ascii_digit())
}

/// Comments begin with `#` or `//`, or stand between `/*` and `*/`; not within quotes.
fn without_comments(text: &str) -> String {
    let mut out = String::new();
    let (mut quoted, mut rest) = (false, text);
    while let Some(c) = rest.chars().next() {
        if !quoted && rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
            out.push(' ');
            continue;
        }
        if !quoted && (c == '#' || rest.starts_with("//")) {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
            continue;
        }
        quoted ^= c == '"';
        // Quotes and separators within a text must not end the statement.
        out.push(if quoted && matches!(c, ';' | ':' | '=' | '#') { ' ' } else { c });
        rest = &rest[c.len_utf8()..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, symbols: &[&str], running: bool) {
        let mut outside = Outside::default();
        outside.add(text);
        let mut found: Vec<&str> = outside.symbols.iter().map(|s| s.as_str()).collect();
        found.sort_unstable();
        assert_eq!((found, outside.running.is_some()), (symbols.to_vec(), running), "{text}");
    }

    #[test]
    fn what_is_defined() {
        check(".globl f\n.type f, @function\nf: ret\n", &["f"], false);
        check("a: b: nop; c = 5\n.set d, a; .comm e,4", &["a", "b", "c", "d", "e"], false);
        check("1: jmp 1b\n.quad x", &[], false);
        check("\"odd name\": ret", &[], false);
    }

    #[test]
    fn what_is_harmless() {
        check(".symver memcpy, memcpy@GLIBC_2.2.5\n.ident \"x: y\"\n# f: in a comment\n", &[], false);
        check("/* g: ret */ .hidden f // h:\n.section .note.GNU-stack,\"\",@progbits", &[], false);
    }

    #[test]
    fn what_runs_by_itself() {
        check(".section .init_array,\"aw\"\n.quad f\n.text", &[], true);
        check(".pushsection .ctors.65435, \"aw\"", &[], true);
        check(".section \".fini_array\"", &[], true);
        check(".macro put section\n.section \\section\n.endm", &[], true);
        check(".section .init_data", &[], false);
    }
}
