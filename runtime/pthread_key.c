/* <pthread.h>: thread-specific data; destructors of C++'s thread_local objects.
 *
 * Values live in a table that only their thread can reach, and the table of keys,
 * which is shared, changes only when one is made or deleted: a value costs no
 * visible action if the keys are made before the threads. A key is its index in
 * that table plus a generation, which tells a new key from a deleted one that had
 * the same index. It changes when a key is deleted, and wraps: a program that makes
 * and deletes keys for ever has finitely many states. */
#include <augur/thread.h>
#include <errno.h>

enum { KEYS_MAX = 1024, KEY_INDEX = KEYS_MAX - 1, GENERATION_SHIFT = 10,
       GENERATION_MASK = 255, GROW = 4, DESTRUCTOR_ROUNDS = 4 };

struct key {
    void (*destructor)(void *);
    unsigned short used, generation;
};
struct value {
    void *value;
    pthread_key_t key;
    unsigned short round;    /* of destructors at the end of the thread: had its turn in it */
    unsigned short due;      /* was there when it began */
};

static struct key keys[KEYS_MAX];
static _Thread_local struct value *values;
static _Thread_local unsigned values_size;

/* posix: others
 * explored: destructors of a thread's values in any order, in up to four rounds. What one sets
 *   has its turn in the same round or in the next.
 * left out: a key that is used after it was deleted may be another one natively.
 * faults: malloc
 * accesses: w the key.
 * tests: threads/key_destructor_order.c threads/key_destructor_order_ok.c
 *   threads/key_destructor_round.c threads/key_destructor_round_ok.c faults/key_memory.c
 *   faults/key_memory_ok.c */

static void *grown(void *old, size_t old_bytes, size_t new_bytes)
{
    void *block = __augur_alloc(new_bytes, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    if (old_bytes)
        __divine_memcpy(block, old, old_bytes);
    __augur_delete(old, AUGUR_LIBRARY, 0);
    return block;
}

static int is_live(pthread_key_t key)
{
    unsigned index = key & KEY_INDEX;
    return keys[index].used && keys[index].generation == key >> GENERATION_SHIFT;
}

static MASKED int new_key(pthread_key_t *key, void (*destructor)(void *))
{
    __divine_interrupt_mask();
    unsigned index = 0;
    while (index < KEYS_MAX && keys[index].used)
        index++;
    if (index == KEYS_MAX)
        return EAGAIN;
    if (augur_fault(AUGUR_FAULT_MALLOC))
        return ENOMEM;
    keys[index].used = 1;
    keys[index].destructor = destructor;
    *key = index | (unsigned)keys[index].generation << GENERATION_SHIFT;
    return 0;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    pthread_key_t made;
    int error = new_key(&made, destructor);
    if (!error)
        *key = made;
    return error;
}

MASKED int pthread_key_delete(pthread_key_t key)
{
    __divine_interrupt_mask();
    if (!is_live(key))
        return EINVAL;
    unsigned index = key & KEY_INDEX;
    struct key *slot = &keys[index];
    if (index < values_size && values[index].key == key)
        values[index].value = NULL;
    slot->generation = (slot->generation + 1) & GENERATION_MASK;
    slot->used = 0;
    slot->destructor = NULL;
    return 0;
}

void *pthread_getspecific(pthread_key_t key)
{
    unsigned index = key & KEY_INDEX;
    return index < values_size && values[index].key == key ? values[index].value : NULL;
}

MASKED int pthread_setspecific(pthread_key_t key, const void *value)
{
    __divine_interrupt_mask();
    if (!is_live(key))
        return EINVAL;
    unsigned index = key & KEY_INDEX;
    if (index >= values_size) {
        if (augur_fault(AUGUR_FAULT_MALLOC))
            return ENOMEM;
        unsigned size = index / GROW * GROW + GROW;
        values = grown(values, values_size * sizeof *values, size * sizeof *values);
        values_size = size;
    }
    if (values[index].key != key)
        values[index] = (struct value){ .key = key };
    values[index].value = (void *)value;
    return 0;
}

/* Takes out a value that wants to be destroyed and had no turn in this round; the
 * caller calls. POSIX does not say in which order, so any is next. When only such are left
 * as were set in this round, they may as well wait for the next. */
static MASKED void (*take(unsigned short round, void **value))(void *)
{
    __divine_interrupt_mask();
    unsigned wanting = 0, due = 0;
    for (unsigned index = 0; index < values_size; index++) {
        struct value *slot = &values[index];
        if (!slot->value || slot->round == round)
            continue;
        if (is_live(slot->key) && keys[index].destructor) {
            wanting++;
            due += slot->due == round;
        } else
            slot->round = round;
    }
    if (!wanting)
        return NULL;
    unsigned choices = wanting + !due;
    unsigned skipped = choices > 1 ? (unsigned)__divine_choice((int)choices) : 0;
    if (skipped == wanting)
        return NULL;
    unsigned index = 0;
    while (!values[index].value || values[index].round == round || skipped-- > 0)
        index++;
    struct value *slot = &values[index];
    *value = slot->value;
    slot->round = round;
    slot->value = NULL;
    return keys[index].destructor;
}

/* Only the thread itself looks at its values. */
static void begin_round(unsigned short round)
{
    for (unsigned index = 0; index < values_size; index++)
        if (values[index].value)
            values[index].due = round;
}

static int has_values(unsigned short round)
{
    for (unsigned index = 0; index < values_size; index++)
        if (values[index].value && values[index].round != round)
            return 1;
    return 0;
}

/* POSIX: destructors may set values again, so it goes in rounds, but not for
 * ever. */
void augur_keys_end_thread(void)
{
    for (unsigned short round = 1; round <= DESTRUCTOR_ROUNDS; round++) {
        int called = 0;
        begin_round(round);
        void *value;
        void (*destructor)(void *);
        while (has_values(round) && (destructor = take(round, &value))) {
            destructor(value);
            called = 1;
        }
        if (!called)
            break;
    }
    /* What it still holds has no destructor or too stubborn a one. */
    values = NULL;
    values_size = 0;
}

/* ---- thread_local objects --------------------------------------------- */

struct destructor {
    struct destructor *next;
    void (*function)(void *);
    void *object;
};
static _Thread_local struct destructor *destructors;

int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library);
int __cxa_thread_atexit_impl(void (*function)(void *), void *object, void *library)
{
    (void)library;
    struct destructor *node = __augur_alloc(sizeof *node, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    node->function = function;
    node->object = object;
    node->next = destructors;
    destructors = node;
    return 0;
}

/* What compilers call; in a C++ library it passes everything on. */
int __cxa_thread_atexit(void (*function)(void *), void *object, void *library);
int __cxa_thread_atexit(void (*function)(void *), void *object, void *library)
{
    return __cxa_thread_atexit_impl(function, object, library);
}

void augur_thread_local_destructors(void)
{
    while (destructors) {
        struct destructor *node = destructors;
        destructors = node->next;
        node->function(node->object);
    }
}
