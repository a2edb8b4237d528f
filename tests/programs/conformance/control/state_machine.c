// A state machine driven by a table: numbers in a text.
#include <stdio.h>

enum state { START, SIGN, DIGITS, POINT, FRACTION, BAD, STATES };
enum class { OTHER, DIGIT, MINUS, DOT, BLANK, CLASSES };

static const unsigned char next[STATES][CLASSES] = {
    [START] = { BAD, DIGITS, SIGN, POINT, START }, [SIGN] = { BAD, DIGITS, BAD, POINT, START },
    [DIGITS] = { BAD, DIGITS, BAD, POINT, START }, [POINT] = { BAD, FRACTION, BAD, BAD, START },
    [FRACTION] = { BAD, FRACTION, BAD, BAD, START }, [BAD] = { BAD, BAD, BAD, BAD, START },
};

static enum class classify(char c) { return c >= '0' && c <= '9' ? DIGIT : c == '-' ? MINUS : c == '.' ? DOT : c == ' ' ? BLANK : OTHER; }

int main(void)
{
    int integers = 0, fractions = 0, bad = 0;
    enum state s = START;
    for (const char *p = "12 -5 3.14 abc 7x -.5 1.2.3 - 42 .  9 "; *p; p++) {
        enum class c = classify(*p);
        if (c == BLANK) integers += s == DIGITS, fractions += s == FRACTION, bad += s == BAD;
        s = next[s][c];
    }
    printf("%d %d %d\n", integers, fractions, bad);
    return 0;
}
