//! Threads that may go round for ever, over a few atomic variables and a mutex.
//!
//! ```text
//! static void *thread1(void *arg) { for (;;) { a0 = 1; while (a1 != 0) {} pthread_mutex_lock(&m); … } return arg; }
//! ```
//!
//! A step is one access to what is shared, or the start, the end or the join of a thread. What a thread decides by
//! itself is no step.

use crate::fuzz::random::Random;
use ltl::{Explicit, Move};
use std::collections::HashMap;
use std::fmt::Write as _;

/// All that threads share, the mutex aside.
pub(super) const VARIABLES: &[&str] = &["a0", "a1", "a2"];
const THREADS_MAX: usize = 3;
const ACTIONS_MAX: usize = 4;

#[derive(Clone, Copy, Debug)]
enum Action {
    /// `a = v;`
    Set(usize, u8),
    /// `a ^= 1;`
    Flip(usize),
    /// `while (a != v) {}`
    Await(usize, u8),
    /// `if (a) b = v;`
    SetIf(usize, usize, u8),
    Lock,
    Unlock,
    /// `main` alone.
    Create(usize),
    Join(usize),
    /// Of all threads but `main` this is the end of the thread.
    End,
}

#[derive(Debug)]
struct Thread {
    actions: Vec<Action>,
    /// Back to this action after the last one.
    back: Option<usize>,
}

/// The first thread is `main`.
#[derive(Debug)]
pub(super) struct Program {
    threads: Vec<Thread>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    /// By thread: the action that comes next, none before it was started; and whether the condition of a `SetIf`
    /// was found to hold.
    at: Vec<Option<(usize, bool)>>,
    values: [u8; 3],
    owner: Option<usize>,
}

impl Program {
    pub(super) fn random(random: &mut Random) -> Program {
        let threads = 2 + random.below(THREADS_MAX - 1);
        let mut all = Vec::new();
        for number in 0..threads {
            let mut actions: Vec<Action> = Vec::new();
            if number == 0 {
                actions.extend((1..threads).map(Action::Create));
            }
            let begin = actions.len();
            for _ in 0..1 + random.below(ACTIONS_MAX) {
                let inner = action(random);
                match random.below(5) {
                    0 => actions.extend([Action::Lock, inner, Action::Unlock]),
                    _ => actions.push(inner),
                }
            }
            let back = (random.below(2) == 0).then_some(begin);
            if number == 0 && back.is_none() {
                actions.extend((1..threads).filter(|_| random.below(2) == 0).map(Action::Join));
            }
            actions.push(Action::End);
            all.push(Thread { actions, back });
        }
        Program { threads: all }
    }

    /// The program in C.
    pub(super) fn print(&self) -> String {
        let mut text = String::from("#include <pthread.h>\n#include <stdatomic.h>\n\natomic_int a0, a1, a2;\n");
        text += "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\npthread_t t[3];\n";
        for (number, thread) in self.threads.iter().enumerate().rev() {
            let head = match number {
                0 => "int main(void)".into(),
                _ => format!("static void *thread{number}(void *arg)"),
            };
            let _ = writeln!(text, "\n{head} {{");
            if number == 0 {
                // A variable that nobody uses is not in the program.
                text += "    a0 = 0;\n    a1 = 0;\n    a2 = 0;\n";
            }
            for (i, action) in thread.actions.iter().enumerate() {
                if thread.back == Some(i) {
                    text += "    for (;;) {\n";
                }
                let _ = match action {
                    Action::Set(a, v) => writeln!(text, "    a{a} = {v};"),
                    Action::Flip(a) => writeln!(text, "    a{a} ^= 1;"),
                    Action::Await(a, v) => writeln!(text, "    while (a{a} != {v}) {{\n    }}"),
                    Action::SetIf(a, b, v) => writeln!(text, "    if (a{a})\n        a{b} = {v};"),
                    Action::Lock => writeln!(text, "    pthread_mutex_lock(&m);"),
                    Action::Unlock => writeln!(text, "    pthread_mutex_unlock(&m);"),
                    Action::Create(other) => writeln!(text, "    pthread_create(&t[{other}], 0, thread{other}, 0);"),
                    Action::Join(other) => writeln!(text, "    pthread_join(t[{other}], 0);"),
                    Action::End if thread.back.is_some() => writeln!(text, "    }}"),
                    Action::End => Ok(()),
                };
            }
            text += if number == 0 { "    return 0;\n}\n" } else { "    return arg;\n}\n" };
        }
        text
    }

    /// All that it can do; letters say which of the atoms hold, variables that are not 0 or the end.
    pub(super) fn graph(&self, atoms: &[&str]) -> Explicit {
        let mut graph = Explicit::default();
        let mut start = State { at: vec![None; self.threads.len()], values: [0; 3], owner: None };
        start.at[0] = Some((0, false));
        let letter = |values: &[u8; 3], ended: bool| {
            let holds = |atom: &&str| match VARIABLES.iter().position(|name| name == atom) {
                Some(variable) => values[variable] != 0,
                None => ended,
            };
            atoms.iter().enumerate().fold(0, |set, (i, atom)| set | u64::from(holds(atom)) << i)
        };
        let mut numbers: HashMap<State, u32> = HashMap::from([(start.clone(), graph.add_state())]);
        let mut ends: HashMap<[u8; 3], u32> = HashMap::new();
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            let (mut moves, mut runnable) = (Vec::new(), 0);
            for thread in (0..self.threads.len()).filter(|thread| self.can_act(&state, *thread)) {
                runnable |= 1 << thread;
                let to = match self.step(&state, thread) {
                    Some(next) => *numbers.entry(next).or_insert_with_key(|next| {
                        open.push(next.clone());
                        graph.add_state()
                    }),
                    None => *ends.entry(state.values).or_insert_with(|| {
                        let end = graph.add_state();
                        let still = Move { thread: None, choice: 0, to: end };
                        graph.expand(end, letter(&state.values, true), 0, [still].into_iter());
                        end
                    }),
                };
                moves.push(Move { thread: u8::try_from(thread).ok(), choice: 0, to });
            }
            graph.expand(numbers[&state], letter(&state.values, false), runnable, moves.into_iter());
        }
        graph
    }

    fn can_act(&self, state: &State, thread: usize) -> bool {
        let Some((at, _)) = state.at[thread] else { return false };
        match self.threads[thread].actions.get(at) {
            Some(Action::Lock) => state.owner.is_none(),
            Some(Action::Join(other)) => {
                state.at[*other].is_some_and(|(at, _)| at >= self.threads[*other].actions.len())
            }
            Some(_) => true,
            None => false,
        }
    }

    /// One step of a thread. None: the program ends.
    fn step(&self, state: &State, thread: usize) -> Option<State> {
        let mut next = state.clone();
        let (at, holds) = state.at[thread]?;
        let mut after = (at + 1, false);
        match self.threads[thread].actions[at] {
            Action::Set(a, v) => next.values[a] = v,
            Action::Flip(a) => next.values[a] ^= 1,
            Action::Await(a, v) if state.values[a] != v => after = (at, false),
            Action::Await(..) => {}
            Action::SetIf(_, b, v) if holds => next.values[b] = v,
            Action::SetIf(a, ..) if state.values[a] != 0 => after = (at, true),
            Action::SetIf(..) => {}
            Action::Lock => next.owner = Some(thread),
            Action::Unlock => next.owner = None,
            Action::Create(other) => next.at[other] = Some((0, false)),
            Action::Join(_) => {}
            Action::End if thread == 0 => return None,
            Action::End => {}
        }
        let Thread { actions, back } = &self.threads[thread];
        if let (Some(back), Some(Action::End)) = (back, actions.get(after.0)) {
            after = (*back, false);
        }
        next.at[thread] = Some(after);
        Some(next)
    }
}

fn action(random: &mut Random) -> Action {
    let (a, b) = (random.below(VARIABLES.len()), random.below(VARIABLES.len()));
    let value = u8::from(random.below(2) == 0);
    match random.below(6) {
        0 | 1 => Action::Set(a, value),
        2 => Action::Flip(a),
        3 => Action::Await(a, value),
        _ => Action::SetIf(a, b, value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_program() {
        let print = |seed| Program::random(&mut Random::new(seed)).print();
        assert!((0..50).all(|seed| print(seed) == print(seed)));
        assert!((0..50).any(|seed| print(seed).contains("for (;;)")));
    }

    #[test]
    fn all_that_two_threads_do() {
        let main = Thread { actions: vec![Action::Create(1), Action::Await(0, 1), Action::End], back: None };
        let other = Thread { actions: vec![Action::Set(0, 1), Action::End], back: None };
        let graph = Program { threads: vec![main, other] }.graph(&["a0", "ended"]);
        // Not started; started and set or not and ended or not, main at its loop or past it; the end.
        assert_eq!(graph.len(), 1 + 3 + 2 + 1);
        let letters: Vec<u64> = (0..7).map(|state| graph.letter(state)).collect();
        assert_eq!(letters.iter().filter(|letter| **letter == 3).count(), 1);
    }
}
