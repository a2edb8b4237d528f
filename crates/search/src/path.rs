//! From numbers of choices to the transitions that they stand for.
//!
//! Where threads that are alike are put in order ([`Arranger`]), a choice names a place. The path is one of threads
//! as the program has started them, so each place knows whose it is, and a second machine goes the way that they do.

use machine::{Arranger, Choice, Machine, Problem, Stop, ThreadId};

use crate::gathered::Found;
use crate::outcome::Path;
use crate::scout;
use crate::search::Search;

/// What choices stand for, and how to tell of what they lead to.
#[derive(Default)]
pub(crate) struct Followed {
    pub path: Path,
    whose: Vec<ThreadId>,
}

impl Followed {
    /// Something that was found there, told of threads as the program has started them.
    pub(crate) fn tell(&self, search: &Search<'_>, found: &Found) -> Stop {
        match &found.stop {
            _ if self.whose.is_empty() => found.stop.clone(),
            Stop::Violation(problem) => {
                let own = scout::at_the_end(search, &self.path, problem, found.points);
                Stop::Violation(own.unwrap_or_else(|| self.renamed(problem)))
            }
            Stop::Unsupported { what, thread } => {
                Stop::Unsupported { what: what.clone(), thread: of(&self.whose, *thread) }
            }
            stop => stop.clone(),
        }
    }

    /// The same problem with the threads that stood in those places.
    fn renamed(&self, problem: &Problem) -> Problem {
        let places: Vec<ThreadId> = std::iter::once(problem.thread).chain(problem.others.iter().copied()).collect();
        let mut threads: Vec<ThreadId> = places.iter().map(|place| of(&self.whose, *place)).collect();
        if places.is_sorted() {
            threads.sort_unstable();
        }
        Problem { thread: threads[0], others: threads[1..].to_vec(), ..problem.clone() }
    }
}

fn of(whose: &[ThreadId], place: ThreadId) -> ThreadId {
    whose.get(place.index()).copied().unwrap_or(place)
}

/// Executes the choices from the start, each given by its number among those that are possible.
pub(crate) fn follow(search: &Search<'_>, numbers: &[usize]) -> Result<Path, String> {
    Ok(followed(search, numbers, (true, false))?.path)
}

/// The same; `arranged` if places may have changed hands, `arrives` if it is of interest whose they are where the
/// last one leads.
pub(crate) fn followed(
    search: &Search<'_>,
    numbers: &[usize],
    (arranged, arrives): (bool, bool),
) -> Result<Followed, String> {
    let arranger = match arranged && search.presumptions.is_indistinct() {
        true => Arranger::new(search.image, search.presumptions),
        false => None,
    };
    let mut follower = Follower {
        places: Walker::new(search),
        own: arranger.map(|arranger| (arranger, Walker::new(search))),
        whose: Vec::new(),
    };
    let mut path = Path::new();
    for (step, number) in numbers.iter().enumerate() {
        let goes_on = step + 1 < numbers.len() || arrives && follower.own.is_some();
        follower
            .step(*number, goes_on, &mut path)
            .map_err(|what| format!("after {step} transitions of a path, {what}"))?;
    }
    if arrives {
        follower.arrange()?;
    }
    Ok(Followed { path, whose: follower.whose })
}

struct Follower<'a> {
    /// Goes from one stored state to the next.
    places: Walker<'a>,
    /// Goes with the threads, if places change.
    own: Option<(Arranger, Walker<'a>)>,
    whose: Vec<ThreadId>,
}

impl Follower<'_> {
    fn step(&mut self, number: usize, goes_on: bool, path: &mut Path) -> Result<(), String> {
        self.arrange()?;
        let choice = *self.places.enabled()?.get(number).ok_or_else(|| format!("there is no choice {number}"))?;
        if let Some((_, own)) = &mut self.own {
            own.save()?;
            own.load();
            let theirs = Choice { thread: of(&self.whose, choice.thread), ..choice };
            if own.enabled()?.contains(&theirs) {
                path.push(theirs);
                if goes_on {
                    own.go(theirs)?;
                }
            } else if choice.thread.0 != 0 {
                return Err("a thread cannot go on whose place can".into());
            }
            // Main joins others in their own order, later.
        } else {
            path.push(choice);
        }
        if goes_on { self.places.go(choice) } else { Ok(()) }
    }

    /// Comes to the state as it is stored.
    fn arrange(&mut self) -> Result<(), String> {
        self.places.save()?;
        if let Some((arranger, _)) = &mut self.own {
            let Walker { machine, words, .. } = &mut self.places;
            let threads = words.len().saturating_sub(2);
            let moves = arranger.arrange(words, machine).map_err(|_| "threads cannot be put in order again")?;
            if !moves.is_empty() {
                // Those that are new stand in their own places.
                self.whose.extend((0..).map(ThreadId).take(threads).skip(self.whose.len()));
                let before = self.whose.clone();
                moves.iter().for_each(|(to, from)| self.whose[*to] = before[*from]);
            }
        }
        self.places.load();
        Ok(())
    }
}

struct Walker<'a> {
    machine: Machine<'a>,
    words: Vec<u32>,
    ran: ThreadId,
}

impl<'a> Walker<'a> {
    fn new(search: &Search<'a>) -> Walker<'a> {
        let mut machine = Machine::new(search.image, search.presumptions, search.pieces);
        // The path goes on, so nothing has failed on it.
        machine.vm.put_failures_off(true);
        machine.reset();
        Walker { machine, words: Vec::new(), ran: ThreadId(0) }
    }

    fn save(&mut self) -> Result<(), String> {
        self.machine.save(self.ran, &mut self.words).map_err(|_| "the state cannot be named again".into())
    }

    fn load(&mut self) {
        self.machine.load(&self.words);
    }

    fn enabled(&mut self) -> Result<Vec<Choice>, String> {
        let mut enabled = Vec::new();
        self.machine.vm.enabled(&mut enabled).map_err(|_| "nobody can tell who may run")?;
        Ok(enabled)
    }

    fn go(&mut self, choice: Choice) -> Result<(), String> {
        self.ran = choice.thread;
        self.machine.transition(choice).map_err(|_| "a transition fails that went well before".into())
    }
}
