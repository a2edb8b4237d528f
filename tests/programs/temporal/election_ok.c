//@ flags: --ltl 'F elected && G(elected -> G elected)'
//@ expect: safe
//@ skip-none
// Three nodes in a ring elect the one with the greatest name (Chang and Roberts): each sends its name on, passes
// on greater ones and drops smaller ones; whose own name comes back is elected.
#include <pthread.h>
#include <stdatomic.h>

enum { NODES = 3 };

static const int names[NODES] = {2, 3, 1};
// What was sent to each node; 0 if nothing waits there.
atomic_int mail[NODES];
atomic_int elected;

static void send(int to, int name) {
    while (mail[to]) {
    }
    mail[to] = name;
}

static void *node(void *arg) {
    int me = (int)(long)arg, next = (me + 1) % NODES;
    send(next, names[me]);
    while (!elected) {
        int got = mail[me];
        if (!got)
            continue;
        mail[me] = 0;
        if (got == names[me])
            elected = names[me];
        else if (got > names[me])
            send(next, got);
    }
    return arg;
}

int main(void) {
    pthread_t threads[NODES];
    for (int i = 1; i < NODES; i++)
        pthread_create(&threads[i], NULL, node, (void *)(long)i);
    node((void *)0);
    for (int i = 1; i < NODES; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
