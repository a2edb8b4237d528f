//@ expect: deadlock
// Both sides wait for the other to speak first.
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *answers(void *unused)
{
    char text;
    read(ends[1], &text, 1);
    write(ends[1], &text, 1);
    return unused;
}

int main(void)
{
    pthread_t thread;
    char text;
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    pthread_create(&thread, 0, answers, 0);
    read(ends[0], &text, 1);
    write(ends[0], &text, 1);
    pthread_join(thread, 0);
    return 0;
}
