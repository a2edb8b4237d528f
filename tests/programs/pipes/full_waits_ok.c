//@ expect: safe
// A writer who finds no room goes on when somebody has read.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static char block[65536];

static void *writer(void *arg)
{
    assert(write(ends[1], "abc", 3) == 3);
    return arg;
}

int main(void)
{
    pthread_t thread;
    if (pipe(ends) || write(ends[1], block, sizeof block) != sizeof block)
        return 1;
    pthread_create(&thread, NULL, writer, NULL);
    assert(read(ends[0], block, 4096) == 4096);
    pthread_join(thread, NULL);
    return 0;
}
