// Nobody calls the function that installs the handler by its name: it stands in a table, in a function whose name an
// alias has, which a constructor gets from that table.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t late;

static void note(int signal) { late = signal; }

static void watch(void) {
    signal(SIGALRM, note);
    alarm(1);
}

void other_name(void) __attribute__((alias("watch")));

static struct {
    int number;
    void (*start)(void);
} const table[] = {{0, NULL}, {1, other_name}};

__attribute__((constructor)) static void begin(void) { table[late + 1].start(); }

int main(void) {
    sleep(2);
    assert(!late); // expect: assert
    return 0;
}
