//@ expect: safe
// A lock as Drepper's paper has it, on futexes; and a waiter that is moved to
// another futex.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int lock_word, gate, second_gate;
static int count;

static void lock(void)
{
    int seen = 0;
    if (atomic_compare_exchange_strong(&lock_word, &seen, 1))
        return;
    if (seen != 2)
        seen = atomic_exchange(&lock_word, 2);
    while (seen) {
        syscall(SYS_futex, &lock_word, FUTEX_WAIT_PRIVATE, 2, NULL);
        seen = atomic_exchange(&lock_word, 2);
    }
}

static void unlock(void)
{
    if (atomic_fetch_sub(&lock_word, 1) != 1) {
        lock_word = 0;
        syscall(SYS_futex, &lock_word, FUTEX_WAKE_PRIVATE, 1);
    }
}

static void *work(void *arg)
{
    while (!gate)
        syscall(SYS_futex, &gate, FUTEX_WAIT_PRIVATE, 0, NULL);
    lock();
    count++;
    unlock();
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    gate = 1;
    long moved = syscall(SYS_futex, &gate, FUTEX_CMP_REQUEUE_PRIVATE, 0, 1, &second_gate, 1);
    assert(moved == 0 || moved == 1);
    assert(syscall(SYS_futex, &second_gate, FUTEX_WAKE_PRIVATE, 1) == moved);
    lock();
    count++;
    unlock();
    pthread_join(thread, NULL);
    assert(count == 2);
    assert(syscall(SYS_gettid) == gettid());
    return 0;
}
