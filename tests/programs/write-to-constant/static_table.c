// A table of structs, one member written through a pointer that lost its const.
struct entry {
    const char *name;
    int hits;
};

static const struct entry entries[2] = {{"a", 0}, {"b", 0}};
const struct entry *volatile found = &entries[1];

int main(void) {
    struct entry *e = (struct entry *)found;
    e->hits++; // expect: write-to-constant
    return 0;
}
