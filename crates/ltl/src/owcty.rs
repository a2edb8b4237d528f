//! Is there an execution that is accepted? By elimination, in which all workers take part.
//!
//! *One way catch them young* (Fisler, Fraer, Kamhi, Vardi and Yang; in parallel: Černá and Pelánek): of the
//! nodes of the product those are kept that some edge with the first mark leads to, then those of them that
//! one with the second mark leads to, and so on, without leaving what is kept, until nothing changes. If
//! anything is left, then a component that nothing else leads to has edges with every mark; so there is an
//! execution that meets all of them again and again. Nodes that nothing leads to go at once. Weak fairness is
//! a mark for every thread: it acts, or it cannot.
//!
//! While the nodes are met for the first time, each is told of the greatest accepting edge on a way to it
//! (MAP: Brim, Černá, Moravec and Šimša; as a quick first look: Barnat, Brim and Ročkai). Who is told of an
//! edge of its own is on a cycle. This only finds what is there, so it may be left at one round.

use std::sync::atomic::{AtomicU8, AtomicU32, AtomicUsize, Ordering};

use crate::automaton::{Automaton, Marks};
use crate::buchi::served;
use crate::emptiness::Fairness;
use crate::graph::{Explicit, Threads};

/// Who works, and on how much at least for it to be worth while.
#[derive(Clone, Copy, Debug)]
pub struct Crew {
    pub workers: usize,
    pub share_min: usize,
}

/// Nodes that are taken at once.
const BATCH: usize = 256;

/// Is an execution accepted, and weakly fair if that is asked for?
pub fn is_accepted(graph: &Explicit, automaton: &Automaton, fairness: Fairness, crew: Crew) -> bool {
    if graph.is_empty() || automaton.states() == 0 {
        return false;
    }
    let nodes = graph.len() * automaton.states();
    let plain = fairness == Fairness::None && automaton.marks <= 1;
    let owcty = Owcty {
        graph,
        automaton,
        width: automaton.states(),
        fair: fairness != Fairness::None,
        crew,
        kept: cells(nodes),
        reached: cells(nodes),
        incoming: numbers(nodes),
        greatest: if plain { numbers(nodes) } else { Vec::new() },
    };
    let Some(met) = owcty.meet() else { return true };
    owcty.eliminate(met)
}

fn cells(count: usize) -> Vec<AtomicU8> {
    (0..count).map(|_| AtomicU8::new(0)).collect()
}

fn numbers(count: usize) -> Vec<AtomicU32> {
    (0..count).map(|_| AtomicU32::new(0)).collect()
}

/// A mark of the automaton, or a thread that has to be served.
#[derive(Clone, Copy)]
enum Wanted {
    Mark(Marks),
    Thread(Threads),
}

struct Owcty<'a> {
    graph: &'a Explicit,
    automaton: &'a Automaton,
    /// States of the automaton.
    width: usize,
    fair: bool,
    crew: Crew,
    /// By node: it is still there; it was reached from an edge with the mark.
    kept: Vec<AtomicU8>,
    reached: Vec<AtomicU8>,
    /// By node: edges to it from nodes that are still there.
    incoming: Vec<AtomicU32>,
    /// By node: one more than the greatest node with an accepting edge on a way to it.
    greatest: Vec<AtomicU32>,
}

impl Owcty<'_> {
    /// All edges of a node: where they lead, their marks, and the threads they serve.
    fn edges(&self, node: usize, visit: &mut dyn FnMut(usize, Marks, Threads)) {
        let (state, place) = (u32::try_from(node / self.width).unwrap_or(u32::MAX), node % self.width);
        let (letter, runnable) = (self.graph.letter(state), self.graph.runnable(state));
        for edge in self.automaton.edges[place].iter().filter(|edge| edge.label.allows(letter)) {
            let marks = self.automaton.marks_on(edge, letter);
            for by in self.graph.moves(state) {
                visit(by.to as usize * self.width + edge.to, marks, served(by.thread, runnable));
            }
        }
    }

    /// Does something for all of these, and tells what came of it.
    fn together<T: Sync + Copy, R: Send>(&self, list: &[T], work: impl Fn(T, &mut Vec<R>) + Sync) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let part = || {
            let mut results = Vec::new();
            loop {
                let begin = next.fetch_add(BATCH, Ordering::Relaxed);
                let Some(rest) = list.get(begin..).filter(|rest| !rest.is_empty()) else { return results };
                rest.iter().take(BATCH).for_each(|item| work(*item, &mut results));
            }
        };
        if self.crew.workers < 2 || list.len() < self.crew.share_min {
            return part();
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.crew.workers)
                .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, part).ok())
                .collect();
            let mut results = part();
            for other in others {
                match other.join() {
                    Ok(mut more) => results.append(&mut more),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            results
        })
    }

    /// Meets all nodes. None if a cycle showed itself.
    fn meet(&self) -> Option<Vec<usize>> {
        let mut layer: Vec<usize> = self.automaton.starts.clone();
        layer.retain(|node| self.kept[*node].swap(1, Ordering::SeqCst) == 0);
        let mut all = layer.clone();
        let found = AtomicU8::new(0);
        while !layer.is_empty() {
            let fresh = self.together(&layer, |node, fresh| {
                self.edges(node, &mut |to, marks, _| {
                    if self.pass_on(node, to, marks) {
                        found.store(1, Ordering::SeqCst);
                    }
                    if self.kept[to].swap(1, Ordering::SeqCst) == 0 {
                        fresh.push(to);
                    }
                });
            });
            if found.load(Ordering::SeqCst) != 0 {
                return None;
            }
            all.extend(&fresh);
            layer = fresh;
        }
        Some(all)
    }

    /// Tells a node of the greatest accepting edge before it. True if that is an edge of its own.
    fn pass_on(&self, from: usize, to: usize, marks: Marks) -> bool {
        if self.greatest.is_empty() {
            return false;
        }
        let own = if marks == self.automaton.all_marks() { name(from) } else { 0 };
        let greatest = self.greatest[from].load(Ordering::SeqCst).max(own);
        self.greatest[to].fetch_max(greatest, Ordering::SeqCst);
        // The edge from `to` that is accepting begins the way; it has come back.
        greatest != 0 && greatest == name(to)
    }

    /// Keeps what every mark leads to. True if anything is left.
    fn eliminate(&self, mut left: Vec<usize>) -> bool {
        let marks = (0..self.automaton.marks).map(|mark| Wanted::Mark(1 << mark));
        let all = if self.fair { self.graph.threads() } else { 0 };
        let threads = (0..Threads::BITS).map(|thread| 1 << thread).filter(|thread| all & thread != 0);
        let wanted: Vec<Wanted> = marks.chain(threads.map(Wanted::Thread)).collect();
        left = self.trim(left);
        // So many marks in a row have changed nothing.
        let mut unchanged = 0;
        for mark in wanted.iter().cycle() {
            if unchanged == wanted.len() || left.is_empty() {
                break;
            }
            let after = self.keep(&left, *mark);
            if after.len() == left.len() {
                unchanged += 1;
            } else {
                (left, unchanged) = (self.trim(after), 0);
            }
        }
        !left.is_empty()
    }

    fn is_kept(&self, node: usize) -> bool {
        self.kept[node].load(Ordering::SeqCst) != 0
    }

    /// Drops nodes that nothing leads to, again and again.
    fn trim(&self, left: Vec<usize>) -> Vec<usize> {
        left.iter().for_each(|node| self.incoming[*node].store(0, Ordering::SeqCst));
        self.together(&left, |node, _: &mut Vec<()>| {
            self.edges(node, &mut |to, _, _| {
                if self.is_kept(to) {
                    self.incoming[to].fetch_add(1, Ordering::SeqCst);
                }
            });
        });
        let is_bare = |node: &usize| self.incoming[*node].load(Ordering::SeqCst) == 0;
        let mut bare: Vec<usize> = left.iter().copied().filter(is_bare).collect();
        while !bare.is_empty() {
            bare.iter().for_each(|node| self.kept[*node].store(0, Ordering::SeqCst));
            bare = self.together(&bare, |node, bare| {
                self.edges(node, &mut |to, _, _| {
                    if self.is_kept(to) && self.incoming[to].fetch_sub(1, Ordering::SeqCst) == 1 {
                        bare.push(to);
                    }
                });
            });
        }
        left.into_iter().filter(|node| self.is_kept(*node)).collect()
    }

    /// Of the nodes that are left, those that an edge with a mark leads to.
    fn keep(&self, left: &[usize], wanted: Wanted) -> Vec<usize> {
        let mut layer = self.together(left, |node, fresh| {
            self.edges(node, &mut |to, marks, served| {
                let has = match wanted {
                    Wanted::Mark(mark) => marks & mark != 0,
                    Wanted::Thread(thread) => served & thread != 0,
                };
                if has && self.is_kept(to) && self.reached[to].swap(1, Ordering::SeqCst) == 0 {
                    fresh.push(to);
                }
            });
        });
        let mut all = layer.clone();
        while !layer.is_empty() {
            layer = self.together(&layer, |node, fresh| {
                self.edges(node, &mut |to, _, _| {
                    if self.is_kept(to) && self.reached[to].swap(1, Ordering::SeqCst) == 0 {
                        fresh.push(to);
                    }
                });
            });
            all.extend(&layer);
        }
        for node in left {
            let reached = self.reached[*node].swap(0, Ordering::SeqCst);
            self.kept[*node].store(reached, Ordering::SeqCst);
        }
        all
    }
}

/// What a node is called in the account of accepting edges; nodes without a name of their own keep out of it.
fn name(node: usize) -> u32 {
    u32::try_from(node + 1).unwrap_or(0)
}
