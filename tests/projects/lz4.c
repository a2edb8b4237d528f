/* Two threads pack the same text, each with a state of its own, and unpack what the other has packed. */
#include <assert.h>
#include <lz4.h>
#include <pthread.h>
#include <string.h>

static const char text[] = "to be, or not to be, or not to be";
static char packed[2][128];
static int size[2];
static pthread_barrier_t barrier;

static void *worker(void *argument) {
    long own = (long)argument;
    char out[sizeof text];
    size[own] = LZ4_compress_default(text, packed[own], sizeof text, sizeof packed[own]);
    assert(size[own] > 0);
    pthread_barrier_wait(&barrier);
    assert(LZ4_decompress_safe(packed[!own], out, size[!own], sizeof out) == sizeof text);
    assert(!memcmp(text, out, sizeof text));
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&other, NULL, worker, (void *)1);
    worker((void *)0);
    pthread_join(other, NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}
