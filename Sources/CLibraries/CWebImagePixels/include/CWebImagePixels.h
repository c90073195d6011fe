#ifndef WI_PIXELS_SHIM_H
#define WI_PIXELS_SHIM_H



#endif
