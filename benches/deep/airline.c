/* Sellers of seats look whether there is one left, and then sell it. The planted bug: nothing keeps
 * others from selling in between. A few seats too many are put up with; it needs nearly all sellers
 * at the last seat to exceed them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SELLERS 8
#define SEATS 9
#define SPARE 5

static atomic_int sold;

static void *seller(void *arg) {
    for (int tries = 0; tries < 3; tries++) {
        if (sold >= SEATS)
            break;
        atomic_fetch_add(&sold, 1);
    }
    return arg;
}

int main(void) {
    pthread_t threads[SELLERS];
    for (int i = 0; i < SELLERS; i++)
        pthread_create(&threads[i], 0, seller, 0);
    for (int i = 0; i < SELLERS; i++)
        pthread_join(threads[i], 0);
    assert(sold <= SEATS + SPARE);
}
