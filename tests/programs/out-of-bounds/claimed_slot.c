// Two threads claim slots; the second claim is outside if both come first to the check.
#include <pthread.h>
#include <stdatomic.h>

atomic_int used;
atomic_int slots[1];

static void *claim(void *arg) {
    (void)arg;
    if (used < 1) {
        int mine = used++;
        slots[mine] = 7; // expect: out-of-bounds
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, claim, NULL);
    claim(NULL);
    pthread_join(t, NULL);
    return 0;
}
