//! Who starts which threads.
//!
//! A thread's number belongs to a thread: nobody else ever starts one that has it, and nobody starts one before
//! it knows that the last one with that number is gone. So which number a thread gets depends on nothing but
//! what its starter has done, and those that it has joined.

use crate::problem::{ThreadId, Threads};

const MAIN: ThreadId = ThreadId(0);
static NONE: Threads = Threads::NOBODY;

/// For each thread the numbers that belong to it, by its own number. All that belong to nobody else are main's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Births(Vec<Threads>);

impl Default for Births {
    fn default() -> Births {
        Births(vec![!MAIN.alone()])
    }
}

impl Births {
    /// The numbers that this thread may give to those that it starts.
    pub(crate) fn of(&self, maker: ThreadId) -> &Threads {
        self.0.get(maker.index()).unwrap_or(&NONE)
    }

    /// Who starts the thread with this number.
    pub(crate) fn maker(&self, thread: ThreadId) -> Option<ThreadId> {
        let found = self.0.iter().position(|numbers| numbers.contains(thread))?;
        u32::try_from(found).ok().map(ThreadId)
    }

    /// One of main's numbers is this thread's from now on.
    pub(crate) fn give(&mut self, number: ThreadId, maker: ThreadId) {
        if maker == MAIN || !self.0[0].contains(number) {
            return;
        }
        self.0[0].remove(number);
        self.0.resize(self.0.len().max(maker.index() + 1), Threads::NOBODY);
        self.0[maker.index()].insert(number);
    }

    /// The number of the next thread that this one starts, if those are taken.
    pub(crate) fn next(&self, maker: ThreadId, taken: &Threads) -> Option<ThreadId> {
        (self.of(maker) - taken).first()
    }

    /// These threads and all that they could start, and those in their turn, but for some that do nothing meanwhile.
    pub(crate) fn with_offspring(&self, threads: &Threads, still: &Threads) -> Threads {
        let mut all = threads - still;
        loop {
            let mut grows = false;
            for (numbers, maker) in self.0.iter().zip((0..).map(ThreadId)) {
                if all.contains(maker) {
                    let born = numbers - still;
                    grows |= !born.is_within(&all);
                    all |= born;
                }
            }
            if !grows {
                return all;
            }
        }
    }

    /// What `spell` has given, as `number:maker` each.
    pub(crate) fn read(line: &str) -> Option<Births> {
        let mut births = Births::default();
        for pair in line.split_whitespace() {
            let (number, maker) = pair.split_once(':')?;
            births.take_in(number.parse().ok()?, maker.parse().ok()?)?;
        }
        Some(births)
    }

    /// One of main's numbers is this thread's, if both can be numbers of threads in sets, and who starts a thread
    /// has a lower number.
    pub(crate) fn take_in(&mut self, number: u32, maker: u32) -> Option<()> {
        (maker < number && number < Threads::BOUND).then(|| self.give(ThreadId(number), ThreadId(maker)))
    }

    /// Those that nobody but main starts are left out.
    pub(crate) fn spell(&self) -> impl Iterator<Item = (ThreadId, ThreadId)> + '_ {
        let makers = (0..).map(ThreadId).zip(&self.0).skip(1);
        makers.flat_map(|(maker, numbers)| numbers.iter().map(move |number| (number, maker)))
    }
}

/// Those of the threads that come after one in a rule: it is the one to look whether they may act. Main comes first,
/// and then they come by their numbers, or the other way round.
pub(crate) fn after(thread: ThreadId, threads: &Threads, back: bool) -> Threads {
    let lower = Threads::below(thread);
    let mut later = if back && thread != MAIN { threads & lower } else { threads - lower };
    later.remove(if back && thread != MAIN { MAIN } else { thread });
    later
}

#[cfg(test)]
mod tests {
    use super::*;

    fn births(pairs: &[(u32, u32)]) -> Births {
        let mut births = Births::default();
        pairs.iter().for_each(|(number, maker)| births.give(ThreadId(*number), ThreadId(*maker)));
        births
    }

    #[test]
    fn numbers_are_main_s_unless_they_are_given_away() {
        let births = births(&[(3, 1), (4, 1), (5, 2)]);
        assert_eq!(births.maker(ThreadId(4)), Some(ThreadId(1)));
        assert_eq!(births.maker(ThreadId(6)), Some(ThreadId(0)));
        assert_eq!(births.maker(ThreadId(0)), None);
        assert_eq!(births.next(ThreadId(0), &Threads::near(0b111)), Some(ThreadId(6)));
        assert_eq!(births.next(ThreadId(1), &Threads::near(0b1111)), Some(ThreadId(4)));
        assert_eq!(births.next(ThreadId(5), &Threads::NOBODY), None);
        assert_eq!(births.spell().count(), 3);
    }

    #[test]
    fn offspring_comes_in_generations() {
        let births = births(&[(2, 1), (3, 2), (4, 3)]);
        let with_offspring =
            |threads, still| births.with_offspring(&Threads::near(threads), &Threads::near(still)).low();
        assert_eq!(with_offspring(0b10, 0), 0b11110);
        assert_eq!(with_offspring(0b10, 0b100), 0b10);
        assert_eq!(with_offspring(0b100, 0b1000) & 0b11111, 0b100);
    }
}
