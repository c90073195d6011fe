#ifndef WI_CURL_H
#define WI_CURL_H

#include "wi_library.h"

// Not the macros that check calls of variadic functions: they stand in the way of the functions' addresses.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/// What is used of libcurl.
#define WI_CURL_FUNCTIONS(F) \
    F(curl_easy_cleanup) F(curl_easy_init) F(curl_easy_pause) F(curl_easy_reset) F(curl_easy_strerror) F(curl_free) \
    F(curl_global_init) F(curl_multi_add_handle) F(curl_multi_cleanup) F(curl_multi_info_read) \
    F(curl_multi_init) F(curl_multi_perform) F(curl_multi_poll) F(curl_multi_remove_handle) F(curl_multi_wakeup) \
    F(curl_share_cleanup) F(curl_share_init) F(curl_slist_append) F(curl_slist_free_all) F(curl_url) \
    F(curl_url_cleanup) F(curl_url_get) F(curl_url_set) F(curl_url_strerror) F(curl_easy_setopt) \
    F(curl_easy_getinfo) F(curl_multi_setopt) F(curl_share_setopt)

/// Opens libcurl, which comes with libraries for TLS, LDAP, Kerberos and SSH that a load from the cache doesn't need.
/// NULL where it is there; else why not. From any thread.
const char *_Nullable wi_curl_open(void);

// Everything below is to be called once `wi_curl_open` has said that the library is there.

// Swift can't call variadic C functions: each option type gets a function of its own.

CURLcode wi_curl_set_long(CURL *_Nonnull handle, CURLoption option, long value);

CURLcode wi_curl_set_size(CURL *_Nonnull handle, CURLoption option, curl_off_t value);

CURLcode wi_curl_set_string(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value);

CURLcode wi_curl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value);

CURLcode wi_curl_set_list(CURL *_Nonnull handle, CURLoption option, struct curl_slist *_Nullable value);

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
CURLcode wi_curl_set_writer(CURL *_Nonnull handle, CURLoption option, curl_write_callback _Nullable value);

CURLcode wi_curl_set_prerequest(CURL *_Nonnull handle, curl_prereq_callback _Nullable value);

CURLcode wi_curl_set_opensocket(CURL *_Nonnull handle, curl_opensocket_callback _Nullable value);

long wi_curl_get_long(CURL *_Nonnull handle, CURLINFO info);

curl_off_t wi_curl_get_size(CURL *_Nonnull handle, CURLINFO info);

void *_Nullable wi_curl_get_pointer(CURL *_Nonnull handle, CURLINFO info);

struct curl_slist *_Nullable wi_curl_get_list(CURL *_Nonnull handle, CURLINFO info);

CURLMcode wi_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value);

/// The result of a message; it sits in a union, of which Swift would read raw bytes.
CURLcode wi_curl_message_result(const CURLMsg *_Nonnull message);

CURLSHcode wi_curl_share_set_data(CURLSH *_Nonnull share, CURLSHoption option, curl_lock_data data);

CURLSHcode wi_curl_share_set_lock(
    CURLSH *_Nonnull share, curl_lock_function _Nullable lock, curl_unlock_function _Nullable unlock,
    void *_Nullable user);

/// Basic or Digest; the macros have casts that Swift does not import.
static const unsigned long wi_curl_auth_basic_digest = CURLAUTH_BASIC | CURLAUTH_DIGEST;

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"

// libcurl's own functions.
void wi_curl_easy_cleanup(CURL *curl);
CURL *wi_curl_easy_init(void);
CURLcode wi_curl_easy_pause(CURL *handle, int bitmask);
void wi_curl_easy_reset(CURL *handle);
const char *wi_curl_easy_strerror(CURLcode code);
void wi_curl_free(void *p);
CURLcode wi_curl_global_init(long flags);
CURLMcode wi_curl_multi_add_handle(CURLM *multi_handle, CURL *curl_handle);
CURLMcode wi_curl_multi_cleanup(CURLM *multi_handle);
CURLMsg *wi_curl_multi_info_read(CURLM *multi_handle, int *msgs_in_queue);
CURLM *wi_curl_multi_init(void);
CURLMcode wi_curl_multi_perform(CURLM *multi_handle, int *running_handles);
CURLMcode wi_curl_multi_poll(
    CURLM *multi_handle, struct curl_waitfd *extra_fds, unsigned int extra_nfds, int timeout_ms, int *ret);
CURLMcode wi_curl_multi_remove_handle(CURLM *multi_handle, CURL *curl_handle);
CURLMcode wi_curl_multi_wakeup(CURLM *multi_handle);
CURLSHcode wi_curl_share_cleanup(CURLSH *share);
CURLSH *wi_curl_share_init(void);
struct curl_slist *wi_curl_slist_append(struct curl_slist *list, const char *data);
void wi_curl_slist_free_all(struct curl_slist *list);
CURLU *wi_curl_url(void);
void wi_curl_url_cleanup(CURLU *handle);
CURLUcode wi_curl_url_get(CURLU *handle, CURLUPart what, char **part, unsigned int flags);
CURLUcode wi_curl_url_set(CURLU *handle, CURLUPart what, const char *part, unsigned int flags);
const char *wi_curl_url_strerror(CURLUcode code);

#pragma clang diagnostic pop

#endif
