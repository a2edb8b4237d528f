//@ expect: safe
// Static data: nested, with addresses of other data, of its own middle, of functions.
#include <assert.h>
#include <stddef.h>

struct item {
    const char *name;
    struct item *next;
    int (*apply)(int);
    int values[3];
};

static int inc(int n) { return n + 1; }

extern struct item second;
struct item first = {"first", &second, inc, {1, [2] = 3}};
struct item second = {.name = &"second"[3], .next = &first, .values = {4, 5, 6}};
int *middle = &second.values[1];
static const char *const words[] = {"zero", "one", "two"};
char letters[5] = "ab";
double numbers[2] = {1.5};

int main(void) {
    assert(first.next->next == &first && first.values[1] == 0 && first.values[2] == 3);
    assert(first.next->name[0] == 'o' && first.apply(4) == 5 && second.apply == NULL);
    assert(*middle == 5 && middle[1] == 6);
    assert(words[2][1] == 'w' && sizeof words / sizeof *words == 3);
    assert(letters[1] == 'b' && letters[4] == 0 && numbers[1] == 0);
    int *literal = (int[]){7, 8, 9};
    assert(literal[2] == 9);
    return 0;
}
