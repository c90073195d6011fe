#ifndef WI_SQLITE_SHIM_H
#define WI_SQLITE_SHIM_H

#include <sqlite3.h>

#endif
