/* Time zones of the system's database, from files in the format of RFC 8536 that the program was given:
 *
 *     TZif  version  15 bytes  six counts │ changes: 4 bytes each │ their types │ types: 6 bytes each │ names │ …
 *     the same with changes of 8 bytes each │ … │ newline, the rule for later times, newline
 *
 * The first part is for old readers. Leap seconds are left out. */
#include "libc.h"
#include "zone.h"
#include <linux/limits.h>
#include <string.h>

#define DIRECTORY "/usr/share/zoneinfo/"
enum { HEADER = 44, COUNTS = 20, VERSION = 4, TYPE = 6, RULE_MAX = 80 };

struct augur_history {
    int given;    /* which of the files it is */
    long changes, types;
    const unsigned char *times, *kinds, *type_table;
    const char *names;
    char rule[RULE_MAX];
};

/* The last one that was asked for. */
static struct augur_history *kept;

static long number(const unsigned char *at, int size)
{
    long value = (signed char)*at;
    for (int i = 1; i < size; i++)
        value = value * 256 + at[i];
    return value;
}

static void refuse(void) { __augur_unsupported("a time zone whose file cannot be read"); }

/* Where the six counts of a part are, and how long the part is behind them. */
struct part {
    long universal, standard, leaps, changes, types, letters;
};

static struct part read_part(const unsigned char *at)
{
    const unsigned char *counts = at + COUNTS;
    struct part part = { number(counts, 4),      number(counts + 4, 4),  number(counts + 8, 4),
                         number(counts + 12, 4), number(counts + 16, 4), number(counts + 20, 4) };
    if (memcmp(at, "TZif", 4) || part.types < 1 || part.changes < 0 || part.letters < 0 || part.leaps < 0)
        refuse();
    return part;
}

static long length(const struct part *part, int size)
{
    return part->changes * (size + 1) + part->types * TYPE + part->letters + part->leaps * (size + 4) +
           part->standard + part->universal;
}

static struct augur_history *read_file(int index)
{
    long size = (long)__augur_given_length(AUGUR_GIVEN_CONTENTS, index);
    unsigned char *file = __augur_alloc((size_t)size + 1, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    __augur_given_copy(AUGUR_GIVEN_CONTENTS, index, file);
    if (size < HEADER)
        refuse();
    struct part part = read_part(file);
    long skipped = HEADER + length(&part, 4);
    if (file[VERSION] < '2' || size < skipped + HEADER)
        refuse();
    part = read_part(file + skipped);
    const unsigned char *at = file + skipped + HEADER;
    if (size < skipped + HEADER + length(&part, 8))
        refuse();
    struct augur_history *history = __augur_alloc(sizeof *history, 16, AUGUR_ZEROED | AUGUR_INTERNAL);
    history->given = index;
    history->changes = part.changes;
    history->types = part.types;
    history->times = at;
    history->kinds = at + 8 * part.changes;
    history->type_table = history->kinds + part.changes;
    history->names = (const char *)history->type_table + TYPE * part.types;
    const char *rule = (const char *)at + length(&part, 8);
    if (*rule++ == '\n')
        for (int i = 0; i < RULE_MAX - 1 && rule[i] && rule[i] != '\n'; i++)
            history->rule[i] = rule[i];
    return history;
}

static int find_file(const char *name)
{
    char wanted[PATH_MAX] = DIRECTORY, path[PATH_MAX];
    size_t start = *name == '/' ? 0 : strlen(DIRECTORY), size = strlen(name);
    if (start + size >= PATH_MAX)
        return -1;
    memcpy(wanted + start, name, size + 1);
    for (int i = 0; i < __augur_given_count(AUGUR_GIVEN_PATHS); i++) {
        size_t own = __augur_given_length(AUGUR_GIVEN_PATHS, i);
        if (own != start + size)
            continue;
        __augur_given_copy(AUGUR_GIVEN_PATHS, i, path);
        if (!memcmp(path, wanted, own))
            return i;
    }
    return -1;
}

MASKED const struct augur_history *augur_history_find(const char *name, const char **rule)
{
    __divine_interrupt_mask();
    if (!__augur_given_count(AUGUR_GIVEN_PATHS))
        return NULL;
    int index = find_file(name);
    if (index < 0)
        return NULL;
    if (!kept || kept->given != index)
        kept = read_file(index);
    *rule = kept->rule;
    return kept;
}

static struct augur_local local_of(const struct augur_history *history, long type)
{
    if (type >= history->types)
        refuse();
    const unsigned char *at = history->type_table + TYPE * type;
    return (struct augur_local){ number(at, 4), at[4] != 0, history->names + at[5] };
}

/* The last change that is not later, by halves. */
int augur_history_at(const struct augur_history *history, time_t when, struct augur_local *local)
{
    long low = 0, high = history->changes;
    while (low < high) {
        long middle = (low + high) / 2;
        if (number(history->times + 8 * middle, 8) <= when)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == history->changes && *history->rule)
        return 0;
    *local = local_of(history, low ? history->kinds[low - 1] : 0);
    return 1;
}

void augur_history_last(const struct augur_history *history, struct augur_local last[2])
{
    last[0] = last[1] = local_of(history, 0);
    for (long i = 0; i < history->changes; i++) {
        struct augur_local shown = local_of(history, history->kinds[i]);
        last[shown.is_summer] = shown;
    }
    if (!last[1].is_summer)
        last[1] = last[0];
}
