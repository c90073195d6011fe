#ifndef WI_GTK_SHIM_H
#define WI_GTK_SHIM_H

#include <gtk/gtk.h>

#endif
