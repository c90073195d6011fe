#ifndef WI_PNG_SHIM_H
#define WI_PNG_SHIM_H



#endif
