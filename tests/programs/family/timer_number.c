// As company/timer_number.c, in a thread of its own.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
static atomic_int x;
static void *looks(void *a) { assert(x == 0); return a; } // expect: assert
static void *sets(void *a) { x = 1; return a; }
static void *works(void *a) {
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
    return a;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, works, NULL);
    pthread_join(t, NULL);
}
