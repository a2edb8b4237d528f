//! What a line that is being typed may go on with.

use crate::command::{self, COMMANDS, Verb};
use crate::simulator::Simulator;

impl Simulator<'_, '_> {
    /// Where the word begins that the cursor is at, and what it may become.
    pub fn complete(&self, line: &str, cursor: usize) -> (usize, Vec<String>) {
        let before = line.get(..cursor).unwrap_or(line);
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != ':').map_or(0, |at| at + 1);
        let word = &before[start..];
        let mut candidates = match before[..start].trim().is_empty() {
            true => COMMANDS.iter().map(|entry| entry.names[0].to_string()).collect(),
            false => self.arguments(&before[..start]),
        };
        candidates.retain(|candidate| candidate.starts_with(word));
        candidates.sort();
        candidates.dedup();
        (start, candidates)
    }

    fn arguments(&self, before: &str) -> Vec<String> {
        let Ok(Some((entry, rest))) = command::split(before) else { return Vec::new() };
        let words = |words: &[&str]| words.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        match entry.verb {
            Verb::Print | Verb::Watch | Verb::WhatIs | Verb::Display => {
                self.members(rest).unwrap_or_else(|| self.variables())
            }
            Verb::Break | Verb::List => self.places(),
            Verb::Run if rest == "to" => self.places().into_iter().chain(words(&["violation"])).collect(),
            Verb::Run => words(&["to", "random", "back"]),
            Verb::Goto => words(&["start", "end", "violation"]),
            Verb::Back => words(&["line"]),
            Verb::Backtrace => words(&["all"]),
            Verb::Help => COMMANDS.iter().map(|entry| entry.names[0].to_string()).collect(),
            _ => Vec::new(),
        }
    }

    fn variables(&self) -> Vec<String> {
        self.frame_at(self.frame).map(|frame| self.session.names(self.thread, &frame)).unwrap_or_default()
    }

    fn places(&self) -> Vec<String> {
        let functions = self.session.functions().into_iter().map(|(name, _)| name);
        functions.chain(self.session.files()).collect()
    }

    /// The members of what stands before a dot or an arrow.
    fn members(&self, before: &str) -> Option<Vec<String>> {
        let whole = before.strip_suffix("->").or_else(|| before.strip_suffix('.'))?;
        let frame = self.frame_at(self.frame);
        let at = frame.as_ref().map(|frame| (self.thread, frame));
        Some(self.session.members(whole, before.ends_with("->"), at))
    }
}
