// The end of an array must not be read.
int array[3] = {1, 2, 3};
int *volatile begin = array;

int main(void) {
    int *volatile end = begin + 3;
    return *end; // expect: out-of-bounds
}
