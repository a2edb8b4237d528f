// (void *)-1 may be stored and compared, but not dereferenced.
#define DELETED ((int *)-1)

int *volatile slot = DELETED;

int main(void) {
    return *slot; // expect: invalid-pointer
}
