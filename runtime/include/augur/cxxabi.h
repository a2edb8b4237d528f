/* What clang emits for types of C++, as the Itanium C++ ABI lays it out (§2.9.5), and
 * what the runtime does with it; not for users.
 *
 * The virtual functions of type_info stand where the header of libstdc++ has them;
 * those of libc++'s header are the first two. */
#ifndef AUGUR_CXXABI_H
#define AUGUR_CXXABI_H

#include <stddef.h>

namespace __cxxabiv1 {
class __class_type_info;
}

namespace std {
class type_info {
public:
    virtual ~type_info();
    const char *type_name;
    bool before(const type_info &other) const noexcept;
    bool operator==(const type_info &other) const noexcept;
    bool __equal(const type_info &other) const noexcept;

    virtual bool __is_pointer_p() const;
    virtual bool __is_function_p() const;
    /* Does a handler for this type catch an exception of the thrown type? `object` is
     * the thrown object, or its value if that is a pointer, and comes back as what the
     * handler sees. `outer` counts in twos the pointers around both types; its lowest
     * bit tells that they are all const in the handler. */
    virtual bool __do_catch(const type_info *thrown, void **object, unsigned outer) const;
    /* Moves `object`, of this type, to its only public part of that class. */
    virtual bool __do_upcast(const __cxxabiv1::__class_type_info *target, void **object) const;
};
}

/* The classes below are equal to those of other libraries in what clang knows of them. */
namespace __cxxabiv1 {

class __fundamental_type_info : public std::type_info {
public:
    virtual ~__fundamental_type_info();
};

class __array_type_info : public std::type_info {
public:
    virtual ~__array_type_info();
};

class __function_type_info : public std::type_info {
public:
    virtual ~__function_type_info();
    bool __is_function_p() const override;
};

class __enum_type_info : public std::type_info {
public:
    virtual ~__enum_type_info();
};

/* Where a part of an object is. Without an object (a null pointer was thrown) it is so
 * many bytes into the object or into a virtual base of it. */
struct augur_place {
    char *address;
    const std::type_info *inside;
};

/* Is told each part of an object, at the end of each path that leads there. */
struct augur_visitor {
    virtual void visit(const __class_type_info *type, augur_place place, bool is_public);
};

class __class_type_info : public std::type_info {
public:
    virtual ~__class_type_info();
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    bool __do_upcast(const __class_type_info *target, void **object) const override;
    /* Shows an object of this class and its parts. */
    void show(augur_place place, bool is_public, bool is_real, augur_visitor &visitor) const;
    virtual void show_bases(augur_place place, bool is_public, bool is_real,
                            augur_visitor &visitor) const;
};

class __si_class_type_info : public __class_type_info {
public:
    virtual ~__si_class_type_info();
    const __class_type_info *base;
    void show_bases(augur_place, bool, bool, augur_visitor &) const override;
};

struct __base_class_type_info {
    const __class_type_info *base;
    long offset_and_flags;
    enum { VIRTUAL = 1, PUBLIC = 2, SHIFT = 8 };
};

class __vmi_class_type_info : public __class_type_info {
public:
    virtual ~__vmi_class_type_info();
    unsigned flags, count;
    __base_class_type_info bases[1];
    void show_bases(augur_place, bool, bool, augur_visitor &) const override;
};

class __pbase_type_info : public std::type_info {
public:
    virtual ~__pbase_type_info();
    unsigned flags;
    const std::type_info *pointee;
    enum { CONST = 1, FUNCTION = 0x20 | 0x40 /* transaction_safe, noexcept */ };
    bool __do_catch(const type_info *thrown, void **object, unsigned outer) const override;
    /* The same once the pointers' own qualifiers are found to fit. */
    virtual bool catches_pointee(const __pbase_type_info *thrown, void **object, unsigned outer) const;
};

class __pointer_type_info : public __pbase_type_info {
public:
    virtual ~__pointer_type_info();
    bool __is_pointer_p() const override;
    bool catches_pointee(const __pbase_type_info *, void **, unsigned) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info {
public:
    virtual ~__pointer_to_member_type_info();
    const __class_type_info *context;
    bool catches_pointee(const __pbase_type_info *, void **, unsigned) const override;
};

}

#endif
