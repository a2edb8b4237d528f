// A stream may be where another was that somebody has closed meanwhile.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static char text[8] = "text";
static _Atomic(FILE *) current;

static void *closes(void *arg) {
    fclose(atomic_exchange(&current, NULL));
    return arg;
}

int main(void) {
    pthread_t thread;
    current = fmemopen(text, 4, "r");
    pthread_create(&thread, NULL, closes, NULL);
    FILE *old = current;
    FILE *now = fmemopen(text, 4, "r");
    int same = old == now;
    pthread_join(thread, NULL);
    fclose(now);
    assert(!same); // expect: assert
    return 0;
}
