/* What Rust programs call instead of functions of std.
 *
 * The mutexes, where the loader finds them taken and given back
 * (crates/ir/src/rust_locks.rs).
 *
 * The word is 0, or MUTEX_HELD and 1 + the number of the holder. Where a mutex is
 * used in a way that the loader does not know, std's own code is at work: there it
 * is 1, or 2 if somebody may wait for the word's futex. Whoever waits here waits
 * for 0, and needs no waking. */
#include <augur/thread.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MUTEX_HELD = 0x5b2d0000, CONTENDED = 2 };

ROLE(locks) MASKED void augur_rust_lock(unsigned *word)
{
    __divine_interrupt_mask();
    __augur_wait(word, ~0u, 0, AUGUR_FREE, "mutex", word, NULL, NULL);
    __atomic_store_n(word, MUTEX_HELD | augur_number(), __ATOMIC_SEQ_CST);
    __augur_hold(1, (const int *)word, word);
}

static void wake_one(unsigned *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1); }

/* As std has it, giving back a mutex that is not held does nothing. */
ROLE(locks) MASKED static unsigned give_back(unsigned *word)
{
    __divine_interrupt_mask();
    unsigned before = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    __atomic_store_n(word, 0, __ATOMIC_SEQ_CST);
    if (before == (MUTEX_HELD | augur_number()))
        __augur_hold(-1, (const int *)word, word);
    return before;
}

void augur_rust_unlock(unsigned *word)
{
    if (give_back(word) == CONTENDED)
        wake_one(word);
}

/* Where a panic ends the program (crates/ir/src/rust.rs). */

void augur_rust_panic_in_cleanup(void)
{
    __augur_problem(AUGUR_ABORT, "a destructor panicked while another panic was unwinding, and so Rust aborts");
}

void augur_rust_panic_cannot_unwind(void)
{
    __augur_problem(AUGUR_ABORT, "a panic would leave a function that must not unwind, and so Rust aborts");
}
