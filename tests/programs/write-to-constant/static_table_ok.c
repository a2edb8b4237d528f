//@ expect: safe
// The repaired twin of static_table.c: only the names are constant.
#include <assert.h>

struct entry {
    const char *const name;
    int hits;
};

static struct entry entries[2] = {{"a", 0}, {"b", 0}};
struct entry *volatile found = &entries[1];

int main(void) {
    struct entry *e = found;
    e->hits++;
    assert(entries[1].hits == 1 && entries[1].name[0] == 'b');
    return 0;
}
