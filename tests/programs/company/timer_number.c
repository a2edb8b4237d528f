// The thread behind a timer gives its number back when it ends, and the next thread gets it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
static atomic_int x;
static void *looks(void *a) { assert(x == 0); return a; } // expect: assert
static void *sets(void *a) { x = 1; return a; }
int main(void) {
    pthread_t first, second;
    uint64_t times;
    struct itimerspec soon = {.it_value.tv_sec = 100};
    int fd = timerfd_create(CLOCK_MONOTONIC, 0);
    timerfd_settime(fd, 0, &soon, NULL);
    pthread_create(&first, NULL, looks, NULL);
    read(fd, &times, sizeof times);
    pthread_create(&second, NULL, sets, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    close(fd);
}
