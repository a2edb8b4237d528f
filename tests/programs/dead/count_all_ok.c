//@ expect: safe
//@ native: no
// Everything that an endless loop can count in without anybody looking, all at once.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

struct pair { int a; double b; };
struct nest { int x[3]; struct { char c; long l; } in; };

static void turn(void)
{
    pthread_mutex_lock(&lock);
    shared = !shared;
    pthread_mutex_unlock(&lock);
}

static int next(int n) { return n + 1; }
static struct pair next_pair(struct pair pair) { pair.a++; return pair; }
static int down(int n) { return n > 0 ? down(n - 1) + 1 : 0; }

static void *count(void *arg)
{
    jmp_buf back;
    int n = 0, shifted = 1, handed = 0, deep = 0, converted = 0;
    float f = 1;
    long double wide = 0;
    __int128 huge = 0;
    struct pair pair = {0}, copy = {0};
    struct nest nest = {0};
    union { int i; char c[8]; } both = {0};
    struct { unsigned a : 3, b : 7; } bits = {0};
    setjmp(back);
    for (;;) {
        turn();
        n++;
        f = f * 1.5f - 0.25f;
        wide += 1;
        huge += 1;
        shifted = shifted << 1 | 1;
        shifted >>= n & 3;
        handed = next(handed);
        pair = next_pair(pair);
        copy = pair;
        copy.b += 1;
        pair = copy;
        nest.x[1]++;
        nest.in.l += 2;
        both.i++;
        both.c[5]++;
        bits.a++;
        bits.b += 2;
        deep = down(deep % 3) + deep;
        converted += (char)f + n / 3 + n % 5;
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, count, NULL);
    pthread_create(&b, NULL, count, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
