//! Room on the stack, however little the system was told to give (`ulimit -s`).

use std::thread;

/// Enough to read a command line and to watch a worker; the work itself has a stack of its own.
const STACK_BYTES: usize = 4 << 20;

/// Runs it, on another thread if the stack of this one may not grow that far.
pub fn with_room<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    let mut run = Some(run);
    let mut result = None;
    if limit_bytes() < STACK_BYTES as u64 {
        let elsewhere = || result = run.take().map(|run| run());
        thread::scope(|scope| {
            let builder = thread::Builder::new().name("main".into()).stack_size(STACK_BYTES);
            // Where no thread can be had it is tried with what there is.
            drop(builder.spawn_scoped(scope, elsewhere));
        });
    }
    result.or_else(|| run.map(|run| run())).expect("it has run, on one of two stacks")
}

fn limit_bytes() -> u64 {
    let mut limit = libc::rlimit { rlim_cur: libc::RLIM_INFINITY, rlim_max: libc::RLIM_INFINITY };
    // SAFETY: writes one `rlimit`, which is ours.
    unsafe { libc::getrlimit(libc::RLIMIT_STACK, &mut limit) };
    limit.rlim_cur
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_runs_once() {
        let mut runs = 0;
        assert_eq!(
            with_room(|| {
                runs += 1;
                "done"
            }),
            "done"
        );
        assert_eq!(runs, 1);
    }
}
