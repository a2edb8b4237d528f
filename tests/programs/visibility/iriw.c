//@ skip-none
// Two writers, two readers: one reader may be early and the other late.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *write_x(void *arg) {
    x = 1;
    return arg;
}

static void *write_y(void *arg) {
    y = 1;
    return arg;
}

static void *reader(void *arg) {
    a = x;
    b = y;
    return arg;
}

int main(void) {
    pthread_t s, t, u;
    pthread_create(&s, NULL, reader, NULL);
    pthread_create(&t, NULL, write_x, NULL);
    pthread_create(&u, NULL, write_y, NULL);
    int c = y;
    int d = x;
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    assert(!(a == 0 && b == 1 && c == 1 && d == 0)); // expect: assert
    return 0;
}
