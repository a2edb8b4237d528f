/* libc++: what std::atomic::wait and notify are made of, and with them latches, barriers,
 * semaphores and stop tokens.
 *
 * libc++'s own waits end every two seconds, so that a thread that nobody notifies looks on
 * for ever and is no deadlock. The standard does not promise that anybody looks, so here a
 * wait ends when somebody notifies. */
#include <augur/traps.h>
#include <linux/futex.h>
#include <sys/syscall.h>

extern "C" long syscall(long number, ...) noexcept;

#define MASKED __attribute__((noinline))

/* A thread first asks for the number of changes, then looks at its object, and waits if the
 * number is still the same. One number serves all objects: a thread that wakes looks again.
 * It goes round, and starts anew while nobody has asked, so that a program which notifies
 * for ever has finitely many states. */
static int changes;
static unsigned watchers;
static thread_local bool is_watching;
enum { CHANGES_MAX = 255 };

static MASKED int watch()
{
    __divine_interrupt_mask();
    watchers += !is_watching;
    is_watching = true;
    return changes;
}

static MASKED void change()
{
    __divine_interrupt_mask();
    if (!watchers)
        changes = 0;
    else
        changes = changes == CHANGES_MAX ? 0 : changes + 1;
}

static MASKED void wait(const void *object, int seen, bool times_out)
{
    __divine_interrupt_mask();
    if (times_out) {
        __divine_interrupt_unmask();
        __divine_interrupt_mask();
    } else
        __augur_wait((const unsigned *)&changes, ~0u, (unsigned)seen, AUGUR_NE, "atomic object", object, nullptr,
                     nullptr);
    is_watching = false;
    watchers--;
}

namespace std {
inline namespace __1 {

int __atomic_monitor_global(const void *) noexcept;
void __atomic_wait_global_table(const void *, int) noexcept;
void __atomic_wait_global_table_with_timeout(const void *, int, unsigned long) noexcept;
void __atomic_notify_one_global_table(const void *) noexcept;
void __atomic_notify_all_global_table(const void *) noexcept;

int __atomic_monitor_global(const void *) noexcept { return watch(); }
void __atomic_wait_global_table(const void *object, int seen) noexcept { wait(object, seen, false); }
void __atomic_wait_global_table_with_timeout(const void *object, int seen, unsigned long) noexcept
{
    wait(object, seen, true);
}
void __atomic_notify_one_global_table(const void *) noexcept { change(); }
void __atomic_notify_all_global_table(const void *) noexcept { change(); }

/* Objects of the size of a futex are one. */
template <unsigned long size> void __atomic_wait_native(const void *object, const void *seen) noexcept
{
    syscall(SYS_futex, object, FUTEX_WAIT_PRIVATE, *(const int *)seen, nullptr);
}
template <unsigned long size>
void __atomic_wait_native_with_timeout(const void *object, const void *seen, unsigned long ns) noexcept
{
    struct {
        long seconds, nanoseconds;
    } timeout = {(long)(ns / 1000000000), (long)(ns % 1000000000)};
    syscall(SYS_futex, object, FUTEX_WAIT_PRIVATE, *(const int *)seen, &timeout);
}
template <unsigned long size> void __atomic_notify_one_native(const void *object) noexcept
{
    syscall(SYS_futex, object, FUTEX_WAKE_PRIVATE, 1);
}
template <unsigned long size> void __atomic_notify_all_native(const void *object) noexcept
{
    syscall(SYS_futex, object, FUTEX_WAKE_PRIVATE, __INT_MAX__);
}
template void __atomic_wait_native<4>(const void *, const void *) noexcept;
template void __atomic_wait_native_with_timeout<4>(const void *, const void *, unsigned long) noexcept;
template void __atomic_notify_one_native<4>(const void *) noexcept;
template void __atomic_notify_all_native<4>(const void *) noexcept;

}
}
