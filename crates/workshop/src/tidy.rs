//! `cargo xtask tidy`: the house rules that a program can check, which gate every change as part
//! of `cargo xtask test`.
//!
//! Reading order: `source` is what is looked at, `lints` calls rustfmt and clippy, `files` has rules for single files,
//! `licences` for what others have written, `arrows`
//! those between crates and modules (`imports` reads who uses whom), `budget` what may not grow.

mod arrows;
mod budget;
mod files;
mod imports;
mod licences;
mod lints;
mod source;

use crate::posix;
use crate::project::Project;
use crate::results::{self, Failure, Tally};
use budget::{Counts, Kind};
use imports::Imports;
use source::Source;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// One rule, or several of a kind.
struct Gate {
    name: &'static str,
    complaints: Vec<String>,
    /// Why nobody looked.
    unchecked: Option<String>,
}

/// What all gates say.
struct Findings {
    gates: Vec<Gate>,
    remarks: Vec<String>,
    /// Figures of each crate.
    table: String,
    /// The budgets, lowered.
    lowered: String,
}

pub(crate) fn run(project: &Project, lower: bool) -> Result<ExitCode, String> {
    let findings = look(project)?;
    let complaints: Vec<&String> = findings.gates.iter().flat_map(|gate| &gate.complaints).collect();
    complaints.iter().for_each(|complaint| println!("{complaint}"));
    println!("{}", findings.table);
    if lower {
        std::fs::write(project.root.join(budget::FILE), findings.lowered)
            .map_err(|error| format!("{}: {error}", budget::FILE))?;
    } else {
        findings.remarks.iter().for_each(|remark| println!("{remark}"));
    }
    unchecked(&findings.gates).iter().for_each(|warning| println!("{warning}"));
    if complaints.is_empty() {
        println!("tidy");
        return Ok(ExitCode::SUCCESS);
    }
    println!("{} complaint(s)", complaints.len());
    Ok(ExitCode::FAILURE)
}

/// The part of `cargo xtask test`: each gate is a test. What was not checked is for the end.
pub(crate) fn test(project: &Project, warnings: &mut Vec<String>) -> Result<Tally, String> {
    let findings = look(project)?;
    let mut tally = Tally::default();
    for gate in findings.gates.iter().filter(|gate| gate.unchecked.is_none()) {
        if gate.complaints.is_empty() {
            tally.passed += 1;
            continue;
        }
        tally.failed += 1;
        let (test, command) = (format!("house rules [{}]", gate.name), "cargo xtask tidy".to_owned());
        results::print(&[Failure {
            test,
            command,
            expected: "no complaint".to_owned(),
            actual: gate.complaints.join("\n"),
        }]);
    }
    warnings.extend(unchecked(&findings.gates));
    eprintln!("house rules: {} passed, {} failed", tally.passed, tally.failed);
    Ok(tally)
}

/// A gate that stands open must be heard of.
fn unchecked(gates: &[Gate]) -> Vec<String> {
    let open = gates.iter().filter_map(|gate| Some((gate, gate.unchecked.as_ref()?)));
    open.map(|(gate, why)| format!("WARNING: {} WAS NOT CHECKED. {why}", gate.name.to_uppercase())).collect()
}

fn look(project: &Project) -> Result<Findings, String> {
    let sources = source::all(project)?;
    let mut gates = vec![from_lints("formatting", lints::format(project).map(|complaints| (complaints, ()))).0];
    let (clippy, casts) = from_lints("clippy", lints::clippy(project));
    gates.push(clippy);
    gates.push(gate("files", sources.iter().flat_map(files::complaints).collect()));
    gates.push(gate("docs/posix.md", posix::complaints(project)?));
    gates.push(from_lints("licences", licences::look(project).map(|complaints| (complaints, ()))).0);
    gates.push(from_lints("advisories", licences::advisories(project).map(|complaints| (complaints, ()))).0);
    let manifest = |source: &&Source| source.krate().is_some() && source.path.ends_with("/Cargo.toml");
    gates.push(gate("arrows", sources.iter().filter(manifest).flat_map(arrows::between_crates).collect()));
    let imports = imports(&sources);
    let mut counted = vec![Kind::Upward, Kind::Cycle];
    let mut counts = Counts::new();
    if let Some(casts) = casts.flatten() {
        counted.push(Kind::Casts);
        counts = casts;
    }
    for (krate, imports) in &imports {
        let cycle = imports.largest_cycle().iter().map(|module| module.join("::")).collect();
        counts.insert((Kind::Cycle, krate.clone()), cycle);
        counts.insert((Kind::Upward, krate.clone()), arrows::upward(krate, imports));
    }
    let text = budget::text(&sources);
    let judgement = budget::judge(text, &counts, &counted);
    gates.push(gate("budgets", judgement.complaints));
    let (table, lowered) = (table(&sources, &imports, &counts, &counted), budget::lowered(text, &counts, &counted));
    Ok(Findings { gates, remarks: judgement.remarks, table, lowered })
}

fn gate(name: &'static str, complaints: Vec<String>) -> Gate {
    Gate { name, complaints, unchecked: None }
}

fn from_lints<T>(name: &'static str, result: Result<(Vec<String>, T), lints::Absent>) -> (Gate, Option<T>) {
    match result {
        Ok((complaints, more)) => (gate(name, complaints), Some(more)),
        Err(absent) => (Gate { name, complaints: Vec::new(), unchecked: Some(absent.0) }, None),
    }
}

fn imports(sources: &[Source]) -> BTreeMap<String, Imports> {
    let mut crates: BTreeMap<String, Vec<(&str, &str)>> = BTreeMap::new();
    for source in sources {
        if let (Some(krate), Some(below)) = (source.krate(), source.below_src()) {
            crates.entry(krate.to_owned()).or_default().push((below, &source.text));
        }
    }
    crates.into_iter().map(|(krate, files)| (krate, Imports::read(files.into_iter()))).collect()
}

/// A line for each crate, with the lengths of its files and what is counted of it.
fn table(sources: &[Source], imports: &BTreeMap<String, Imports>, counts: &Counts, counted: &[Kind]) -> String {
    let mut lines = vec![format!(
        "{:<10} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7} {:>7}",
        "crate", "files", "median", "p90", "max", "modules", "cycle", "upward", "casts"
    )];
    for (krate, imports) in imports {
        let own = sources.iter().filter(|source| source.krate() == Some(krate) && source.path.ends_with(".rs"));
        let mut lengths: Vec<usize> = own.map(|source| source.text.lines().count()).collect();
        lengths.sort_unstable();
        let at = |percent: usize| lengths[(lengths.len() - 1) * percent / 100];
        let count = |kind: Kind| match counted.contains(&kind) {
            true => counts.get(&(kind, krate.clone())).map_or(0, Vec::len).to_string(),
            false => "?".to_owned(),
        };
        lines.push(format!(
            "{krate:<10} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7} {:>7}",
            lengths.len(),
            at(50),
            at(90),
            at(100),
            imports.modules(),
            count(Kind::Cycle),
            count(Kind::Upward),
            count(Kind::Casts),
        ));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str) -> Source {
        Source { path: path.to_owned(), text: "//! One.\n".to_owned() }
    }

    #[test]
    fn every_crate_has_its_line() {
        let sources = [source("crates/a/src/lib.rs"), source("crates/a/src/b.rs"), source("crates/c/src/main.rs")];
        let table = table(&sources, &imports(&sources), &Counts::new(), &[Kind::Cycle]);
        assert_eq!(table.lines().count(), 3);
        assert!(table.lines().all(|line| line.chars().count() == table.lines().next().map_or(0, str::len)));
    }
}
