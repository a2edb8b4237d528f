/* The list is not given back. */
//@ expect: leak
//@ needs: musl
#include <assert.h>
#include <netdb.h>
#include <sys/socket.h>

int main(void)
{
    struct addrinfo *list = 0;
    assert(!getaddrinfo("localhost", "80", 0, &list));
    assert(list->ai_next->ai_next);
    list = 0;
    return list != 0;
}
