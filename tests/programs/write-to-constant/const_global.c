// The cast removes const from the type, not from the object.
const int limit = 5;
int *volatile p = (int *)&limit;

int main(void) {
    *p = 6; // expect: write-to-constant
    return limit;
}
