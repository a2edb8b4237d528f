/* The ABI's helpers for arrays of objects. */
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" {
void *__cxa_vec_new(size_t, size_t, size_t, void (*)(void *), void (*)(void *));
void *__cxa_vec_new2(size_t, size_t, size_t, void (*)(void *), void (*)(void *), void *(*)(size_t),
                     void (*)(void *));
void *__cxa_vec_new3(size_t, size_t, size_t, void (*)(void *), void (*)(void *), void *(*)(size_t),
                     void (*)(void *, size_t));
void __cxa_vec_ctor(void *, size_t, size_t, void (*)(void *), void (*)(void *));
void __cxa_vec_dtor(void *, size_t, size_t, void (*)(void *));
void __cxa_vec_cleanup(void *, size_t, size_t, void (*)(void *));
void __cxa_vec_delete(void *, size_t, size_t, void (*)(void *));
void __cxa_vec_delete2(void *, size_t, size_t, void (*)(void *), void (*)(void *));
void __cxa_vec_delete3(void *, size_t, size_t, void (*)(void *), void (*)(void *, size_t));
void __cxa_vec_cctor(void *, void *, size_t, size_t, void (*)(void *, void *), void (*)(void *));
}

static int countdown = -1, number;
static void make(void *p)
{
    if (countdown-- == 0)
        throw 1;
    *(int *)p = ++number;
    printf("+%d ", number);
}
static void destroy(void *p) { printf("-%d ", *(int *)p); }
static void destroy_or_throw(void *p)
{
    printf("-%d ", *(int *)p);
    if (countdown-- == 0)
        throw 2;
}
static void copy(void *to, void *from)
{
    if (countdown-- == 0)
        throw 3;
    *(int *)to = *(int *)from * 10;
}
static void *allocate(size_t size)
{
    printf("[%d ", (int)size);
    return std::malloc(size);
}
static void release(void *p)
{
    printf("] ");
    std::free(p);
}
static void release_sized(void *p, size_t size)
{
    printf("%d] ", (int)size);
    std::free(p);
}

template <typename F> static void attempt(F f)
{
    try {
        f();
    } catch (int n) {
        printf("threw %d", n);
    }
    printf("\n");
}

int main()
{
    for (int i = -1; i < 3; i++) {
        attempt([=] {
            countdown = i;
            void *p = __cxa_vec_new(3, sizeof(int), 8, make, destroy);
            printf("count %d ", (int)((size_t *)p)[-1]);
            __cxa_vec_delete(p, sizeof(int), 8, destroy);
        });
        attempt([=] {
            countdown = i;
            void *p = __cxa_vec_new2(3, sizeof(int), 8, make, destroy, allocate, release);
            __cxa_vec_delete2(p, sizeof(int), 8, destroy, release);
        });
        attempt([=] {
            countdown = i;
            void *p = __cxa_vec_new3(3, sizeof(int), 8, make, destroy, allocate, release_sized);
            __cxa_vec_delete3(p, sizeof(int), 8, destroy, release_sized);
        });
    }
    int a[3] = {1, 2, 3}, b[3] = {};
    attempt([&] {
        countdown = -1;
        __cxa_vec_cctor(b, a, 3, sizeof(int), copy, destroy);
        printf("%d %d %d ", b[0], b[1], b[2]);
    });
    attempt([&] {
        countdown = 2;
        __cxa_vec_cctor(b, a, 3, sizeof(int), copy, destroy);
    });
    attempt([&] {
        countdown = 1;
        __cxa_vec_dtor(a, 3, sizeof(int), destroy_or_throw);
    });
    attempt([&] { __cxa_vec_cleanup(a, 3, sizeof(int), destroy); });
    attempt([&] {
        countdown = -1;
        __cxa_vec_ctor(a, 2, sizeof(int), make, nullptr);
        __cxa_vec_delete(nullptr, 4, 8, destroy);
        void *none = __cxa_vec_new2(2, 4, 0, nullptr, nullptr, allocate, release);
        __cxa_vec_delete2(none, 4, 0, nullptr, release);
    });
    return 0;
}
