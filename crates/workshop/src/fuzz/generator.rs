//! Random programs, the same for the same seed on every machine.
//!
//! A program is a few threads of chunks (see `chunks`) around a theme. Each plain
//! variable has a discipline that all threads keep, or all but one and that one
//! only now and then: a reduction that takes the discipline for granted is wrong
//! there. Whether there is a race in the end, the reference explorer says.
//!
//! `main` prepares, starts threads one after the other with something in between,
//! does its own part, joins them in some order with something in between, and
//! looks at what came out. Now and then a thread starts another one, and now and
//! then nobody waits for one, or another thread than main does.

use super::chunks::{Chunks, Discipline, Guard, Lapse, PLACES, Theme, binary, mutex};
use super::program::{ATOMIC, BOX, Binary, CELL, CONDITIONS, Expr, HEAD, MUTEX, Place, Program, Stmt, Sync};
use super::random::Random;
use super::spices::Spice;

/// A promise beyond these is broken: some threads may wait for ever.
const PROMISES_MAX: usize = 3;

/// The rare things that a program may be about.
const SPICES: [Spice; 14] = [
    Spice::Choices,
    Spice::Choices,
    Spice::Endings,
    Spice::Endings,
    Spice::Blocks,
    Spice::Blocks,
    Spice::Keys,
    Spice::Barriers,
    Spice::Once,
    Spice::Cancellation,
    Spice::Places,
    Spice::Places,
    Spice::Sections,
    Spice::Sections,
];
/// The same without what the reference does not know.
const SMALL_SPICES: [Spice; 9] = [
    Spice::Choices,
    Spice::Endings,
    Spice::Endings,
    Spice::Blocks,
    Spice::Keys,
    Spice::Barriers,
    Spice::Barriers,
    Spice::Once,
    Spice::Sections,
];

/// How the threads of a program get along.
#[derive(Clone, Copy)]
struct Kind {
    /// They fall into groups.
    apart: bool,
    /// At least one keeps to no rule.
    racy: bool,
    small: bool,
}

pub(super) fn generate(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let apart = random.percent(20);
    let others = if apart { 3 } else { *random.pick(&[1, 2, 2, 2, 2, 2, 3]) };
    let racy = random.percent(20);
    let chunks = chunks(random, others + 1, Kind { apart, racy, small: false });
    assemble(chunks, others, |random| match others {
        1 => 4 + random.below(3),
        2 => 3 + random.below(3),
        _ => 2 + random.below(2),
    })
}

/// A program that is soon checked: few actions of threads that mostly fall into groups, which meet
/// rarely, once or never. Nothing in it that only the checker knows.
pub(super) fn generate_small(seed: u64) -> Program {
    let mut random = Random::new(!seed);
    let apart = random.percent(80);
    let others = if random.percent(70) { 3 } else { 2 };
    let racy = random.percent(5);
    let chunks = chunks(random, others + 1, Kind { apart, racy, small: true });
    let mut program = assemble(chunks, others, |random| 1 + random.below(5 - others as usize));
    // Threads that go round for ever while the others wait take long.
    if !seed.is_multiple_of(8) {
        program.threads.iter_mut().for_each(without_spins);
    }
    program
}

fn without_spins(body: &mut Vec<Stmt>) {
    body.retain(|stmt| !matches!(stmt, Stmt::Spin(_)));
    body.iter_mut().flat_map(Stmt::bodies_mut).for_each(without_spins);
}

/// Threads with so much to do, around which main starts and joins them.
fn assemble(mut chunks: Chunks, others: u8, budget: impl Fn(&mut Random) -> usize) -> Program {
    let mut threads = Vec::new();
    for thread in 0..others + 1 {
        chunks.thread = thread;
        let idle = thread == 0 && others > 1 && chunks.random.percent(75);
        let budget = if idle { 0 } else { budget(&mut chunks.random) };
        threads.push(chunks.body(budget));
    }
    keep_promises(&mut chunks, &mut threads);
    let mut arguments = vec![BOX; threads.len()];
    if others > 1 && chunks.random.percent(25) {
        twins(&mut chunks, &mut threads, &mut arguments);
    }
    frame(&mut chunks, &mut threads);
    Program { threads, arguments }
}

/// The variables of a program. Threads that share nothing are dull: there are few to choose from.
fn chunks(mut random: Random, actors: u8, Kind { apart, racy, small }: Kind) -> Chunks {
    let themes = [
        Theme::Atomics,
        Theme::Plain,
        Theme::Plain,
        Theme::Plain,
        Theme::Plain,
        Theme::Rendezvous,
        Theme::Rendezvous,
        Theme::Nodes,
        Theme::Nodes,
        Theme::LockedNodes,
        Theme::LockedNodes,
        Theme::Nested,
        Theme::Nested,
        Theme::Pointer,
        Theme::Idle,
        Theme::Idle,
        Theme::Spicy,
        Theme::Spicy,
        Theme::Spicy,
    ];
    let spices = if small { &SMALL_SPICES[..] } else { &SPICES };
    let groups = [Theme::Atomics, Theme::Atomics, Theme::Idle, Theme::Plain, Theme::Rendezvous];
    let themes = if apart { &groups[..groups.len() - !small as usize] } else { &themes };
    let theme = if racy { Theme::Plain } else { *random.pick(themes) };
    let spice = (theme == Theme::Spicy || random.percent(40)).then(|| *random.pick(spices));
    let count = if racy { 1 } else { 1 + random.below(2) };
    let mut places = Vec::new();
    for _ in 0..count {
        let place = random.below(PLACES.len());
        places.push((PLACES[place], discipline(&mut random, actors, racy)));
        // Neighbours in an array or a word, each with a discipline of its own.
        if let Some(neighbour) = PLACES.get(place + 1).filter(|_| random.percent(25)) {
            places.push((*neighbour, discipline(&mut random, actors, racy)));
        }
    }
    Chunks {
        theme,
        places,
        atomics: if apart { 2 } else { 1 + random.index(2) },
        heads: 1 + random.percent(25) as u8,
        thread: 0,
        apart,
        frees: random.percent(50),
        spice,
        next_local: 0,
        promises: Vec::new(),
        observed: Vec::new(),
        random,
    }
}

fn guard(random: &mut Random) -> Guard {
    match random.below(14) {
        0..5 => Guard::Mutex(MUTEX + random.index(CONDITIONS)),
        5 => Guard::Try(MUTEX + random.index(CONDITIONS)),
        6 => Guard::Recursive,
        7 | 8 => Guard::ReadWrite,
        9 | 10 => Guard::Semaphore,
        11 | 12 => Guard::Readers,
        _ => Guard::Section,
    }
}

fn discipline(random: &mut Random, actors: u8, racy: bool) -> Discipline {
    if racy && random.percent(90) {
        return Discipline::Anarchy;
    }
    let (guard, thread) = (guard(random), random.index(actors));
    let lapses = [Lapse::RareBranch, Lapse::LastRound, Lapse::OtherLock, Lapse::TooEarly, Lapse::OnlyReads];
    match random.below(20) {
        0..6 => Discipline::Guarded(guard),
        6..12 => Discipline::AlmostGuarded(guard, thread, *random.pick(&lapses)),
        12 => Discipline::OwnedBy(thread),
        13 => Discipline::ReadOnly,
        14 | 15 => Discipline::AlmostReadOnly(thread),
        16 | 17 => Discipline::HandedOver(thread),
        18 => Discipline::Staged(thread.max(1)),
        _ => Discipline::Joined(thread.max(1)),
    }
}

/// Some threads run the same function, maybe each with its own memory.
fn twins(chunks: &mut Chunks, threads: &mut [Vec<Stmt>], arguments: &mut [u8]) {
    let first = threads.len() - 2;
    if chunks.random.percent(60) {
        let first_cell = chunks.random.percent(80) as u8;
        for (number, argument) in arguments.iter_mut().enumerate().skip(1) {
            *argument = CELL + number as u8 * first_cell;
            chunks.observed.push(Place::Shared(*argument));
        }
        let own = chunks.use_of(Place::Shared(BOX));
        let at = chunks.random.below(threads[first].len() + 1);
        threads[first].splice(at..at, own);
    }
    for number in first..threads.len() {
        threads[number] = threads[first].clone();
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

/// Puts the starting and joining of threads around what they do.
fn frame(chunks: &mut Chunks, threads: &mut [Vec<Stmt>]) {
    chunks.thread = 0;
    let count = threads.len() as u8;
    let mut main = chunks.preparation();
    let (mut started, mut lent, mut orphan): (Vec<u8>, Option<u8>, Option<u8>) = ((1..count).collect(), None, None);
    if count > 2 && chunks.random.percent(20) {
        // A thread starts another one, at its beginning or in the middle.
        let child = count - 1;
        started.retain(|thread| *thread != child);
        let at = chunks.random.below(threads[1].len() + 1);
        let start = start(chunks, child);
        threads[1].insert(at, start);
        if chunks.random.percent(25) {
            // Somebody else joins it.
            orphan = Some(child);
        } else {
            threads[1].push(Stmt::Join(child));
            threads[1].extend(chunks.after_join(child));
        }
    } else if count > 2 && chunks.random.percent(10) {
        // Who was started last joins who was started first.
        started.remove(0);
        lent = Some(1);
        let joiner = &mut threads[count as usize - 1];
        let at = chunks.random.below(joiner.len() + 1);
        let read = chunks.after_join(1);
        joiner.splice(at..at, [Stmt::Join(1)].into_iter().chain(read));
    }
    for thread in lent.iter().chain(&started) {
        let start = start(chunks, *thread);
        main.push(start);
        main.extend(chunks.between(*thread));
    }
    main.append(&mut threads[0]);
    let mut all_joined = true;
    while !started.is_empty() {
        let thread = started.remove(chunks.random.below(started.len()));
        if chunks.spice == Some(Spice::Cancellation) && chunks.random.percent(70) {
            main.push(Stmt::Cancel(thread));
        }
        if chunks.random.percent(5) {
            main.push(Stmt::Detach(thread));
            all_joined = false;
            continue;
        }
        if chunks.theme == Theme::Idle && chunks.random.percent(30) {
            // The lock may be what the thread waits for, perhaps once it is nearly at its end.
            let m = chunks.mutex();
            if chunks.random.percent(50) {
                let told = Place::Shared(ATOMIC + chunks.random.index(chunks.atomics));
                let last = [Stmt::Assign(told, Expr::Const(1)), mutex(Sync::Lock, m), mutex(Sync::Unlock, m)];
                threads[thread as usize].extend(last);
                main.push(Stmt::Spin(binary(Binary::Eq, Expr::Read(told), Expr::Const(0))));
            }
            main.extend([mutex(Sync::Lock, m), Stmt::Join(thread), mutex(Sync::Unlock, m)]);
        } else if chunks.spice == Some(Spice::Sections) && chunks.random.percent(30) {
            main.push(Stmt::Section(vec![chunks.atomic(), Stmt::Join(thread), chunks.atomic()]));
        } else {
            main.push(Stmt::Join(thread));
        }
        main.extend(chunks.after_join(thread));
    }
    match orphan {
        Some(child) if all_joined => {
            main.push(Stmt::Join(child));
            main.extend(chunks.after_join(child));
        }
        Some(_) => all_joined = false,
        None => {}
    }
    if all_joined {
        if chunks.random.percent(40) {
            main.push(Stmt::Assert(chunks.final_condition()));
        }
        let places: Vec<Place> = chunks.places.iter().map(|(place, _)| *place).collect();
        main.extend(std::mem::take(&mut chunks.observed).into_iter().map(|place| Stmt::Observe(Expr::Read(place))));
        main.extend(places.into_iter().map(|place| Stmt::Observe(Expr::Read(place))));
        main.extend((0..chunks.heads).map(|h| Stmt::Observe(Expr::IsHead(HEAD + h))));
    }
    main.extend((0..chunks.atomics).map(|a| Stmt::Observe(Expr::Read(Place::Shared(ATOMIC + a)))));
    if chunks.spice == Some(Spice::Endings) && chunks.random.percent(30) {
        main.push(Stmt::Leave);
    }
    threads[0] = main;
}

/// Mostly just that; now and then within an atomic section, which may come to nothing.
fn start(chunks: &mut Chunks, thread: u8) -> Stmt {
    let start = Stmt::Create(thread);
    match chunks.random.below(30) {
        0 => Stmt::Section(vec![start, chunks.atomic()]),
        1 => Stmt::Section(vec![chunks.atomic(), start]),
        2 if chunks.spice == Some(Spice::Choices) => {
            Stmt::Section(vec![start, Stmt::Assume(chunks.atomic_condition())])
        }
        _ => start,
    }
}

#[cfg(test)]
mod tests {
    use super::super::chunks::cost;
    use super::super::reference;
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        assert_eq!(generate(5), generate(5));
        assert_ne!(generate(5), generate(6));
    }

    #[test]
    fn small_programs_are_known() {
        for seed in 0..500 {
            let program = generate_small(seed);
            assert!(reference::knows(&program), "seed {seed}");
            assert!(program.threads.iter().all(|body| cost(body) <= 40), "seed {seed}");
        }
    }

    #[test]
    fn programs_are_small() {
        for seed in 0..200 {
            let program = generate(seed);
            assert!((2..=4).contains(&program.threads.len()));
            assert!(program.threads.iter().all(|body| cost(body) <= 60), "seed {seed}");
        }
    }
}
