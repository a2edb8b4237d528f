//! `--set` while compiling: macros and constants get another value in the text of the sources.
//!
//! A definition on the command line would lose against one in the source, and an optimiser or the
//! front end puts constants in where they are used. So the lines that define the name are
//! written anew, in copies that the compiler sees in the place of the files; lines keep their
//! numbers. Looked at are the source and what it includes with quotes.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use report::Outcome;
use serde_json::json;

use crate::args::CompileArgs;
use crate::files;
use crate::output::usage;

/// More files than a source includes of its own project.
const FILES_MAX: usize = 4096;

/// What to compile a source with.
#[derive(Default)]
pub(crate) struct Overlay {
    pub flags: Vec<OsString>,
    /// The names that have their value by this.
    pub names: BTreeSet<String>,
}

/// Writes copies into `directory`, if there is something to be changed.
pub(crate) fn overlay(
    source: &Path,
    set: &[(String, String)],
    args: &CompileArgs,
    directory: &Path,
) -> Result<Overlay, Outcome> {
    let mut overlay = Overlay::default();
    if set.is_empty() {
        return Ok(overlay);
    }
    let mut roots = Vec::new();
    for (number, (path, text)) in sources(source, args).into_iter().enumerate() {
        let mut changed = text.clone();
        for (name, value) in set {
            let (new, found) = rewrite(&changed, name, value);
            changed = new;
            if found {
                overlay.names.insert(name.clone());
            }
        }
        if changed != text {
            let copy = directory.join(format!("set-{number}"));
            let written = std::fs::write(&copy, &changed);
            written.map_err(|error| usage(format!("cannot be written: {error}"), "--set", "set TMPDIR"))?;
            roots.push(json!({"type": "file", "name": path, "external-contents": copy}));
        }
        for (name, value) in set.iter().filter(|(name, _)| asks(&text, name)) {
            overlay.flags.extend([format!("-U{name}").into(), format!("-D{name}={value}").into()]);
            overlay.names.insert(name.clone());
        }
    }
    let defined = args.define.iter().map(|define| define.to_string_lossy());
    let flags = args.cc_arg.iter().map(|flag| flag.to_string_lossy());
    let defined: BTreeSet<String> = defined
        .chain(flags.filter_map(|flag| flag.strip_prefix("-D").map(|define| define.to_owned().into())))
        .map(|define| define.split('=').next().unwrap_or_default().to_owned())
        .collect();
    let given = |name: &str| defined.contains(name);
    for (name, value) in set.iter().filter(|(name, _)| given(name)) {
        overlay.flags.extend([format!("-U{name}").into(), format!("-D{name}={value}").into()]);
        overlay.names.insert(name.clone());
    }
    if !roots.is_empty() {
        let file = directory.join("set.yaml");
        let text = json!({"version": 0, "use-external-names": "false", "roots": roots}).to_string();
        let written = std::fs::write(&file, text);
        written.map_err(|error| usage(format!("cannot be written: {error}"), "--set", "set TMPDIR"))?;
        overlay.flags.extend(["-ivfsoverlay".into(), file.into()]);
    }
    Ok(overlay)
}

/// The source and what it includes with quotes, by absolute name.
fn sources(source: &Path, args: &CompileArgs) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut queue = vec![source.to_path_buf()];
    while let Some(next) = queue.pop() {
        let Ok(path) = std::path::absolute(&next) else { continue };
        if found.len() >= FILES_MAX || found.contains_key(&path) {
            continue;
        }
        let Ok(text) = files::read_text(&path, "") else { continue };
        let beside = path.parent().unwrap_or(Path::new("/")).to_path_buf();
        let directories: Vec<PathBuf> =
            std::iter::once(beside).chain(args.include.iter().map(PathBuf::from)).chain(included_from(args)).collect();
        for name in text.lines().filter_map(included) {
            queue.extend(directories.iter().map(|directory| directory.join(name)).find(|file| file.is_file()));
        }
        found.insert(path, text);
    }
    found
}

/// Directories for headers among the flags for the compiler, as those of a project are.
fn included_from(args: &CompileArgs) -> Vec<PathBuf> {
    let (mut base, mut directories) = (PathBuf::new(), Vec::new());
    let mut words = args.cc_arg.iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let flag = ["-I", "-iquote", "-isystem"].into_iter().find(|flag| word.starts_with(flag));
        if let Some(place) = word.strip_prefix("-working-directory=") {
            base = place.into();
        } else if let Some(flag) = flag {
            let value = if word == flag { words.next() } else { Some(word[flag.len()..].to_owned()) };
            directories.extend(value.map(|value| base.join(value)));
        }
    }
    directories
}

fn included(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?.trim_start();
    rest.strip_prefix('"')?.split_once('"').map(|(name, _)| name)
}

/// Is the name in a condition for the preprocessor? Then it may have its value from outside.
fn asks(text: &str, name: &str) -> bool {
    let conditions = text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).map(str::trim_start);
    conditions
        .filter(|line| line.starts_with("if") || line.starts_with("elif"))
        .any(|line| position(line, name).is_some())
}

/// The text with other values where the name gets one, and whether it does.
fn rewrite(text: &str, name: &str, value: &str) -> (String, bool) {
    let mut out = String::with_capacity(text.len());
    let mut found = false;
    let mut continued = false;
    let mut in_enum = false;
    for line in text.split_inclusive('\n') {
        let body = line.trim_end_matches(['\n', '\r']);
        let listed = in_enum;
        in_enum = is_enum_open(body, in_enum);
        if continued {
            // The old value went on here.
            continued = body.ends_with('\\');
            out.push_str(&line[body.len()..]);
            continue;
        }
        match defines(body, name).or_else(|| initialises(body, name, listed)) {
            None => out.push_str(line),
            Some((before, after)) => {
                found = true;
                continued = after.is_empty() && body.ends_with('\\');
                out.push_str(before);
                out.push_str(value);
                out.push_str(after);
                out.push_str(&line[body.len()..]);
            }
        }
    }
    (out, found)
}

/// What stands before and after the value of a macro without parameters.
fn defines<'a>(line: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
    let rest = rest.strip_prefix([' ', '\t'])?.trim_start().strip_prefix(name)?;
    if rest.starts_with(|c: char| c == '(' || is_word(c)) {
        return None;
    }
    let before = &line[..line.len() - rest.len()];
    // A value must not be glued to the name: there is a blank, or nothing follows.
    let blank = rest.len() - rest.trim_start().len();
    match blank {
        0 => None,
        _ => Some((&line[..before.len() + blank], "")),
    }
}

/// Does a list of enumerators go on behind this line?
fn is_enum_open(line: &str, before: bool) -> bool {
    let code = line.split("//").next().unwrap_or_default();
    match position(code, "enum").map(|at| &code[at..]) {
        Some(list) if list.contains('{') => !list.contains('}'),
        // The bracket may stand on the next line.
        Some(list) => list.chars().all(|c| is_word(c) || c.is_whitespace()),
        None => before && !code.contains(['}', ';']),
    }
}

/// The same for a constant or an enumerator that has its value on the same line, in a list of such or not.
fn initialises<'a>(line: &'a str, name: &str, listed: bool) -> Option<(&'a str, &'a str)> {
    let at = position(line, name)?;
    let constant = listed || ["const", "constexpr", "enum"].iter().any(|word| position(&line[..at], word).is_some());
    let rest = line[at + name.len()..].trim_start();
    let initial = rest.strip_prefix('=').filter(|initial| constant && !initial.starts_with('='))?;
    let code = initial.split("//").next().unwrap_or_default();
    let end = code.find([',', ';', '}']).or_else(|| listed.then_some(code.trim_end().len()))?;
    let start = line.len() - initial.len();
    Some((&line[..start], &line[start + end..]))
}

/// Where a name is a word by itself.
fn position(text: &str, name: &str) -> Option<usize> {
    let mut places = text.match_indices(name).map(|(at, _)| at);
    places.find(|&at| {
        let after = text[at + name.len()..].chars().next();
        !text[..at].chars().next_back().is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let (new, found) = rewrite(text, "N", "2");
        assert_eq!((new.as_str(), found), (expected, new != text), "{text}");
    }

    #[test]
    fn lines_that_define() {
        check("#define N 40\nint a[N];\n", "#define N 2\nint a[N];\n");
        check("  # define\tN\t(8 * \\\n  5)\nx\n", "  # define\tN\t2\n\nx\n");
        check("static const int N = 40;\n", "static const int N =2;\n");
        check("enum { M = 1, N = 40, P };\n", "enum { M = 1, N =2, P };\n");
        check("constexpr int N = 4; // four", "constexpr int N =2; // four");
        check("enum size {\n    M,\n    N = 40, // forty\n};\n", "enum size {\n    M,\n    N =2, // forty\n};\n");
        check("typedef enum\n{\n    N = 40\n} size;\n", "typedef enum\n{\n    N =2\n} size;\n");
    }

    #[test]
    fn lines_that_do_not() {
        for text in [
            "#define NN 4\n",
            "#define N(x) x\n",
            "int N = 4;\n",
            "enum { M };\nint N = 4;\n",
            "const int M = N;\n",
            "if (N == 4) {}\n",
        ] {
            check(text, text);
        }
        assert!(asks("#ifndef N\n", "N") && asks("# if N > 2\n", "N"));
        assert!(!asks("#include <N>\nif (N) {}\n", "N"));
    }
}
