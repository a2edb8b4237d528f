//@ expect: safe
//@ opt: O0
//@ skip-none
//@ native: no
//@ states-max: 3
// Sending a message by UDP, and receiving it.
// Ten times, while another thread is there and waits.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/socket.h>
#include <unistd.h>

enum { TIMES = 10 };

static sem_t end;

static void *wait(void *arg)
{
    sem_wait(&end);
    return arg;
}

int main(void)
{
    pthread_t other;
    struct sockaddr_in place = { .sin_family = AF_INET, .sin_port = htons(4711) };
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    char byte;
    bind(s, (void *)&place, sizeof place);
    connect(s, (void *)&place, sizeof place);
    sem_init(&end, 0, 0);
    pthread_create(&other, NULL, wait, NULL);
    for (int i = 0; i < TIMES; i++) {
        send(s, "x", 1, 0);
        recv(s, &byte, 1, 0);
    }
    sem_post(&end);
    pthread_join(other, NULL);
    close(s);
    return 0;
}
