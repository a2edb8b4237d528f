//@ expect: safe
//@ output: native
//@ needs: musl
// The calendar: breaking down, putting together, formatting, parsing.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static void show(const struct tm *tm)
{
    printf("%d-%d-%d %d:%d:%d %d %d %d\n", tm->tm_year, tm->tm_mon, tm->tm_mday, tm->tm_hour, tm->tm_min, tm->tm_sec,
           tm->tm_wday, tm->tm_yday, tm->tm_isdst);
}

static const char *const formats[] = {
    "%a %A %b %B %c %C %d %D %e %F %g %G %h %H %I %j %k %l %m %M", "%n%p %P %r %R %s %S %t %T %u %U %V %w %W %x %X %y %Y",
    "%z %Z %%", "%_d|%-d|%5Y|%^a|%#Z|%#p|%^B", "%E|%Q|%5%|%-m|%_5H|%05e", "%10A|%^10b|%Ey|%Od|%EQ|%+", "%-j %_j %_I %-l %4C",
};

static void parse(const char *text, const char *format)
{
    struct tm tm;
    memset(&tm, 0, sizeof tm);
    char *end = strptime(text, format, &tm);
    printf("%s / %s: %td ", text, format, end ? end - text : -1);
    if (end)
        show(&tm);
    else
        puts("");
}

int main(void)
{
    char buffer[256];
    setenv("TZ", "UTC", 1);
    tzset();
    for (long when = -70000000000; when < 300000000000; when = when + 6543210987 + when % 86399) {
        time_t t = when;
        struct tm tm = *gmtime(&t);
        show(&tm);
        printf("%ld %s", (long)timegm(&tm), asctime(&tm));
        for (unsigned f = 0; f < sizeof formats / sizeof *formats; f++) {
            size_t length = strftime(buffer, sizeof buffer, formats[f], &tm);
            printf("%zu %s\n", length, length ? buffer : "");
        }
    }
    for (long when = 1000000000; when < 2000000000; when += 12345678) {
        time_t t = when;
        struct tm tm;
        localtime_r(&t, &tm);
        strftime(buffer, sizeof buffer, "%G-W%V-%u %U %W %j", &tm);
        printf("%s %s", buffer, ctime(&t));
    }
    struct tm odd = { .tm_year = 100, .tm_mon = 25, .tm_mday = -40, .tm_hour = 100, .tm_min = -5, .tm_sec = 3600 };
    printf("%ld ", (long)mktime(&odd));
    show(&odd);
    printf("%zu %g\n", strftime(buffer, 4, "%Y", &odd), difftime(5, 8));
    parse("2024-02-29 13:14:15", "%Y-%m-%d %H:%M:%S");
    parse("Thu Nov  7 01:02:03 1985", "%c");
    parse("12/31/69", "%D");
    parse("1/2/68 extra", "%m/%d/%y");
    parse("11:59:59 pm", "%r");
    parse("Friday 13 February 09", "%A %d %B %y");
    parse("366 2020", "%j %Y");
    parse("20 15", "%C %y");
    parse("  7:5", "%H:%M");
    parse("25", "%H");
    parse("x", "%d");
    parse("50%", "%S%%");
    parse("1234567890", "%s");
    parse("+0530", "%z");
    parse("2019 10 3", "%Y %U %w");
    parse("2019 10 3", "%Y %W %u");
    wchar_t wide[64];
    printf("%zu", wcsftime(wide, 64, L"%Y/%m", gmtime(&(time_t){ 86400 })));
    printf(" %ls\n", wide);
    return 0;
}
