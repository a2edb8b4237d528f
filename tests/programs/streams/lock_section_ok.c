//@ expect: safe
// A locked stream is used by nobody else, whether others lock it or not.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE *file;

static void *other(void *arg)
{
    fputs("c ", file);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char text[16] = { 0 };
    file = tmpfile();
    pthread_create(&thread, NULL, other, NULL);
    flockfile(file);
    fputs("a ", file);
    fputs("b ", file);
    funlockfile(file);
    pthread_join(thread, NULL);
    rewind(file);
    assert(fread(text, 1, sizeof text - 1, file) == 6);
    fclose(file);
    assert(strstr(text, "a b "));
    return 0;
}
