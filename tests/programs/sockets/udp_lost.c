//@ flags: --faults io
// A network may lose a message, and who sent it is not told.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons(4711) };
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    if (s < 0 || bind(s, (void *)&place, sizeof place))
        return 0;
    if (sendto(s, "x", 1, 0, (void *)&place, sizeof place) == 1) {
        char byte;
        recv(s, &byte, 1, 0); // expect: deadlock
    }
    close(s);
    return 0;
}
