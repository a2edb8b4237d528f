//@ flags: --ltl 'F elected && G(elected -> G elected)'
//@ expect: safe
// Who is first to put its number down is the leader; all agree, and it stays so.
#include <pthread.h>
#include <stdatomic.h>

atomic_int leader, elected;

static void *candidate(void *arg) {
    int nobody = 0;
    int me = arg ? 2 : 1;
    if (atomic_compare_exchange_strong(&leader, &nobody, me))
        elected = 1;
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, candidate, &t);
    candidate(NULL);
    pthread_join(t, NULL);
    return 0;
}
