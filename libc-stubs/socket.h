/* What the files of <sys/socket.h> share. */
#ifndef AUGUR_SOCKET_H
#define AUGUR_SOCKET_H

#include "file.h"
#include <sys/socket.h>
#include <sys/un.h>

struct augur_socket_name {
    int family;
    unsigned port;    /* of this machine; 0: none */
    char path[sizeof((struct sockaddr_un *)0)->sun_path];
};

/* A connection that waits to be accepted. */
struct caller {
    struct caller *next;
    struct augur_inode *inode;
};

struct augur_socket {
    int family, type;
    struct augur_inode *in, *out;    /* pipes, if it is connected */
    struct augur_socket_name own, peer;
    int listens;
    unsigned calls;                  /* callers there are */
    struct caller *callers;
    int has_messages;                /* single ones, and it is none of a pair */
    int has_peer;                    /* to which its messages go, and from which they come */
    struct augur_message *messages;
    size_t bytes;                    /* of them */
    int is_refused;                  /* the last one has found nobody, which the next call says */
    unsigned ready, is_full;         /* would reading not wait, would writing to it wait? */
    struct augur_socket *next;       /* in the list of those that have a name */
    struct augur_inode *inode;
};

/* Inside a section: null, with errno set, for what is no socket. */
struct augur_socket *augur_socket_of(int fd, struct augur_open **open);
/* 0, or the error. */
int augur_socket_read_name(int family, const struct sockaddr *address, socklen_t length,
                           struct augur_socket_name *name);
void augur_socket_write_name(const struct augur_socket_name *name, struct sockaddr *address,
                             socklen_t *length);
int augur_socket_has_name(const struct augur_socket_name *name);
int augur_socket_is_same(const struct augur_socket_name *a, const struct augur_socket_name *b);
struct augur_socket *augur_socket_find(const struct augur_socket_name *name, int type);
/* A name that nobody else has: 0, or -1 with errno set. */
int augur_socket_take_name(struct augur_socket *socket, const struct augur_socket_name *name);

/* Single messages (socket_message.c), inside a section. */
int augur_message_connect(struct augur_socket *socket, const struct augur_socket_name *name);
/* To the peer, or to that name; from anybody, or from the peer. AUGUR_CANCELLED if that happens
 * while they wait. */
ssize_t augur_message_put(struct augur_open *open, const struct augur_socket_name *to,
                          const char *bytes, size_t size);
ssize_t augur_message_take(struct augur_open *open, struct augur_socket_name *from, char *buffer,
                           size_t size);

#endif
