// The functions of <string.h>.
#include <stdio.h>
#include <string.h>

int main(void)
{
    char a[40] = "hello", b[40];
    strcat(a, " world"), strncpy(b, a, 20), b[3] = 'L';
    printf("%zu %s %d %d %d\n", strlen(a), b, strcmp(a, b) > 0, strncmp(a, b, 3), strcmp("abc", "abd") < 0);
    printf("%s %s %td %td\n", strchr(a, 'o'), strrchr(a, 'o'), strstr(a, "wor") - a, strpbrk(a, "xyzw") - a);
    printf("%zu %zu %d\n", strspn(a, "ehlo"), strcspn(a, " "), strchr(a, 'z') == 0);
    printf("%d %s\n", memchr(a, 'w', 5) == 0, (char *)memchr(a, 'w', 11));
    char list[] = "a,b;;c", *save;
    for (char *p = strtok_r(list, ",;", &save); p; p = strtok_r(0, ",;", &save)) printf("[%s]", p);
    printf(" %zu\n", strnlen(a, 4));
    strncat(b, "0123456789", 3);
    puts(b);
    return memcmp("ab\0c", "ab\0d", 4) < 0;
}
