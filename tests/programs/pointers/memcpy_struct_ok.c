//@ expect: safe
// Pointers travel inside structs, through memcpy, memmove and assignment.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct person {
    char initial;
    int *age;
    const char *name;
};

struct person *volatile people;

int main(void) {
    people = malloc(3 * sizeof *people);
    struct person first = {'a', malloc(sizeof(int)), "ann"};
    *first.age = 30;
    memcpy(&people[0], &first, sizeof first);
    memmove(&people[1], &people[0], sizeof first);
    people[2] = people[1];
    memset(&people[0], 0, sizeof people[0]);
    assert(people[0].age == NULL && people[0].name == NULL);
    assert(*people[2].age == 30 && people[2].name[1] == 'n');
    free(people[1].age);
    free(people);
    return 0;
}
