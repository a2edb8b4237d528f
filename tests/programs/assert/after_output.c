// What was printed before the violation belongs to the report.
#include <assert.h>
#include <stdio.h>

volatile int input = 5;

int main(void) {
    for (int i = 0; i < 3; i++)
        printf("round %d\n", i);
    puts("now it breaks");
    assert(input != 5); // expect: assert
    return 0;
}
