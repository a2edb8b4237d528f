//! Random programs, the same for the same seed on every machine.
//!
//! A program is a few threads of chunks (see `chunks`) around a theme. Each plain
//! variable has a discipline that all threads keep; in about three programs of
//! ten there is none, and there the races are. Whether there is one in the end,
//! the reference explorer says.

use super::chunks::{Chunks, Discipline, PLACES, Theme};
use super::observe;
use super::program::{ATOMICS, MUTEXES, Program, Stmt};
use super::random::Random;

/// A promise beyond these is broken: some threads may wait for ever.
const PROMISES_MAX: usize = 3;

pub fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let others = *random.pick(&[1, 2, 2, 2, 2, 3]);
    let racy = random.percent(35);
    let mut chunks = chunks(random, others + 1, racy);
    let mut threads = Vec::new();
    for thread in 0..others + 1 {
        chunks.thread = thread;
        let idle = thread == 0 && others > 1 && chunks.random.percent(70);
        let budget = match others {
            _ if idle => 0,
            1 => 4 + chunks.random.below(4),
            2 => 3 + chunks.random.below(4),
            _ => 2 + chunks.random.below(2),
        };
        threads.push(chunks.body(budget));
    }
    keep_promises(&mut chunks, &mut threads);
    chunks.thread = 0;
    let mut finale = Vec::new();
    if chunks.random.percent(40) {
        finale.push(Stmt::Assert(chunks.final_condition()));
    }
    let mut program = Program { threads, finale, observed: Vec::new() };
    program.observed = observe::observed(&program);
    program
}

/// The variables of a program. Threads that share nothing are dull: there are few to choose from.
fn chunks(mut random: Random, actors: u8, racy: bool) -> Chunks {
    let disciplines = PLACES.map(|_| discipline(&mut random, actors, racy));
    let themes = [Theme::Atomics, Theme::Plain, Theme::Plain, Theme::Rendezvous, Theme::Nodes, Theme::Nodes];
    let theme = if racy { Theme::Plain } else { *random.pick(&themes) };
    let count = if racy { 1 } else { 1 + random.below(2) };
    let places = (0..count).map(|_| random.below(PLACES.len())).collect();
    let atomics = 1 + random.index(ATOMICS - 1);
    let heads = 1 + random.percent(25) as u8;
    let frees = random.percent(60);
    Chunks { random, disciplines, theme, places, atomics, heads, thread: 0, frees, next_local: 0, promises: Vec::new() }
}

fn discipline(random: &mut Random, actors: u8, racy: bool) -> Discipline {
    match random.below(10) {
        _ if racy && random.percent(90) => Discipline::Anarchy,
        0..6 => Discipline::Guarded(random.index(MUTEXES)),
        6 => Discipline::OwnedBy(random.index(actors)),
        7 => Discipline::ReadOnly,
        _ => Discipline::HandedOver(random.index(actors)),
    }
}

/// What a thread waits for happens in another one, mostly.
fn keep_promises(chunks: &mut Chunks, threads: &mut [Vec<Stmt>]) {
    let promises = std::mem::take(&mut chunks.promises);
    for promise in promises.into_iter().take(PROMISES_MAX) {
        let others: Vec<usize> = (0..threads.len()).filter(|i| *i != promise.waiter as usize).collect();
        let by = promise.by.map_or_else(|| *chunks.random.pick(&others), usize::from);
        if chunks.random.percent(90) {
            threads[by].extend(promise.what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chunks::cost;
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(generate(5), generate(5));
        assert_ne!(generate(5), generate(6));
    }

    #[test]
    fn programs_are_small() {
        for seed in 0..200 {
            let program = generate(seed);
            assert!((2..=4).contains(&program.threads.len()));
            assert!(program.threads.iter().all(|body| cost(body) <= 40), "seed {seed}");
        }
    }
}
