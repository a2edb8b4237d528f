//@ flags: --races=off
// A struct assignment is no single step: the writer runs between its words.
#include <assert.h>
#include <pthread.h>

struct pair {
    long a, b;
};

volatile struct pair shared;

static void *writer(void *arg) {
    shared.a = 1;
    shared.b = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    struct pair copy = shared;
    pthread_join(t, NULL);
    assert(!(copy.a == 0 && copy.b == 1)); // expect: assert
    return 0;
}
