/* <netdb.h>: names of machines, of which there is one. Numbers are read as they are, `localhost` and no
 * name at all are this machine; all others are not known. Ports are numbers. */
#include "libc.h"
#include <augur/fault.h>
#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct in6_addr in6addr_any = IN6ADDR_ANY_INIT, in6addr_loopback = IN6ADDR_LOOPBACK_INIT;

enum { KINDS = 3, PORT_MAX = 65535, ADDRESSES_MAX = 2 };

static const struct {
    int type, protocol;
} kinds[KINDS] = { { SOCK_STREAM, IPPROTO_TCP }, { SOCK_DGRAM, IPPROTO_UDP }, { SOCK_RAW, 0 } };

union address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

/* An entry of the list and what it points to. */
struct block {
    struct addrinfo info;
    union address address;
    char name[];
};

/* 0, or an error. */
static int port_of(const char *service, int flags, int *port)
{
    *port = 0;
    if (!service)
        return 0;
    char *end;
    unsigned long number = strtoul(service, &end, 10);
    if (!*service || *end || number > PORT_MAX)
        return flags & AI_NUMERICSERV ? EAI_NONAME : EAI_SERVICE;
    *port = (int)number;
    return 0;
}

static union address address_of(int family)
{
    union address address;
    memset(&address, 0, sizeof address);
    address.any.sa_family = (sa_family_t)family;
    return address;
}

/* How many addresses a name has; 0 if it is not known. */
static int resolve(const char *node, int flags, union address *found)
{
    union address v4 = address_of(AF_INET), v6 = address_of(AF_INET6);
    if (node && inet_pton(AF_INET, node, &v4.v4.sin_addr) == 1)
        return found[0] = v4, 1;
    if (node && inet_pton(AF_INET6, node, &v6.v6.sin6_addr) == 1)
        return found[0] = v6, 1;
    if (node && (flags & AI_NUMERICHOST || strcmp(node, "localhost")))
        return 0;
    if (node || !(flags & AI_PASSIVE)) {
        v4.v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        v6.v6.sin6_addr.s6_addr[15] = 1;
        found[0] = v6;
        found[1] = v4;
    } else {
        found[0] = v4;
        found[1] = v6;
    }
    return 2;
}

static struct addrinfo *entry(const union address *address, int kind, int port, const char *name)
{
    size_t length = name ? strlen(name) + 1 : 0;
    struct block *block = malloc(sizeof *block + length);
    if (!block)
        return NULL;
    block->address = *address;
    int is_v4 = address->any.sa_family == AF_INET;
    if (is_v4)
        block->address.v4.sin_port = htons((unsigned short)port);
    else
        block->address.v6.sin6_port = htons((unsigned short)port);
    if (name)
        memcpy(block->name, name, length);
    block->info = (struct addrinfo){
        .ai_family = address->any.sa_family, .ai_socktype = kinds[kind].type,
        .ai_protocol = kinds[kind].protocol, .ai_addrlen = is_v4 ? sizeof block->address.v4 : sizeof block->address.v6,
        .ai_addr = &block->address.any, .ai_canonname = name ? block->name : NULL,
    };
    return &block->info;
}

static int is_wanted(const struct addrinfo *hints, int kind)
{
    return (!hints->ai_socktype || hints->ai_socktype == kinds[kind].type) &&
           (!hints->ai_protocol || !kinds[kind].protocol || hints->ai_protocol == kinds[kind].protocol);
}

/* posix: getaddrinfo freeaddrinfo getnameinfo gai_strerror
 * explored: numbers, `localhost` and this machine without a name (::1 before 127.0.0.1; with AI_PASSIVE
 *   any address); ports by number. The list is allocated and has to be given back.
 * left out: other names (EAI_NONAME) and services by name (EAI_SERVICE); who asks for names of addresses
 *   gets numbers.
 * faults: malloc (EAI_MEMORY), io (EAI_AGAIN)
 * accesses: r the names and hints, w the result.
 * tests: sockets/names.c sockets/names_ok.c */
int getaddrinfo(const char *restrict node, const char *restrict service, const struct addrinfo *restrict hints,
                struct addrinfo **restrict list)
{
    static const struct addrinfo all;
    union address addresses[ADDRESSES_MAX];
    int port;
    if (!hints)
        hints = &all;
    if (!node && !service)
        return EAI_NONAME;
    if (hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET && hints->ai_family != AF_INET6)
        return EAI_FAMILY;
    int error = port_of(service, hints->ai_flags, &port);
    if (error)
        return error;
    if (augur_fault(AUGUR_FAULT_IO))
        return EAI_AGAIN;
    int count = resolve(node, hints->ai_flags, addresses);
    struct addrinfo *first = NULL, **end = &first;
    for (int i = 0; i < count; i++)
        for (int kind = 0; kind < KINDS; kind++) {
            if (!is_wanted(hints, kind) ||
                (hints->ai_family != AF_UNSPEC && hints->ai_family != addresses[i].any.sa_family))
                continue;
            const char *name = hints->ai_flags & AI_CANONNAME && !first ? node : NULL;
            *end = entry(&addresses[i], kind, port, name);
            if (!*end) {
                freeaddrinfo(first);
                return EAI_MEMORY;
            }
            end = &(*end)->ai_next;
        }
    if (!first)
        return count && !hints->ai_family ? EAI_SOCKTYPE : EAI_NONAME;
    *list = first;
    return 0;
}

void freeaddrinfo(struct addrinfo *list)
{
    while (list) {
        struct addrinfo *next = list->ai_next;
        free(list);
        list = next;
    }
}

/* 0, or an error. */
static int put(char *buffer, socklen_t size, const char *text)
{
    if (!buffer || !size)
        return 0;
    return (socklen_t)snprintf(buffer, size, "%s", text) >= size ? EAI_OVERFLOW : 0;
}

int getnameinfo(const struct sockaddr *restrict address, socklen_t length, char *restrict host, socklen_t host_size,
                char *restrict service, socklen_t service_size, int flags)
{
    const union address *own = (const void *)address;
    int is_v4 = length >= sizeof own->v4 && address->sa_family == AF_INET;
    if (!is_v4 && (length < sizeof own->v6 || address->sa_family != AF_INET6))
        return EAI_FAMILY;
    if ((!host || !host_size) && (!service || !service_size))
        return EAI_NONAME;
    if (flags & NI_NAMEREQD && host)
        return EAI_NONAME;
    char text[INET6_ADDRSTRLEN], port[8];
    inet_ntop(address->sa_family, is_v4 ? (const void *)&own->v4.sin_addr : &own->v6.sin6_addr, text, sizeof text);
    snprintf(port, sizeof port, "%u", ntohs(is_v4 ? own->v4.sin_port : own->v6.sin6_port));
    int error = put(host, host_size, text);
    return error ? error : put(service, service_size, port);
}

const char *gai_strerror(int error)
{
    switch (error) {
    case EAI_AGAIN: return "Temporary failure in name resolution";
    case EAI_FAMILY: return "ai_family not supported";
    case EAI_MEMORY: return "Memory allocation failure";
    case EAI_NONAME: return "Name or service not known";
    case EAI_SERVICE: return "Servname not supported for ai_socktype";
    case EAI_SOCKTYPE: return "ai_socktype not supported";
    case EAI_OVERFLOW: return "Argument buffer overflow";
    default: return "Unknown error";
    }
}
