//! A depth-first search with a bound on preemptions, which is raised when all within it was seen.
//! Most bugs need few of them (Musuvathi and Qadeer, "Iterative Context Bounding for Systematic Testing
//! of Multithreaded Programs", 2007). The thread that ran goes on first; the others come after it.

use ahash::AHashMap;
use machine::ThreadId;

use super::walker::{End, Met, Step, Walker, fingerprint};

/// States that are remembered; beyond, they are forgotten.
const STATES_MAX: usize = 1 << 19;

/// A state on the way, and what is still to be done there.
struct Place {
    words: Vec<u32>,
    /// What led there; none at the start.
    step: Option<Step>,
    /// Transitions that are left, the next one last, each with the preemptions on the way to it.
    left: Vec<(Step, u32)>,
}

pub(super) struct Dive {
    /// Preemptions that are allowed, and by how much more they become.
    bound: u32,
    raise: u32,
    /// Something was left out for needing more preemptions.
    bounded: bool,
    way: Vec<Place>,
    /// With how few preemptions states were reached, by whom.
    reached: AHashMap<(u64, Option<ThreadId>), u32>,
    /// Of the other threads, those with higher numbers come first.
    downward: bool,
    /// The transition that is made just now.
    trying: Option<Step>,
    /// Nothing is left.
    over: bool,
}

impl Dive {
    pub(super) fn new((bound, raise): (u32, u32), downward: bool) -> Dive {
        let (way, reached) = (Vec::new(), AHashMap::default());
        Dive { bound, raise, bounded: false, way, reached, downward, trying: None, over: false }
    }

    /// Goes on until so much work was done, or something was met.
    pub(super) fn dive(&mut self, walker: &mut Walker<'_>, start: &[u32], until: u64) -> Option<Met> {
        while walker.work < until && !self.over {
            match self.step(walker, start) {
                Ok(()) | Err(End::Over) => {}
                Err(End::Wrong(wrong)) => {
                    let last = self.trying.take();
                    let steps = self.way.iter().filter_map(|place| place.step).chain(last).collect();
                    return Some(Met { steps, wrong });
                }
            }
        }
        None
    }

    /// Makes one transition, or leaves a state in which all was done.
    fn step(&mut self, walker: &mut Walker<'_>, start: &[u32]) -> Result<(), End> {
        let Some(place) = self.way.last_mut() else {
            return self.arrive(walker, start.to_vec(), None, 0);
        };
        let Some((step, preemptions)) = place.left.pop() else {
            self.way.pop();
            if self.way.is_empty() {
                self.finish();
            }
            return Ok(());
        };
        self.trying = Some(step);
        walker.look(&place.words)?;
        let words = walker.step(step.choice)?.to_vec();
        self.arrive(walker, words, Some(step), preemptions)
    }

    /// All within the bound was seen.
    fn finish(&mut self) {
        self.over = !self.bounded;
        self.bounded = false;
        self.bound += self.raise;
        self.reached.clear();
    }

    /// Comes to a state, unless it was reached as easily before.
    fn arrive(
        &mut self,
        walker: &mut Walker<'_>,
        words: Vec<u32>,
        step: Option<Step>,
        preemptions: u32,
    ) -> Result<(), End> {
        let ran = step.map(|step| step.choice.thread);
        if self.reached.len() > STATES_MAX {
            self.reached.clear();
        }
        let before = self.reached.entry((fingerprint(&words), ran)).or_insert(u32::MAX);
        if *before <= preemptions || self.way.len() >= walker.steps_max {
            return Ok(());
        }
        *before = preemptions;
        walker.look(&words)?;
        let goes_on = walker.enabled.iter().any(|choice| Some(choice.thread) == ran);
        let all = walker.enabled.iter().enumerate().map(|(number, choice)| Step { choice: *choice, number });
        let with_cost = all.map(|step| {
            let preempts = goes_on && Some(step.choice.thread) != ran;
            (step, preemptions + u32::from(preempts))
        });
        let mut left: Vec<(Step, u32)> = with_cost.collect();
        let count = left.len();
        left.retain(|(_, preemptions)| *preemptions <= self.bound);
        self.bounded |= left.len() < count;
        if !self.downward {
            left.reverse();
        }
        // The next one is the last: who ran goes on.
        left.sort_by_key(|(step, _)| Some(step.choice.thread) == ran);
        self.way.push(Place { words, step, left });
        Ok(())
    }
}
