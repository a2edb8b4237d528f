//@ expect: safe
//@ native: no
//@ exits: 12 21
// Messages stay apart, in either order.
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *sends(void *text)
{
    assert(send(ends[1], text, *(char *)text == '1' ? 3 : 1, 0) > 0);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    char first[8], second[2];
    assert(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) == 0);
    pthread_create(&a, 0, sends, "111");
    pthread_create(&b, 0, sends, "2");
    ssize_t size = recv(ends[0], first, sizeof first, 0);
    assert(size == (first[0] == '1' ? 3 : 1));
    assert(recv(ends[0], second, sizeof second, 0) == (second[0] == '1' ? 2 : 1));
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 10 * (first[0] - '0') + second[0] - '0';
}
