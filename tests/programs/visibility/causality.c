// Write-to-read causality does not mean that everybody sees the news.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

static void *first(void *arg) {
    x = 1;
    return arg;
}

static void *second(void *arg) {
    if (x == 1)
        y = 1;
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    int a = y;
    int b = x;
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(!(a == 0 && b == 1 && y == 1)); // expect: assert
    return 0;
}
