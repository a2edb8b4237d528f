/* Types at run time in C++: which handler catches what, and dynamic_cast. */
#include <augur/cxxabi.h>
#include <augur/traps.h>

using std::type_info;
using namespace __cxxabiv1;

static bool same_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

bool augur_same_type(const type_info *a, const type_info *b)
{
    return a == b || a->type_name == b->type_name ||
           (a->type_name[0] != '*' && same_text(a->type_name, b->type_name));
}

type_info::~type_info() {}
bool type_info::catches(const type_info *thrown, void *&) const { return augur_same_type(this, thrown); }

type_info::kind type_info::which() const { return OTHER; }
type_info::kind __function_type_info::which() const { return FUNCTION; }
type_info::kind __pointer_type_info::which() const { return POINTER; }
type_info::kind __class_type_info::which() const { return CLASS; }
type_info::kind __si_class_type_info::which() const { return SINGLE; }
type_info::kind __vmi_class_type_info::which() const { return SEVERAL; }

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

void __class_type_info::search(char *object, bool visible, part_search &search) const
{
    if (!augur_same_type(this, search.type)) {
        search_bases(object, visible, search);
        return;
    }
    if (search.found && search.found != object)
        search.ambiguous = true;
    search.found = object;
    search.visible |= visible;
}

void __class_type_info::search_bases(char *, bool, part_search &) const {}

void __si_class_type_info::search_bases(char *object, bool visible, part_search &search) const
{
    base->search(object, visible, search);
}

void __vmi_class_type_info::search_bases(char *object, bool visible, part_search &search) const
{
    for (unsigned i = 0; i < count; i++) {
        const __base_class_type_info &b = bases[i];
        long offset = b.offset_and_flags >> __base_class_type_info::SHIFT;
        if (b.offset_and_flags & __base_class_type_info::VIRTUAL)
            offset = *(long *)(*(char **)object + offset);
        b.base->search(object + offset, visible && b.offset_and_flags & __base_class_type_info::PUBLIC,
                       search);
    }
}

static const __class_type_info *as_class(const type_info *type)
{
    return type->which() >= type_info::CLASS ? (const __class_type_info *)type : nullptr;
}

bool __class_type_info::catches(const type_info *thrown, void *&object) const
{
    if (augur_same_type(this, thrown))
        return true;
    const __class_type_info *from = as_class(thrown);
    if (!from)
        return false;
    part_search search = {this, nullptr, false, false};
    from->search((char *)object, true, search);
    if (!search.found || !search.visible || search.ambiguous)
        return false;
    object = search.found;
    return true;
}

/* The object of an exception that is a pointer is that pointer. */
bool __pointer_type_info::catches(const type_info *thrown, void *&object) const
{
    if (thrown->type_name[0] == 'D' && thrown->type_name[1] == 'n') {
        object = nullptr;
        return true;
    }
    if (thrown->which() != POINTER)
        return false;
    const __pointer_type_info *from = (const __pointer_type_info *)thrown;
    void *value = *(void **)object;
    if (!augur_same_type(this, thrown)) {
        if (from->flags & ~flags & (CONST | VOLATILE | RESTRICT))
            return false;
        bool any = pointee->type_name[0] == 'v' && !pointee->type_name[1] &&
                   from->pointee->which() != FUNCTION;
        if (!any && !augur_same_type(pointee, from->pointee)) {
            const __class_type_info *to = as_class(pointee);
            if (!to || !as_class(from->pointee) || (value && !to->catches(from->pointee, value)))
                return false;
        }
    }
    object = value;
    return true;
}

/* ---- dynamic_cast -------------------------------------------------------- */

/* Visits the parts of type `to` in an object and keeps the one that `from` is a
 * public part of. */
struct down_search : part_search {
    const __class_type_info *source;
    char *at;
    char *result;
    unsigned results;
};

static void down(const __class_type_info *type, char *object, down_search &search)
{
    if (augur_same_type(type, search.type)) {
        part_search inner = {search.source, nullptr, false, false};
        type->search(object, true, inner);
        if (inner.found == search.at && inner.visible && search.result != object) {
            search.result = object;
            search.results++;
        }
        return;
    }
    if (type->which() == type_info::SINGLE) {
        down(((const __si_class_type_info *)type)->base, object, search);
    } else if (type->which() == type_info::SEVERAL) {
        auto *several = (const __vmi_class_type_info *)type;
        for (unsigned i = 0; i < several->count; i++) {
            const __base_class_type_info &b = several->bases[i];
            long offset = b.offset_and_flags >> __base_class_type_info::SHIFT;
            if (b.offset_and_flags & __base_class_type_info::VIRTUAL)
                offset = *(long *)(*(char **)object + offset);
            down(b.base, object + offset, search);
        }
    }
}

extern "C" void *__dynamic_cast(const void *object, const __class_type_info *from,
                                const __class_type_info *to, ptrdiff_t)
{
    const char *table = *(const char *const *)object;
    char *whole = (char *)object + *(const ptrdiff_t *)(table - 2 * sizeof(void *));
    const __class_type_info *type = *(const __class_type_info *const *)(table - sizeof(void *));
    if (augur_same_type(type, to)) {
        part_search source = {from, nullptr, false, false};
        type->search(whole, true, source);
        if (source.found == object && source.visible)
            return whole;
    }
    down_search search = {{to, nullptr, false, false}, from, (char *)object, nullptr, 0};
    down(type, whole, search);
    if (search.results == 1)
        return search.result;
    if (search.results > 1)
        return nullptr;
    /* Across: both must be public parts of the whole, and the wanted one unique. */
    part_search mine = {from, nullptr, false, false}, wanted = {to, nullptr, false, false};
    type->search(whole, true, mine);
    type->search(whole, true, wanted);
    return mine.visible && wanted.visible && !wanted.ambiguous ? wanted.found : nullptr;
}
