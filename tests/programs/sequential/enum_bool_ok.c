//@ expect: safe
// Enumerations, booleans, characters and their conversions.
#include <assert.h>
#include <stdbool.h>

enum level { LOW = -5, MIDDLE, HIGH = 10 };
enum big { HUGE_ = 0x7fffffffffff };

volatile int five = 5;
volatile char c = (char)200;
volatile double half = 0.5;

int main(void) {
    assert(MIDDLE == -4 && HIGH - LOW == 15 && sizeof(enum big) == 8);
    bool b = five;
    assert(b == 1 && (int)b + b == 2 && !b == 0);
    b = half;
    assert(b);
    b = (bool)(void *)&b;
    assert(b);
    assert(c == -56 && (unsigned char)c == 200);
    assert('\n' == 10 && sizeof 'a' == sizeof(int));
    enum level l = (enum level)(five * 2);
    assert(l == HIGH);
    return 0;
}
