//! The ways in which every test program is checked. Verdicts must agree between
//! all of them, and state counts where theory says so.

use crate::directives::{Directives, Expectation, Level};

/// One way to run the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Config {
    pub level: Level,
    pub workers: u32,
    /// None: the default.
    pub reduction: Option<&'static str>,
    pub store: Option<&'static str>,
    pub order: Option<&'static str>,
    /// Is what is known of standard libraries left aside?
    pub without_shortcuts: bool,
}

impl Config {
    fn new(level: Level, workers: u32) -> Self {
        Config { level, workers, reduction: None, store: None, order: None, without_shortcuts: false }
    }

    /// What a user gets who says nothing: every program is checked in this way.
    pub(crate) fn is_default(&self) -> bool {
        *self == Config::new(self.level, 1)
    }

    /// The flags that make `verify check` run this way.
    pub(crate) fn flags(&self) -> Vec<String> {
        let mut flags = vec!["--workers".to_owned(), self.workers.to_string()];
        if let Some(reduction) = self.reduction {
            flags.extend(["--reduction".to_owned(), reduction.to_owned()]);
        }
        if let Some(store) = self.store {
            flags.extend(["--store".to_owned(), store.to_owned()]);
            // The plain way in every respect.
            if store == "plain" {
                flags.push("--no-recall".to_owned());
            }
        }
        if let Some(order) = self.order {
            flags.extend(["--order".to_owned(), order.to_owned()]);
        }
        flags.extend(self.without_shortcuts.then(|| "--no-shortcuts".to_owned()));
        flags
    }

    pub(crate) fn name(&self) -> String {
        format!("-{} {}", self.level.name(), self.flags().join(" "))
    }

    /// Runs with the same state space must count the same states. A reduction and
    /// shortcuts change the space; the number of workers and the store must not.
    pub(crate) fn same_space(&self, other: &Config) -> bool {
        let space = |config: &Config| (config.level, config.reduction, config.without_shortcuts);
        space(self) == space(other)
    }
}

/// The configurations for a program. The first one is the reference: its trace
/// is the recorded one. `levels` is what the program can be compiled at.
pub(crate) fn all(directives: &Directives, levels: &[Level]) -> Vec<Config> {
    let fixes = |flag: &str| {
        let with_value = format!("{flag}=");
        directives.flags.iter().any(|given| given == flag || given.starts_with(&with_value))
    };
    let mut configs = Vec::new();
    for &level in levels {
        configs.push(Config::new(level, 1));
        if !fixes("--workers") {
            configs.push(Config::new(level, 2));
        }
    }
    let Some(&first) = levels.first() else {
        return configs;
    };
    if !fixes("--reduction") {
        for reduction in ["none", "tau", "tau+", "full"] {
            let skipped = match reduction {
                "none" | "tau" => directives.skip_none,
                "tau+" => directives.skip_tau,
                _ => false,
            };
            if !skipped {
                configs.push(Config { reduction: Some(reduction), ..Config::new(first, 1) });
            }
        }
    }
    if !fixes("--store") {
        // Where nothing is wrong, every state is visited in whatever order; where something is, the
        // other end of the space may have no end.
        let safe = directives.expect == Expectation::Safe;
        let order = (safe && !fixes("--order") && !fixes("--lossy")).then_some("dfs");
        let workers = if order.is_some() && !fixes("--workers") { 2 } else { 1 };
        configs.push(Config { store: Some("plain"), order, ..Config::new(first, workers) });
    }
    if directives.no_shortcuts {
        configs.extend(levels.iter().map(|&level| Config { without_shortcuts: true, ..Config::new(level, 1) }));
    }
    configs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str, levels: &[Level]) -> Vec<String> {
        let directives = Directives::parse(text).unwrap();
        all(&directives, levels).iter().map(Config::name).collect()
    }

    #[test]
    fn nine_ways() {
        let expected = [
            "-O0 --workers 1",
            "-O0 --workers 2",
            "-O2 --workers 1",
            "-O2 --workers 2",
            "-O0 --workers 1 --reduction none",
            "-O0 --workers 1 --reduction tau",
            "-O0 --workers 1 --reduction tau+",
            "-O0 --workers 1 --reduction full",
            "-O0 --workers 2 --store plain --no-recall --order dfs",
        ];
        assert_eq!(names("//@ expect: safe", &[Level::O0, Level::O2]), expected);
    }

    #[test]
    fn without_shortcuts() {
        let names = names("//@ expect: safe\n//@ no-shortcuts\n//@ skip-tau", &[Level::O0, Level::O2]);
        assert_eq!(names[6..], ["-O0 --workers 1 --no-shortcuts", "-O2 --workers 1 --no-shortcuts"]);
    }

    #[test]
    fn what_the_program_fixes_is_left_alone() {
        let text = "//@ expect: safe\n//@ flags: --reduction tau --store=plain\n//@ skip-none";
        assert_eq!(names(text, &[Level::O2]), ["-O2 --workers 1", "-O2 --workers 2"]);
    }

    #[test]
    fn spaces() {
        let directives = Directives::parse("//@ expect: safe").unwrap();
        let configs = all(&directives, &[Level::O0, Level::O2]);
        let same: Vec<usize> = (0..configs.len()).filter(|&i| configs[i].same_space(&configs[0])).collect();
        assert_eq!(same, [0, 1, 8]);
    }
}
