//! Public projects, built by their own build with our compiler, and one or more of their tests
//! checked: `cargo xtask test --long`. Each is a file in `tests/projects/`:
//!
//!     # what is done and why, for whoever reads it
//!     source: pool/main/c/ck/ck_0.7.1.orig.tar.xz SHA256      a file of Debian's archive
//!     needs: cmake ninja-build                                Debian packages that its build needs
//!     library: c++                                            the checker's C++ library, made if it is not there
//!     file: order.c                                           one that lies beside, put on top of the source
//!     build: ./configure CC=augur-cc                          in the order they stand here
//!     check: tests/order -- 2 1                               after `verify`
//!     expect: safe                                            or a kind, or another outcome
//!
//! The source is unpacked anew each time, so that the build is the one a user sees.

use crate::cxx;
use crate::directives::is_kind;
use crate::process;
use crate::project::{Project, files_below};
use crate::results::{self, Failure, Report, Tally};
use crate::suite::{Selection, matches_any};
use crate::verdict::Verdict;
use crate::{setup, sources};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// For a build, and for a check.
const TIMEOUT: Duration = Duration::from_secs(1800);

/// What the compilers are called, beside `verify`.
const COMPILERS: &[&str] = &["augur-cc", "augur-cxx"];

const OUTCOMES: &[&str] = &["safe", "usage", "unsupported", "limit"];

#[derive(Debug, Default, PartialEq, Eq)]
struct Recipe {
    /// In the archive, and its sum.
    source: (String, String),
    needs: Vec<String>,
    is_cxx: bool,
    files: Vec<String>,
    builds: Vec<String>,
    checks: Vec<Check>,
}

#[derive(Debug, Default, PartialEq, Eq)]
struct Check {
    line: String,
    expect: String,
}

impl Recipe {
    fn parse(text: &str) -> Result<Recipe, String> {
        let mut recipe = Recipe::default();
        for (number, line) in text.lines().enumerate() {
            let wrong = |words: &str| format!("line {}: {words}: {line}", number + 1);
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (key, value) = line.split_once(':').ok_or_else(|| wrong("no `key: value`"))?;
            let value = value.trim();
            let words = || value.split_whitespace().map(str::to_owned);
            match key {
                "source" => {
                    let (path, sum) = value.split_once(' ').ok_or_else(|| wrong("a path and its sum"))?;
                    recipe.source = (path.to_owned(), sum.trim().to_owned());
                }
                "needs" => recipe.needs.extend(words()),
                "library" if value == "c++" => recipe.is_cxx = true,
                "file" => recipe.files.extend(words()),
                "build" => recipe.builds.push(value.to_owned()),
                "check" => recipe.checks.push(Check { line: value.to_owned(), expect: String::new() }),
                "expect" => match recipe.checks.last_mut() {
                    Some(check) if OUTCOMES.contains(&value) || is_kind(value) => check.expect = value.to_owned(),
                    Some(_) => return Err(wrong("neither an outcome nor a kind")),
                    None => return Err(wrong("nothing is checked yet")),
                },
                _ => return Err(wrong("not a word of recipes")),
            }
        }
        match recipe.checks.iter().find(|check| check.expect.is_empty()) {
            _ if recipe.source.0.is_empty() => Err("no `source`".to_owned()),
            _ if recipe.checks.is_empty() => Err("no `check`".to_owned()),
            Some(check) => Err(format!("no `expect` after `{}`", check.line)),
            None => Ok(recipe),
        }
    }
}

/// The recipes that a selection asks for. They take minutes, so it has to say so.
pub(crate) fn chosen(project: &Project, selection: &Selection) -> Vec<PathBuf> {
    if !selection.long {
        return Vec::new();
    }
    let mut paths = files_below(&project.root.join("tests/projects"));
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "recipe"));
    paths.retain(|path| matches_any(&selection.filters, &project.relative(path).to_string_lossy()));
    paths
}

/// One after the other: each build uses all cores.
pub(crate) fn run(project: &Project, recipes: &[PathBuf]) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let compilers = compilers(project)?;
    for path in recipes {
        let name = project.relative(path).display().to_string();
        let report = try_project(project, path, &compilers).unwrap_or_else(|actual| {
            let command = format!("cargo xtask test --long {name}");
            let failure = Failure { test: name.clone(), command, expected: "a build".to_owned(), actual };
            Report { passed: 0, failures: vec![failure] }
        });
        results::print(&report.failures);
        tally.add(Tally { passed: report.passed, failed: report.failures.len() });
    }
    Ok(tally)
}

/// A directory with the checker and its compilers, to stand in `PATH`.
pub(crate) fn compilers(project: &Project) -> Result<PathBuf, String> {
    let directory = project.target.join("projects/bin");
    std::fs::create_dir_all(&directory).map_err(|error| format!("{}: {error}", directory.display()))?;
    let verify = project.verify_binary();
    for name in COMPILERS.iter().chain(&["verify"]) {
        let link = directory.join(name);
        // The one of the last run may lead elsewhere.
        let _ = std::fs::remove_file(&link);
        std::os::unix::fs::symlink(&verify, &link).map_err(|error| format!("{}: {error}", link.display()))?;
    }
    Ok(directory)
}

fn try_project(project: &Project, path: &Path, compilers: &Path) -> Result<Report, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let recipe = Recipe::parse(&text)?;
    setup::named_packages(&recipe.needs)?;
    if recipe.is_cxx {
        cxx::ensure(project, &[cxx::Stdlib::Libstdcxx]);
    }
    let name = path.file_stem().unwrap_or_default();
    let place = project.target.join("projects").join(name);
    unpack(&recipe, &place)?;
    for file in &recipe.files {
        let from = path.with_file_name(file);
        std::fs::copy(&from, place.join(file)).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    let begin = Instant::now();
    for line in &recipe.builds {
        let built = process::run(shell(line, &place, compilers)?.env("LC_ALL", "C"), TIMEOUT)?;
        if !built.success() {
            return Err(format!("{line}\n{}: {}", built.describe(), built.tail(15)));
        }
    }
    eprintln!("{}: built in {:.0} s", name.display(), begin.elapsed().as_secs_f64());
    let mut report = Report::default();
    for check in &recipe.checks {
        report.take(try_check(project, path, check, &place, compilers));
    }
    Ok(report)
}

fn try_check(project: &Project, path: &Path, check: &Check, place: &Path, compilers: &Path) -> Result<(), Failure> {
    let line = format!("verify --format json {}", check.line);
    let begin = Instant::now();
    let verdict = shell(&line, place, compilers)
        .and_then(|mut command| process::run(&mut command, TIMEOUT))
        .and_then(|finished| Verdict::read(&finished));
    let name = path.file_stem().unwrap_or_default().display();
    let (actual, is_expected) = match &verdict {
        Err(words) => (words.clone(), false),
        Ok(verdict) => {
            let kind = verdict.kind.as_ref().unwrap_or(&verdict.outcome);
            let (states, seconds) = (verdict.states().unwrap_or_default(), begin.elapsed().as_secs_f64());
            eprintln!("{name}: {}: {kind}, {states} states, {seconds:.1} s", check.line);
            (verdict.to_string(), *kind == check.expect)
        }
    };
    if is_expected {
        return Ok(());
    }
    Err(Failure {
        test: format!("{}: {}", project.relative(path).display(), check.line),
        command: format!("cd {} && verify {}", project.relative(place).display(), check.line),
        expected: check.expect.clone(),
        actual,
    })
}

/// The source of a project, unpacked anew for something else than its recipe.
pub(crate) fn source(project: &Project, name: &str) -> Result<PathBuf, String> {
    let path = project.root.join("tests/projects").join(name).with_extension("recipe");
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let place = project.target.join("benches/sources").join(name);
    unpack(&Recipe::parse(&text)?, &place)?;
    Ok(place)
}

/// The source and nothing else.
fn unpack(recipe: &Recipe, place: &Path) -> Result<(), String> {
    let archive = sources::archive(&recipe.source.0, &recipe.source.1)?;
    if place.exists() {
        std::fs::remove_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))?;
    }
    std::fs::create_dir_all(place).map_err(|error| format!("{}: {error}", place.display()))?;
    let mut tar = Command::new("tar");
    tar.arg("-xf").arg(&archive).arg("--strip-components=1").arg("-C").arg(place);
    process::succeed(&mut tar, TIMEOUT).map(drop)
}

fn shell(line: &str, place: &Path, compilers: &Path) -> Result<Command, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let directories = std::iter::once(compilers.to_path_buf()).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(directories).map_err(|error| error.to_string())?;
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(place).env("PATH", path);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_read() {
        let recipe = Recipe::parse(
            "# why\nsource: pool/a.tar.gz 12ab\nneeds: cmake\nlibrary: c++\nbuild: make CC=augur-cc\ncheck: ./a -- 2\nexpect: leak\n",
        )
        .unwrap();
        assert_eq!(recipe.source, ("pool/a.tar.gz".to_owned(), "12ab".to_owned()));
        assert!(recipe.is_cxx);
        assert_eq!((recipe.needs.join(" "), recipe.builds.join(" ")), ("cmake".into(), "make CC=augur-cc".into()));
        assert_eq!(recipe.checks, [Check { line: "./a -- 2".to_owned(), expect: "leak".to_owned() }]);
    }

    #[test]
    fn what_is_no_recipe() {
        for text in [
            "source: a 1",
            "source: a\ncheck: a\nexpect: safe",
            "source: a 1\ncheck: a",
            "source: a 1\ncheck: a\nexpect: saef",
            "source: a 1\nexpect: safe",
            "source: a 1\nlibrary: c\ncheck: a\nexpect: safe",
            "souce: a 1\ncheck: a\nexpect: safe",
            "check: a\nexpect: safe",
        ] {
            assert!(Recipe::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn all_recipes_are_recipes() {
        let project = Project::find();
        let selection = Selection { long: true, ..Selection::default() };
        let recipes = chosen(&project, &selection);
        assert!(!recipes.is_empty() && chosen(&project, &Selection::default()).is_empty());
        for path in recipes {
            let recipe = Recipe::parse(&std::fs::read_to_string(&path).unwrap());
            let beside = |file: &String| path.with_file_name(file).is_file();
            assert!(recipe.as_ref().is_ok_and(|recipe| recipe.files.iter().all(beside)), "{path:?}: {recipe:?}");
        }
    }
}
