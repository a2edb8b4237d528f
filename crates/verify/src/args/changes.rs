//! Flags that change what is checked, and how a verdict tells of them.

use std::path::PathBuf;

use clap::Args;

/// What the user changes about the program.
#[derive(Args, Debug, Default, Clone)]
pub(crate) struct ChangeArgs {
    /// Start with this function instead of main, with arguments as in 'test(2, NULL)'; without, it gets what main
    /// gets, or zeros
    #[arg(long, value_name = "FUNCTION", help_heading = "Changes to the program")]
    pub entry: Option<String>,
    /// Give a macro, a constant or a global variable another value: --set NUM_THREADS=2
    #[arg(long, value_name = "NAME=VALUE", value_parser = super::pair, help_heading = "Changes to the program")]
    pub set: Vec<(String, String)>,
    /// A function that returns VALUE at once and does nothing else: --stub prctl=0
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = stub, help_heading = "Changes to the program")]
    pub stub: Vec<(String, Option<String>)>,
    /// What FILE defines takes the place of what the program or the system has under that name
    #[arg(long, value_name = "FILE", help_heading = "Changes to the program")]
    pub replace: Vec<PathBuf>,
    /// A shared library that the program may open with dlopen, built with `verify cc`
    #[arg(long, value_name = "FILE", help_heading = "The program's surroundings")]
    pub open: Vec<PathBuf>,
}

impl ChangeArgs {
    pub(crate) fn is_empty(&self) -> bool {
        self.entry.is_none()
            && self.set.is_empty()
            && self.stub.is_empty()
            && self.replace.is_empty()
            && self.open.is_empty()
    }

    /// As verdicts list them; `replaced` are the names that were.
    pub(crate) fn words(&self, replaced: &[String]) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.entry.iter().map(|entry| format!("the program starts with `{entry}` (--entry)")));
        words.extend(self.set.iter().map(|(name, value)| format!("`{name}` is {value} (--set)")));
        words.extend(self.stub.iter().map(|(name, value)| match value {
            Some(value) => format!("`{name}` does nothing but return {value} (--stub)"),
            None => format!("`{name}` does nothing (--stub)"),
        }));
        let is_stub = |name: &&String| self.stub.iter().any(|(stub, _)| stub == *name);
        let names: Vec<String> =
            replaced.iter().filter(|name| !is_stub(name)).map(|name| format!("`{name}`")).collect();
        if !self.replace.is_empty() {
            let files: Vec<String> = self.replace.iter().map(|file| file.display().to_string()).collect();
            words.push(format!("replaced by {}: {} (--replace)", files.join(", "), names.join(", ")));
        }
        words
    }
}

fn stub(text: &str) -> Result<(String, Option<String>), String> {
    match text.split_once('=') {
        Some(("", _)) => Err(format!("`{text}` has no name before `=`")),
        Some((name, value)) => Ok((name.into(), Some(value.into()))),
        None => Ok((text.into(), None)),
    }
}
