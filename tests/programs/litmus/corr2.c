// Coherence of two writes and two readers: all see them in one order.
// The digits of the exit status: a, b, c, d, x.
//@ expect: safe
//@ flags: --reduction full
//@ exits: 1 2 11 12 21 22 111 112 122 211 221 222 1001 1002 1011 1012 1021 1022 1111 1112 1122 1211 1221 1222 2001 2002 2011 2012 2021 2022 2111 2112 2122 2211 2221 2222 11001 11002 11011 11012 11021 11022 11111 11112 11122 11211 11221 11222 12002 12012 12022 12112 12122 12222 21001 21011 21021 21111 21211 21221 22001 22002 22011 22012 22021 22022 22111 22112 22122 22211 22221 22222
//@ native: no
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
int a, b, c, d;

static void *thread1(void *arg) {
    atomic_store(&x, 1);
    return arg;
}

static void *thread2(void *arg) {
    atomic_store(&x, 2);
    return arg;
}

static void *thread3(void *arg) {
    a = atomic_load(&x);
    b = atomic_load(&x);
    return arg;
}

static void *thread4(void *arg) {
    c = atomic_load(&x);
    d = atomic_load(&x);
    return arg;
}

int main(void) {
    pthread_t t1, t2, t3, t4;
    pthread_create(&t1, NULL, thread1, NULL);
    pthread_create(&t2, NULL, thread2, NULL);
    pthread_create(&t3, NULL, thread3, NULL);
    pthread_create(&t4, NULL, thread4, NULL);
    pthread_join(t1, NULL);
    pthread_join(t2, NULL);
    pthread_join(t3, NULL);
    pthread_join(t4, NULL);
    return (((a * 10 + b) * 10 + c) * 10 + d) * 10 + x;
}
