//@ expect: safe
// writev writes all parts at once, and readv reads them so.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
    struct iovec parts[2] = { { arg, 1 }, { arg, 1 } };
    assert(writev(ends[1], parts, 2) == 2);
    return NULL;
}

int main(void)
{
    char all[5] = { 0 };
    struct iovec parts[3] = { { all, 1 }, { NULL, 0 }, { all + 1, 3 } };
    pthread_t thread;
    if (pipe(ends))
        return 1;
    pthread_create(&thread, NULL, writer, "a");
    writer("b");
    pthread_join(thread, NULL);
    if (readv(ends[0], parts, 3) != 4)
        return 1;
    assert(!strcmp(all, "aabb") || !strcmp(all, "bbaa"));
    return 0;
}
