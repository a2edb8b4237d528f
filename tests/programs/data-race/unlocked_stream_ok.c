//@ expect: safe
// A function without the lock, where the program has it, and others ask for it or only look.
#include <pthread.h>
#include <stdio.h>

static FILE *file, *quiet;

static void *other(void *unused)
{
    flockfile(file);
    putc_unlocked('a', file);
    funlockfile(file);
    ferror_unlocked(quiet);
    return unused;
}

int main(void)
{
    pthread_t thread;
    file = tmpfile();
    quiet = tmpfile();
    pthread_create(&thread, NULL, other, NULL);
    putc('b', file);
    feof(quiet);
    flockfile(quiet);
    funlockfile(quiet);
    pthread_join(thread, NULL);
    fclose(file);
    fclose(quiet);
    return 0;
}
