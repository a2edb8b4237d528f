/* The type descriptions that clang emits for C++, as the Itanium C++ ABI lays
 * them out (§2.9.5), and what the runtime does with them; not for users. */
#ifndef AUGUR_CXXABI_H
#define AUGUR_CXXABI_H

#include <stddef.h>

namespace std {
class type_info {
public:
    virtual ~type_info();
    const char *type_name;
    /* Does a handler for this type catch an exception of the thrown type? Moves
     * `object` to the part that the handler sees. */
    virtual bool catches(const type_info *thrown, void *&object) const;
    /* Which of the classes below describes the type. */
    enum kind { OTHER, FUNCTION, POINTER, CLASS, SINGLE, SEVERAL };
    virtual kind which() const;
};
}

bool augur_same_type(const std::type_info *a, const std::type_info *b);

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
    kind which() const override;
};

class __enum_type_info : public std::type_info {
public:
    virtual ~__enum_type_info();
};

/* Looks for parts of one type in an object. */
struct part_search {
    const std::type_info *type;
    void *found;
    bool visible;      /* on a public path */
    bool ambiguous;
};

class __class_type_info : public std::type_info {
public:
    virtual ~__class_type_info();
    kind which() const override;
    bool catches(const type_info *thrown, void *&object) const override;
    /* Adds the parts of an object of this class that are of the wanted type. */
    void search(char *object, bool visible, part_search &search) const;
    virtual void search_bases(char *object, bool visible, part_search &search) const;
};

class __si_class_type_info : public __class_type_info {
public:
    virtual ~__si_class_type_info();
    kind which() const override;
    const __class_type_info *base;
    void search_bases(char *object, bool visible, part_search &search) const override;
};

struct __base_class_type_info {
    const __class_type_info *base;
    long offset_and_flags;
    enum { VIRTUAL = 1, PUBLIC = 2, SHIFT = 8 };
};

class __vmi_class_type_info : public __class_type_info {
public:
    virtual ~__vmi_class_type_info();
    kind which() const override;
    unsigned flags, count;
    __base_class_type_info bases[1];
    void search_bases(char *object, bool visible, part_search &search) const override;
};

class __pbase_type_info : public std::type_info {
public:
    virtual ~__pbase_type_info();
    unsigned flags;
    const std::type_info *pointee;
    enum { CONST = 1, VOLATILE = 2, RESTRICT = 4 };
};

class __pointer_type_info : public __pbase_type_info {
public:
    virtual ~__pointer_type_info();
    kind which() const override;
    bool catches(const type_info *thrown, void *&object) const override;
};

class __pointer_to_member_type_info : public __pbase_type_info {
public:
    virtual ~__pointer_to_member_type_info();
    const __class_type_info *context;
};

}

#endif
