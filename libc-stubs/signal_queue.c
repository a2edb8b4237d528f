/* <signal.h>: signals that were sent and are not delivered yet. */
#include "signals.h"
#include <sys/signalfd.h>
#include <sys/time.h>
#include <unistd.h>

#pragma weak kill
#pragma weak killpg
#pragma weak pthread_kill
#pragma weak sigqueue
#pragma weak pthread_sigqueue
#pragma weak alarm
#pragma weak ualarm
#pragma weak setitimer
#pragma weak signalfd

struct augur_signal *augur_process_signals;

int augur_sends_signals(void)
{
    return kill || killpg || pthread_kill || sigqueue || pthread_sigqueue || alarm || ualarm ||
           setitimer;
}

struct augur_signals *augur_signals_of(struct augur_thread *thread)
{
    if (!thread->signals)
        thread->signals =
            __augur_alloc(sizeof *thread->signals, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    return thread->signals;
}

void augur_signal_put(struct augur_signal **list, struct augur_signal signal)
{
    int is_for_process = list == &augur_process_signals;
    while (*list && (*list)->number <= signal.number) {
        if ((*list)->number == signal.number && signal.number < QUEUED_FIRST)
            return;
        list = &(*list)->next;
    }
    struct augur_signal *node = __augur_alloc(sizeof *node, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *node = signal;
    node->next = *list;
    *list = node;
    if (signalfd)
        augur_signals_tell(signal.number, is_for_process);
}

unsigned long augur_signal_bits(const struct augur_signal *list)
{
    unsigned long bits = 0;
    for (; list; list = list->next)
        bits |= BIT(list->number);
    return bits;
}

static int take_from(struct augur_signal **list, int number, struct augur_signal *taken)
{
    while (*list && (*list)->number != number)
        list = &(*list)->next;
    struct augur_signal *node = *list;
    if (!node)
        return 0;
    *taken = *node;
    taken->next = NULL;
    *list = node->next;
    __augur_delete(node, AUGUR_LIBRARY, 0);
    return 1;
}

void augur_signal_drop(struct augur_signal **list, int number)
{
    struct augur_signal dropped;
    while (take_from(list, number, &dropped))
        ;
}

/* Threads of ours, such as the couriers of timers, have no block and no signals of their own. They
 * ask for whoever waits for a signalfd among other things. */
unsigned long augur_signal_pending(void)
{
    const struct augur_signals *own = augur_self ? augur_self->signals : NULL;
    return (own ? augur_signal_bits(own->pending) : 0) | augur_signal_bits(augur_process_signals);
}

/* POSIX: of those that queue the lowest comes first; otherwise any may. */
static int pick(unsigned long bits)
{
    unsigned long queued = bits & ~(BIT(QUEUED_FIRST) - 1);
    bits = (bits & (BIT(QUEUED_FIRST) - 1)) | (queued & -queued);
    int count = __builtin_popcountl(bits);
    for (int skipped = count > 1 ? __divine_choice(count) : 0; skipped; skipped--)
        bits &= bits - 1;
    return __builtin_ctzl(bits) + 1;
}

int augur_signal_take(unsigned long mask, struct augur_signal *taken)
{
    unsigned long found = augur_signal_pending() & mask;
    if (!found)
        return 0;
    int number = pick(found);
    if (augur_self->signals && take_from(&augur_self->signals->pending, number, taken))
        return 1;
    return take_from(&augur_process_signals, number, taken);
}
