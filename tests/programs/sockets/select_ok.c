//@ expect: safe
#include <assert.h>
#include <pthread.h>
#include <sys/select.h>
#include <unistd.h>

static int ends[2];

static void *writes(void *unused)
{
    write(ends[1], "x", 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pipe(ends);
    pthread_create(&thread, 0, writes, 0);
    fd_set reads, writes_to;
    FD_ZERO(&reads);
    FD_ZERO(&writes_to);
    FD_SET(ends[0], &reads);
    assert(select(ends[0] + 1, &reads, 0, 0, 0) == 1 && FD_ISSET(ends[0], &reads));
    char text;
    assert(read(ends[0], &text, 1) == 1);
    FD_SET(ends[1], &writes_to);
    struct timeval none = { 0, 0 };
    assert(select(ends[1] + 1, &reads, &writes_to, 0, &none) == 1);
    assert(!FD_ISSET(ends[0], &reads) && FD_ISSET(ends[1], &writes_to));
    pthread_join(thread, 0);
    return 0;
}
