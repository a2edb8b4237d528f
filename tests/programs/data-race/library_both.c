//@ flags: --stdin tests/programs/files/input.txt
// Both accesses are made by the library inside its sections.
#include <pthread.h>
#include <stdio.h>
static char line[64];

static void *worker(void *unused)
{
    fgets(line, sizeof line, stdin); // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    puts(line); // expect: data-race
    pthread_join(thread, NULL);
    return 0;
}
