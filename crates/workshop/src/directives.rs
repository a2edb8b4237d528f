//! What a test program says about itself.
//!
//! On top, one per line (`;@` in `.ll` files):
//!
//!     //@ expect: safe            or an outcome (`unsupported`, `limit`, `usage`), or a kind without a line
//!     //@ exits: 0 1 11           exactly the statuses that the program can exit with
//!     //@ states-max: 44          a safe program has no more states; docs/cost.md says so, too
//!     //@ flags: --malloc-may-fail
//!     //@ args: 3 hello           given to the program after `--`
//!     //@ opt: O0                 only at this level
//!     //@ native: no              a safe program that must not run on the real machine
//!     //@ output: native          has one execution, which must print what the real machine prints
//!     //@ needs: musl             left out where the source of musl could not be had
//!     //@ std: c++20              the standard it is written for, if not the compiler's default
//!     //@ stdlib: libc++ libstdc++    compiled with each of these C++ libraries, not only with libstdc++
//!     //@ skip-none               not with `--reduction none` and `tau` (too many states)
//!     //@ no-shortcuts            with `--no-shortcuts` as well, at each level
//!     //@ skip-tau                nor with `tau+` (even more)
//!     //@ long                    only with `cargo xtask test --long`
//!
//! and, on the line it speaks of, `// expect: KIND`. Where several are given the
//! report must match one of them. A directive that is not known is an error: a
//! misspelt one would otherwise pass for years.

use crate::cxx::{self, Stdlib};
use std::collections::BTreeSet;

/// The names that `//@ expect:` takes for outcomes; everything else is a kind.
const OUTCOMES: &[&str] = &["usage", "unsupported", "limit"];

/// Where the machine declares the kinds of violations, each in a line of its own: `Assert "assert",`.
const DECLARATION: &str = include_str!("../../machine/src/problem.rs");

/// Is this a kind of violation? (So that a typing error in a test is seen.)
pub(crate) fn is_kind(name: &str) -> bool {
    let table = DECLARATION.split_once("\nkinds! {").and_then(|(_, rest)| rest.split_once("\n}"));
    table.is_some_and(|(table, _)| table.split('"').skip(1).step_by(2).any(|kind| kind == name))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    O0,
    O2,
}

impl Level {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Level::O0 => "O0",
            Level::O2 => "O2",
        }
    }
}

/// One acceptable violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expected {
    pub kind: String,
    /// None: wherever it is reported.
    pub line: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expectation {
    Safe,
    /// Any one of these.
    Violation(Vec<Expected>),
    /// `usage`, `unsupported` or `limit`.
    Outcome(String),
}

impl std::fmt::Display for Expectation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Expectation::Safe => write!(f, "safe"),
            Expectation::Outcome(outcome) => write!(f, "{outcome}"),
            Expectation::Violation(expected) => {
                for (index, one) in expected.iter().enumerate() {
                    let or = if index == 0 { "" } else { " or " };
                    write!(f, "{or}{}", one.kind)?;
                    if let Some(line) = one.line {
                        write!(f, " at line {line}")?;
                    }
                }
                Ok(())
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Directives {
    pub expect: Expectation,
    /// None: not looked at.
    pub exits: Option<BTreeSet<i64>>,
    /// With the reduction that is the default.
    pub states_max: Option<u64>,
    pub flags: Vec<String>,
    pub args: Vec<String>,
    pub levels: Vec<Level>,
    pub native: bool,
    /// One execution, compared with the real machine's output.
    pub same_output: bool,
    pub needs_musl: bool,
    /// As the compiler calls it.
    pub standard: Option<String>,
    /// The C++ libraries it is compiled with, if it is C++.
    pub stdlibs: Vec<Stdlib>,
    pub skip_none: bool,
    /// Checked with `--no-shortcuts` as well.
    pub no_shortcuts: bool,
    pub skip_tau: bool,
    pub long: bool,
}

impl Directives {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut parsed = Directives {
            expect: Expectation::Safe,
            exits: None,
            states_max: None,
            flags: Vec::new(),
            args: Vec::new(),
            levels: vec![Level::O0, Level::O2],
            native: true,
            same_output: false,
            needs_musl: false,
            standard: None,
            stdlibs: vec![Stdlib::Libstdcxx],
            skip_none: false,
            no_shortcuts: false,
            skip_tau: false,
            long: false,
        };
        let mut expectations = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            if let Some(directive) = directive_in(line) {
                let at = |message: String| format!("line {number}: {message}");
                if let Some(on_top) = parsed.take(directive).map_err(at)? {
                    expectations.extend(on_top);
                }
            } else if let Some(kinds) = expectation_in(line) {
                let kinds = kinds.map_err(|message| format!("line {number}: {message}"))?;
                let here = |kind| Expectation::Violation(vec![Expected { kind, line: Some(number) }]);
                expectations.extend(kinds.into_iter().map(here));
            }
        }
        parsed.expect = combine(expectations)?;
        if parsed.exits.is_some() && parsed.expect != Expectation::Safe {
            return Err("`exits:` is for safe programs: a violation ends the search".to_owned());
        }
        if parsed.same_output && (parsed.expect != Expectation::Safe || !parsed.native) {
            return Err("`output: native` is for safe programs that run natively".to_owned());
        }
        Ok(parsed)
    }

    /// Takes one directive in; gives back expectations, if that is what it was.
    fn take(&mut self, directive: &str) -> Result<Option<Vec<Expectation>>, String> {
        let (name, value) = match directive.split_once(':') {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (directive.trim(), ""),
        };
        match name {
            "expect" => return on_top(value).map(Some),
            "exits" => self.exits = Some(statuses(value)?),
            "states-max" => {
                let number = value.trim().parse();
                self.states_max = Some(number.map_err(|_| format!("`states-max:` takes a number, not `{value}`"))?);
            }
            "flags" => self.flags.extend(words(value)),
            "args" => self.args.extend(words(value)),
            "opt" => self.levels = levels(value)?,
            "native" => self.native = yes_or_no(value)?,
            "output" if value == "native" => self.same_output = true,
            "needs" if value == "musl" => self.needs_musl = true,
            "std" => self.standard = Some(value.to_owned()),
            "stdlib" => self.stdlibs = stdlibs(value)?,
            "skip-none" => self.skip_none = true,
            "no-shortcuts" => self.no_shortcuts = true,
            "skip-tau" => (self.skip_none, self.skip_tau) = (true, true),
            "long" => self.long = true,
            _ => return Err(format!("no directive `{name}`")),
        }
        Ok(None)
    }
}

fn combine(mut expectations: Vec<Expectation>) -> Result<Expectation, String> {
    let mixed = "expects both a violation and something else";
    let Some(mut combined) = expectations.pop() else {
        return Err("says neither `//@ expect: …` nor `// expect: KIND` on a line".to_owned());
    };
    for other in expectations.into_iter().rev() {
        match (&mut combined, other) {
            (Expectation::Violation(all), Expectation::Violation(mut more)) => {
                more.append(all);
                *all = more;
            }
            (this, other) if *this == other => {}
            _ => return Err(mixed.to_owned()),
        }
    }
    Ok(combined)
}

/// The text after `//@` or `;@`, if the line begins with it.
fn directive_in(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("//@").or_else(|| line.strip_prefix(";@"))
}

/// The kinds of a trailing `// expect: KIND` (or `; expect: KIND`).
fn expectation_in(line: &str) -> Option<Result<Vec<String>, String>> {
    let (_, after) = line.split_once("// expect:").or_else(|| line.split_once("; expect:"))?;
    let kinds: Vec<String> = list(after).map(str::to_owned).collect();
    match kinds.iter().find(|kind| !is_kind(kind)) {
        Some(unknown) => Some(Err(format!("no kind of violation is called `{unknown}`"))),
        None if kinds.is_empty() => Some(Err("`expect:` names no kind".to_owned())),
        None => Some(Ok(kinds)),
    }
}

fn on_top(value: &str) -> Result<Vec<Expectation>, String> {
    let mut expectations = Vec::new();
    for name in list(value) {
        expectations.push(match name {
            "safe" => Expectation::Safe,
            _ if OUTCOMES.contains(&name) => Expectation::Outcome(name.to_owned()),
            _ if is_kind(name) => Expectation::Violation(vec![Expected { kind: name.to_owned(), line: None }]),
            _ => {
                return Err(format!("`{name}` is neither an outcome nor a kind of violation"));
            }
        });
    }
    if expectations.is_empty() { Err("`expect:` names nothing".to_owned()) } else { Ok(expectations) }
}

fn statuses(value: &str) -> Result<BTreeSet<i64>, String> {
    let number = |word: &str| {
        let number = word.parse();
        number.map_err(|_| format!("`exits:` takes numbers, not `{word}`"))
    };
    list(value).map(number).collect()
}

fn levels(value: &str) -> Result<Vec<Level>, String> {
    list(value)
        .map(|name| match name.trim_start_matches('-') {
            "O0" => Ok(Level::O0),
            "O2" => Ok(Level::O2),
            _ => Err(format!("`opt:` takes O0 or O2, not `{name}`")),
        })
        .collect()
}

fn stdlibs(value: &str) -> Result<Vec<Stdlib>, String> {
    let named = |name: &str| cxx::ALL.into_iter().find(|library| library.name() == name);
    list(value).map(|name| named(name).ok_or(format!("no C++ library is called `{name}`"))).collect()
}

fn yes_or_no(value: &str) -> Result<bool, String> {
    match value {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(format!("takes yes or no, not `{value}`")),
    }
}

fn list(value: &str) -> impl Iterator<Item = &str> {
    value.split([',', ' ', '\t']).filter(|part| !part.is_empty())
}

/// Words; what stands in single quotation marks is one.
fn words(value: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (nth, part) in value.split('\'').enumerate() {
        match nth % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Directives {
        Directives::parse(text).unwrap()
    }

    fn check_error(text: &str, part: &str) {
        let error = Directives::parse(text).unwrap_err();
        assert!(error.contains(part), "{error}");
    }

    #[test]
    fn kinds_are_those_of_the_machine() {
        assert!(is_kind("assert") && is_kind("stack-overflow"));
        assert!(!is_kind("exit-code") && !is_kind(""));
    }

    fn at(kind: &str, line: Option<u64>) -> Expected {
        Expected { kind: kind.to_owned(), line }
    }

    #[test]
    fn safe_with_everything() {
        let d = check(
            "//@ expect: safe\n//@ exits: 0 11\n//@ flags: --races off --malloc-may-fail\n//@ args: 3 x\n\
             //@ opt: O0\n//@ native: no\n//@ skip-none\n//@ long\nint main(void) {}\n",
        );
        assert_eq!(d.expect, Expectation::Safe);
        assert_eq!(d.flags, ["--races", "off", "--malloc-may-fail"]);
        assert_eq!(d.args, ["3", "x"]);
        assert_eq!(d.exits, Some(BTreeSet::from([0, 11])));
        assert_eq!(d.levels, [Level::O0]);
        assert!(!d.native && d.skip_none && d.long);
    }

    #[test]
    fn defaults() {
        let d = check("//@ expect: safe");
        assert_eq!(d.levels, [Level::O0, Level::O2]);
        assert!(d.native && !d.skip_none && !d.long && d.flags.is_empty());
    }

    #[test]
    fn kinds_on_their_lines() {
        let d = check("int x;\nassert(x); // expect: assert\nx = 1; // expect: data-race\n");
        let expected = vec![at("assert", Some(2)), at("data-race", Some(3))];
        assert_eq!(d.expect, Expectation::Violation(expected));
        assert_eq!(d.expect.to_string(), "assert at line 2 or data-race at line 3");
    }

    #[test]
    fn a_kind_without_a_line() {
        let d = check("//@ expect: deadlock\n");
        assert_eq!(d.expect, Expectation::Violation(vec![at("deadlock", None)]));
    }

    #[test]
    fn an_outcome() {
        assert_eq!(check("//@ expect: limit").expect, Expectation::Outcome("limit".to_owned()));
    }

    #[test]
    fn llvm_assembly_comments() {
        let d = check(";@ native: no\ndefine i32 @main() {\n  unreachable ; expect: unreachable\n}\n");
        assert!(!d.native);
        assert_eq!(d.expect, Expectation::Violation(vec![at("unreachable", Some(3))]));
    }

    #[test]
    fn mistakes_are_told() {
        check_error("int main(void) {}", "neither");
        check_error("//@ expect: sage", "`sage`");
        check_error("x(); // expect: asert", "`asert`");
        check_error("x(); // expect:", "names no kind");
        check_error("//@ expect:", "names nothing");
        check_error("//@ expct: safe", "no directive `expct`");
        check_error("//@ expect: safe\nx(); // expect: assert", "both");
        check_error("//@ expect: safe\n//@ opt: O3", "O3");
        check_error("//@ expect: safe\n//@ native: maybe", "maybe");
        check_error("//@ expect: safe\n//@ exits: one", "`one`");
        check_error("//@ expect: assert\n//@ exits: 1", "for safe programs");
    }
}
