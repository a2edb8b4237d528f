//! A parallel map over the cores. Items are taken one by one, so a slow one
//! does not hold up the rest; results come back in the order of the input.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(items.len()));
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    std::thread::scope(|scope| {
        for _ in 0..cores.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::SeqCst);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    if let Ok(mut results) = results.lock() {
                        results.push((index, result));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn keeps_the_order() {
        let input: Vec<u32> = (0..100).collect();
        let output = super::map(&input, |n| n * 2);
        assert_eq!(output, (0..100).map(|n| n * 2).collect::<Vec<u32>>());
    }

    #[test]
    fn nothing_in_nothing_out() {
        assert!(super::map(&[] as &[u32], |n| *n).is_empty());
    }
}
