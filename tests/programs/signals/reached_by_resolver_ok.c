//@ expect: safe
// The handler is installed by a function whose address only a resolver returns.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t step, seen;

static void note(int signal) {
    seen = step;
    assert(seen <= 2);
}

static int install(void) {
    signal(SIGALRM, note);
    alarm(1);
    return 0;
}

static int (*resolve(void))(void) { return install; }

int prepare(void) __attribute__((ifunc("resolve")));

int main(void) {
    prepare();
    step = 1;
    step = 2;
}
