// Two streams in the same memory: what one writes the other writes at the same time.
#include <pthread.h>
#include <stdio.h>

static char memory[64];

static void *print(void *unused)
{
    FILE *out = fmemopen(memory, sizeof memory, "w"); // expect: data-race
    fputs("ab", out); // expect: data-race
    fclose(out); // expect: data-race
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, print, NULL);
    print(NULL);
    pthread_join(thread, NULL);
    return 0;
}
