//@ expect: safe
//@ output: native
//@ needs: musl
// <search.h>: tables, trees, lists; sorting and finding.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_number(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_last_digit(const void *a, const void *b, void *calls)
{
    ++*(int *)calls;
    return *(const int *)a % 10 - *(const int *)b % 10;
}

static void visit(const void *node, VISIT when, int depth)
{
    (void)depth;
    if (when == postorder || when == leaf)
        printf("%d ", **(int *const *)node);
}

static void ignore(void *key) { (void)key; }

struct element {
    struct element *next, *previous;
    int number;
};

int main(void)
{
    static int numbers[64];
    int calls = 0;
    for (int i = 0; i < 64; i++)
        numbers[i] = (i * 37 + 11) % 101;

    void *root = NULL;
    for (int i = 0; i < 64; i++)
        if (*(int **)tsearch(&numbers[i], &root, by_number) != &numbers[i])
            printf("twice %d ", numbers[i]);
    twalk(root, visit);
    for (int i = 0; i < 64; i += 3)
        printf("%d", tdelete(&numbers[i], &root, by_number) != NULL);
    printf("\n");
    twalk(root, visit);
    for (int i = 0; i < 102; i++)
        printf("%d", tfind(&i, &root, by_number) != NULL);
    tdestroy(root, ignore);
    printf("\n");

    hcreate(50);
    static char keys[40][8];
    for (int i = 0; i < 40; i++) {
        sprintf(keys[i], "key%d", i * 7 % 31);
        ENTRY entry = { keys[i], &numbers[i] }, *found = hsearch(entry, FIND);
        printf("%d", found ? *(int *)found->data : -1);
        hsearch(entry, ENTER);
    }
    hdestroy();
    printf("\n");

    int sorted[64], linear[64];
    size_t used = 0;
    memcpy(sorted, numbers, sizeof sorted);
    qsort(sorted, 64, sizeof *sorted, by_number);
    for (int i = 0; i < 64; i++)
        printf("%d ", sorted[i]);
    qsort_r(sorted, 64, sizeof *sorted, by_last_digit, &calls);
    for (int i = 0; i < 64; i++)
        printf("%d ", sorted[i]);
    qsort(sorted, 64, sizeof *sorted, by_number);
    for (int i = 0; i < 64; i++) {
        int *found = bsearch(&i, sorted, 64, sizeof *sorted, by_number);
        printf("%td ", found ? found - sorted : -1);
        int key = i * i % 50;
        lsearch(&key, linear, &used, sizeof *linear, by_number);
    }
    printf("%zu %d\n", used, lfind(&(int){ 49 }, linear, &used, sizeof *linear, by_number) != NULL);

    struct element elements[5], *at;
    insque(&elements[0], NULL);
    for (int i = 1; i < 5; i++)
        insque(&elements[i], &elements[i / 2]);
    for (int i = 0; i < 5; i++)
        elements[i].number = i;
    remque(&elements[2]);
    for (at = elements; at; at = at->next)
        printf("%d ", at->number);
    printf("\n");
    return 0;
}
