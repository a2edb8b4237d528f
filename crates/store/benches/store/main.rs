//! The store alone, next to a plain hash set of full states.
//!
//! `cargo bench -p store --bench store -- [w1] [w2] [w3] [--scale F]
//! [--workers N] [--seed N] [--only ROW] [--insert-only]` (all three workloads
//! without arguments; the last leaves reading and revisiting out, for
//! profiles). Times are CPU time of the process, and wall-clock time in the
//! rows about workers; bytes are allocated bytes, without the caller's keys.
//! `full` inserts a state from its pieces, `delta` from an earlier state and
//! the piece that changes; `flat` takes states that have pieces as words.
//! Rows with a number make that many insertions together, as the search does.

mod measure;
mod routes;
mod workload;

use std::collections::HashSet;

use measure::{Row, Timer, print_header, print_row};
use routes::MakeRoute;
use store::{StateId, Store, StoreOptions};
use workload::Workload;

struct Arguments {
    names: Vec<String>,
    scale: f64,
    workers: usize,
    seed: u64,
    only: Option<String>,
    insert_only: bool,
}

fn arguments() -> Result<Arguments, String> {
    let mut parsed = Arguments { names: Vec::new(), scale: 1.0, workers: 2, seed: 1, only: None, insert_only: false };
    let mut rest = std::env::args().skip(1);
    while let Some(argument) = rest.next() {
        let mut value = |name: &str| rest.next().ok_or(format!("{name} needs a value"));
        let wrong = |_| format!("{argument}: not a natural number");
        let not_real = |_| format!("{argument}: not a number");
        match argument.as_str() {
            // Added by `cargo bench`.
            "--bench" => {}
            "--scale" => parsed.scale = value("--scale")?.parse().map_err(not_real)?,
            "--workers" => parsed.workers = value("--workers")?.parse().map_err(wrong)?,
            "--insert-only" => parsed.insert_only = true,
            "--only" => parsed.only = Some(value("--only")?),
            "--seed" => parsed.seed = value("--seed")?.parse().map_err(wrong)?,
            name => parsed.names.push(name.to_lowercase()),
        }
    }
    Ok(parsed)
}

fn main() -> Result<(), String> {
    let arguments = arguments()?;
    for (name, make) in workload::ALL {
        if !arguments.names.is_empty() && !arguments.names.iter().any(|n| n == name) {
            continue;
        }
        let workload = make(arguments.scale, arguments.seed);
        println!("\n{}: {}", name.to_uppercase(), workload.describe());
        print_header();
        run(&*workload, &arguments);
    }
    Ok(())
}

fn run(workload: &dyn Workload, arguments: &Arguments) {
    let wanted = |name: &str| match &arguments.only {
        None => true,
        Some(only) => only == name,
    };
    let mut baseline = None;
    let mut show = |name: &str, make: &dyn Fn() -> Row| {
        if wanted(name) {
            let row = make();
            print_row(name, &row, baseline.as_ref().unwrap_or(&row));
            baseline.get_or_insert(row);
        }
    };
    let workers = arguments.workers;
    show("hash set", &|| hash_set(workload));
    show("plain", &|| plain(workload, arguments));
    let has_pieces = workload.inserter().is_some();
    let pieces = routes::PIECES.iter().filter(|_| has_pieces);
    let flat = routes::FLAT.iter().filter(|_| workload.is_flat());
    let routes: Vec<_> = pieces.chain(flat).collect();
    for (name, make) in &routes {
        // Without pieces there is only one way, and no need to say so.
        let plainly = name.replace("flat delta", "delta").replace("flat", "full");
        show(if has_pieces { name } else { &plainly }, &|| compressed(workload, arguments, *make));
    }
    let (_, make) = routes[0];
    show("1 worker", &|| parallel(workload, arguments, *make, 1));
    show("workers", &|| parallel(workload, arguments, *make, workers));
}

fn hash_set(workload: &dyn Workload) -> Row {
    let mut set: HashSet<Box<[u32]>> = HashSet::new();
    let mut words = Vec::new();
    let mut content_bytes = 0;
    let mut timer = Timer::start();
    for i in 0..workload.len() {
        words.clear();
        workload.flat(i, &mut words);
        if !set.contains(&words[..]) {
            // What malloc takes: 8 bytes more, in steps of 16.
            content_bytes += (words.len() as u64 * 4 + 8).next_multiple_of(16);
            set.insert(words.as_slice().into());
        }
        timer.tick();
    }
    let insert = timer.rate(workload.len());
    let mut timer = Timer::start();
    let mut found = 0;
    for i in shuffled(workload.len(), 7) {
        words.clear();
        workload.flat(i, &mut words);
        found += u64::from(set.contains(&words[..]));
        timer.tick();
    }
    assert_eq!(found, workload.len() as u64);
    let revisit = timer.rate(workload.len());
    // A slot is a fat pointer and a control byte; 7 of 8 slots are offered.
    let table_bytes = (set.capacity() as u64 * 8 / 7) * 17;
    let states = set.len() as u64;
    Row { insert, read: None, revisit, states, bytes: content_bytes + table_bytes, detail: String::new() }
}

fn new_store(compressed: bool) -> Store {
    Store::new(StoreOptions { compressed, keys: false, ..StoreOptions::default() })
}

fn plain(workload: &dyn Workload, arguments: &Arguments) -> Row {
    let store = new_store(false);
    let mut words = Vec::new();
    let mut timer = Timer::start();
    let mut ids = Vec::with_capacity(workload.len());
    for i in 0..workload.len() {
        words.clear();
        workload.flat(i, &mut words);
        let (id, _) = store.state(&words, 0).expect("memory");
        ids.push(id.0 as u32);
        timer.tick();
    }
    let insert = timer.rate(workload.len());
    finish(&store, insert, arguments, || {
        let mut timer = Timer::start();
        for i in shuffled(workload.len(), 7) {
            words.clear();
            workload.flat(i, &mut words);
            let (id, new) = store.state(&words, 0).expect("memory");
            assert!(!new && id.0 as u32 == ids[i]);
            timer.tick();
        }
        timer.rate(workload.len())
    })
}

fn compressed(workload: &dyn Workload, arguments: &Arguments, make: MakeRoute) -> Row {
    let store = new_store(true);
    let mut route = make(workload, &store);
    let mut answers = Vec::new();
    let order: Vec<usize> = (0..workload.len()).collect();
    let mut timer = Timer::start();
    let mut ids: Vec<u32> = Vec::with_capacity(workload.len());
    while ids.len() < order.len() {
        answers.clear();
        route.insert(&ids, &order[ids.len()..], &mut answers);
        for (id, _) in &answers {
            ids.push(id.0 as u32);
            timer.tick();
        }
    }
    let insert = timer.rate(workload.len());
    finish(&store, insert, arguments, || {
        let order = shuffled(workload.len(), 7);
        let mut timer = Timer::start();
        let mut done = 0;
        while done < order.len() {
            answers.clear();
            route.insert(&ids, &order[done..], &mut answers);
            for (id, new) in &answers {
                assert!(!new && id.0 as u32 == ids[order[done]]);
                done += 1;
                timer.tick();
            }
        }
        timer.rate(workload.len())
    })
}

/// Insertions by several workers, each its share; wall-clock time. The route
/// must not need earlier states.
fn parallel(workload: &dyn Workload, arguments: &Arguments, make: MakeRoute, workers: usize) -> Row {
    let store = new_store(true);
    let timer = Timer::start_wall();
    std::thread::scope(|scope| {
        for worker in 0..workers {
            let store = &store;
            scope.spawn(move || {
                let mut route = make(workload, store);
                let mut answers = Vec::new();
                for i in (worker..workload.len()).step_by(workers) {
                    answers.clear();
                    route.insert(&[], &[i], &mut answers);
                }
            });
        }
    });
    let insert = timer.rate(workload.len());
    finish(&store, insert, arguments, || f64::NAN)
}

fn finish(store: &Store, insert: f64, arguments: &Arguments, revisit: impl FnOnce() -> f64) -> Row {
    let states = store.state_count();
    let mut words = Vec::new();
    let order = if arguments.insert_only { Vec::new() } else { shuffled(states as usize, arguments.seed) };
    let count = order.len();
    let mut timer = Timer::start();
    let mut sum = 0;
    for i in order {
        words.clear();
        store.read_state(StateId(i as u64), &mut words);
        sum ^= words[words.len() / 2];
        timer.tick();
    }
    std::hint::black_box(sum);
    let read = timer.rate(count);
    let revisit = if arguments.insert_only { f64::NAN } else { revisit() };
    let s = store.statistics();
    let per = |bytes: u64| bytes as f64 / states as f64;
    Row {
        insert,
        read: Some(read),
        revisit,
        states,
        bytes: store.bytes(),
        detail: format!(
            "states {:.2}+{:.2}, {:.2} vectors of {:.1}+{:.1}, unused {:.2} (load {:.2}, {:.2})",
            per(s.states.index_bytes),
            per(s.states.data_bytes),
            per(s.vectors.entries),
            s.vectors.index_bytes as f64 / s.vectors.entries as f64,
            s.vectors.data_bytes as f64 / s.vectors.entries as f64,
            per(s.unused_bytes),
            s.states.load(),
            s.vectors.load(),
        ),
    }
}

/// `0..len` in a random order.
fn shuffled(len: usize, seed: u64) -> Vec<usize> {
    let mut random = workload::random(seed);
    let mut order: Vec<usize> = (0..len).collect();
    for i in (1..len).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}
