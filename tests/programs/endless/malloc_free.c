// An endless loop that frees its block twice, once in three rounds.
#include <stdlib.h>

int *volatile block;

int main(void) {
    for (int round = 0;; round = (round + 1) % 3) {
        block = malloc(sizeof *block);
        *block = round;
        if (round == 2)
            free(block);
        free(block); // expect: double-free
    }
}
