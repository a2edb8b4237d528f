/* dynamic_cast. */
#include <augur/cxxabi.h>

using namespace __cxxabiv1;

namespace {

/* Is one object a public part of another? */
struct contains final : augur_visitor {
    const __class_type_info *type;
    const char *at;
    bool is_part = false, is_public_part = false;

    contains(const __class_type_info *type, const char *at) : type(type), at(at) {}
    void visit(const __class_type_info *other, augur_place place, bool is_public) override
    {
        if (place.address == at && *other == *type)
            is_part = true, is_public_part |= is_public;
    }
};

/* The parts of the wanted class: which have the source as a part, which are public. */
struct candidates final : augur_visitor {
    const __class_type_info *source, *wanted;
    const char *at;
    char *down = nullptr, *part = nullptr;
    unsigned downs = 0, parts = 0;
    bool down_public = false, part_public = false;

    candidates(const __class_type_info *source, const __class_type_info *wanted, const char *at)
        : source(source), wanted(wanted), at(at)
    {
    }
    void visit(const __class_type_info *type, augur_place place, bool is_public) override
    {
        if (!(*type == *wanted))
            return;
        if (!parts || part != place.address)
            parts++, part = place.address;
        part_public |= is_public;
        contains inner(source, at);
        type->show(place, true, true, inner);
        if (!inner.is_part)
            return;
        if (!downs || down != place.address)
            downs++, down = place.address, down_public = inner.is_public_part;
        else
            down_public |= inner.is_public_part;
    }
};

}

/* C++ says (expr.dynamic.cast): down, if one object of the wanted class has the source
 * as a public part; otherwise across, if the source is a public part of the whole, and
 * the whole has one part of the wanted class, which is public. */
extern "C" void *__dynamic_cast(const void *object, const __class_type_info *from,
                                const __class_type_info *to, ptrdiff_t)
{
    const char *table = *(const char *const *)object;
    char *whole = (char *)object + *(const ptrdiff_t *)(table - 2 * sizeof(void *));
    const __class_type_info *type = *(const __class_type_info *const *)(table - sizeof(void *));
    candidates found(from, to, (const char *)object);
    type->show({whole, nullptr}, true, true, found);
    if (found.downs == 1 && found.down_public)
        return found.down;
    if (found.parts != 1 || !found.part_public)
        return nullptr;
    contains mine(from, (const char *)object);
    type->show({whole, nullptr}, true, true, mine);
    return mine.is_public_part ? found.part : nullptr;
}
