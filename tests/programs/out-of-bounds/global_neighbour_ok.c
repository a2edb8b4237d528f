//@ expect: safe
// The repaired twin of global_neighbour.c.
volatile int left[2] = {1, 2};
volatile int right[2] = {3, 4};
volatile int index_ = 1;

int main(void) {
    return left[index_] + right[0] == 5 ? 0 : 1;
}
