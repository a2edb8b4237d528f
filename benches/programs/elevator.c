// A lift, its controller, and people who call it: each wants to get from one
// floor to another, again and again. The controller goes to the nearest floor
// that is asked for in its direction, and turns where nobody is left. Doors
// are open only while the lift stands.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef FLOORS
#define FLOORS 6
#endif
#ifndef PEOPLE
#define PEOPLE 4
#endif

static atomic_char called[FLOORS];
static atomic_char at, is_open, is_moving;

static void wait_for(int floor) {
    atomic_store(&called[floor], 1);
    while (!(atomic_load(&at) == floor && atomic_load(&is_open)))
        ;
}

static void *person(void *argument) {
    int home = (int)(long)argument;
    int work = (home + 2) % FLOORS;
    for (;;) {
        wait_for(home);
        wait_for(work);
    }
    return 0;
}

static int somebody(int from, int direction) {
    for (int floor = from; floor >= 0 && floor < FLOORS; floor += direction)
        if (atomic_load(&called[floor]))
            return 1;
    return 0;
}

static void controller(void) {
    int floor = 0, direction = 1;
    for (;;) {
        if (atomic_load(&called[floor])) {
            assert(!atomic_load(&is_moving));
            atomic_store(&is_open, 1);
            atomic_store(&called[floor], 0);
            atomic_store(&is_open, 0);
        } else if (somebody(floor + direction, direction)) {
            atomic_store(&is_moving, 1);
            floor += direction;
            atomic_store(&at, (char)floor);
            assert(!atomic_load(&is_open));
            atomic_store(&is_moving, 0);
        } else {
            direction = -direction;
        }
    }
}

int main(void) {
    pthread_t thread;
    for (long i = 0; i < PEOPLE; i++)
        pthread_create(&thread, 0, person, (void *)i);
    controller();
    return 0;
}
