#ifndef WI_CURL_SHIM_H
#define WI_CURL_SHIM_H

#include <curl/curl.h>

// Swift can't call variadic C functions: each option type gets a function of its own.

static inline CURLcode wi_curl_set_long(CURL *_Nonnull handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wi_curl_set_size(CURL *_Nonnull handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wi_curl_set_string(CURL *_Nonnull handle, CURLoption option, const char *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wi_curl_set_pointer(CURL *_Nonnull handle, CURLoption option, void *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wi_curl_set_list(CURL *_Nonnull handle, CURLoption option, struct curl_slist *_Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

/// For CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION.
static inline CURLcode wi_curl_set_writer(CURL *_Nonnull handle, CURLoption option,
                                          curl_write_callback _Nullable value) {
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode wi_curl_set_prerequest(CURL *_Nonnull handle, curl_prereq_callback _Nullable value) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode wi_curl_set_opensocket(CURL *_Nonnull handle, curl_opensocket_callback _Nullable value) {
    return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

static inline long wi_curl_get_long(CURL *_Nonnull handle, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

static inline curl_off_t wi_curl_get_size(CURL *_Nonnull handle, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

static inline void *_Nullable wi_curl_get_pointer(CURL *_Nonnull handle, CURLINFO info) {
    char *value = NULL;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

static inline struct curl_slist *_Nullable wi_curl_get_list(CURL *_Nonnull handle, CURLINFO info) {
    struct curl_slist *value = NULL;
    curl_easy_getinfo(handle, info, &value);
    return value;
}

static inline CURLMcode wi_curl_multi_set_long(CURLM *_Nonnull multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/// The result of a message; it sits in a union, of which Swift would read raw bytes.
static inline CURLcode wi_curl_message_result(const CURLMsg *_Nonnull message) {
    return message->data.result;
}

static inline CURLSHcode wi_curl_share_set_data(CURLSH *_Nonnull share, CURLSHoption option, curl_lock_data data) {
    return curl_share_setopt(share, option, (int)data);
}

static inline CURLSHcode wi_curl_share_set_lock(CURLSH *_Nonnull share, curl_lock_function _Nullable lock,
                                               curl_unlock_function _Nullable unlock, void *_Nullable user) {
    CURLSHcode code = curl_share_setopt(share, CURLSHOPT_LOCKFUNC, lock);
    if (code == CURLSHE_OK) code = curl_share_setopt(share, CURLSHOPT_UNLOCKFUNC, unlock);
    if (code == CURLSHE_OK) code = curl_share_setopt(share, CURLSHOPT_USERDATA, user);
    return code;
}

/// Basic or Digest; the macros have casts that Swift does not import.
static const unsigned long wi_curl_auth_basic_digest = CURLAUTH_BASIC | CURLAUTH_DIGEST;

#endif
