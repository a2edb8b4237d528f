//@ expect: safe
// The repaired twin of claimed_slot.c: claim first, then look what was claimed.
#include <pthread.h>
#include <stdatomic.h>

atomic_int used;
atomic_int slots[1];

static void *claim(void *arg) {
    (void)arg;
    int mine = used++;
    if (mine < 1)
        slots[mine] = 7;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, claim, NULL);
    claim(NULL);
    pthread_join(t, NULL);
    return 0;
}
