//! Threads that nobody could tell apart if they changed places.

use crate::image::presumptions::{Presumptions, Region, Rule};
use crate::problem::{ThreadId, Threads};

/// What the rules say of one thread: for each set of threads in them, whether it is in there.
type Membership = Vec<bool>;

impl Presumptions {
    /// Classes of threads of which every rule says the same, each with two numbers at least. Only numbers that
    /// can be in sets have a class, and main has none.
    pub(crate) fn classes(&self) -> Vec<Threads> {
        let orderly = self.main_starts && self.main_stays && self.once && self.tidy;
        let sound = orderly && self.unobserved && self.unnumbered;
        if !sound || self.credulous {
            return Vec::new();
        }
        let mut classes: Vec<(Membership, Threads)> = Vec::new();
        for thread in (1..Threads::BOUND).map(ThreadId) {
            let Some(membership) = self.membership(thread) else { continue };
            match classes.iter_mut().find(|(known, _)| *known == membership) {
                Some((_, class)) => class.insert(thread),
                None => classes.push((membership, thread.alone())),
            }
        }
        classes.into_iter().map(|(_, class)| class).filter(Threads::is_several).collect()
    }

    /// None if a rule treats it differently from every other thread: by its number, or by what it was handed.
    fn membership(&self, thread: ThreadId) -> Option<Membership> {
        let handed = |place| match place {
            Region::Heap(handed) | Region::Stack(handed) => u32::from(handed.to),
            Region::Global(_) | Region::ThreadLocal(_) => 0,
        };
        if self.list.iter().any(|item| handed(item.place) == thread.0 + 1) {
            return None;
        }
        let main = ThreadId(0).alone();
        let mut membership = Vec::new();
        for rule in &self.rules {
            let sets = match rule {
                // Who comes first in it depends on the numbers, unless only main writes.
                Rule::Staged { writers, readers, .. } if !writers.is_within(&main) => {
                    if writers.contains(thread) || readers.contains(thread) {
                        return None;
                    }
                    continue;
                }
                Rule::Staged { writers, readers, .. } => [Some(writers), Some(readers), None],
                Rule::Guarded(_) => continue,
                Rule::Owner { users, .. } => [Some(users), None, None],
                Rule::Met { writers, readers, sharers } => [Some(writers), Some(readers), Some(sharers)],
            };
            membership.extend(sets.into_iter().flatten().map(|set| set.contains(thread)));
        }
        Some(membership)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image::presumptions::{Handed, Presumption, Use};

    #[test]
    fn who_is_in_the_same_sets_is_alike() {
        let item = |at, place, rule| Presumption { place, start: at, end: at + 4, rule, under: None };
        let global = Region::Global(3);
        let (set, nobody) = (Threads::near, Threads::NOBODY);
        let handed = Region::Heap(Handed { size: 16, to: 10 });
        let list = vec![
            item(0, global, Rule::Owner { used: Use::Plain, users: set(0b11110) }),
            item(4, global, Rule::Met { writers: set(0b00110), readers: set(0b01000), sharers: nobody }),
            item(8, global, Rule::Staged { writers: set(1), readers: set(0b11110), back: false }),
            item(12, global, Rule::Staged { writers: set(0b100_0000), readers: set(0b10_0000), back: false }),
            item(0, handed, Rule::Staged { writers: set(1), readers: set(1), back: false }),
        ];
        let presumptions = Presumptions::new(list, true, true);
        let mut rest = Threads::EVERYBODY - Threads::below(ThreadId(7));
        rest.remove(ThreadId(9));
        assert_eq!(presumptions.classes(), [set(0b110), rest]);
        let again = Presumptions { once: false, ..presumptions };
        assert!(again.classes().is_empty());
    }
}
