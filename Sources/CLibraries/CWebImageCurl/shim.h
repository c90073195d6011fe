#ifndef WI_CURL_SHIM_H
#define WI_CURL_SHIM_H

#include <curl/curl.h>

#endif
