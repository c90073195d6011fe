#ifndef WI_CHAFA_SHIM_H
#define WI_CHAFA_SHIM_H

#include <chafa.h>

/// The members of a `GString`: several modules hold glib's headers, and Swift asks for the one that came first.
static inline const char *_Nonnull wi_string_text(const GString *_Nonnull string) { return string->str; }
static inline long wi_string_length(const GString *_Nonnull string) { return (long)string->len; }

#endif
