//@ expect: safe
//@ native: no
//@ exits: 1 2 3
// poll wakes for one pipe, the other, or both.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int a[2], b[2];

static void *writes(void *to)
{
    write(*(int *)to, "x", 1);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pipe(a);
    pipe(b);
    pthread_create(&first, 0, writes, &a[1]);
    pthread_create(&second, 0, writes, &b[1]);
    struct pollfd list[3] = { { a[0], POLLIN, 0 }, { b[0], POLLIN, 0 }, { -1, POLLIN, 7 } };
    int found = poll(list, 3, -1), seen = (list[0].revents != 0) + 2 * (list[1].revents != 0);
    assert(found == (seen == 3 ? 2 : 1) && !list[2].revents);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(poll(list, 2, 0) == 2 && list[0].revents == POLLIN);
    close(a[1]);
    char text;
    assert(read(a[0], &text, 1) == 1 && poll(list, 1, -1) == 1 && list[0].revents == POLLHUP);
    return seen;
}
