//@ expect: safe
// Values in bit-fields: truncated, sign-extended, next to each other.
#include <assert.h>

struct date {
    unsigned day : 5;
    unsigned month : 4;
    signed offset : 6;
    unsigned year : 17;
    _Bool leap : 1;
};

volatile struct date d;
volatile int large = 1000;

int main(void) {
    d.day = 31;
    d.month = 12;
    d.offset = -30;
    d.year = 2024;
    d.leap = 1;
    assert(d.day == 31 && d.month == 12 && d.offset == -30 && d.year == 2024 && d.leap);
    d.day = (unsigned)large;
    assert(d.day == (1000 & 31) && d.month == 12);
    d.offset += 31;
    assert(d.offset == 1 && d.year == 2024);
    d.month++;
    d.month += 5;
    assert(d.month == 2 && d.day == 8 && d.offset == 1);
    return 0;
}
