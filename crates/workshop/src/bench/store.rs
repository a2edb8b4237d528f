//! `cargo xtask bench store [--baseline REF] [OPTIONS…]`: the store alone.
//!
//! The benchmark itself is the store crate's, and measures a hash set and the
//! plain store in the same run. With `--baseline` the benchmark of an earlier
//! commit is built in a place of its own and runs first, each row with the
//! code and the routes of its time; rows of the same name are compared. The
//! other options are the benchmark's.

use super::baseline;
use crate::build;
use crate::project::Project;
use std::process::{Command, ExitCode, Stdio};

#[derive(clap::Args, Debug)]
pub(super) struct Options {
    /// Next to the store of this commit, tag or branch
    #[arg(long, value_name = "REF")]
    baseline: Option<String>,
    /// Workloads; all of them if none is named
    #[arg(value_parser = ["w1", "w2", "w3"])]
    workloads: Vec<String>,
    /// How much is inserted
    #[arg(long)]
    scale: Option<f64>,
    #[arg(long)]
    workers: Option<usize>,
    #[arg(long)]
    seed: Option<u64>,
    /// Only this row of the tables
    #[arg(long, value_name = "ROW")]
    only: Option<String>,
    /// Measure insertions only
    #[arg(long)]
    insert_only: bool,
}

impl Options {
    /// As the benchmark understands them.
    fn words(&self) -> Vec<String> {
        let values = [
            ("--scale", self.scale.map(|scale| scale.to_string())),
            ("--workers", self.workers.map(|workers| workers.to_string())),
            ("--seed", self.seed.map(|seed| seed.to_string())),
            ("--only", self.only.clone()),
        ];
        let mut words = self.workloads.clone();
        words.extend(values.into_iter().filter_map(|(flag, value)| Some([flag.to_owned(), value?])).flatten());
        words.extend(self.insert_only.then(|| "--insert-only".to_owned()));
        words
    }
}

pub(super) fn run(project: &Project, options: &Options) -> Result<ExitCode, String> {
    let (reference, options) = (options.baseline.as_ref(), options.words());
    let Some(reference) = reference else {
        measure(project, &options)?;
        return Ok(ExitCode::SUCCESS);
    };
    let old = baseline::lay_out(project, reference)?;
    println!("at {reference}:");
    let before = measure(&old, &options)?;
    println!("\nnow:");
    let after = measure(project, &options)?;
    println!("\nnow / at {reference}:");
    for line in compare(&rows(&before), &rows(&after)) {
        println!("{line}");
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs the benchmark of a tree, shows what it prints and answers it.
fn measure(project: &Project, options: &[String]) -> Result<String, String> {
    let mut command = Command::new(build::cargo_binary());
    command.current_dir(&project.root).env("CARGO_TARGET_DIR", &project.target);
    command.args(["bench", "--quiet", "--package", "store", "--bench", "store", "--"]).args(options);
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("cannot start cargo: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    print!("{text}");
    if output.status.success() { Ok(text) } else { Err("the benchmark failed".to_owned()) }
}

/// A row of the benchmark's tables.
#[derive(Debug, PartialEq)]
struct Row {
    /// Workload and row.
    name: String,
    insert: f64,
    read: Option<f64>,
    bytes: f64,
}

/// Columns that a row's name takes.
const NAME_WIDTH: usize = 18;

fn rows(text: &str) -> Vec<Row> {
    let mut workload = "";
    let mut rows = Vec::new();
    for line in text.lines() {
        if let Some((name, _)) = line.split_once(": ")
            && name.len() == 2
        {
            workload = name;
        } else if let Some((name, figures)) = line.split_at_checked(NAME_WIDTH) {
            rows.extend(row(workload, name.trim(), figures));
        }
    }
    rows
}

/// Insertions, ratio, reads, revisits, ratio, bytes and so on.
fn row(workload: &str, name: &str, figures: &str) -> Option<Row> {
    let figures: Vec<&str> = figures.split_whitespace().collect();
    let rate = |figure: &str| figure.strip_suffix('M')?.parse::<f64>().ok();
    Some(Row {
        name: format!("{workload} {name}"),
        insert: rate(figures.first()?)?,
        read: rate(figures.get(2)?),
        bytes: figures.get(5)?.parse().ok()?,
    })
}

fn compare(before: &[Row], after: &[Row]) -> Vec<String> {
    let mut lines = vec![format!("{:<22} {:>8} {:>8} {:>8}", "", "insert/s", "read/s", "bytes/st")];
    for now in after {
        if let Some(then) = before.iter().find(|row| row.name == now.name) {
            let read = now.read.zip(then.read).map_or("-".to_owned(), |(now, then)| format!("{:.2}x", now / then));
            let (insert, bytes) = (now.insert / then.insert, now.bytes / then.bytes);
            lines.push(format!("{:<22} {insert:>7.2}x {read:>8} {bytes:>7.2}x", now.name));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
W1: 1000 times a random earlier state of 64 words with one replaced
                   insert/s  ratio    read/s revisit/s  ratio  bytes/st  ratio     states
hash set              1.20M  1.00x         -    1.25M  1.00x    295.86 1.0000    1493935
delta 16              0.80M  0.65x     2.00M    0.77M  0.61x     27.00 0.0910    1493935  states 4.68+5.04
";

    #[test]
    fn rows_of_one_name_are_compared() {
        let before = rows(TEXT);
        let hash_set = Row { name: "W1 hash set".to_owned(), insert: 1.2, read: None, bytes: 295.86 };
        assert_eq!(before[0], hash_set);
        assert_eq!(before.len(), 2);
        let after = rows(&TEXT.replace("0.80M", "1.60M").replace("2.00M", "1.00M").replace("27.00", "13.50"));
        let lines = compare(&before[1..], &after);
        assert_eq!(lines[1..], ["W1 delta 16               2.00x    0.50x    0.50x"]);
    }
}
