#ifndef WI_JPEG_SHIM_H
#define WI_JPEG_SHIM_H



#endif
