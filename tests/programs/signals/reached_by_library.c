//@ native: no
// Nobody in the program calls `malloc`: `strdup` of the library does, and comes to the program's own.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t late;
static char memory[64];

static void note(int signal) { late = signal; }

void *malloc(size_t size) {
    signal(SIGALRM, note);
    alarm(1);
    return size <= sizeof memory ? memory : NULL;
}

int main(void) {
    char *volatile text = strdup("text");
    sleep(2);
    assert(text[1] == 'e');
    assert(!late); // expect: assert
    return 0;
}
