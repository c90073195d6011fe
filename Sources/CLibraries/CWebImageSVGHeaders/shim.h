// Brings librsvg's own header to Tests/Support/SVGHeaderCheck, and to nothing else: with it comes the library.
#include <librsvg/rsvg.h>
