//! Which modules of a crate import which, read off the source.
//!
//! A path counts wherever it stands, in a `use` or in the code: from `crate`, `self` or `super`,
//! from a module below or from a name that a `use` of the same file brought. What a module hands on
//! with `use` counts for the module it comes from, and a table of contents (`lib.rs`, `main.rs`)
//! imports nothing. Tests are left out. Methods are not seen, since nothing in the text says whose
//! they are.

use std::collections::{BTreeMap, BTreeSet};

/// The names on the way from the root of the crate.
pub(super) type Module = Vec<String>;

/// The modules of one crate.
#[derive(Debug, Default)]
pub(super) struct Imports {
    edges: BTreeMap<Module, BTreeSet<Module>>,
}

/// What one file says.
struct File {
    paths: Vec<Vec<String>>,
    /// What `use` calls by which name.
    names: BTreeMap<String, Vec<String>>,
}

impl Imports {
    /// From the files below `src`: their paths from there on, and their texts.
    pub(super) fn read<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Imports {
        let files: BTreeMap<Module, File> =
            files.filter_map(|(path, text)| Some((module(path)?, File::read(text)))).collect();
        let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
        for (module, file) in files.iter().filter(|(module, _)| !module.is_empty()) {
            let targets = file.paths.iter().filter_map(|path| resolve(&files, module, path, HOPS_MAX));
            edges.insert(module.clone(), targets.filter(|target| target != module).collect());
        }
        Imports { edges }
    }

    pub(super) fn modules(&self) -> usize {
        self.edges.len()
    }

    /// Every import, from and to.
    pub(super) fn all(&self) -> impl Iterator<Item = (&Module, &Module)> {
        self.edges.iter().flat_map(|(from, targets)| targets.iter().map(move |to| (from, to)))
    }

    /// The most modules of which each can be reached from each other one.
    pub(super) fn largest_cycle(&self) -> Vec<&Module> {
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            self.edges.keys().map(|from| (from, self.reached_from(from))).collect();
        let cycle = |module: &&Module| -> Vec<&Module> {
            let back = |other: &&&Module| reached.get(**other).is_some_and(|from| from.contains(*module));
            reached[*module].iter().filter(back).copied().collect()
        };
        // Of several that are as long, the first by name.
        let cycles = reached.keys().map(cycle);
        cycles.fold(Vec::new(), |longest, next| if next.len() > longest.len() { next } else { longest })
    }

    fn reached_from<'a>(&'a self, from: &'a Module) -> BTreeSet<&'a Module> {
        let mut reached = BTreeSet::new();
        let mut pending = vec![from];
        while let Some(next) = pending.pop() {
            for target in self.edges.get(next).into_iter().flatten() {
                if reached.insert(target) {
                    pending.push(target);
                }
            }
        }
        reached
    }
}

/// A name may be handed on by several modules before it is met.
const HOPS_MAX: usize = 8;

/// The module that a path leads to, seen from another one. None if it leads out of the crate.
fn resolve(files: &BTreeMap<Module, File>, from: &Module, path: &[String], hops: usize) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let below = [from, std::slice::from_ref(first)].concat();
    let whole = match first.as_str() {
        "crate" => rest.to_vec(),
        "self" => [from, rest].concat(),
        "super" => {
            let ups = path.iter().take_while(|word| *word == "super").count();
            [&from[..from.len().checked_sub(ups)?], &path[ups..]].concat()
        }
        _ if files.contains_key(&below) => [&below, rest].concat(),
        name => {
            let meant = files[from].names.get(name).filter(|meant| meant[0] != *name && hops > 0)?;
            return resolve(files, from, &[meant, rest].concat(), hops - 1);
        }
    };
    let depth = (0..=whole.len()).rev().find(|depth| files.contains_key(&whole[..*depth]))?;
    let (module, item) = (whole[..depth].to_vec(), whole.get(depth));
    let handed_on = item.and_then(|item| files[&module].names.get(item)).filter(|_| hops > 0 && module != *from);
    handed_on.and_then(|path| resolve(files, &module, path, hops - 1)).or(Some(module))
}

/// The module that a file holds, by its path below `src`. None for tests.
fn module(path: &str) -> Option<Module> {
    let mut names: Module = path.strip_suffix(".rs")?.split('/').map(str::to_owned).collect();
    if names.iter().any(|name| name == "tests" || name.ends_with("_tests")) {
        return None;
    }
    if names.len() == 1 && (names[0] == "lib" || names[0] == "main") || names.last().is_some_and(|last| last == "mod") {
        names.pop();
    }
    Some(names)
}

impl File {
    fn read(text: &str) -> File {
        let tokens = tokens(text);
        let mut file = File { paths: Vec::new(), names: BTreeMap::new() };
        let mut at = 0;
        while at < tokens.len() {
            if tokens[at] == "use" {
                at = file.tree(&tokens, at + 1, &[]);
            } else if is_word(tokens[at]) {
                let mut path = vec![tokens[at].to_owned()];
                while tokens.get(at + 1) == Some(&"::") && tokens.get(at + 2).is_some_and(|next| is_word(next)) {
                    path.push(tokens[at + 2].to_owned());
                    at += 2;
                }
                if path.len() > 1 {
                    file.paths.push(path);
                }
                at += 1;
            } else {
                at += 1;
            }
        }
        file
    }

    /// Takes in what a `use` names from here on, behind `prefix`; tells where it ends.
    fn tree(&mut self, tokens: &[&str], mut at: usize, prefix: &[String]) -> usize {
        let mut path = prefix.to_vec();
        let mut whole = false;
        while let Some(token) = tokens.get(at) {
            match *token {
                "{" => {
                    at = self.tree(tokens, at + 1, &path);
                    while tokens.get(at) == Some(&",") {
                        at = self.tree(tokens, at + 1, &path);
                    }
                    // Anything but a brace here is no Rust, or a macro's.
                    return at + usize::from(tokens.get(at) == Some(&"}"));
                }
                "}" | "," | ";" => break,
                "as" => {
                    if let Some(alias) = tokens.get(at + 1) {
                        self.names.insert((*alias).to_owned(), path.clone());
                    }
                    self.paths.push(path);
                    return at + 2;
                }
                "self" if !prefix.is_empty() => whole = true,
                word if is_word(word) => path.push(word.to_owned()),
                _ => {}
            }
            at += 1;
        }
        // A comma may close a list, with nothing behind it.
        if whole || path.len() > prefix.len() {
            if let Some(last) = path.last().filter(|_| path.len() > 1) {
                self.names.insert(last.clone(), path.clone());
            }
            self.paths.push(path);
        }
        at
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Words, `::` and single characters, without comments, strings and what follows the first
/// `#[cfg(test)]` that is not about one line: by house style, tests close a file.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = tests_cut_off(text);
    while let Some(first) = rest.chars().next() {
        let length = if first.is_alphanumeric() || first == '_' {
            rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if first == '"' {
            string_length(rest)
        } else if first == '\'' {
            character_length(rest)
        } else if rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let token = &rest[..length];
        if !token.starts_with(['"', '\'']) && !token.starts_with("//") && !token.starts_with("/*") {
            tokens.push(token);
        }
        rest = &rest[length..];
    }
    tokens.retain(|token| !token.trim().is_empty());
    tokens
}

fn tests_cut_off(text: &str) -> &str {
    let mut from = 0;
    while let Some(at) = ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|mark| text[from..].find(mark)).min() {
        let end = text[from + at..].find('\n').map_or(text.len(), |end| from + at + end + 1);
        let next = text[end..].lines().next().unwrap_or_default();
        if next.trim_start().starts_with("mod ") && next.trim_end().ends_with('{') {
            return &text[..from + at];
        }
        from = end;
    }
    text
}

/// Of a string from its first quote on. Raw strings with quotes inside are not understood; what
/// remains of them is words without `::`, which mean nothing.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    text.len()
}

/// Of a character, or of the quote of a lifetime.
fn character_length(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match (characters.next(), characters.next(), characters.next()) {
        (Some((_, '\\')), _, _) => {
            text[2..].char_indices().skip(1).find(|(_, c)| *c == '\'').map_or(1, |(at, _)| at + 3)
        }
        (Some(_), Some((at, '\'')), _) => at + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imports(files: &[(&str, &str)]) -> Imports {
        Imports::read(files.iter().copied())
    }

    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let imports = imports(files);
        let found: Vec<String> = imports.all().map(|(a, b)| format!("{} -> {}", a.join("::"), b.join("::"))).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn paths_lead_to_modules() {
        let a = "use crate::b::{self, Two, c::Three as T};\nfn f<'a>(x: &'a str) { super::d::g(); '\\'' }";
        let files = [("lib.rs", "mod a;"), ("a.rs", a), ("b/mod.rs", ""), ("b/c.rs", "use super::Two;"), ("d.rs", "")];
        check(&files, &["a -> b", "a -> b::c", "a -> d", "b::c -> b"]);
    }

    #[test]
    fn what_is_handed_on_counts_where_it_comes_from() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\npub use b::{Thing, low::Other};"),
            ("a.rs", "use crate::{Thing, Other};\nuse crate::b;\nfn f() { b::low::g(); }"),
            ("b.rs", "pub use low::Thing;"),
            ("b/low.rs", "pub struct Thing; pub struct Other;"),
        ];
        check(&files, &["a -> b", "a -> b::low", "b -> b::low"]);
    }

    #[test]
    fn comments_strings_and_tests_are_no_imports() {
        let a = "//! crate::b\n/* crate::b */ const A: &str = \"crate::b\";\n#[cfg(test)]\nmod tests {\nuse crate::b::X;\n}";
        check(&[("a.rs", a), ("b.rs", "use std::fmt;"), ("a/tests.rs", "use crate::b;")], &[]);
    }

    #[test]
    fn the_largest_cycle() {
        let files = [
            ("a.rs", "use crate::b;"),
            ("b.rs", "use crate::c;"),
            ("c.rs", "use crate::a;\nuse crate::d;"),
            ("d.rs", "use crate::e;"),
            ("e.rs", "use crate::d;"),
        ];
        let imports = imports(&files);
        let cycle: Vec<String> = imports.largest_cycle().iter().map(|module| module.join("::")).collect();
        assert_eq!(cycle, ["a", "b", "c"]);
        assert!(super::tests::imports(&files[..2]).largest_cycle().is_empty());
        assert_eq!(imports.modules(), 5);
    }
}
