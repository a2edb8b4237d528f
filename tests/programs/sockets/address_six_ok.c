//@ expect: safe
//@ needs: musl
// The addresses of IPv6 that are variables.
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <string.h>

int main(void)
{
    struct in6_addr one;
    assert(inet_pton(AF_INET6, "::1", &one) == 1 && !memcmp(&one, &in6addr_loopback, sizeof one));
    assert(inet_pton(AF_INET6, "::", &one) == 1 && !memcmp(&one, &in6addr_any, sizeof one));
    return 0;
}
