//@ expect: safe
// The one who does not ask for the lock has it; looking at the end of another stream is no race either.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
static FILE *other;

static void *work(void *stream)
{
    putc('b', stream);
    return feof_unlocked(other) ? stream : NULL;
}

int main(void)
{
    pthread_t thread;
    FILE *stream = tmpfile();
    other = tmpfile();
    pthread_create(&thread, NULL, work, stream);
    flockfile(stream);
    putc_unlocked('a', stream);
    putc_unlocked('c', stream);
    funlockfile(stream);
    int end = feof(other);
    pthread_join(thread, NULL);
    fclose(stream);
    fclose(other);
    return end;
}
