//@ expect: safe
// The program has a handler, as a file of helpers has one for all tests of a project; nothing that main leads to
// installs it, so no handler runs between any two accesses.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int late;
static int part[2];

static void note(int signal) { late = signal; }

void fail_after(unsigned seconds) {
    signal(SIGALRM, note);
    alarm(seconds);
}

static void *work(void *arg) {
    int *own = arg;
    for (int i = 0; i < 3; i++)
        ++*own;
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, &part[0]);
    work(&part[1]);
    pthread_join(thread, NULL);
    assert(part[0] == 3 && part[1] == 3 && !late);
    return 0;
}
