//@ expect: safe
//@ flags: --cc-arg=-Wl,--defsym=main=other,--defsym=stop=pthread_cancel
//@ native: no
//@ exits: 7
// What nobody but the linker names is reached.
#include <pthread.h>
#include <unistd.h>

int stop(pthread_t thread);

static void *waits(void *unused) {
    pause();
    return unused;
}

int other(void) {
    pthread_t thread;
    pthread_create(&thread, 0, waits, 0);
    stop(thread);
    pthread_join(thread, 0);
    return 7;
}

int main(void) { return 1; }
