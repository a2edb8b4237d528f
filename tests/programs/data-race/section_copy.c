// Copying inside an atomic section accesses memory, too.
#include <pthread.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int ready;
char text[40] = "nothing", copy[40];

static void *worker(void *unused)
{
    __VERIFIER_atomic_begin();
    ready = 1;
    memcpy(copy, text, sizeof copy); // expect: data-race
    __VERIFIER_atomic_end();
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    text[33] = 'x'; // expect: data-race
    pthread_join(thread, NULL);
    return copy[33];
}
