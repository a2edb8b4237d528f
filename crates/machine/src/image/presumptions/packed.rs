//! All that is presumed as plain numbers, and back: nothing is lost, not even what broke how often.

use super::{Births, Break, FLAGS, Handed, Lock, Presumption, Presumptions, Region, Rule, Use};
use crate::problem::Threads;

impl Presumptions {
    /// As numbers, for a file.
    pub fn pack(&self) -> Vec<u64> {
        let mut out = Packer(Vec::new());
        self.flags().into_iter().for_each(|flag| out.number(flag));
        out.number(self.list.len() as u64);
        for item in &self.list {
            out.region(item.place);
            out.number(item.start);
            out.number(item.end);
            out.rule(&item.rule);
            out.number(item.under.is_some());
            item.under.into_iter().for_each(|lock| out.lock(lock));
        }
        out.number(self.breaks.len() as u64);
        for (place, count) in &self.breaks {
            out.region(*place);
            out.number(*count);
        }
        out.number(self.births.is_some());
        if let Some(births) = &self.births {
            out.number(births.spell().count() as u64);
            births.spell().for_each(|(number, maker)| out.all(&[number.0, maker.0]));
        }
        out.0
    }

    /// What `pack` has written; None if it is something else.
    pub fn unpack(numbers: &[u64]) -> Option<Presumptions> {
        let mut from = Unpacker(numbers);
        let mut flags = [false; FLAGS];
        for flag in &mut flags {
            *flag = from.flag()?;
        }
        let mut list = Vec::new();
        for _ in 0..from.number()? {
            let (place, start, end, rule) = (from.region()?, from.small()?, from.small()?, from.rule()?);
            let under = if from.flag()? { Some(from.lock()?) } else { None };
            if start >= end {
                return None;
            }
            list.push(Presumption { place, start, end, rule, under });
        }
        let mut all = Presumptions::new(list, false, false).with_flags(flags);
        for _ in 0..from.number()? {
            let (place, count) = (from.region()?, from.small()?);
            all.breaks.insert(place, count);
        }
        if from.flag()? {
            let births = all.births.insert(Births::default());
            for _ in 0..from.number()? {
                births.take_in(from.small()?, from.small()?)?;
            }
        }
        from.0.is_empty().then_some(all)
    }
}

impl Break {
    /// As numbers, for other processes.
    pub fn pack(&self) -> Vec<u64> {
        let mut out = Packer(Vec::new());
        let mut put = |kind: u64, place, start, end, rule: &Rule| {
            out.number(kind);
            out.region(place);
            out.all(&[start, end]);
            out.rule(rule);
        };
        match self {
            Break::Access { place, start, end, rule } => put(0, *place, *start, *end, rule),
            Break::Company { place, start, end, rule } => put(1, *place, *start, *end, rule),
            Break::Start => out.number(2u64),
            Break::Leave => out.number(3u64),
            Break::Observe => out.number(4u64),
            Break::Divert => out.number(5u64),
            Break::Dangling => out.number(6u64),
            Break::Compared => out.number(7u64),
            Break::Again => out.number(8u64),
            Break::Number => out.number(9u64),
            Break::Asked => out.number(10u64),
            Break::Scattered => out.number(11u64),
            Break::Distinct => out.number(12u64),
        }
        out.0
    }

    /// What `pack` has written; None if it is something else.
    pub fn unpack(numbers: &[u64]) -> Option<Break> {
        let mut from = Unpacker(numbers);
        let kind = from.number()?;
        let mut access = || Some((from.region()?, from.small()?, from.small()?, from.rule()?));
        let found = match kind {
            0 => access().map(|(place, start, end, rule)| Break::Access { place, start, end, rule })?,
            1 => access().map(|(place, start, end, rule)| Break::Company { place, start, end, rule })?,
            2 => Break::Start,
            3 => Break::Leave,
            4 => Break::Observe,
            5 => Break::Divert,
            6 => Break::Dangling,
            7 => Break::Compared,
            8 => Break::Again,
            9 => Break::Number,
            10 => Break::Asked,
            11 => Break::Scattered,
            12 => Break::Distinct,
            _ => return None,
        };
        from.0.is_empty().then_some(found)
    }
}

static NOBODY: Threads = Threads::NOBODY;

struct Packer(Vec<u64>);

impl Packer {
    fn number(&mut self, number: impl Into<u64>) {
        self.0.push(number.into());
    }

    fn all(&mut self, numbers: &[u32]) {
        self.0.extend(numbers.iter().map(|number| u64::from(*number)));
    }

    /// How many words there are, and these, without those at the end that are as the last one.
    fn threads(&mut self, threads: &Threads) {
        let words = threads.spelt();
        let same = words.iter().rev().take_while(|word| **word == words[words.len() - 1]).count();
        let kept = words.len() - same + 1;
        self.number(kept as u64);
        self.0.extend(&words[..kept]);
    }

    fn region(&mut self, region: Region) {
        match region {
            Region::Global(object) => self.all(&[0, object, 0]),
            Region::Heap(handed) => self.all(&[1, handed.size, handed.to.into()]),
            Region::Stack(handed) => self.all(&[2, handed.size, handed.to.into()]),
            Region::ThreadLocal(size) => self.all(&[3, size, 0]),
        }
    }

    fn lock(&mut self, lock: Lock) {
        match lock {
            Lock::Global { object, offset } => self.all(&[0, object, offset]),
            Lock::Inside { offset } => self.all(&[1, 0, offset]),
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let (kind, threads) = match rule {
            Rule::Staged { writers, readers, back } => (if *back { 7u32 } else { 0 }, [writers, readers]),
            Rule::Met { writers, readers, sharers } if sharers.is_empty() => (1, [writers, readers]),
            Rule::Met { writers, readers, sharers } => {
                self.number(6u32);
                return [writers, readers, sharers].into_iter().for_each(|threads| self.threads(threads));
            }
            Rule::Owner { used, users } => (2 + *used as u32, [users, &NOBODY]),
            Rule::Guarded(lock) => {
                self.number(5u32);
                return self.lock(*lock);
            }
        };
        self.number(kind);
        threads.into_iter().for_each(|threads| self.threads(threads));
    }
}

struct Unpacker<'a>(&'a [u64]);

impl Unpacker<'_> {
    fn number(&mut self) -> Option<u64> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn small(&mut self) -> Option<u32> {
        self.number()?.try_into().ok()
    }

    fn flag(&mut self) -> Option<bool> {
        match self.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn threads(&mut self) -> Option<Threads> {
        let kept = usize::try_from(self.number()?).ok()?;
        let mut spelt = Threads::NOBODY.spelt();
        let (first, rest) = spelt.split_at_mut_checked(kept)?;
        for word in &mut *first {
            *word = self.number()?;
        }
        rest.fill(*first.last()?);
        Some(Threads::read(&spelt))
    }

    fn region(&mut self) -> Option<Region> {
        let (kind, size, to) = (self.number()?, self.small()?, self.number()?.try_into().ok()?);
        match kind {
            0 => Some(Region::Global(size)),
            1 => Some(Region::Heap(Handed { size, to })),
            2 => Some(Region::Stack(Handed { size, to })),
            3 => Some(Region::ThreadLocal(size)),
            _ => None,
        }
    }

    fn lock(&mut self) -> Option<Lock> {
        let (kind, object, offset) = (self.number()?, self.small()?, self.small()?);
        match kind {
            0 => Some(Lock::Global { object, offset }),
            1 => Some(Lock::Inside { offset }),
            _ => None,
        }
    }

    fn rule(&mut self) -> Option<Rule> {
        let kind = self.number()?;
        if kind == 5 {
            return Some(Rule::Guarded(self.lock()?));
        }
        let (writers, readers) = (self.threads()?, self.threads()?);
        let owner = |used| Some(Rule::Owner { used, users: writers.clone() });
        match kind {
            0 | 7 => Some(Rule::Staged { writers, readers, back: kind == 7 }),
            1 => Some(Rule::Met { writers, readers, sharers: Threads::NOBODY }),
            6 => Some(Rule::Met { writers, readers, sharers: self.threads()? }),
            2 => owner(Use::Any),
            3 => owner(Use::Plain),
            4 => owner(Use::Quiet),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ThreadId;

    #[test]
    fn breaks_come_back() {
        let (place, start, end) = (Region::Stack(Handed { size: 48, to: 3 }), 4, 8);
        let far = [5, 77, 400].map(ThreadId).into_iter().collect();
        let rule = Rule::Met { writers: Threads::near(3), readers: far, sharers: ThreadId(5).alone() };
        let all = [
            Break::Access { place, start, end, rule: rule.clone() },
            Break::Company { place, start, end, rule },
            Break::Start,
            Break::Leave,
            Break::Observe,
            Break::Divert,
            Break::Dangling,
            Break::Compared,
            Break::Again,
            Break::Number,
            Break::Asked,
            Break::Scattered,
            Break::Distinct,
        ];
        for one in all {
            assert_eq!(Break::unpack(&one.pack()), Some(one));
        }
        assert_eq!(Break::unpack(&[13]), None);
        assert_eq!(Break::unpack(&[2, 0]), None);
    }

    #[test]
    fn what_is_packed_comes_back() {
        let handed = Handed { size: 48, to: 3 };
        let lock = Lock::Global { object: 7, offset: 8 };
        let rules = [
            Rule::Staged { writers: ThreadId(100).alone(), readers: Threads::near(6), back: false },
            Rule::Staged { writers: ThreadId(1000).alone(), readers: Threads::near(6), back: true },
            Rule::Met { writers: Threads::near(3), readers: Threads::EVERYBODY, sharers: Threads::NOBODY },
            Rule::Met { writers: Threads::near(1), readers: !ThreadId(300).alone(), sharers: ThreadId(90).alone() },
            Rule::Owner { used: Use::Quiet, users: Threads::near(5) },
            Rule::Guarded(Lock::Inside { offset: 4 }),
            Rule::Guarded(lock),
        ];
        let places = [Region::Global(2), Region::Heap(handed), Region::Stack(handed), Region::ThreadLocal(9)];
        let list = rules.iter().zip(places.iter().cycle()).zip(0..).map(|((rule, place), at)| Presumption {
            place: *place,
            start: at,
            end: at + 4,
            rule: rule.clone(),
            under: (at % 2 == 0).then_some(lock),
        });
        let mut all = Presumptions::new(list.collect(), true, false);
        (all.apart, all.unobserved, all.unnumbered, all.once) = (false, false, true, false);
        all.breaks.insert(Region::Heap(handed), 11);
        all.births = Births::read(" 3:1 5:2");
        let packed = all.pack();
        assert_eq!(Presumptions::unpack(&packed), Some(all));
        assert_eq!(Presumptions::unpack(&packed[1..]), None);
        assert_eq!(Presumptions::unpack(&packed[..packed.len() - 1]), None);
        assert_eq!(Presumptions::unpack(&Presumptions::default().pack()), Some(Presumptions::default()));
    }
}
