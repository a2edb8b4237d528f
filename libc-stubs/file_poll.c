/* <poll.h>, <sys/select.h>, <sys/epoll.h>: waiting for descriptors.
 *
 * Whoever waits has a poller: a list of what it watches, and a word that says whether
 * some of it is ready. Each pipe, socket and event counter knows who watches it, and
 * whoever changes it brings these words up to date (augur_poll_tell). So a thread waits
 * for one word, and when it is scheduled something is ready, or it goes on waiting. */
#include "file.h"
#include "signals.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/limits.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

/* One descriptor of a poller. `armed`: what is new since it was last told (EPOLLET). */
struct item {
    struct item *next;
    struct augur_open *open;
    int fd;
    unsigned events, armed;
    epoll_data_t data;
};

struct augur_poller {
    struct item *items;
    unsigned ready;
};

struct augur_watch {
    struct augur_watch *next;
    struct augur_poller *poller;
    struct item *item;
};

enum { ALWAYS = POLLERR | POLLHUP };

/* ---- what is ready ---------------------------------------------------- */

enum { READABLE = POLLIN | POLLRDNORM, WRITABLE = POLLOUT | POLLWRNORM };

unsigned augur_poll_events(const struct augur_open *open)
{
    const struct augur_inode *inode = open->inode;
    switch (inode->kind) {
    case AUGUR_PIPE:
        if ((open->flags & O_ACCMODE) != O_RDONLY)
            return (inode->size + PIPE_BUF <= inode->capacity || !inode->readers ? WRITABLE : 0) |
                   (inode->readers ? 0 : POLLERR);
        return (inode->size ? READABLE : 0) | (inode->writers ? 0 : POLLHUP);
    case AUGUR_SOCKET: return augur_socket_events(inode);
    case AUGUR_EVENT: return (inode->ready ? READABLE : 0) | (inode->is_locked ? 0 : WRITABLE);
    case AUGUR_EPOLL: __augur_unsupported("poll of a poller");
    case AUGUR_TIMER:
        if (augur_has_timer_files())
            augur_timer_settle(open->inode);
        return inode->ready ? READABLE : 0;
    case AUGUR_SIGNALS: return augur_has_signal_files() && augur_signals_are_there(inode) ? READABLE : 0;
    case AUGUR_OUTPUT: return WRITABLE;
    default: return READABLE | WRITABLE;
    }
}

void augur_poll_parts(const struct augur_open *open, struct augur_inode *parts[3])
{
    parts[0] = open->inode;
    parts[1] = parts[2] = NULL;
    if (open->inode->kind == AUGUR_SOCKET)
        augur_socket_parts(open->inode, parts);
}

static unsigned told_of(const struct item *item)
{
    unsigned events = augur_poll_events(item->open) & (item->events | ALWAYS);
    return item->events & EPOLLET ? events & item->armed : events;
}

static void refresh(struct augur_poller *poller)
{
    unsigned ready = 0;
    for (struct item *item = poller->items; item; item = item->next)
        ready |= item->events && told_of(item);
    poller->ready = ready;
}

void augur_poll_tell(struct augur_inode *inode, unsigned news)
{
    for (struct augur_watch *watch = inode->watches; watch; watch = watch->next) {
        watch->item->armed |= news;
        refresh(watch->poller);
    }
}

static void watch(struct augur_poller *poller, struct item *item, struct augur_inode *inode)
{
    if (!inode)
        return;
    struct augur_watch *new = __augur_alloc(sizeof *new, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *new = (struct augur_watch){ inode->watches, poller, item };
    inode->watches = new;
}

static void unwatch(struct augur_poller *poller, const struct item *item, struct augur_inode *inode)
{
    if (!inode)
        return;
    struct augur_watch **at = &inode->watches;
    while (*at)
        if ((*at)->poller == poller && (*at)->item == item)
            *at = (*at)->next;
        else
            at = &(*at)->next;
}

void augur_poll_also(const struct augur_inode *inode, struct augur_inode *part)
{
    for (struct augur_watch *w = inode->watches; w; w = w->next)
        watch(w->poller, w->item, part);
}

static struct item *add(struct augur_poller *poller, struct augur_open *open, int fd, unsigned events)
{
    struct item *item = __augur_alloc(sizeof *item, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    *item = (struct item){ .next = poller->items, .open = open, .fd = fd, .events = events, .armed = ~0u };
    poller->items = item;
    struct augur_inode *parts[3];
    augur_poll_parts(open, parts);
    for (int i = 0; i < 3; i++)
        watch(poller, item, parts[i]);
    return item;
}

static void drop(struct augur_poller *poller, struct item **at)
{
    struct item *item = *at;
    struct augur_inode *parts[3];
    augur_poll_parts(item->open, parts);
    for (int i = 0; i < 3; i++)
        unwatch(poller, item, parts[i]);
    *at = item->next;
}

/* ---- waiting ---------------------------------------------------------- */

/* How long: null for ever. */
struct patience {
    const struct timespec *duration;
    const sigset_t *mask;
};

/* Waits until something is ready or time is over. 0, or what the call returns. Inside the
 * section of the caller. */
static inline __attribute__((always_inline)) int wait_ready(struct augur_poller *poller,
                                                            const struct timespec *duration)
{
    refresh(poller);
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (!duration) {
        const unsigned *alarm = augur_rousing();
        __augur_wait(&poller->ready, ~0u, 0, AUGUR_NE, "descriptors", poller, NULL, alarm);
        if (augur_is_cancelled_or(poller->ready != 0))
            return AUGUR_CANCELLED;
        if (augur_is_interruptible() && augur_self->roused & AUGUR_HANDLED &&
            (!poller->ready || __divine_choice(2)))
            return augur_fail(EINTR);
        return 0;
    }
    if (poller->ready || (!duration->tv_sec && !duration->tv_nsec))
        return 0;
    long end = augur_clock_after(duration);
    if (augur_is_roused_until(end))
        return augur_fail(EINTR);
    if (augur_is_cancelled_or(poller->ready != 0))
        return AUGUR_CANCELLED;
    if (!poller->ready && end > 0) {
        enum { SECOND = 1000000000 };
        long time = end + augur_clock_origin(CLOCK_MONOTONIC);
        struct timespec deadline = { time / SECOND, time % SECOND };
        augur_clock_reached(CLOCK_MONOTONIC, &deadline);
    }
    return 0;
}

static MASKED int poll_now(struct pollfd *list, nfds_t count, const struct timespec *duration)
{
    __divine_interrupt_mask();
    struct augur_poller *poller =
        __augur_alloc(sizeof *poller, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    int bad = 0, saved = errno;
    for (nfds_t i = 0; i < count; i++) {
        struct augur_open *open = list[i].fd < 0 ? NULL : augur_file_open(list[i].fd);
        list[i].revents = list[i].fd >= 0 && !open ? POLLNVAL : 0;
        bad += list[i].revents != 0;
        if (open)
            add(poller, open, (int)i, (unsigned short)list[i].events | ALWAYS);
    }
    errno = saved;
    static const struct timespec none;
    int result = wait_ready(poller, bad ? &none : duration);
    while (poller->items) {
        struct item *item = poller->items;
        if (!result)
            list[item->fd].revents = (short)told_of(item);
        drop(poller, &poller->items);
    }
    if (result)
        return result;
    int found = 0;
    for (nfds_t i = 0; i < count; i++)
        found += list[i].revents != 0;
    return found;
}

/* Without an end nothing but a handler ends it. */
static int rest_until(const struct timespec *duration, const sigset_t *mask)
{
    if (duration)
        return mask ? augur_sleep_with_mask(duration, mask->__val[0]) : nanosleep(duration, NULL);
    return mask ? sigsuspend(mask) : pause();
}

static int poll_list(struct pollfd *list, nfds_t count, struct patience patience)
{
    if (patience.mask && augur_is_interruptible())
        __augur_unsupported("waiting for descriptors with a mask of signals, beside handlers");
    pthread_testcancel();
    return augur_or_cancel(poll_now(list, count, patience.duration));
}

/* posix: others
 * explored: regular files are always ready, pipes, sockets and event counters when the call
 *   that is asked for would not wait; a wait with an end may end with nothing. A handler ends a
 *   wait, whatever SA_RESTART says. Without descriptors they sleep, see nanosleep. select tells
 *   what is left of a sleep, as Linux does, and the whole duration otherwise.
 * left out: priority data; being told that a pipe has room before it has PIPE_BUF bytes of it; a
 *   mask of ppoll and pselect beside handlers (`unsupported`, but for sleeping).
 * faults: eintr
 * accesses: r the list and the duration, w what was found.
 * tests: signals/poll_interrupted.c signals/poll_interrupted_ok.c signals/pselect*.c
 *   time/select_left*.c threads/idle_ok.c sockets/poll_*.c sockets/select_ok.c sockets/hang_up*.c */
static int poll_for(struct pollfd *descriptors, nfds_t count, struct patience patience)
{
    if (!count)
        return rest_until(patience.duration, patience.mask);
    struct pollfd own[count];
    for (nfds_t i = 0; i < count; i++)
        own[i] = descriptors[i];
    int found = poll_list(own, count, patience);
    for (nfds_t i = 0; found >= 0 && i < count; i++)
        descriptors[i].revents = own[i].revents;
    return found;
}

int poll(struct pollfd *descriptors, nfds_t count, int milliseconds)
{
    struct timespec duration = { milliseconds / 1000, milliseconds % 1000 * 1000000l };
    return poll_for(descriptors, count, (struct patience){ milliseconds < 0 ? NULL : &duration, NULL });
}

int ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *timeout,
          const sigset_t *mask)
{
    struct timespec duration = { 0 };
    if (timeout)
        duration = *timeout;
    return poll_for(descriptors, count, (struct patience){ timeout ? &duration : NULL, mask });
}

static int is_in(int fd, const fd_set *set) { return set && FD_ISSET(fd, set); }

/* The events by which select finds a descriptor in each of its sets. */
static int put(int fd, int is_there, fd_set *set)
{
    if (!is_in(fd, set))
        return 0;
    if (!is_there)
        FD_CLR(fd, set);
    return is_there;
}

static int select_for(int count, fd_set *reads, fd_set *writes, fd_set *others, struct patience patience)
{
    if (count < 0)
        return augur_fail(EINVAL);
    struct pollfd list[count + 1];
    nfds_t length = 0;
    for (int fd = 0; fd < count; fd++) {
        int events = (is_in(fd, reads) ? POLLIN : 0) | (is_in(fd, writes) ? POLLOUT : 0) |
                     (is_in(fd, others) ? POLLPRI : 0);
        if (events)
            list[length++] = (struct pollfd){ fd, (short)events, 0 };
    }
    if (!length)
        return rest_until(patience.duration, patience.mask);
    int found = poll_list(list, length, patience);
    if (found < 0)
        return found;
    for (nfds_t i = 0; i < length; i++)
        if (list[i].revents & POLLNVAL)
            return augur_fail(EBADF);
    found = 0;
    for (nfds_t i = 0; i < length; i++) {
        int fd = list[i].fd, events = list[i].revents;
        found += put(fd, (events & (POLLIN | POLLHUP | POLLERR)) != 0, reads);
        found += put(fd, (events & (POLLOUT | POLLERR)) != 0, writes);
        found += put(fd, 0, others);
    }
    return found;
}

int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
           struct timeval *restrict timeout)
{
    if (!timeout)
        return select_for(count, reads, writes, others, (struct patience){ 0 });
    struct timespec duration = { timeout->tv_sec + timeout->tv_usec / 1000000,
                                 timeout->tv_usec % 1000000 * 1000 };
    if (count && (reads || writes || others))
        return select_for(count, reads, writes, others, (struct patience){ &duration, NULL });
    struct timespec left = { 0, 0 };
    int error = nanosleep(&duration, &left);
    if (!error || errno == EINTR)
        *timeout = (struct timeval){ left.tv_sec, left.tv_nsec / 1000 };
    return error;
}

int pselect(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others,
            const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
    struct timespec duration = { 0 };
    if (timeout)
        duration = *timeout;
    return select_for(count, reads, writes, others,
                      (struct patience){ timeout ? &duration : NULL, mask });
}

/* ---- epoll ------------------------------------------------------------ */

/* posix: epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait
 * explored: level and edge (EPOLLET), once (EPOLLONESHOT); a descriptor that is closed is
 *   forgotten; several threads that wait all see what is ready. If more is ready than there is
 *   room for, any part of it that follows each other is told.
 * left out: the order in which it is told; pollers that watch pollers (`unsupported`).
 * faults: eintr (epoll_wait)
 * accesses: r the event, w the events.
 * tests: sockets/epoll_*.c */
MASKED int epoll_create1(int flags)
{
    __divine_interrupt_mask();
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    struct augur_inode *inode = augur_file_new(AUGUR_EPOLL, 0600);
    inode->special = __augur_alloc(sizeof(struct augur_poller), 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    return augur_file_install(augur_open_new(inode, O_RDWR), 0, (flags & EPOLL_CLOEXEC) != 0);
}

int epoll_create(int size) { return size > 0 ? epoll_create1(0) : augur_fail(EINVAL); }

static struct augur_poller *poller_of(int fd)
{
    struct augur_open *open = augur_file_open(fd);
    if (!open)
        return NULL;
    if (open->inode->kind == AUGUR_EPOLL)
        return open->inode->special;
    errno = EINVAL;
    return NULL;
}

static MASKED int change(int epoll, int what, int fd, struct epoll_event event)
{
    __divine_interrupt_mask();
    struct augur_poller *poller = poller_of(epoll);
    struct augur_open *open = poller ? augur_file_open(fd) : NULL;
    if (!open)
        return -1;
    if (open->inode->kind == AUGUR_EPOLL)
        __augur_unsupported("epoll_ctl: a poller that watches another");
    if (open->inode->kind == AUGUR_REGULAR || open->inode->kind == AUGUR_DIRECTORY)
        return augur_fail(EPERM);
    struct item **at = &poller->items;
    while (*at && !((*at)->fd == fd && (*at)->open == open))
        at = &(*at)->next;
    if ((what == EPOLL_CTL_ADD) == (*at != NULL))
        return augur_fail(*at ? EEXIST : ENOENT);
    if (what == EPOLL_CTL_DEL)
        drop(poller, at);
    else {
        struct item *item = *at ? *at : add(poller, open, fd, 0);
        item->events = event.events | ALWAYS;
        item->data = event.data;
        item->armed = ~0u;
    }
    refresh(poller);
    return 0;
}

int epoll_ctl(int epoll, int what, int fd, struct epoll_event *event)
{
    if (what != EPOLL_CTL_ADD && what != EPOLL_CTL_MOD && what != EPOLL_CTL_DEL)
        return augur_fail(EINVAL);
    return change(epoll, what, fd, what == EPOLL_CTL_DEL ? (struct epoll_event){ 0 } : *event);
}

static MASKED int collect(int epoll, struct epoll_event *events, int room,
                          const struct timespec *duration)
{
    __divine_interrupt_mask();
    struct augur_poller *poller = poller_of(epoll);
    if (!poller)
        return -1;
    int result = wait_ready(poller, duration);
    if (result)
        return result;
    int ready = 0;
    for (struct item *item = poller->items; item; item = item->next)
        ready += item->events && told_of(item);
    int skipped = ready > room ? __divine_choice(ready - room + 1) : 0, found = 0;
    for (struct item *item = poller->items; item && found < room; item = item->next) {
        unsigned told = item->events ? told_of(item) : 0;
        if (!told || skipped-- > 0)
            continue;
        events[found++] = (struct epoll_event){ told, item->data };
        item->armed &= ~told;
        if (item->events & EPOLLONESHOT)
            item->events = 0;
    }
    refresh(poller);
    return found;
}

int epoll_wait(int epoll, struct epoll_event *events, int room, int milliseconds)
{
    if (room <= 0 || room > 1024)
        return augur_fail(EINVAL);
    struct timespec duration = { milliseconds / 1000, milliseconds % 1000 * 1000000l };
    struct epoll_event own[room];
    pthread_testcancel();
    int found = augur_or_cancel(collect(epoll, own, room, milliseconds < 0 ? NULL : &duration));
    for (int i = 0; i < found; i++)
        events[i] = own[i];
    return found;
}

int epoll_pwait(int epoll, struct epoll_event *events, int room, int milliseconds,
                const sigset_t *mask)
{
    if (mask && augur_is_interruptible())
        __augur_unsupported("waiting for descriptors with a mask of signals, beside handlers");
    return epoll_wait(epoll, events, room, milliseconds);
}

/* The last descriptor was closed: pollers that last forget it. */
void augur_poll_forget(struct augur_open *open)
{
    struct augur_inode *parts[3];
    augur_poll_parts(open, parts);
    for (int i = 0; i < 3; i++)
        for (struct augur_watch *watch = parts[i] ? parts[i]->watches : NULL; watch; watch = watch->next)
            if (watch->item->open == open) {
                struct augur_poller *poller = watch->poller;
                struct item **at = &poller->items;
                while (*at && *at != watch->item)
                    at = &(*at)->next;
                if (*at)
                    drop(poller, at);
                refresh(poller);
            }
}
