/* Connecting to oneself by name, as clients do it. */
//@ expect: safe
//@ needs: musl
#include <assert.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct addrinfo hints = { .ai_family = AF_INET, .ai_socktype = SOCK_STREAM }, *list;
    assert(!getaddrinfo("127.0.0.1", "4711", &hints, &list));
    assert(list->ai_family == AF_INET && list->ai_protocol == IPPROTO_TCP && !list->ai_next);
    int server = socket(list->ai_family, list->ai_socktype, list->ai_protocol);
    assert(!bind(server, list->ai_addr, list->ai_addrlen) && !listen(server, 1));
    int client = socket(AF_INET, SOCK_STREAM, 0);
    assert(!connect(client, list->ai_addr, list->ai_addrlen));
    char host[32], port[8];
    assert(!getnameinfo(list->ai_addr, list->ai_addrlen, host, sizeof host, port, sizeof port,
                        NI_NUMERICHOST | NI_NUMERICSERV));
    assert(!strcmp(host, "127.0.0.1") && !strcmp(port, "4711"));
    freeaddrinfo(list);
    close(client);
    close(server);
    hints.ai_flags = AI_NUMERICHOST;
    assert(getaddrinfo("localhost", "1", &hints, &list) == EAI_NONAME);
    assert(getaddrinfo("::1", "1", &hints, &list) != 0);
    return 0;
}
