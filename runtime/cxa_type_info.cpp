/* Types at run time in C++: which of them are the same, and which handler catches
 * what. dynamic_cast is in cxa_dynamic_cast.cpp. */
#include <augur/cxxabi.h>

using std::type_info;
using namespace __cxxabiv1;

static int compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

/* Two modules may each have a description of a type. Names that begin with '*' are of
 * types that no other module can name. */
bool type_info::operator==(const type_info &other) const noexcept
{
    return type_name == other.type_name ||
           (type_name[0] != '*' && !compare(type_name, other.type_name));
}

bool type_info::__equal(const type_info &other) const noexcept { return *this == other; }

bool type_info::before(const type_info &other) const noexcept
{
    if (type_name[0] == '*' && other.type_name[0] == '*')
        return type_name < other.type_name;
    return compare(type_name, other.type_name) < 0;
}

type_info::~type_info() {}
bool type_info::__is_pointer_p() const { return false; }
bool type_info::__is_function_p() const { return false; }
bool type_info::__do_catch(const type_info *thrown, void **, unsigned) const { return *this == *thrown; }
bool type_info::__do_upcast(const __class_type_info *, void **) const { return false; }

bool __function_type_info::__is_function_p() const { return true; }
bool __pointer_type_info::__is_pointer_p() const { return true; }

/* clang emits the descriptions of the built-in types where this destructor is. */
__fundamental_type_info::~__fundamental_type_info() {}
__array_type_info::~__array_type_info() {}
__function_type_info::~__function_type_info() {}
__enum_type_info::~__enum_type_info() {}
__class_type_info::~__class_type_info() {}
__si_class_type_info::~__si_class_type_info() {}
__vmi_class_type_info::~__vmi_class_type_info() {}
__pbase_type_info::~__pbase_type_info() {}
__pointer_type_info::~__pointer_type_info() {}
__pointer_to_member_type_info::~__pointer_to_member_type_info() {}

/* ---- parts of objects --------------------------------------------------- */

void augur_visitor::visit(const __class_type_info *, augur_place, bool) {}

void __class_type_info::show(augur_place place, bool is_public, bool is_real,
                             augur_visitor &visitor) const
{
    visitor.visit(this, place, is_public);
    show_bases(place, is_public, is_real, visitor);
}

void __class_type_info::show_bases(augur_place, bool, bool, augur_visitor &) const {}

void __si_class_type_info::show_bases(augur_place place, bool is_public, bool is_real,
                                      augur_visitor &visitor) const
{
    base->show(place, is_public, is_real, visitor);
}

void __vmi_class_type_info::show_bases(augur_place place, bool is_public, bool is_real,
                                       augur_visitor &visitor) const
{
    for (unsigned i = 0; i < count; i++) {
        const __base_class_type_info &b = bases[i];
        long offset = b.offset_and_flags >> __base_class_type_info::SHIFT;
        bool is_virtual = b.offset_and_flags & __base_class_type_info::VIRTUAL;
        augur_place part = {place.address + offset, place.inside};
        if (is_virtual && is_real)
            part.address = place.address + *(long *)(*(char **)place.address + offset);
        else if (is_virtual)
            part = {nullptr, b.base};
        b.base->show(part, is_public && b.offset_and_flags & __base_class_type_info::PUBLIC, is_real,
                     visitor);
    }
}

namespace {

/* Looks for the parts of one class: is there just one, on a public path? */
struct part_search final : augur_visitor {
    const type_info *type;
    augur_place found{};
    unsigned count = 0;
    bool visible = false;

    explicit part_search(const type_info *type) : type(type) {}
    void visit(const __class_type_info *other, augur_place place, bool is_public) override
    {
        if (!(*other == *type))
            return;
        bool again = count && place.address == found.address &&
                     (place.inside == found.inside ||
                      (place.inside && found.inside && *place.inside == *found.inside));
        if (!again)
            count++, found = place;
        visible |= is_public;
    }
};

}

bool __class_type_info::__do_upcast(const __class_type_info *target, void **object) const
{
    part_search search(target);
    show({(char *)*object, nullptr}, true, *object != nullptr, search);
    if (search.count != 1 || !search.visible)
        return false;
    if (*object)
        *object = search.found.address;
    return true;
}

bool __class_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const
{
    if (*this == *thrown)
        return true;
    /* Objects and single pointers to them convert to a base; pointers to pointers do not. */
    return outer < 4 && thrown->__do_upcast(this, object);
}

/* ---- pointers ------------------------------------------------------------ */

static bool is_named(const type_info *type, const char *name) { return !compare(type->type_name, name); }

/* What a handler for pointers to members sees of a thrown nullptr. */
static const ptrdiff_t null_member = -1, null_function[2] = {};

/* Pointers and pointers to members have other tables of virtual functions. */
static bool same_kind(const type_info *a, const type_info *b) { return *(void **)a == *(void **)b; }

bool __pbase_type_info::__do_catch(const type_info *thrown, void **object, unsigned outer) const
{
    if (*this == *thrown)
        return true;
    if (is_named(thrown, "Dn")) {
        if (__is_pointer_p())
            *object = nullptr;
        else
            *object = (void *)(pointee->__is_function_p() ? null_function : &null_member);
        return true;
    }
    if (!same_kind(this, thrown) || !(outer & 1))
        return false;
    const __pbase_type_info *from = static_cast<const __pbase_type_info *>(thrown);
    /* Qualifiers of what is pointed to may be added, those of functions dropped. */
    if (from->flags & ~flags & ~FUNCTION || flags & ~from->flags & FUNCTION)
        return false;
    if (!(flags & CONST))
        outer &= ~1u;
    return catches_pointee(from, object, outer);
}

bool __pbase_type_info::catches_pointee(const __pbase_type_info *thrown, void **object,
                                        unsigned outer) const
{
    return pointee->__do_catch(thrown->pointee, object, outer + 2);
}

bool __pointer_type_info::catches_pointee(const __pbase_type_info *thrown, void **object,
                                          unsigned outer) const
{
    if (outer < 2 && is_named(pointee, "v"))
        return !thrown->pointee->__is_function_p();
    return __pbase_type_info::catches_pointee(thrown, object, outer);
}

bool __pointer_to_member_type_info::catches_pointee(const __pbase_type_info *thrown, void **object,
                                                    unsigned outer) const
{
    auto *from = static_cast<const __pointer_to_member_type_info *>(thrown);
    return *context == *from->context && *pointee == *from->pointee &&
           __pbase_type_info::catches_pointee(thrown, object, outer);
}
