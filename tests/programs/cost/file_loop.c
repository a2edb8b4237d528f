//@ expect: safe
//@ opt: O0
//@ skip-none
//@ native: no
//@ states-max: 33
// Pipes and temporary files, opened and closed until another thread says that it is enough.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int is_enough;

static void *stop(void *arg)
{
    is_enough = 1;
    return arg;
}

int main(void)
{
    pthread_t thread;
    int ends[2];
    pthread_create(&thread, NULL, stop, NULL);
    while (!is_enough) {
        if (pipe(ends))
            return 1;
        write(ends[1], "x", 1);
        close(ends[0]);
        close(ends[1]);
        FILE *file = tmpfile();
        fputc('x', file);
        fclose(file);
    }
    pthread_join(thread, NULL);
    return 0;
}
