/* <sys/socket.h>: sockets for single messages (SOCK_DGRAM), pairs aside, and calls that have an
 * address; see socket.h.
 *
 * A socket has a list of the messages that were sent to its name. They arrive in the order in
 * which they were sent, as on one machine. Those of AF_INET and AF_INET6 that find no room are
 * lost; who sends to AF_UNIX waits for room. */
#include "socket.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/uio.h>

enum { BYTES_MAX = 65536, MESSAGE_MAX = 65507 /* of UDP */ };

struct augur_message {
    struct augur_message *next;
    struct augur_socket_name from;
    size_t size;
    char bytes[];
};

static void refresh(struct augur_socket *socket)
{
    socket->ready = socket->messages != NULL || socket->is_refused;
    socket->is_full = socket->bytes >= BYTES_MAX;
    augur_poll_tell(socket->inode, POLLIN | POLLOUT);
}

static int forget_refusal(struct augur_socket *socket)
{
    int was_refused = socket->is_refused;
    if (was_refused) {
        socket->is_refused = 0;
        refresh(socket);
    }
    return was_refused;
}

/* Whoever sends has a name, so that one can answer. */
static void be_named(struct augur_socket *socket)
{
    static const struct augur_socket_name any;
    if (socket->family != AF_UNIX && !augur_socket_has_name(&socket->own))
        augur_socket_take_name(socket, &any);
}

/* The one that takes messages under this name; null, with errno set. */
static struct augur_socket *receiver(const struct augur_socket *from, const struct augur_socket_name *name)
{
    struct augur_socket *other = augur_socket_find(name, SOCK_DGRAM);
    int is_here = other && other->type == SOCK_DGRAM;
    if (is_here && other->has_peer && !augur_socket_is_same(&other->peer, &from->own)) {
        errno = from->family == AF_UNIX ? EPERM : ECONNREFUSED;
        return NULL;
    }
    if (!is_here)
        errno = other ? EPROTOTYPE : from->family == AF_UNIX ? ENOENT : ECONNREFUSED;
    return is_here ? other : NULL;
}

int augur_message_connect(struct augur_socket *socket, const struct augur_socket_name *name)
{
    if (socket->family == AF_UNIX && !receiver(socket, name))
        return -1;
    be_named(socket);
    socket->peer = *name;
    socket->has_peer = 1;
    return 0;
}

/* 0, or what the call returns. */
static ssize_t wait_for(struct augur_socket *socket, const unsigned *word, int op)
{
    __augur_wait(word, ~0u, 0, op, op == AUGUR_NE ? "message" : "room for a message", socket, NULL,
                 augur_interruption());
    int is_over = (op == AUGUR_EQ) == (*word == 0);
    if (augur_is_cancelled_or(is_over))
        return AUGUR_CANCELLED;
    return augur_was_interrupted(is_over) ? augur_fail(EINTR) : 0;
}

static void deliver(struct augur_socket *to, const struct augur_socket *from, const char *bytes, size_t size)
{
    struct augur_message *message =
        __augur_alloc(sizeof *message + size, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    message->from = from->own;
    message->size = size;
    if (size)
        __divine_memcpy(message->bytes, bytes, size);
    struct augur_message **at = &to->messages;
    while (*at)
        at = &(*at)->next;
    *at = message;
    to->bytes += size;
    refresh(to);
}

ssize_t augur_message_put(struct augur_open *open, const struct augur_socket_name *to,
                          const char *bytes, size_t size)
{
    struct augur_socket *socket = open->inode->special;
    if (forget_refusal(socket))
        return augur_fail(ECONNREFUSED);
    if (!to && !socket->has_peer)
        return augur_fail(socket->family == AF_UNIX ? ENOTCONN : EDESTADDRREQ);
    if (size > MESSAGE_MAX)
        return augur_fail(EMSGSIZE);
    be_named(socket);
    if (!to)
        to = &socket->peer;
    int saved = errno;
    struct augur_socket *other = receiver(socket, to);
    if (!other && socket->family == AF_UNIX)
        return augur_fail(errno == ENOENT && to == &socket->peer ? ECONNREFUSED : errno);
    errno = saved;
    if (!other) {    /* nobody says so but to one that is connected */
        socket->is_refused = socket->has_peer;
        refresh(socket);
        return (ssize_t)size;
    }
    if (other->is_full && socket->family != AF_UNIX)
        return (ssize_t)size;
    while (other->is_full) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        ssize_t failed = wait_for(other, &other->is_full, AUGUR_EQ);
        if (failed)
            return failed;
    }
    /* A network that loses messages. */
    if (socket->family == AF_UNIX || !augur_fault(AUGUR_FAULT_IO))
        deliver(other, socket, bytes, size);
    return (ssize_t)size;
}

ssize_t augur_message_take(struct augur_open *open, struct augur_socket_name *from, char *buffer,
                           size_t size)
{
    struct augur_socket *socket = open->inode->special;
    while (!socket->ready) {
        if (open->flags & O_NONBLOCK)
            return augur_fail(EAGAIN);
        ssize_t failed = wait_for(socket, &socket->ready, AUGUR_NE);
        if (failed)
            return failed;
    }
    if (forget_refusal(socket))
        return augur_fail(ECONNREFUSED);
    struct augur_message *message = socket->messages;
    socket->messages = message->next;
    socket->bytes -= message->size;
    refresh(socket);
    if (from)
        *from = message->from;
    if (size > message->size)
        size = message->size;
    if (size)
        __divine_memcpy(buffer, message->bytes, size);
    return (ssize_t)size;
}

/* ---- with an address -------------------------------------------------- */

/* What a socket is; -1 with errno set. */
enum { IS_STREAM, IS_PAIR, HAS_MESSAGES };
static MASKED int kind_of(int fd, int *family, int *has_peer)
{
    __divine_interrupt_mask();
    struct augur_open *open;
    struct augur_socket *socket = augur_socket_of(fd, &open);
    if (!socket)
        return -1;
    *family = socket->family;
    *has_peer = socket->has_peer || socket->in;
    return socket->has_messages ? HAS_MESSAGES : socket->type == SOCK_STREAM ? IS_STREAM : IS_PAIR;
}

/* An open file that does not wait, if it must not. */
static struct augur_open *patient(struct augur_open *open, struct augur_open *copy, int flags)
{
    *copy = *open;
    copy->flags |= flags & MSG_DONTWAIT ? O_NONBLOCK : 0;
    return copy;
}

static MASKED ssize_t put(int fd, const struct augur_socket_name *to, const char *bytes, size_t size,
                          int flags)
{
    __divine_interrupt_mask();
    struct augur_open *open, copy;
    if (augur_is_cancelled())
        return AUGUR_CANCELLED;
    if (!augur_socket_of(fd, &open))
        return -1;
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    if (augur_fault(AUGUR_FAULT_IO))
        return augur_fail(ENOBUFS);
    return augur_message_put(patient(open, &copy, flags), to, bytes, size);
}

static MASKED ssize_t take(int fd, struct augur_socket_name *from, char *buffer, size_t size, int flags)
{
    __divine_interrupt_mask();
    struct augur_open *open, copy;
    if (augur_is_cancelled())
        return AUGUR_CANCELLED;
    if (!augur_socket_of(fd, &open))
        return -1;
    if (augur_fault(AUGUR_FAULT_EINTR))
        return augur_fail(EINTR);
    return augur_message_take(patient(open, &copy, flags), from, buffer, size);
}

/* posix: sendto
 * explored: messages to any socket of the program, by its name. One that finds nobody, or no room, is
 *   lost (AF_INET, AF_INET6; the next call of a connected socket says ECONNREFUSED), or fails or
 *   waits (AF_UNIX). Without an address, or for a stream, as send.
 * left out: other machines (ENETUNREACH); messages that overtake each other, which one machine does
 *   not do; flags but MSG_DONTWAIT and MSG_NOSIGNAL.
 * faults: io (also as a message that is lost), eintr
 * accesses: r the bytes and the address.
 * tests: sockets/udp_*.c */
ssize_t sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *address,
               socklen_t length)
{
    int family, has_peer, kind = kind_of(fd, &family, &has_peer);
    if (kind < 0)
        return -1;
    if (!address)
        return send(fd, bytes, size, flags);
    if (kind != HAS_MESSAGES)
        return augur_fail(has_peer ? EISCONN : ENOTCONN);
    if (flags & ~(MSG_DONTWAIT | MSG_NOSIGNAL))
        __augur_unsupported("sendto with this flag");
    struct augur_socket_name to;
    int error = augur_socket_read_name(family, address, length, &to);
    if (error)
        return augur_fail(error == EADDRNOTAVAIL ? ENETUNREACH : error);
    return augur_or_cancel_size(put(fd, &to, bytes, size, flags));
}

/* posix: recvfrom
 * explored: the next message, and who sent it; without an address, or for a stream, as recv.
 * left out: flags but MSG_DONTWAIT.
 * faults: eintr
 * accesses: w the buffer and the address.
 * tests: sockets/udp_*.c */
ssize_t recvfrom(int fd, void *restrict buffer, size_t size, int flags,
                 struct sockaddr *restrict address, socklen_t *restrict length)
{
    int family, has_peer, kind = kind_of(fd, &family, &has_peer);
    if (kind < 0)
        return -1;
    if (kind != HAS_MESSAGES || !address) {
        if (address && length)
            *length = 0;
        return recv(fd, buffer, size, flags);
    }
    if (flags & ~MSG_DONTWAIT)
        __augur_unsupported("recvfrom with this flag");
    struct augur_socket_name from;
    ssize_t done = augur_or_cancel_size(take(fd, &from, buffer, size, flags));
    if (done > 0)
        augur_writes(buffer, (size_t)done);
    if (done >= 0)
        augur_socket_write_name(&from, address, length);
    return done;
}

static void check_message(const struct msghdr *message)
{
    if (message->msg_control && message->msg_controllen)
        __augur_unsupported("messages that hand on descriptors or rights");
}

static size_t size_of(const struct msghdr *message)
{
    size_t size = 0;
    for (size_t i = 0; i < message->msg_iovlen; i++)
        size += message->msg_iov[i].iov_len;
    return size;
}

/* posix: sendmsg recvmsg
 * explored: as writev and readv, for messages as sendto and recvfrom.
 * left out: flags, descriptors and rights that are handed on (`unsupported`); that a message was cut
 *   short (MSG_TRUNC).
 * faults: io, eintr
 * accesses: r the message and its parts; r or w what they stand for.
 * tests: sockets/message.c sockets/message_ok.c sockets/udp_peers_ok.c */
ssize_t sendmsg(int fd, const struct msghdr *message, int flags)
{
    check_message(message);
    int family, has_peer, kind = kind_of(fd, &family, &has_peer);
    if (kind < 0)
        return -1;
    if (kind != HAS_MESSAGES) {
        if (flags)
            __augur_unsupported("sendmsg with this flag");
        return writev(fd, message->msg_iov, (int)message->msg_iovlen);
    }
    size_t size = size_of(message), at = 0;
    if (size > MESSAGE_MAX)
        return augur_fail(EMSGSIZE);
    char bytes[size + 1];
    for (size_t i = 0; i < message->msg_iovlen; i++) {
        memcpy(bytes + at, message->msg_iov[i].iov_base, message->msg_iov[i].iov_len);
        at += message->msg_iov[i].iov_len;
    }
    return sendto(fd, bytes, size, flags, message->msg_name, message->msg_namelen);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags)
{
    check_message(message);
    int family, has_peer, kind = kind_of(fd, &family, &has_peer);
    if (kind < 0)
        return -1;
    message->msg_flags = 0;
    if (kind != HAS_MESSAGES) {
        if (flags & ~MSG_CMSG_CLOEXEC)
            __augur_unsupported("recvmsg with this flag");
        message->msg_namelen = 0;
        return readv(fd, message->msg_iov, (int)message->msg_iovlen);
    }
    size_t size = size_of(message), at = 0;
    if (size > MESSAGE_MAX)
        size = MESSAGE_MAX;
    char bytes[size + 1];
    socklen_t length = message->msg_namelen;
    ssize_t done = recvfrom(fd, bytes, size, flags & ~MSG_CMSG_CLOEXEC, message->msg_name, &length);
    if (done < 0)
        return done;
    message->msg_namelen = message->msg_name ? length : 0;
    for (size_t i = 0; at < (size_t)done; i++) {
        size_t part = message->msg_iov[i].iov_len;
        part = part < (size_t)done - at ? part : (size_t)done - at;
        memcpy(message->msg_iov[i].iov_base, bytes + at, part);
        at += part;
    }
    return done;
}
