//@ expect: safe
// A question and an answer over a pair of sockets.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answers(void *unused)
{
    char text[8];
    ssize_t size = read(ends[1], text, sizeof text);
    assert(size == 2 && text[0] == 'h');
    text[0] = 'o';
    assert(send(ends[1], text, 1, MSG_NOSIGNAL) == 1);
    shutdown(ends[1], SHUT_WR);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char text[8];
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    pthread_create(&thread, 0, answers, 0);
    assert(write(ends[0], "hi", 2) == 2);
    assert(recv(ends[0], text, sizeof text, MSG_WAITALL) == 1 && text[0] == 'o');
    assert(read(ends[0], text, sizeof text) == 0);
    pthread_join(thread, 0);
    close(ends[0]);
    close(ends[1]);
    return 0;
}
