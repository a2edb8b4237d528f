//@ expect: safe
// A reader waits for what a writer puts into a pipe, and for its end.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *feed(void *arg)
{
    assert(write(ends[1], "ab", 2) == 2);
    assert(write(ends[1], "c", 1) == 1);
    close(ends[1]);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char text[8];
    ssize_t size = 0, got;
    assert(pipe(ends) == 0);
    pthread_create(&thread, NULL, feed, NULL);
    while ((got = read(ends[0], text + size, sizeof text - (size_t)size)) > 0)
        size += got;
    assert(got == 0 && size == 3 && !memcmp(text, "abc", 3));
    pthread_join(thread, NULL);
    close(ends[0]);
    return 0;
}
