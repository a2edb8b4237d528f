/* <sys/socket.h>: sockets between the threads of the program; see file.h.
 *
 * A connected socket is two pipes, one for each direction. What listens has a queue of
 * connections that nobody has accepted yet. One for single messages, pairs aside, is in
 * socket_message.c. Names are those of the program alone: paths, and ports of this machine.
 * There is nobody outside. */
#include "socket.h"
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/un.h>

enum { FIRST_FREE_PORT = 32768, PORTS = 65536, MESSAGE_BYTES_MAX = 4096 - sizeof(size_t) };

static struct augur_socket *named;

struct augur_socket *augur_socket_of(int fd, struct augur_open **open)
{
    *open = augur_file_open(fd);
    if (!*open)
        return NULL;
    if ((*open)->inode->kind == AUGUR_SOCKET)
        return (*open)->inode->special;
    errno = ENOTSOCK;
    return NULL;
}

/* ---- making ----------------------------------------------------------- */

static struct augur_inode *new_socket(int family, int type)
{
    struct augur_inode *inode = augur_file_new(AUGUR_SOCKET, 0777);
    struct augur_socket *socket = __augur_alloc(sizeof *socket, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    socket->family = socket->own.family = socket->peer.family = family;
    socket->type = type;
    socket->inode = inode;
    inode->special = socket;
    return inode;
}

static int install(struct augur_inode *inode, int flags)
{
    int kept = flags & SOCK_NONBLOCK ? O_NONBLOCK : 0;
    return augur_file_install(augur_open_new(inode, O_RDWR | kept), 0, (flags & SOCK_CLOEXEC) != 0);
}

static struct augur_inode *new_direction(struct augur_socket *user)
{
    struct augur_inode *pipe = augur_pipe_new();
    pipe->special = user;    /* so that reports do not call it a pipe */
    return pipe;
}

static void join(struct augur_socket *a, struct augur_socket *b)
{
    a->in = b->out = new_direction(a);
    a->out = b->in = new_direction(b);
    augur_poll_also(a->inode, a->in);
    augur_poll_also(a->inode, a->out);
}

/* 0, or the error. */
static int refuse(int family, int type, int is_pair)
{
    int kind = type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (family != AF_UNIX && (is_pair || (family != AF_INET && family != AF_INET6)))
        return is_pair ? EOPNOTSUPP : EAFNOSUPPORT;
    if (kind == SOCK_STREAM || kind == SOCK_DGRAM || (is_pair && kind == SOCK_SEQPACKET))
        return 0;
    __augur_unsupported("sockets of this type");
}

/* posix: socket socketpair
 * explored: streams and single messages (SOCK_DGRAM) of AF_UNIX, AF_INET and AF_INET6, and pairs of
 *   AF_UNIX. Each direction holds 65536 bytes.
 * left out: other types (`unsupported`); other families (an error); messages in a pair of more than
 *   4088 bytes (EMSGSIZE).
 * faults: io
 * accesses: w the pair.
 * tests: sockets/pair*.c sockets/serve*.c sockets/udp_*.c */
MASKED int socket(int family, int type, int protocol)
{
    __divine_interrupt_mask();
    (void)protocol;
    int error = refuse(family, type, 0);
    if (!error && augur_fault(AUGUR_FAULT_IO))
        error = EMFILE;
    if (error)
        return augur_fail(error);
    struct augur_inode *inode = new_socket(family, type & 15);
    ((struct augur_socket *)inode->special)->has_messages = (type & 15) == SOCK_DGRAM;
    return install(inode, type);
}

static MASKED int new_pair(int family, int type, int ends[2])
{
    __divine_interrupt_mask();
    int error = refuse(family, type, 1);
    if (!error && augur_fault(AUGUR_FAULT_IO))
        error = EMFILE;
    if (error)
        return augur_fail(error);
    struct augur_inode *a = new_socket(family, type & 15), *b = new_socket(family, type & 15);
    join(a->special, b->special);
    ends[0] = install(a, type);
    ends[1] = ends[0] < 0 ? -1 : install(b, type);
    if (ends[1] < 0 && ends[0] >= 0)
        augur_file_release(ends[0]);
    return ends[1] < 0 ? -1 : 0;
}

int socketpair(int family, int type, int protocol, int ends[2])
{
    (void)protocol;
    int own[2], result = new_pair(family, type, own);
    if (!result) {
        ends[0] = own[0];
        ends[1] = own[1];
    }
    return result;
}

/* ---- names ------------------------------------------------------------ */

int augur_socket_read_name(int family, const struct sockaddr *address, socklen_t length,
                           struct augur_socket_name *name)
{
    if (length < sizeof(sa_family_t) || length > sizeof(struct sockaddr_storage))
        return EINVAL;
    if (address->sa_family != family)
        return EAFNOSUPPORT;
    *name = (struct augur_socket_name){ .family = family };
    if (family == AF_UNIX) {
        const struct sockaddr_un *path = (const void *)address;
        size_t size = length - sizeof(sa_family_t);
        for (size_t i = 0; i < size && i < sizeof name->path && (path->sun_path[i] || !i); i++)
            name->path[i] = path->sun_path[i];
        return 0;
    }
    if (family == AF_INET) {
        const struct sockaddr_in *place = (const void *)address;
        unsigned host = ntohl(place->sin_addr.s_addr);
        name->port = ntohs(place->sin_port);
        return length < sizeof *place ? EINVAL : host && host >> 24 != 127 ? EADDRNOTAVAIL : 0;
    }
    const struct sockaddr_in6 *place = (const void *)address;
    if (length < sizeof *place)
        return EINVAL;
    name->port = ntohs(place->sin6_port);
    int other = place->sin6_addr.s6_addr[15] > 1;
    for (int i = 0; i < 15; i++)
        other |= place->sin6_addr.s6_addr[i];
    return other ? EADDRNOTAVAIL : 0;
}

int augur_socket_has_name(const struct augur_socket_name *name)
{
    return name->family == AF_UNIX ? name->path[0] || name->path[1] : name->port != 0;
}

/* Ports are the same for both kinds of addresses. */
int augur_socket_is_same(const struct augur_socket_name *a, const struct augur_socket_name *b)
{
    if ((a->family == AF_UNIX) != (b->family == AF_UNIX))
        return 0;
    return a->family == AF_UNIX ? !memcmp(a->path, b->path, sizeof a->path) : a->port == b->port;
}

/* Each type has ports of its own. */
struct augur_socket *augur_socket_find(const struct augur_socket_name *name, int type)
{
    struct augur_socket *socket = named;
    while (socket && !(augur_socket_is_same(&socket->own, name) && (name->family == AF_UNIX || socket->type == type)))
        socket = socket->next;
    return socket;
}

int augur_socket_take_name(struct augur_socket *socket, const struct augur_socket_name *name)
{
    if (augur_socket_has_name(&socket->own) || socket->in)
        return augur_fail(EINVAL);
    struct augur_socket_name own = *name;
    own.family = socket->family;
    if (!augur_socket_has_name(&own) && own.family != AF_UNIX)
        for (own.port = FIRST_FREE_PORT; augur_socket_find(&own, socket->type); own.port++)
            ;
    if (augur_socket_find(&own, socket->type))
        return augur_fail(EADDRINUSE);
    socket->own = own;
    socket->next = named;
    named = socket;
    return 0;
}

static MASKED int set_name(int fd, const struct augur_socket_name *name)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    return socket ? augur_socket_take_name(socket, name) : -1;
}

static MASKED int family_of(int fd)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    return socket ? socket->family : -1;
}

/* posix: bind listen accept accept4 connect
 * explored: paths of AF_UNIX, ports of this machine (any if 0 is asked for); accept waits for a
 *   connection, connect does not wait for accept. Several threads may accept.
 * left out: other machines (EADDRNOTAVAIL, and ECONNREFUSED for connect); queues that are full;
 *   connections in progress (EINPROGRESS); files for paths: a path is free again when its socket
 *   is closed.
 * faults: io, eintr (accept, connect)
 * accesses: r the address, w the peer's.
 * tests: sockets/serve*.c */
int bind(int fd, const struct sockaddr *address, socklen_t length)
{
    struct augur_socket_name name;
    int family = family_of(fd);
    if (family < 0)
        return -1;
    int error = augur_socket_read_name(family, address, length, &name);
    return error ? augur_fail(error) : set_name(fd, &name);
}

MASKED int listen(int fd, int backlog)
{
    __divine_interrupt_mask();
    (void)backlog;
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    if (socket->type != SOCK_STREAM || socket->in)
        return augur_fail(socket->in ? EINVAL : EOPNOTSUPP);
    if (!augur_socket_has_name(&socket->own)) {
        static const struct augur_socket_name any;
        if (socket->family == AF_UNIX || set_name(fd, &any))
            return augur_fail(EINVAL);
    }
    socket->listens = 1;
    return 0;
}

static MASKED int call(int fd, const struct augur_socket_name *name)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    if (socket->has_messages)
        return augur_message_connect(socket, name);
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (socket->in || socket->listens)
        return augur_fail(socket->in ? EISCONN : EINVAL);
    struct augur_socket *other = augur_socket_find(name, socket->type);
    if (!other || !other->listens || augur_fault(AUGUR_FAULT_IO))
        return augur_fail(other || name->family != AF_UNIX ? ECONNREFUSED : ENOENT);
    if (socket->family != AF_UNIX && !augur_socket_has_name(&socket->own)) {
        static const struct augur_socket_name any;
        set_name(fd, &any);
    }
    struct augur_inode *inode = new_socket(other->family, other->type);
    struct augur_socket *there = inode->special;
    there->own = other->own;
    there->peer = socket->own;
    socket->peer = other->own;
    join(socket, there);
    struct caller *caller = __augur_alloc(sizeof *caller, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    caller->inode = inode;
    struct caller **at = &other->callers;
    while (*at)
        at = &(*at)->next;
    *at = caller;
    other->calls++;
    augur_poll_tell(other->inode, POLLIN);
    augur_poll_tell(socket->inode, POLLIN | POLLOUT);
    return 0;
}

int connect(int fd, const struct sockaddr *address, socklen_t length)
{
    struct augur_socket_name name;
    int family = family_of(fd);
    if (family < 0)
        return -1;
    int error = augur_socket_read_name(family, address, length, &name);
    if (error)
        return augur_fail(error == EADDRNOTAVAIL ? ECONNREFUSED : error);
    pthread_testcancel();
    return call(fd, &name);
}

static MASKED int take_call(int fd, int flags, struct augur_socket_name *peer)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    if (!socket->listens)
        return augur_fail(EINVAL);
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(EMFILE);
    if (!socket->calls) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        __augur_wait(&socket->calls, ~0u, 0, AUGUR_NE, "connection", socket, NULL,
                     augur_interruption());
        if (augur_is_cancelled_or(socket->calls != 0))
            return AUGUR_CANCELLED;
        if (augur_was_interrupted(socket->calls != 0))
            return augur_fail(EINTR);
    }
    struct caller *caller = socket->callers;
    int own = install(caller->inode, flags);
    if (own < 0)
        return -1;
    socket->callers = caller->next;
    socket->calls--;
    augur_poll_tell(socket->inode, 0);
    *peer = ((struct augur_socket *)caller->inode->special)->peer;
    return own;
}

void augur_socket_write_name(const struct augur_socket_name *name, struct sockaddr *address,
                             socklen_t *length)
{
    struct sockaddr_storage storage = { 0 };
    socklen_t size = sizeof(sa_family_t);
    storage.ss_family = (sa_family_t)name->family;
    if (name->family == AF_UNIX) {
        struct sockaddr_un *path = (void *)&storage;
        memcpy(path->sun_path, name->path, sizeof path->sun_path);
        if (augur_socket_has_name(name))
            size += (socklen_t)strlen(name->path) + 1;
    } else if (name->family == AF_INET) {
        struct sockaddr_in *place = (void *)&storage;
        place->sin_port = htons((unsigned short)name->port);
        place->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        size = sizeof *place;
    } else {
        struct sockaddr_in6 *place = (void *)&storage;
        place->sin6_port = htons((unsigned short)name->port);
        place->sin6_addr.s6_addr[15] = 1;
        size = sizeof *place;
    }
    memcpy(address, &storage, *length < size ? *length : size);
    *length = size;
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags)
{
    struct augur_socket_name peer;
    pthread_testcancel();
    int own = augur_or_cancel(take_call(fd, flags, &peer));
    if (own >= 0 && address)
        augur_socket_write_name(&peer, address, length);
    return own;
}

int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
    return accept4(fd, address, length, 0);
}

static MASKED int name_of(int fd, int is_peer, struct augur_socket_name *name)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    if (is_peer && !socket->in && !socket->has_peer)
        return augur_fail(ENOTCONN);
    *name = is_peer ? socket->peer : socket->own;
    return 0;
}

/* posix: getsockname getpeername getsockopt setsockopt
 * explored: names as they were given; options are accepted and change nothing. SO_ERROR is 0,
 *   SO_TYPE the kind.
 * left out: options that change something: buffers, timeouts (SO_RCVTIMEO), SO_LINGER.
 * accesses: r and w the value and its length.
 * tests: sockets/serve*.c */
int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
    struct augur_socket_name name;
    if (name_of(fd, 0, &name))
        return -1;
    augur_socket_write_name(&name, address, length);
    return 0;
}

int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict length)
{
    struct augur_socket_name name;
    if (name_of(fd, 1, &name))
        return -1;
    augur_socket_write_name(&name, address, length);
    return 0;
}

int setsockopt(int fd, int level, int option, const void *value, socklen_t length)
{
    (void)level, (void)value, (void)length;
    if (option == SO_RCVTIMEO || option == SO_SNDTIMEO)
        __augur_unsupported("setsockopt: timeouts");
    return family_of(fd) < 0 ? -1 : 0;
}

static MASKED int type_of(int fd)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    return socket ? socket->type : -1;
}

int getsockopt(int fd, int level, int option, void *restrict value, socklen_t *restrict length)
{
    int type = type_of(fd);
    if (type < 0)
        return -1;
    if (*length < sizeof(int))
        return augur_fail(EINVAL);
    *(int *)value = level == SOL_SOCKET && option == SO_TYPE ? type : 0;
    *length = sizeof(int);
    return 0;
}

/* ---- moving bytes ----------------------------------------------------- */

void augur_socket_parts(const struct augur_inode *inode, struct augur_inode *parts[3])
{
    const struct augur_socket *socket = inode->special;
    parts[1] = socket->in;
    parts[2] = socket->out;
}

unsigned augur_socket_events(const struct augur_inode *inode)
{
    const struct augur_socket *socket = inode->special;
    if (socket->has_messages)
        return (socket->ready ? POLLIN | POLLRDNORM : 0) | POLLOUT | POLLWRNORM |
               (socket->is_refused ? POLLERR : 0);
    if (socket->listens)
        return socket->calls ? POLLIN : 0;
    if (!socket->in)
        return POLLOUT | POLLHUP;
    int is_over = !socket->in->writers;
    /* TCP hangs up when both sides have shut their direction, and others when the peer is gone. */
    int is_shut = !socket->out->writers || (socket->family == AF_UNIX && !socket->out->readers);
    return (socket->in->size || is_over ? POLLIN | POLLRDNORM : 0) | (is_over ? POLLRDHUP : 0) |
           (!socket->out->readers || socket->out->size + 4096 <= socket->out->capacity
                ? POLLOUT | POLLWRNORM : 0) |
           (is_over && is_shut ? POLLHUP : 0);
}

static ssize_t take_message(struct augur_open *via, char *buffer, size_t size)
{
    size_t length;
    ssize_t done = augur_pipe_read(via, (char *)&length, sizeof length);
    if (done <= 0)
        return done;
    char rest[MESSAGE_BYTES_MAX];
    if (length)
        augur_pipe_read(via, rest, length);
    if (size > length)
        size = length;
    if (size)
        __divine_memcpy(buffer, rest, size);
    return (ssize_t)size;
}

ssize_t augur_socket_read(struct augur_open *open, char *buffer, size_t size)
{
    struct augur_socket *socket = open->inode->special;
    if (socket->has_messages)
        return augur_message_take(open, NULL, buffer, size);
    if (!socket->in)
        return augur_fail(ENOTCONN);
    struct augur_open via = { .inode = socket->in, .flags = open->flags };
    return socket->type == SOCK_STREAM ? augur_pipe_read(&via, buffer, size)
                                       : take_message(&via, buffer, size);
}

ssize_t augur_socket_write(struct augur_open *open, const char *bytes, size_t size, int *is_part)
{
    struct augur_socket *socket = open->inode->special;
    if (socket->has_messages)
        return augur_message_put(open, NULL, bytes, size);
    if (!socket->out)
        return augur_fail(ENOTCONN);
    if (!socket->out->writers)
        return AUGUR_BROKEN_PIPE;
    struct augur_open via = { .inode = socket->out, .flags = open->flags };
    if (socket->type == SOCK_STREAM)
        return augur_pipe_write(&via, bytes, size, is_part);
    if (size > MESSAGE_BYTES_MAX)
        return augur_fail(EMSGSIZE);
    struct { size_t length; char bytes[MESSAGE_BYTES_MAX]; } message;
    message.length = size;
    if (size)
        __divine_memcpy(message.bytes, bytes, size);
    ssize_t done = augur_pipe_write(&via, (const char *)&message, size + sizeof size, is_part);
    return done < 0 ? done : (ssize_t)size;
}

static void shut(struct augur_socket *socket, int reads, int writes)
{
    if (reads && socket->in && socket->in->readers)
        augur_pipe_close(socket->in, 0);
    if (writes && socket->out && socket->out->writers)
        augur_pipe_close(socket->out, 1);
}

void augur_socket_close(struct augur_inode *inode)
{
    struct augur_socket *socket = inode->special;
    shut(socket, 1, 1);
    for (struct augur_socket **at = &named; *at; at = &(*at)->next)
        if (*at == socket) {
            *at = socket->next;
            break;
        }
    /* Who was not accepted is alone. */
    for (struct caller *caller = socket->callers; caller; caller = caller->next)
        shut(caller->inode->special, 1, 1);
    socket->callers = NULL;
}

/* posix: shutdown
 * explored: each direction by itself: the other side reads to the end, or cannot write (EPIPE).
 * tests: sockets/pair*.c sockets/shutdown*.c */
MASKED int shutdown(int fd, int how)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    if (how != SHUT_RD && how != SHUT_WR && how != SHUT_RDWR)
        return augur_fail(EINVAL);
    if (socket->has_messages)
        __augur_unsupported("shutdown of a socket for messages");
    if (!socket->in)
        return augur_fail(ENOTCONN);
    /* One's own side reads to the end, too. */
    if (how != SHUT_WR && socket->in->writers)
        augur_pipe_close(socket->in, 1);
    shut(socket, 0, how != SHUT_RD);
    return 0;
}

/* Looks at what the next recv would take (MSG_PEEK). */
static MASKED ssize_t look(int fd, char *buffer, size_t size)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    if (socket->type != SOCK_STREAM || !socket->in || !(socket->in->size || !socket->in->writers))
        __augur_unsupported("recv with MSG_PEEK of messages, or where nothing is there");
    if (size > socket->in->size)
        size = socket->in->size;
    if (size)
        __divine_memcpy(buffer, socket->in->data, size);
    return (ssize_t)size;
}

/* posix: recv
 * explored: as read; MSG_DONTWAIT, MSG_WAITALL, MSG_PEEK of what is there.
 * left out: other flags (`unsupported`).
 * faults: io, eintr
 * accesses: w the buffer.
 * tests: sockets/pair*.c */
ssize_t recv(int fd, void *buffer, size_t size, int flags)
{
    if (flags & ~(MSG_DONTWAIT | MSG_WAITALL | MSG_PEEK | MSG_NOSIGNAL | MSG_CMSG_CLOEXEC))
        __augur_unsupported("recv with this flag");
    if (type_of(fd) < 0)
        return -1;
    if (flags & MSG_PEEK)
        return look(fd, buffer, size);
    ssize_t total = 0;
    do {
        ssize_t done = augur_receive(fd, (char *)buffer + total, size - (size_t)total, !(flags & MSG_DONTWAIT));
        if (done <= 0)
            return total ? total : done;
        total += done;
    } while (flags & MSG_WAITALL && (size_t)total < size);
    return total;
}

/* posix: send
 * explored: as write; MSG_NOSIGNAL sends no SIGPIPE; MSG_DONTWAIT.
 * left out: other flags (`unsupported`).
 * faults: io, eintr
 * accesses: r the bytes.
 * tests: sockets/pair*.c sockets/shutdown*.c */
ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    if (flags & ~(MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE))
        __augur_unsupported("send with this flag");
    if (type_of(fd) < 0)
        return -1;
    return augur_send(fd, bytes, size, !(flags & MSG_DONTWAIT), (flags & MSG_NOSIGNAL) != 0);
}
