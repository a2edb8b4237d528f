//! A cache in which each key has one place: a newer key takes it from an older one.

const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Two words as one.
#[inline]
pub(crate) fn both(a: u32, b: u32) -> u64 {
    u64::from(a) | u64::from(b) << 32
}

/// Goes on with a hash. Its upper bits are the better ones.
#[inline]
pub(crate) fn mix(hash: u64, word: u64) -> u64 {
    (hash ^ word ^ hash >> 29).wrapping_mul(SPREAD)
}

/// Something that has a place in a cache.
pub(crate) trait Key: Copy + Eq {
    /// Stands where there is nothing; never asked for.
    const NOTHING: Self;
    fn hash(self) -> u64;
}

impl Key for u32 {
    const NOTHING: u32 = u32::MAX;

    #[inline]
    fn hash(self) -> u64 {
        u64::from(self).wrapping_mul(SPREAD)
    }
}

impl Key for (u32, u32) {
    const NOTHING: (u32, u32) = (u32::MAX, u32::MAX);

    #[inline]
    fn hash(self) -> u64 {
        let word = both(self.0, self.1);
        mix(0, word ^ word >> 29)
    }
}

/// From keys to values, with 2^`LOG` places.
pub(crate) struct Cache<K, V, const LOG: u32>(Vec<(K, V)>);

impl<K, V, const LOG: u32> Default for Cache<K, V, LOG> {
    fn default() -> Self {
        Cache(Vec::new())
    }
}

impl<K: Key, V: Clone + Default, const LOG: u32> Cache<K, V, LOG> {
    #[inline]
    fn place(key: K) -> usize {
        (key.hash() >> (64 - LOG)) as usize
    }

    #[inline]
    pub(crate) fn get(&self, key: K) -> Option<&V> {
        let (known, value) = self.0.get(Self::place(key))?;
        (*known == key).then_some(value)
    }

    /// The value of a key, to be written over: that of another key until then.
    pub(crate) fn take_place(&mut self, key: K) -> &mut V {
        if self.0.is_empty() {
            self.0.resize(1 << LOG, (K::NOTHING, V::default()));
        }
        let (known, value) = &mut self.0[Self::place(key)];
        *known = key;
        value
    }

    pub(crate) fn set(&mut self, key: K, value: V) {
        *self.take_place(key) = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newer_key_takes_the_place_of_an_older_one() {
        let mut cache: Cache<u32, u32, 2> = Cache::default();
        assert_eq!(cache.get(7), None);
        (0..100).for_each(|key| cache.set(key, key + 1));
        assert!((0..100).all(|key| cache.get(key).is_none_or(|value| *value == key + 1)));
        assert!((1..=4).contains(&(0..100).filter(|key| cache.get(*key).is_some()).count()));
        assert_eq!(cache.get(99), Some(&100));
    }
}
