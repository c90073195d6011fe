// The structs and numbers that CWebImageSVG declares are those of librsvg and GLib.
#ifdef WI_SVG
#include "wi_svg_types.h"

#include <librsvg/rsvg.h>
#include <stddef.h>

#define SAME_SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #theirs)
#define SAME_MEMBER(ours, theirs, member) \
    _Static_assert( \
        offsetof(ours, member) == offsetof(theirs, member) && \
            __builtin_types_compatible_p(__typeof__(((ours *)0)->member), __typeof__(((theirs *)0)->member)), \
        #theirs "." #member)
#define SAME_NUMBER(name) _Static_assert((int)WI_SVG_##name == (int)RSVG_##name, #name)

SAME_SIZE(wi_svg_length, RsvgLength);
SAME_MEMBER(wi_svg_length, RsvgLength, length);
_Static_assert(offsetof(wi_svg_length, unit) == offsetof(RsvgLength, unit) && sizeof(RsvgUnit) == sizeof(wi_svg_unit), "unit");
SAME_SIZE(wi_svg_rectangle, RsvgRectangle);
SAME_MEMBER(wi_svg_rectangle, RsvgRectangle, x);
SAME_MEMBER(wi_svg_rectangle, RsvgRectangle, y);
SAME_MEMBER(wi_svg_rectangle, RsvgRectangle, width);
SAME_MEMBER(wi_svg_rectangle, RsvgRectangle, height);
SAME_SIZE(wi_svg_error, GError);
SAME_MEMBER(wi_svg_error, GError, domain);
SAME_MEMBER(wi_svg_error, GError, code);
SAME_MEMBER(wi_svg_error, GError, message);
SAME_NUMBER(UNIT_PERCENT);
SAME_NUMBER(UNIT_PX);
SAME_NUMBER(UNIT_EM);
SAME_NUMBER(UNIT_EX);
SAME_NUMBER(UNIT_IN);
SAME_NUMBER(UNIT_CM);
SAME_NUMBER(UNIT_MM);
SAME_NUMBER(UNIT_PT);
SAME_NUMBER(UNIT_PC);
#endif
