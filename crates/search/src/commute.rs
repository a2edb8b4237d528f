//! Tries the claim that all reductions rest on, on a sample of states: see [`machine::Pair`]. And another
//! one: what a state is called does not depend on what a machine did before.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use ir::{Op, Program};
use machine::{Act, Both, Choice, CodePoint, Counters, Ending, Machine, Pair, Part, Successor, ThreadId, Why};

use crate::search::Search;
use crate::worker::Worker;

/// States that pairs are taken from.
const STATES_MAX: usize = 1 << 11;

/// States whose successors are named once more.
const NAMED_MAX: usize = 1 << 8;

/// How often actions at the same two places are tried.
const SAME_MAX: u32 = 4;

/// Parts of a transition that are tried, and of the other thread's.
const UNITS_MAX: usize = 64;
const OTHER_UNITS_MAX: usize = 16;

/// The part of the work of the search that goes into this, in ops, and the least there is. Not a matter
/// of time, so that the same is tried wherever and whenever it is done.
const SHARE: u64 = 5;
const WORK_MIN: u64 = 1 << 22;

/// What it takes to load and name a state, in ops.
const STATE_WORK: u64 = 400;

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Commuted {
    /// Pairs that were executed in both orders to the same effect.
    pub pairs: u64,
    /// Pairs of which nothing is claimed, by reason.
    pub excluded: BTreeMap<Why, u64>,
    /// A pair that does not commute, or a state with two names, in words: a defect.
    pub defect: Option<String>,
}

/// Some states, the same ones in every search that names states alike: those with the least hashes.
#[derive(Default)]
pub(crate) struct Sample(BTreeMap<u64, Vec<u32>>);

impl Sample {
    pub(crate) fn offer(&mut self, words: &[u32]) {
        let hash = words
            .iter()
            .fold(0u64, |hash, word| (hash.rotate_left(23) ^ u64::from(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let last = self.0.last_key_value().map_or(0, |(last, _)| *last);
        if self.0.len() < STATES_MAX || hash < last {
            self.0.insert(hash, words.to_vec());
            self.trim();
        }
    }

    pub(crate) fn merge(&mut self, mut other: Sample) {
        self.0.append(&mut other.0);
        self.trim();
    }

    fn trim(&mut self) {
        while self.0.len() > STATES_MAX {
            self.0.pop_last();
        }
    }
}

/// Executes pairs of actions of these states in both orders.
pub(crate) fn examine(machine: &mut Machine<'_>, search: &Search<'_>, sample: Sample, searched: &Counters) -> Commuted {
    let named = sample.0.values().take(NAMED_MAX).find_map(|words| named_otherwise(machine, search, words));
    machine.vm.counters = Counters::default();
    let mut trial = Trial {
        machine,
        pairs_max: search.options.pairs_max,
        work_max: (searched.instructions / SHARE).max(WORK_MIN),
        states: 0,
        until: search.options.patience(search.started).until,
        tried: HashMap::new(),
        done: Commuted { defect: named, ..Commuted::default() },
    };
    // Whether two accesses collide is asked of states, and those are the search's.
    trial.machine.vm.heed_races(false);
    for words in sample.0.values() {
        if trial.is_over() {
            break;
        }
        trial.state(words);
    }
    let done = trial.done;
    // What was executed here is no part of the search.
    machine.vm.take_breaks();
    done
}

struct Trial<'t, 'a> {
    machine: &'t mut Machine<'a>,
    pairs_max: u64,
    work_max: u64,
    /// States that were loaded.
    states: u64,
    until: Option<Instant>,
    tried: HashMap<(CodePoint, CodePoint), u32>,
    done: Commuted,
}

impl Trial<'_, '_> {
    fn is_over(&self) -> bool {
        let work = self.machine.vm.counters.instructions + STATE_WORK * self.states;
        let late = self.until.is_some_and(|until| Instant::now() > until);
        self.done.defect.is_some() || self.done.pairs >= self.pairs_max || work > self.work_max || late
    }

    fn state(&mut self, words: &[u32]) {
        let mut enabled = Vec::new();
        self.machine.load(words);
        if self.machine.vm.enabled(&mut enabled).is_err() {
            return;
        }
        for choice in enabled {
            // Describing a difference loads other states.
            if self.is_over() {
                return;
            }
            let script = self.machine.script(choice);
            // All but the visible action that it begins with.
            for unit in self.units(&script, 1, UNITS_MAX) {
                if self.is_over() {
                    return;
                }
                self.unit(choice, &script, &unit);
            }
        }
    }

    /// The parts of a transition that others cannot tell from one op, from the given one on; of too many
    /// those that do more than compute. Threads are where it leaves them.
    fn units(&self, script: &[Act], from: usize, max: usize) -> Vec<Unit> {
        let changes = |i: usize| i > 0 && script[i].thread != script[i - 1].thread;
        let starts: Vec<usize> = (from..script.len()).filter(|i| script[*i].apart || changes(*i) || *i == 0).collect();
        let ends = starts.iter().skip(1).copied().chain([script.len()]);
        let unit = |(start, end): (usize, usize)| {
            let (thread, ops) = (script[start].thread, (end - start) as u64);
            let next = script.get(end).filter(|next| next.thread == thread);
            let until = next.map_or_else(|| self.machine.vm.place(thread), |next| Some((next.point, next.depth)));
            Unit { at: start, part: Part { ops, until: until.filter(|_| ops > 1) } }
        };
        let mut units: Vec<Unit> = starts.iter().copied().zip(ends).map(unit).collect();
        if units.len() > max {
            let computes =
                |unit: &Unit| unit.at > 0 && unit.part.ops == 1 && self.is_computation(script[unit.at].point);
            units.sort_by_key(computes);
            units.truncate(max);
        }
        units
    }

    fn is_computation(&self, point: CodePoint) -> bool {
        let op = self.machine.vm.program().function(point.func).ops.get(point.pc.index());
        op.is_some_and(is_computation)
    }

    /// All pairs with these ops of a transition.
    fn unit(&mut self, choice: Choice, script: &[Act], x: &Unit) {
        let (before, mover, point) = (x.at as u64, script[x.at].thread, script[x.at].point);
        let Some(others) = self.machine.others(choice, before, mover) else {
            let what = format!(
                "the search lets a thread run that may not: {}, while another is in an atomic section or it is blocked",
                action(self.machine.vm.program(), mover, point)
            );
            self.done.defect = Some(what);
            return;
        };
        for other in others {
            self.states += 1;
            let others_script = self.machine.script_of(choice, before, other);
            for u in self.units(&others_script, 0, OTHER_UNITS_MAX) {
                let others_point = others_script[u.at].point;
                let tried = self.tried.entry((point, others_point)).or_default();
                if *tried >= SAME_MAX {
                    continue;
                }
                *tried += 1;
                let pair = Pair { choice, before, mover, x: x.part, other, other_before: u.at as u64, u: u.part };
                let (x, u) = (&script[x.at..], &others_script[u.at..]);
                self.pair(&pair, x, u);
                if self.is_over() {
                    return;
                }
            }
        }
    }

    fn pair(&mut self, pair: &Pair, x: &[Act], u: &[Act]) {
        self.states += 2;
        match self.machine.both_orders(pair) {
            Ok(Both::Same) => self.done.pairs += 1,
            Ok(Both::Excluded(why)) => *self.done.excluded.entry(why).or_default() += 1,
            Ok(Both::Different(a, b)) => self.done.defect = Some(self.describe(pair, x[0], u[0], (a, b))),
            // There is no room for more.
            Err(_) => self.work_max = 0,
        }
    }

    fn describe(&mut self, pair: &Pair, x: Act, u: Act, (a, b): (Ending, Ending)) -> String {
        let program = self.machine.vm.program();
        let more = |part: Part| match part.ops {
            1 => String::new(),
            ops => format!(" (and {} more)", ops - 1),
        };
        let differs = match (&a, &b) {
            (Ending::State(a), Ending::State(b)) => {
                format!("; the states differ in {}", self.machine.difference(a, b))
            }
            _ => String::new(),
        };
        format!(
            "two actions that are taken to be independent are not: {}{}, and {}{}; in this order: {}; in the other: {}{differs}",
            action(program, x.thread, x.point),
            more(pair.x),
            action(program, u.thread, u.point),
            more(pair.u),
            ending(&a),
            ending(&b),
        )
    }
}

/// Ops that nobody else may run in the middle of, as a place in a list of ops.
struct Unit {
    at: usize,
    part: Part,
}

/// Does the op look at nothing but registers, and change nothing else?
fn is_computation(op: &Op) -> bool {
    use Op::*;
    matches!(
        op,
        Mov { .. }
            | Add { .. }
            | Sub { .. }
            | Mul { .. }
            | And { .. }
            | Or { .. }
            | Xor { .. }
            | Trunc { .. }
            | ZExt { .. }
            | SExt { .. }
            | PtrAdd { .. }
            | PtrIndex { .. }
            | Jump { .. }
            | Branch { .. }
            | BranchEq { .. }
            | BranchUlt { .. }
            | BranchUle { .. }
            | BranchSlt { .. }
            | BranchSle { .. }
            | Eq { .. }
            | Ult { .. }
            | Ule { .. }
            | Slt { .. }
            | Sle { .. }
            | Select { .. }
            | Switch { .. }
    )
}
/// Who does what, where.
pub(crate) fn action(program: &Program, thread: ThreadId, point: CodePoint) -> String {
    let function = program.function(point.func);
    let op = function.ops.get(point.pc.index()).map_or(String::new(), |op| op.to_string());
    let place = place(program, point);
    format!("thread {} at {place} in {} ({op})", thread.0, function.name)
}

/// A place in the source, if the compiler has left a word about it.
pub(crate) fn place(program: &Program, point: CodePoint) -> String {
    match program.location_of(point.func, point.pc) {
        Some(at) => format!("{}:{}", program.files.get(at.file as usize).map_or("?", |file| &file.name), at.line),
        None => format!("op {}", point.pc.0),
    }
}

fn ending(ending: &Ending) -> String {
    match ending {
        Ending::State(_) => "both go well".into(),
        Ending::MoverFails(problem) => format!("the first one fails ({}: {})", problem.kind, problem.message),
        Ending::OtherFails(problem) => format!("the second one fails ({}: {})", problem.kind, problem.message),
        Ending::Over(Some(status)) => format!("the program exits with {status}"),
        Ending::Over(None) => "the execution is given up".into(),
        Ending::MoverBlocked => "the first one cannot run after the second".into(),
        Ending::OtherBlocked => "the second one cannot run after the first".into(),
    }
}

/// What a transition led to, if it went well.
type Led = Option<(Successor, Vec<u32>)>;

/// Does a machine that has seen nothing call what follows this state as `old` does? If not, a defect in
/// words.
fn named_otherwise(old: &mut Machine<'_>, search: &Search<'_>, state: &[u32]) -> Option<String> {
    let mut enabled = Vec::new();
    old.visit(state);
    old.survey(false, &mut enabled).ok()?;
    enabled.into_iter().find_map(|choice| {
        let new = &mut Worker::new(search).machine;
        let (here, there) = (follow(old, state, choice), follow(new, state, choice));
        let differs = match (&here, &there) {
            _ if here == there => return None,
            (Some((_, here)), Some((_, there))) => new.difference(here, there),
            _ => "whether it goes well".into(),
        };
        new.load(state);
        let point = new.vm.user_point(choice.thread)?;
        let who = action(new.vm.program(), choice.thread, point);
        Some(format!(
            "where a transition leads depends on what was executed before: {who}; the states differ in {differs}"
        ))
    })
}

fn follow(machine: &mut Machine<'_>, state: &[u32], choice: Choice) -> Led {
    let (mut enabled, mut words) = (Vec::new(), Vec::new());
    machine.visit(state);
    // The search asks in this order, too.
    machine.survey(false, &mut enabled).ok()?;
    let led = machine.successor(choice, &mut words).ok()?;
    machine.vm.take_findings();
    Some((led, if led == Successor::State { words } else { Vec::new() }))
}
