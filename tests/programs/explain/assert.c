#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int tickets = 1;

static void *buy(void *sold) {
    if (tickets > 0) { // Both may see the last ticket …
        tickets--;     // … and both sell it.
        *(int *)sold = 1;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    int mine = 0, theirs = 0;
    pthread_create(&t, NULL, buy, &theirs);
    buy(&mine);
    pthread_join(t, NULL);
    assert(mine + theirs <= 1); // expect: assert
}
