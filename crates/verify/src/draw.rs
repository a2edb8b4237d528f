//! `verify draw`: the state space of a small program as a graph to look at.
//!
//! It makes rounds as a search does, but goes through the states itself, because it keeps all edges
//! and goes on after a violation; it gives no verdict.

use std::collections::{HashMap, VecDeque};

use machine::{Break, Choice, Image, Machine, Pieces, Presumptions, Run, Stop, ThreadId};
use report::{Edge, Graph, Look, Node, Outcome};
use search::{Broken, Round, StorePieces};
use store::{StateId, Store, StoreOptions};

/// The graph, as a search would go through it.
pub(crate) fn graph(image: &Image, states_max: u64) -> Result<Graph, Outcome> {
    let drawn = |presumptions: &Presumptions| match round(image, presumptions, states_max) {
        Ok((_, breaks)) if !breaks.is_empty() => Round::Broken(Broken { breaks, late: false }),
        Ok((graph, _)) => Round::Done(Ok(graph)),
        Err(outcome) => Round::Done(Err(outcome)),
    };
    search::rounds(image, search::REHEARSALS, &search::Patience::default(), drawn).0
}

fn round(image: &Image, presumptions: &Presumptions, states_max: u64) -> Result<(Graph, Vec<Break>), Outcome> {
    let store = Store::new(StoreOptions::default());
    let pieces = StorePieces(&store);
    let mut drawing = Drawing {
        machine: Machine::new(image, presumptions, &pieces as &dyn Pieces),
        store: &store,
        states_max,
        queue: VecDeque::new(),
        graph: Graph::default(),
        known: HashMap::new(),
    };
    drawing.draw().map_err(|stop| outcome(*stop))?;
    Ok((drawing.graph, drawing.machine.vm.take_breaks()))
}

/// What has a node.
#[derive(PartialEq, Eq, Hash)]
enum Thing {
    State(u64),
    /// One node for each kind of end.
    End(String),
    More,
}

struct Drawing<'a> {
    machine: Machine<'a>,
    store: &'a Store,
    states_max: u64,
    queue: VecDeque<StateId>,
    graph: Graph,
    /// The nodes' indices.
    known: HashMap<Thing, usize>,
}

impl Drawing<'_> {
    fn draw(&mut self) -> Run<()> {
        let mut words = Vec::new();
        self.machine.reset();
        self.machine.save(ThreadId(0), &mut words)?;
        self.meet(&words)?;
        while let Some(state) = self.queue.pop_front() {
            words.clear();
            self.store.read_state(state, &mut words);
            self.machine.load(&words);
            self.node(state);
            self.edges(state)?;
        }
        Ok(())
    }

    /// The number of a state; a new one is drawn later, unless there are too many.
    fn meet(&mut self, words: &[u32]) -> Run<Option<StateId>> {
        if self.store.state_count() >= self.states_max {
            self.graph.title = format!("only the first {} states (--states)", self.states_max);
            return Ok(None);
        }
        let full = |_| Box::new(Stop::Limit { what: "the memory for states is used up".into(), flag: "--memory" });
        let (id, fresh) = self.store.state(words, 0).map_err(full)?;
        if fresh {
            self.queue.push_back(id);
        }
        Ok(Some(id))
    }

    fn index(&mut self, thing: Thing, look: Look) -> usize {
        let label = match &thing {
            Thing::State(_) => String::new(),
            Thing::End(text) => text.clone(),
            Thing::More => "…".into(),
        };
        let nodes = &mut self.graph.nodes;
        *self.known.entry(thing).or_insert_with(|| {
            nodes.push(Node { label, look });
            nodes.len() - 1
        })
    }

    /// An edge, and the node it leads to if that is new.
    fn edge(&mut self, from: StateId, (to, look): (Thing, Look), label: String) {
        let from = self.index(Thing::State(from.0), Look::Plain);
        let to = self.index(to, look);
        self.graph.edges.push(Edge { from, to, label, look });
    }

    fn node(&mut self, state: StateId) {
        let places: Vec<String> =
            self.machine.vm.thread_ids().map(|thread| format!("{}: {}", name(thread), self.place(thread))).collect();
        let label = if places.is_empty() { "the end".to_string() } else { places.join("\n") };
        let index = self.index(Thing::State(state.0), Look::Plain);
        self.graph.nodes[index].label = label;
    }

    fn edges(&mut self, state: StateId) -> Run<()> {
        if let Err(stop) = self.machine.vm.check_races() {
            self.dead_end(state, "", *stop);
        }
        let mut enabled = Vec::new();
        self.machine.vm.enabled(&mut enabled)?;
        if let Err(stop) = self.machine.vm.check_deadlock(&enabled) {
            self.dead_end(state, "", *stop);
        }
        let mut words = Vec::new();
        for (i, choice) in enabled.iter().enumerate() {
            if i > 0 {
                self.machine.rewind();
            }
            let label = self.label(&enabled, *choice);
            match self.follow(*choice, &mut words) {
                Err(stop) => self.dead_end(state, &label, *stop),
                Ok(Some(status)) => self.edge(state, (Thing::End(format!("exit {status}")), Look::End), label),
                Ok(None) => match self.meet(&words)? {
                    Some(to) => self.edge(state, (Thing::State(to.0), Look::Plain), label),
                    None => self.edge(state, (Thing::More, Look::More), String::new()),
                },
            }
        }
        Ok(())
    }

    /// Executes a transition; returns the exit status if the program ended.
    fn follow(&mut self, choice: Choice, words: &mut Vec<u32>) -> Run<Option<i32>> {
        self.machine.transition(choice)?;
        let status = self.machine.vm.exit_status();
        if status.is_none() {
            words.clear();
            self.machine.save(choice.thread, words)?;
        }
        match self.machine.vm.take_findings().into_iter().next() {
            Some(problem) => Err(Box::new(Stop::Violation(problem))),
            None => Ok(status),
        }
    }

    fn label(&self, enabled: &[Choice], choice: Choice) -> String {
        let place = self.place(choice.thread);
        let chosen = enabled.iter().filter(|c| c.thread == choice.thread).count() > 1;
        match chosen {
            true => format!("{} {place} picks {}", name(choice.thread), choice.value),
            false => format!("{} {place}", name(choice.thread)),
        }
    }

    fn dead_end(&mut self, state: StateId, label: &str, stop: Stop) {
        let (text, look) = match stop {
            Stop::Violation(problem) => (format!("{}\n{}", problem.kind, problem.message), Look::Bad),
            Stop::Unsupported { what, .. } => (format!("unsupported\n{what}"), Look::Caution),
            Stop::Limit { what, .. } | Stop::GivenUp(what) => (what, Look::Caution),
            Stop::Defect(what) => (format!("defect\n{what}"), Look::Caution),
            Stop::Pruned => return,
        };
        self.edge(state, (Thing::End(text), look), label.into());
    }

    /// `function:line` of a thread in the user's code.
    fn place(&self, thread: ThreadId) -> String {
        let program = self.machine.vm.program();
        let Some(point) = self.machine.vm.user_point(thread) else {
            return "(library)".into();
        };
        let function = &program.function(point.func).display_name;
        match program.location_of(point.func, point.pc) {
            Some(at) => format!("{function}:{}", at.line),
            None => format!("{function}@{}", point.pc.0),
        }
    }
}

fn name(thread: ThreadId) -> String {
    match thread.0 {
        0 => "main".into(),
        n => format!("t{n}"),
    }
}

fn outcome(stop: Stop) -> Outcome {
    match stop {
        Stop::Limit { what, flag } => Outcome::Limit { what, flag: flag.into() },
        other => Outcome::Defect { what: format!("drawing stopped: {other:?}") },
    }
}
