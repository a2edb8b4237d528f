//! What has to be known of a search before it goes on.

use std::time::Duration;

use machine::{Covered, Presumptions};

use super::numbers::{In, Out};

/// Under which circumstances a round is made.
pub(crate) struct Plan {
    pub round: u64,
    /// Threads that cannot meet are left for later.
    pub company: bool,
    /// Time spent before, in nanoseconds.
    pub spent: Duration,
    /// The limit on memory, as far as scouts mind it.
    pub memory_bytes_max: Option<u64>,
    pub presumptions: Presumptions,
    pub covered: Covered,
    /// How many ranks have written parts of it; 0: it is the whole, of a process without ranks.
    pub ranks: usize,
    /// The number of the checkpoint in the search.
    pub generation: u64,
}

impl Plan {
    pub(super) fn write(&self, out: &mut Out) {
        out.number(self.round);
        out.number(self.company);
        out.number(u64::try_from(self.spent.as_nanos()).unwrap_or(u64::MAX));
        out.option(self.memory_bytes_max, |out, bytes| out.number(bytes));
        out.numbers(&self.presumptions.pack());
        out.flags(&self.covered.functions);
        out.list(self.covered.ops.iter(), |out, ops| out.flags(ops));
        out.number(self.ranks as u64);
        out.number(self.generation);
    }

    pub(super) fn read(from: &mut In<'_>) -> Option<Plan> {
        Some(Plan {
            round: from.number()?,
            company: from.flag()?,
            spent: Duration::from_nanos(from.number()?),
            memory_bytes_max: from.option(In::number)?,
            presumptions: Presumptions::unpack(&from.numbers()?)?,
            covered: Covered { functions: from.flags()?, ops: from.list(In::flags)? },
            ranks: from.small()?,
            generation: from.number()?,
        })
    }
}
