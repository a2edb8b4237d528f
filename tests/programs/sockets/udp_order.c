// Messages of two senders come in either order.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in place;

static void *sends(void *what)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    sendto(s, what, 1, 0, (void *)&place, sizeof place);
    close(s);
    return 0;
}

int main(void)
{
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    place.sin_family = AF_INET;
    place.sin_port = htons(4711);
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(s, (void *)&place, sizeof place))
        return 0;
    pthread_t a, b;
    pthread_create(&a, 0, sends, "a");
    pthread_create(&b, 0, sends, "b");
    char first;
    recv(s, &first, 1, 0);
    assert(first == 'a'); // expect: assert
    pthread_join(a, 0);
    pthread_join(b, 0);
    close(s);
    return 0;
}
