/* Two-phase commit with a coordinator that loses patience. The planted bug: what it decides after its
 * last look at the votes is abort, but a participant that sees all votes goes ahead by itself. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define PARTICIPANTS 8
#define PATIENCE 3
#define PAGES 3

enum { UNDECIDED, COMMIT, ABORT };

static atomic_int logged, votes, decision, outcome[PARTICIPANTS];

static void *participant(void *arg) {
    int me = (int)(long)arg;
    for (int page = 0; page < PAGES; page++)
        atomic_fetch_add(&logged, 1);
    atomic_fetch_add(&votes, 1);
    for (;;) {
        int decided = decision;
        if (decided == UNDECIDED && me == PARTICIPANTS - 1 && votes == PARTICIPANTS)
            decided = COMMIT;
        if (decided != UNDECIDED) {
            outcome[me] = decided;
            return 0;
        }
    }
}

static void *coordinator(void *arg) {
    for (int looks = 0; looks < PATIENCE; looks++)
        if (votes == PARTICIPANTS) {
            decision = COMMIT;
            return arg;
        }
    decision = ABORT;
    return arg;
}

int main(void) {
    pthread_t threads[PARTICIPANTS + 1];
    pthread_create(&threads[PARTICIPANTS], 0, coordinator, 0);
    for (int i = 0; i < PARTICIPANTS; i++)
        pthread_create(&threads[i], 0, participant, (void *)(long)i);
    for (int i = 0; i <= PARTICIPANTS; i++)
        pthread_join(threads[i], 0);
    for (int i = 1; i < PARTICIPANTS; i++)
        assert(outcome[i] == outcome[0]);
}
