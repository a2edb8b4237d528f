// The two words of a record are written by two calls, and another thread's word may come
// in between.
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
    fputs("a ", file);
    fputs("b ", file);
    pthread_join(thread, NULL);
    rewind(file);
    assert(fread(text, 1, sizeof text - 1, file) == 6);
    fclose(file);
    assert(strstr(text, "a b ")); // expect: assert
    return 0;
}
