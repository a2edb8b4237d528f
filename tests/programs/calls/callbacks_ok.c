//@ expect: safe
// What the library calls back may have other types: handlers, comparisons, destructors.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

typedef struct { int key; } Item;

static int by_key(Item *a, Item *b, int unused) {
    return a->key - b->key;
}

static short found(const void *key, const Item *item) {
    return *(const int *)key - item->key;
}

static int at_end(void) {
    return 3;
}

static volatile int signals, destroyed;

static int on_signal() {
    signals++;
    return signals;
}

static int destroy(char *p) {
    destroyed += *p;
    return 0;
}

static pthread_key_t key;
static char one = 1;

static void *worker(void *p) {
    pthread_setspecific(key, p);
    return 0;
}

static int once_called;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int init(int n) {
    once_called++;
    return n;
}

int main(void) {
    Item items[] = {{3}, {1}, {2}};
    qsort(items, 3, sizeof(Item), (int (*)(const void *, const void *))(void (*)(void))by_key);
    assert(items[0].key == 1 && items[2].key == 3);
    int wanted = 2;
    Item *item = bsearch(&wanted, items, 3, sizeof(Item), (int (*)(const void *, const void *))(void (*)(void))by_key);
    assert(item == &items[1]);
    (void)found;
    atexit((void (*)(void))at_end);
    signal(SIGUSR1, (void (*)(int))(void (*)(void))on_signal);
    raise(SIGUSR1);
    assert(signals == 1);
    pthread_key_create(&key, (void (*)(void *))(void (*)(void))destroy);
    pthread_t t;
    pthread_create(&t, 0, worker, &one);
    pthread_join(t, 0);
    assert(destroyed == 1);
    pthread_once(&once, (void (*)(void))init);
    assert(once_called == 1);
    return 0;
}
