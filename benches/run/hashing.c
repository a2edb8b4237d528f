// Hashing strings into a table: bytes, modulo, string compares.
#include <stdio.h>
#include <string.h>

enum { SLOTS = 4099, WORDS = 2000, ROUNDS = 200 };
static char words[WORDS][12];
static const char *table[SLOTS];

static unsigned hash(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static int same(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int main(void) {
    unsigned x = 7;
    for (int i = 0; i < WORDS; i++) {
        int length = 4 + i % 7;
        for (int j = 0; j < length; j++) {
            x = x * 1103515245u + 12345u;
            words[i][j] = (char)('a' + (x >> 16) % 26);
        }
    }
    unsigned probes = 0;
    for (int round = 0; round < ROUNDS; round++) {
        memset(table, 0, sizeof table);
        for (int i = 0; i < WORDS; i++) {
            unsigned at = hash(words[i]) % SLOTS;
            while (table[at] && !same(table[at], words[i])) {
                at = (at + 1) % SLOTS;
                probes++;
            }
            table[at] = words[i];
        }
    }
    printf("%u\n", probes);
    return 0;
}
