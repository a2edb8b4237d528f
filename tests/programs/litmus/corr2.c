// Coherence of two writes and two readers: all see them in one order.
// The digits of the exit status: a, b, c, d, x.
//@ expect: safe
//@ flags: --reduction full
//@ exits: 1 2 4 5 7 8 13 14 17 22 25 26 28 29 31 32 34 35 40 41 44 49 52 53 55 56 58 59 61 62 67 68 71 76 79 80 109 110 112 113 115 116 121 122 125 130 133 134 137 140 143 149 152 161 190 193 196 202 211 214 217 218 220 221 223 224 229 230 233 238 241 242
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
    return (((a * 3 + b) * 3 + c) * 3 + d) * 3 + x;
}
