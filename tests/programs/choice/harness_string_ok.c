/* Four strings of up to one letter out of two, and a pointer that may be null. */
//@ expect: safe
//@ native: no
//@ exits: 1 2 3 11 12 13
#include <augur.h>
#include <string.h>

int main(void)
{
    char text[2];
    int object;
    void *const choices[] = { &object, 0 };
    augur_string(text, sizeof text, "xy");
    int which = text[0] == 'x' ? 1 : text[0] == 'y' ? 2 : 3;
    return augur_one_of(2, choices) ? which : which + 10;
}
