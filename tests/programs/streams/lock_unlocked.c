// Functions that end in _unlocked do not ask for the lock, and race.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

static void *other(void *arg)
{
    putc_unlocked('c', file); // expect: data-race
    return arg;
}

int main(void)
{
    pthread_t thread;
    char text[8] = { 0 };
    file = tmpfile();
    pthread_create(&thread, NULL, other, NULL);
    flockfile(file);
    putc_unlocked('a', file); // expect: data-race
    putc_unlocked('b', file); // expect: data-race
    funlockfile(file);
    pthread_join(thread, NULL);
    rewind(file);
    assert(fread(text, 1, sizeof text - 1, file) == 3);
    fclose(file);
    assert(strstr(text, "ab"));
    return 0;
}
