//! Makes a way to a violation shorter: fewer changes of the running thread, then fewer transitions.
//!
//! The way is taken apart into what each thread does at a stretch. Stretches and single transitions are
//! left out, or moved to where their thread runs anyway, and what comes of it is executed: whatever
//! cannot be done any more is skipped. A way that is shorter and ends with the
//! same violation, or another if any will do, is kept.

use machine::Choice;

use super::walker::{End, Met, Step, Walker};

/// What a way is measured by.
type Length = (usize, usize);

pub(super) fn length(steps: &[Step]) -> Length {
    let switches = steps.windows(2).filter(|pair| pair[0].choice.thread != pair[1].choice.thread).count();
    (switches, steps.len())
}

/// Shortens a way until nothing helps any more, or so much work was done.
pub(super) fn shorten(walker: &mut Walker<'_>, start: &[u32], met: Met, work_max: u64) -> Met {
    let until = walker.work.saturating_add(work_max);
    let mut shortener = Shortener { walker, states: vec![start.to_vec()], met, until };
    shortener.cut();
    while shortener.pass() {}
    shortener.met
}

struct Shortener<'w, 'a> {
    walker: &'w mut Walker<'a>,
    /// The states on the way, as far as they are known; the first is the start.
    states: Vec<Vec<u32>>,
    met: Met,
    until: u64,
}

impl Shortener<'_, '_> {
    /// Leaves out whatever can be left out, in large pieces first.
    fn cut(&mut self) {
        let mut piece = self.met.steps.len() / 2;
        while piece > 1 {
            let mut end = self.met.steps.len();
            while end > 0 && self.walker.work < self.until {
                end = end.min(self.met.steps.len());
                let start = end.saturating_sub(piece);
                let rest: Vec<Choice> = self.met.steps[end..].iter().map(|step| step.choice).collect();
                self.attempt(start, &rest);
                end = start;
            }
            piece /= 2;
        }
    }

    /// Tries every change once. True if one of them helped.
    fn pass(&mut self) -> bool {
        let before = length(&self.met.steps);
        // From the end, where changes cost least.
        let mut at = self.met.steps.len();
        while at > 0 {
            at = (at - 1).min(self.met.steps.len().saturating_sub(1));
            let helped = changes(&self.met.steps, at)
                .into_iter()
                .any(|(from, wishes)| self.walker.work < self.until && self.attempt(from, &wishes));
            if helped {
                at = (at + 2).min(self.met.steps.len());
            }
        }
        length(&self.met.steps) < before && self.walker.work < self.until
    }

    /// Keeps the first so many transitions and then does what is wished. True if that is better.
    fn attempt(&mut self, from: usize, wishes: &[Choice]) -> bool {
        let Some(mut words) = self.state(from) else { return false };
        let mut steps = self.met.steps[..from].to_vec();
        let best = length(&self.met.steps);
        let mut wishes = wishes.iter();
        let wrong = loop {
            match self.walker.look(&words) {
                Err(End::Wrong(wrong)) => break wrong,
                Err(End::Over) => return false,
                Ok(()) => {}
            }
            let enabled = &self.walker.enabled;
            let number = |wish: &Choice| enabled.iter().position(|choice| choice == wish);
            let Some((choice, number)) = wishes.find_map(|wish| Some((*wish, number(wish)?))) else { return false };
            steps.push(Step { choice, number });
            if length(&steps) >= best {
                return false;
            }
            match self.walker.step(choice) {
                Err(End::Wrong(wrong)) => break wrong,
                Err(End::Over) => return false,
                Ok(next) => {
                    words.clear();
                    words.extend_from_slice(next);
                }
            }
        };
        let better = self.walker.accepts(&wrong, &self.met.wrong) && length(&steps) < best;
        if better {
            self.states.truncate(from + 1);
            self.met = Met { steps, wrong };
        }
        better
    }

    /// The state after so many transitions.
    fn state(&mut self, at: usize) -> Option<Vec<u32>> {
        while self.states.len() <= at {
            let last = self.states.last()?;
            let choice = self.met.steps[self.states.len() - 1].choice;
            self.walker.look(last).ok()?;
            let next = self.walker.step(choice).ok()?.to_vec();
            self.states.push(next);
        }
        self.states.get(at).cloned()
    }
}

/// Changes of a way at one of its transitions: how many transitions stay, and what is to come then.
fn changes(steps: &[Step], at: usize) -> Vec<(usize, Vec<Choice>)> {
    let thread = |i: usize| steps[i].choice.thread;
    let choices = |range: std::ops::Range<usize>| steps[range].iter().map(|step| step.choice);
    let len = steps.len();
    let mut changes = Vec::new();
    if at > 0 && thread(at - 1) == thread(at) {
        // In the middle of a stretch.
        changes.push((at, choices(at + 1..len).collect()));
        return changes;
    }
    let me = thread(at);
    let end = (at..len).find(|i| thread(*i) != me).unwrap_or(len);
    // Without the stretch.
    changes.push((at, choices(end..len).collect()));
    // Together with the stretch of the same thread before it, or after it, as a whole or in part.
    let before = (0..at).rev().find(|i| thread(*i) == me).map(|i| i + 1);
    let after = (end..len).find(|i| thread(*i) == me);
    if let Some(before) = before {
        changes.push((before, choices(at..end).chain(choices(before..at)).chain(choices(end..len)).collect()));
    }
    if let Some(after) = after {
        changes.push((at, choices(end..after).chain(choices(at..end)).chain(choices(after..len)).collect()));
    }
    changes.push((at, choices(at + 1..len).collect()));
    changes
}
