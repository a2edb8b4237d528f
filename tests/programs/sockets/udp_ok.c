//@ expect: safe
// A question and its answer, each one message; who answers learns from whom it came.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in place;

static void *asks(void *unused)
{
    char answer[8];
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    assert(sendto(s, "hi", 2, 0, (void *)&place, sizeof place) == 2);
    assert(recv(s, answer, sizeof answer, 0) == 3 && !memcmp(answer, "abc", 3));
    close(s);
    return unused;
}

int main(void)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    assert(!bind(s, (void *)&place, sizeof place));
    socklen_t length = sizeof place;
    assert(!getsockname(s, (void *)&place, &length) && place.sin_port);
    pthread_t thread;
    pthread_create(&thread, 0, asks, 0);
    char question[8];
    struct sockaddr_in from;
    length = sizeof from;
    assert(recvfrom(s, question, sizeof question, 0, (void *)&from, &length) == 2);
    assert(!memcmp(question, "hi", 2) && length == sizeof from && from.sin_port != place.sin_port);
    assert(sendto(s, "abc", 3, 0, (void *)&from, length) == 3);
    pthread_join(thread, 0);
    assert(recv(s, question, sizeof question, MSG_DONTWAIT) == -1);
    close(s);
    return 0;
}
