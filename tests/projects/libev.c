// Another thread wakes a loop.
#include <assert.h>
#include <ev.h>
#include <pthread.h>

static struct ev_loop *loop;
static ev_async wake;
static int woken;

static void on_wake(struct ev_loop *here, ev_async *watcher, int events)
{
    (void)watcher, (void)events;
    woken++;
    ev_break(here, EVBREAK_ALL);
}

static void *other(void *unused)
{
    ev_async_send(loop, &wake);
    return unused;
}

int main(void)
{
    pthread_t thread;
    loop = ev_loop_new(EVBACKEND_POLL);
    ev_async_init(&wake, on_wake);
    ev_async_start(loop, &wake);
    pthread_create(&thread, NULL, other, NULL);
    ev_run(loop, 0);
    pthread_join(thread, NULL);
    assert(woken == 1);
    ev_loop_destroy(loop);
    return 0;
}
