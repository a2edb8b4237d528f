//! What can be asked of `cargo xtask`. The overview in `--help` has a line for every command,
//! those below `bench` and `fuzz` too; it is made from the declarations here and there.

use crate::bench::Bench;
use crate::fuzz::Fuzz;
use crate::suite::Selection;
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;

/// Everything a contributor does with this repository besides editing it.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Task {
    /// Install LLVM 22, clang 22 and the sources we compile, where missing; with `c++` its libraries, too
    Setup {
        /// What only some programs need
        #[arg(value_parser = ["c++"])]
        more: Option<String>,
        /// OpenMPI as well, for searches over several machines
        #[arg(long)]
        mpi: bool,
    },
    /// Build target/release/verify
    Build,
    /// Build, then run verify with these arguments
    #[command(disable_help_flag = true)]
    Verify {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FILE… [FLAGS] [-- ARGS]")]
        arguments: Vec<OsString>,
    },
    /// Everything a change has to pass, or only the programs and pages whose path contains a FILTER
    Test(Selection),
    /// Rewrite the recorded traces beside violating test programs, and the output that the book shows
    Bless {
        /// Only for programs and pages whose path contains one of these
        filters: Vec<String>,
    },
    /// Measure, next to baselines
    Bench(Bench),
    /// Random, small or damaged programs by the thousand
    #[command(subcommand)]
    Fuzz(Fuzz),
    /// Write docs/posix.md from the comments beside the library's functions
    Posix,
    /// Build the library's bitcode in a second directory: the bytes must be the same
    Reproducible,
    /// House rules: formatting, clippy, budgets, arrows, file lengths
    Tidy {
        /// Write lower budgets where less is left than allowed
        #[arg(long)]
        lower: bool,
    },
}

/// What this process was asked. A word that means nothing ends it, with a suggestion.
pub(crate) fn parse() -> Task {
    let matches = command().get_matches();
    match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli.task,
        Err(error) => error.exit(),
    }
}

fn command() -> Command {
    let mut command = Cli::command();
    command.build();
    let mut lines = Vec::new();
    overview(&command, "", &mut lines);
    let width = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let listing: Vec<String> = lines.iter().map(|(name, about)| format!("  {name:width$}  {about}")).collect();
    let template = format!(
        "{{about}}\n\nUsage: cargo xtask <COMMAND>\n\n{}\n\nEvery command that needs LLVM installs it first. \
         `cargo xtask COMMAND --help` says more.\n",
        listing.join("\n")
    );
    Cli::command().help_template(template)
}

/// A line for every command that has none below it, and for those that do something by themselves.
fn overview(command: &Command, prefix: &str, lines: &mut Vec<(String, String)>) {
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let name = format!("{prefix}{}", below.get_name());
        if !below.is_subcommand_required_set() {
            lines.push((name.clone(), below.get_about().map(ToString::to_string).unwrap_or_default()));
        }
        overview(below, &format!("{name} "), lines);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str) -> Result<Task, String> {
        let words = ["xtask"].into_iter().chain(line.split_whitespace());
        let matches = command().try_get_matches_from(words).map_err(|error| error.to_string())?;
        Cli::from_arg_matches(&matches).map(|cli| cli.task).map_err(|error| error.to_string())
    }

    #[test]
    fn declarations_are_consistent() {
        command().debug_assert();
    }

    #[test]
    fn the_overview_has_every_command_on_one_line() {
        let help = command().render_help().to_string();
        for name in ["setup", "verify", "test", "bench", "bench curve", "fuzz reductions", "fuzz show-small", "tidy"] {
            let begins = |line: &&str| line.trim_start().starts_with(&format!("{name}  "));
            assert_eq!(help.lines().filter(begins).count(), 1, "{name} in\n{help}");
        }
        assert!(help.lines().all(|line| line.chars().count() <= 120), "{help}");
    }

    #[test]
    fn a_misspelt_word_is_an_error() {
        for line in ["tset", "test --lng", "bench --baselin HEAD", "bench reductions --wirte", "fuzz c --cuont 3"] {
            assert!(check(line).is_err(), "{line}");
        }
        assert!(check("bench store --sacle 2").is_err() && check("fuzz enumerate --actions 9").is_err());
    }

    #[test]
    fn verify_gets_all_its_arguments() {
        for words in ["a.c --workers 2 -- 3 --x", "--help", "--json a.c -- -- 3", "-O2 a.c"] {
            let Ok(Task::Verify { arguments }) = check(&format!("verify {words}")) else { panic!("{words}") };
            assert_eq!(arguments, words.split_whitespace().collect::<Vec<_>>(), "{words}");
        }
    }

    #[test]
    fn tests_are_selected() {
        let Ok(Task::Test(selection)) = check("test mutex --long race") else { panic!() };
        assert_eq!((selection.filters.join(" "), selection.long), ("mutex race".to_owned(), true));
    }
}
