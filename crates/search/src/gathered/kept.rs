//! What a search has come to, in a checkpoint or for other ranks: all of it but what only an audit asks for.

use machine::{Break, CodePoint, Counters, Kind, Points, Problem, Stop, ThreadId};

use super::{Found, Gathered, Harvest, Origin, Tally};
use crate::checkpoint::numbers::{In, Out};

impl Gathered {
    /// Nothing has been found that ends the search, and nothing was presumed wrongly.
    pub(crate) fn write(&self, out: &mut Out) {
        self.tally.write(out);
        [self.states, self.depth, self.states_end].into_iter().for_each(|number| out.number(number));
        out.number(self.settled);
        out.option(self.unsupported.as_ref(), |out, found| found.write(out));
        out.list(self.kept.iter(), |out, found| found.write(out));
        out.list(self.races.iter(), |out, found| found.write(out));
    }

    pub(crate) fn read(from: &mut In<'_>) -> Option<Gathered> {
        Some(Gathered {
            tally: Tally::read(from)?,
            states: from.number()?,
            depth: from.number()?,
            states_end: from.number()?,
            settled: from.flag()?,
            unsupported: from.option(Found::read)?,
            kept: from.list(Found::read)?,
            races: from.list(Found::read)?,
            ..Gathered::default()
        })
    }
}

impl Harvest {
    /// For other ranks: all but what only an audit asks for.
    pub(crate) fn write(&self, out: &mut Out) {
        out.list(self.found.iter(), |out, found| found.write(out));
        self.tally.write(out);
        out.list(self.tally.breaks.iter(), |out, broken| out.numbers(&broken.pack()));
    }

    pub(crate) fn read(from: &mut In<'_>) -> Option<Harvest> {
        let (found, mut tally) = (from.list(Found::read)?, Tally::read(from)?);
        let breaks = from.list(|from| Break::unpack(&from.numbers()?))?;
        tally.breaks = breaks.into_iter().collect();
        Some(Harvest { found, tally })
    }
}

impl Tally {
    fn write(&self, out: &mut Out) {
        let Tally { transitions, counters, partly, offered, left, slept, pruned, ends, .. } = self;
        [transitions, partly, offered, left, slept, pruned, ends].into_iter().for_each(|number| out.number(*number));
        out.number(counters.instructions);
        counters.spared.into_iter().for_each(|number| out.number(number));
        out.list(self.given_up.iter(), |out, what| out.text(what));
        out.list(self.exits.iter(), |out, status| out.number(status.cast_unsigned()));
        out.list(self.failing.iter(), |out, (status, (origin, choice))| {
            out.number(status.cast_unsigned());
            origin.write(out);
            out.number(*choice as u64);
        });
        out.number(self.observed);
    }

    fn read(from: &mut In<'_>) -> Option<Tally> {
        let status = |from: &mut In<'_>| Some(from.small::<u32>()?.cast_signed());
        let mut tally = Tally {
            transitions: from.number()?,
            partly: from.number()?,
            offered: from.number()?,
            left: from.number()?,
            slept: from.number()?,
            pruned: from.number()?,
            ends: from.number()?,
            counters: Counters { instructions: from.number()?, ..Counters::default() },
            ..Tally::default()
        };
        for spared in &mut tally.counters.spared {
            *spared = from.number()?;
        }
        tally.given_up = from.list(In::text)?.into_iter().collect();
        tally.exits = from.list(status)?.into_iter().collect();
        let failing = from.list(|from| Some((status(from)?, (Origin::read(from)?, from.small()?))))?;
        tally.failing = failing.into_iter().collect();
        tally.observed = from.flag()?;
        Some(tally)
    }
}

impl Origin {
    fn write(&self, out: &mut Out) {
        match self {
            Origin::Layer { layer, place } => {
                out.number(0u64);
                out.number(*layer as u64);
                out.number(*place);
            }
            Origin::Choices(choices) => {
                out.number(1u64);
                out.list(choices.iter(), |out, choice| out.number(*choice as u64));
            }
            Origin::Walked(choices) => {
                out.number(2u64);
                out.list(choices.iter(), |out, choice| out.number(*choice as u64));
            }
        }
    }

    fn read(from: &mut In<'_>) -> Option<Origin> {
        match from.number()? {
            0 => Some(Origin::Layer { layer: from.small()?, place: from.number()? }),
            1 => Some(Origin::Choices(from.list(In::small)?)),
            2 => Some(Origin::Walked(from.list(In::small)?)),
            _ => None,
        }
    }
}

impl Found {
    pub(crate) fn write(&self, out: &mut Out) {
        self.origin.write(out);
        out.option(self.choice, |out, choice| out.number(choice as u64));
        match &self.stop {
            Stop::Violation(Problem { kind, message, thread, others }) => {
                out.text(kind.name());
                out.text(message);
                out.number(thread.0);
                out.list(others.iter(), |out, other| out.number(other.0));
            }
            Stop::Unsupported { what, thread } => {
                out.text("");
                out.text(what);
                out.number(thread.0);
            }
            // These are never kept: they end the search.
            Stop::Limit { .. } | Stop::Pruned | Stop::GivenUp(_) | Stop::Defect(_) => out.text("?"),
        }
        for point in [self.points.blamed, self.points.other] {
            out.option(point, |out, point| {
                out.number(point.func.0);
                out.number(point.pc.0);
            });
        }
        out.option(self.points.global, |out, global| out.number(global));
    }

    pub(crate) fn read(from: &mut In<'_>) -> Option<Found> {
        let thread = |from: &mut In<'_>| Some(ThreadId(from.small()?));
        let point = |from: &mut In<'_>| Some(CodePoint { func: ir::FuncId(from.small()?), pc: ir::Pc(from.small()?) });
        let (origin, choice) = (Origin::read(from)?, from.option(In::small)?);
        let stop = match from.text()?.as_str() {
            "" => Stop::Unsupported { what: from.text()?, thread: thread(from)? },
            name => Stop::Violation(Problem {
                kind: *Kind::ALL.iter().find(|kind| kind.name() == name)?,
                message: from.text()?,
                thread: thread(from)?,
                others: from.list(thread)?,
            }),
        };
        let points =
            Points { blamed: from.option(point)?, other: from.option(point)?, global: from.option(In::small)? };
        Some(Found { origin, choice, stop, points })
    }
}
