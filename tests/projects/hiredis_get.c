/* A client and a server that answers once, at the two ends of a pair of sockets. */
#include <assert.h>
#include <hiredis.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *server(void *unused) {
    static const char expected[] = "*2\r\n$3\r\nGET\r\n$1\r\nx\r\n", answer[] = "$2\r\n42\r\n";
    char got[sizeof expected];
    size_t size = 0;
    while (size < sizeof expected - 1) {
        ssize_t more = read(ends[1], got + size, sizeof expected - 1 - size);
        assert(more > 0);
        size += (size_t)more;
    }
    assert(!memcmp(got, expected, size));
    assert(write(ends[1], answer, 4) == 4);
    assert(write(ends[1], answer + 4, sizeof answer - 5) == sizeof answer - 5);
    return unused;
}

int main(void) {
    pthread_t thread;
    assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    pthread_create(&thread, NULL, server, NULL);
    redisContext *context = redisConnectFd(ends[0]);
    redisReply *reply = redisCommand(context, "GET %s", "x");
    assert(reply && reply->type == REDIS_REPLY_STRING && !strcmp(reply->str, "42"));
    freeReplyObject(reply);
    redisFree(context);
    pthread_join(thread, NULL);
    close(ends[1]);
    return 0;
}
