// An index past one global does not reach the next: objects have no neighbours.
volatile int left[2] = {1, 2};
volatile int right[2] = {3, 4};
volatile int index_ = 2;

int main(void) {
    return left[index_] + right[0]; // expect: out-of-bounds
}
