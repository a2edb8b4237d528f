//! `cargo xtask posix`: writes `docs/posix.md`, which says of each function of the C and thread
//! library what of its freedom is explored and what is not.
//!
//! The page is made from comments beside the functions (`comments` reads them, `definitions` finds
//! the functions, `evidence` looks at the tests that a comment names). `tidy` and a unit test hold
//! the page to them: it is up to date, every function has a comment or stands in the page's list of
//! those yet to be described, and each row names tests that show both directions. The list can only
//! get shorter: a function that is new must be described.

mod comments;
mod definitions;
mod evidence;

use crate::project::{Project, files_below};
use comments::Comment;
use evidence::Evidence;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

const PAGE: &str = "docs/posix.md";
const DIRECTORIES: &[&str] = &["runtime", "libc-stubs"];
/// In a comment: all functions of the file that have none of their own.
const OTHERS: &str = "others";
const LATER: &str = "\n## Yet to be described\n";

const OPENING: &str = "\
<!-- Made by `cargo xtask posix` from the comments beside the functions; CONTRIBUTING.md has their format. -->
# The library against POSIX

The threads and the C library are models written in C (`runtime/`, `libc-stubs/`). A model that allows less than the \
real function would make a wrong *safe*; so this page says, function by function:

- **explored**: what of the freedom that POSIX, glibc and Linux leave is tried, as a choice or by interleaving;
- **left out**: what the real function may do and ours does not;
- **faults**: the name for `--faults` under which it may fail;
- **accesses**: which of the program's memory the call reads (r) and writes (w), as accesses that race like the \
program's own;
- **tests**: programs in `tests/programs/` that show both directions, what is found and what is not; `races:x` is the \
entry `x` of `crates/verify/tests/library/races.c`, which is run with and without a lock.

What is left out of time, addresses and the machine as a whole is in [meaning.md](meaning.md).
";

const LATER_WORDS: &str = "\
What these do is in their source and in its tests; nobody has yet held it against POSIX word by word on this page.
";

/// One file of the library.
struct Part {
    path: String,
    text: String,
    functions: Vec<String>,
    comments: Vec<Comment>,
}

/// `cargo xtask posix`.
pub(crate) fn run(project: &Project) -> Result<ExitCode, String> {
    let (page, complaints) = make(project)?;
    for complaint in &complaints {
        println!("{complaint}");
    }
    std::fs::write(project.root.join(PAGE), page).map_err(|error| format!("{PAGE}: {error}"))?;
    println!("wrote {PAGE}");
    Ok(if complaints.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// For `tidy`: everything that is wrong with the comments and the page.
pub(crate) fn complaints(project: &Project) -> Result<Vec<String>, String> {
    let (page, mut complaints) = make(project)?;
    if page != old_page(project) {
        complaints.push(format!("{PAGE}: not up to date: run `cargo xtask posix`"));
    }
    Ok(complaints)
}

fn old_page(project: &Project) -> String {
    std::fs::read_to_string(project.root.join(PAGE)).unwrap_or_default()
}

/// The page as it should be, and what is wrong with what it is made from.
fn make(project: &Project) -> Result<(String, Vec<String>), String> {
    let mut complaints = Vec::new();
    let parts = read_parts(&project.root, &mut complaints)?;
    let evidence = Evidence::read(&project.root)?;
    let old = old_page(project);
    let later_before = later_in(&old);
    let mut later = BTreeSet::new();
    let mut page = OPENING.to_owned();
    for part in &parts {
        complaints.extend(part.complaints(&evidence));
        page += &part.section();
        for function in part.undescribed() {
            if old.is_empty() || later_before.contains(function) {
                later.insert(function.to_owned());
            } else {
                complaints.push(format!("{}: `{function}` has no comment `posix: {function}`", part.path));
            }
        }
    }
    if !later.is_empty() {
        let names: Vec<String> = later.iter().map(|name| format!("`{name}`")).collect();
        let _ = write!(page, "{LATER}\n{LATER_WORDS}\n{}\n", names.join("\n"));
    }
    Ok((page, complaints))
}

fn read_parts(root: &Path, complaints: &mut Vec<String>) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    for directory in DIRECTORIES {
        for file in files_below(&root.join(directory)) {
            if file.extension().is_none_or(|extension| extension != "c") {
                continue;
            }
            let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            let path = file.strip_prefix(root).unwrap_or(&file).display().to_string();
            let (comments, wrong) = comments::parse(&text);
            complaints.extend(wrong.into_iter().map(|words| format!("{path}:{words}")));
            let functions = definitions::functions(&text);
            parts.push(Part { path, text, functions, comments });
        }
    }
    Ok(parts)
}

/// The names in the list at the end of a page. Whatever else stands there, such as the marks of a
/// merge, is not looked at.
fn later_in(page: &str) -> BTreeSet<String> {
    let list = page.split_once(LATER).map_or("", |(_, list)| list);
    let name = |line: &str| Some(line.strip_prefix('`')?.strip_suffix('`')?.to_owned());
    list.lines().filter_map(name).collect()
}

impl Part {
    fn has_others(&self) -> bool {
        self.comments.iter().any(|comment| comment.is_for(OTHERS))
    }

    /// Functions that no comment speaks of.
    fn undescribed(&self) -> Vec<&str> {
        if self.has_others() {
            return Vec::new();
        }
        self.unnamed()
    }

    fn unnamed(&self) -> Vec<&str> {
        let named = |name: &&str| self.comments.iter().any(|comment| comment.is_for(name));
        self.functions.iter().map(String::as_str).filter(|name| !named(name)).collect()
    }

    /// Is the function defined in this file, or named in it because a macro defines it?
    fn mentions(&self, function: &str) -> bool {
        let words = || self.text.split(|c: char| !c.is_alphanumeric() && c != '_');
        // Once in the comment, and once more.
        self.functions.iter().any(|name| name == function) || words().filter(|word| *word == function).count() > 1
    }

    fn complaints(&self, evidence: &Evidence) -> Vec<String> {
        let mut found = Vec::new();
        let mut seen = BTreeMap::new();
        for comment in &self.comments {
            let at = format!("{}:{}", self.path, comment.line);
            for name in &comment.functions {
                if name != OTHERS && !self.mentions(name) {
                    found.push(format!("{at}: no function `{name}` is in this file"));
                }
                if let Some(before) = seen.insert(name, comment.line) {
                    found.push(format!("{at}: `{name}` is described in line {before}, too"));
                }
            }
            found.extend(evidence.complaints(comment).into_iter().map(|words| format!("{at}: {words}")));
        }
        found
    }

    fn section(&self) -> String {
        if self.comments.is_empty() {
            return String::new();
        }
        let mut text = format!(
            "\n## {}\n\n| function | explored | left out | faults | accesses | tests |\n| --- | --- | --- | --- | --- | --- |\n",
            self.path
        );
        for comment in &self.comments {
            let of_comment = comment.functions.iter().map(String::as_str);
            let names: Vec<&str> = if comment.is_for(OTHERS) { self.unnamed() } else { of_comment.collect() };
            let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            let tests: Vec<&str> = comment.tests.iter().map(String::as_str).collect();
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} |",
                quoted(&names),
                comment.explored,
                comment.left_out,
                comment.faults,
                comment.accesses,
                quoted(&tests)
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_made_from_the_comments() {
        let complaints = complaints(&Project::find()).unwrap();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }

    #[test]
    fn the_list_survives_a_merge() {
        let page = format!("x\n`no`\n{LATER}\nWords.\n\n`a`\n<<<<<<< HEAD\n`b`\n=======\n`c`\n>>>>>>> x\n");
        assert_eq!(later_in(&page), ["a", "b", "c"].map(str::to_owned).into());
    }

    fn part(functions: &[&str], text: &str) -> Part {
        let (comments, wrong) = comments::parse(text);
        assert!(wrong.is_empty(), "{wrong:?}");
        let text = text.to_owned();
        Part { path: "a.c".into(), text, functions: functions.iter().map(|&name| name.into()).collect(), comments }
    }

    #[test]
    fn every_function_is_spoken_of_once() {
        let one = part(&["f", "g"], "/* posix: f\n * explored: all.\n * tests: races:f */\n");
        assert_eq!(one.undescribed(), ["g"]);
        let rest = part(&["f", "g"], "/* posix: others\n * explored: all.\n * tests: races:f */\n");
        assert!(rest.undescribed().is_empty());
        assert!(rest.section().contains("| `f`, `g` | all. |"), "{}", rest.section());
        let twice = part(&["f"], "int f(void);\n/* posix: f f h\n * explored: all.\n * tests: races:f */\n");
        let found = twice.complaints(&Evidence::of_races(&["f"]));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("in line 2, too") && found[1].contains("no function `h`"), "{found:?}");
    }
}
