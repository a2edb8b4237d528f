/* Arrays of objects: the helpers of the Itanium C++ ABI (§3.3.3). An array may have
 * padding in front, whose last word is the number of elements. If making or destroying an
 * element throws, those that are there are destroyed. */
#include <augur/exception.h>

typedef void (*maker)(void *);
typedef void (*destroyer)(void *);
typedef void (*copier)(void *, void *);

void *operator new[](size_t);
void operator delete[](void *) noexcept;

namespace {

/* Destroys the elements [0, left) from the last to the first, unless told otherwise. An
 * exception in here while another is on its way ends the program. */
struct elements {
    char *array;
    size_t left, bytes;
    destroyer destroy;

    void destroy_all()
    {
        while (left) {
            left--;
            destroy(array + left * bytes);
        }
    }
    ~elements() noexcept
    {
        if (destroy)
            destroy_all();
    }
};

struct block {
    void *memory;
    destroyer free;
    ~block()
    {
        if (memory)
            free(memory);
    }
};

struct sized_block {
    void *memory;
    size_t bytes;
    void (*free)(void *, size_t);
    ~sized_block()
    {
        if (memory)
            free(memory, bytes);
    }
};

}

static size_t &count_of(void *array) { return ((size_t *)array)[-1]; }

static size_t bytes_of(size_t count, size_t bytes, size_t padding)
{
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all) || __builtin_add_overflow(all, padding, &all))
        throw std::bad_array_new_length();
    return all;
}

extern "C" {

void __cxa_vec_ctor(void *array, size_t count, size_t bytes, maker make, destroyer destroy)
{
    elements made = {(char *)array, 0, bytes, destroy};
    if (make)
        for (; made.left < count; made.left++)
            make(made.array + made.left * bytes);
    made.left = 0;
}

void __cxa_vec_cctor(void *to, void *from, size_t count, size_t bytes, copier copy, destroyer destroy)
{
    elements made = {(char *)to, 0, bytes, destroy};
    if (copy)
        for (; made.left < count; made.left++)
            copy(made.array + made.left * bytes, (char *)from + made.left * bytes);
    made.left = 0;
}

void __cxa_vec_dtor(void *array, size_t count, size_t bytes, destroyer destroy)
{
    elements there = {(char *)array, count, bytes, destroy};
    if (destroy)
        there.destroy_all();
}

/* The same while an exception is on its way. */
void __cxa_vec_cleanup(void *array, size_t count, size_t bytes, destroyer destroy) noexcept
{
    __cxa_vec_dtor(array, count, bytes, destroy);
}

void *__cxa_vec_new3(size_t count, size_t bytes, size_t padding, maker make, destroyer destroy,
                     void *(*allocate)(size_t), void (*free)(void *, size_t))
{
    size_t all = bytes_of(count, bytes, padding);
    char *memory = (char *)allocate(all);
    if (!memory)
        return nullptr;
    sized_block block = {memory, all, free};
    if (padding)
        count_of(memory + padding) = count;
    __cxa_vec_ctor(memory + padding, count, bytes, make, destroy);
    block.memory = nullptr;
    return memory + padding;
}

void *__cxa_vec_new2(size_t count, size_t bytes, size_t padding, maker make, destroyer destroy,
                     void *(*allocate)(size_t), void (*free)(void *))
{
    char *memory = (char *)allocate(bytes_of(count, bytes, padding));
    if (!memory)
        return nullptr;
    block block = {memory, free};
    if (padding)
        count_of(memory + padding) = count;
    __cxa_vec_ctor(memory + padding, count, bytes, make, destroy);
    block.memory = nullptr;
    return memory + padding;
}

void *__cxa_vec_new(size_t count, size_t bytes, size_t padding, maker make, destroyer destroy)
{
    return __cxa_vec_new2(count, bytes, padding, make, destroy, operator new[], operator delete[]);
}

void __cxa_vec_delete3(void *array, size_t bytes, size_t padding, destroyer destroy,
                       void (*free)(void *, size_t))
{
    if (!array)
        return;
    size_t count = padding ? count_of(array) : 0;
    sized_block block = {(char *)array - padding, count * bytes + padding, free};
    if (padding)
        __cxa_vec_dtor(array, count, bytes, destroy);
}

void __cxa_vec_delete2(void *array, size_t bytes, size_t padding, destroyer destroy, void (*free)(void *))
{
    if (!array)
        return;
    block block = {(char *)array - padding, free};
    if (padding)
        __cxa_vec_dtor(array, count_of(array), bytes, destroy);
}

void __cxa_vec_delete(void *array, size_t bytes, size_t padding, destroyer destroy)
{
    __cxa_vec_delete2(array, bytes, padding, destroy, operator delete[]);
}

}
