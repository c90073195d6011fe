#include "CWebImageCurl.h"

#include <pthread.h>

static struct {
    WI_CURL_FUNCTIONS(WI_FUNCTION)
} functions;
static const char *const names[] = {WI_CURL_FUNCTIONS(WI_FUNCTION_NAME)};
_Static_assert(sizeof functions == sizeof names, "one pointer a name");

static const char *failure;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    failure = wi_library_open("libcurl.so.4", names, sizeof names / sizeof *names, &functions);
}

const char *wi_curl_open(void) {
    pthread_once(&once, open_library);
    return failure;
}

CURLcode wi_curl_set_long(CURL *handle, CURLoption option, long value) {
    return functions.curl_easy_setopt(handle, option, value);
}

CURLcode wi_curl_set_size(CURL *handle, CURLoption option, curl_off_t value) {
    return functions.curl_easy_setopt(handle, option, value);
}

CURLcode wi_curl_set_string(CURL *handle, CURLoption option, const char *value) {
    return functions.curl_easy_setopt(handle, option, value);
}

CURLcode wi_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return functions.curl_easy_setopt(handle, option, value);
}

CURLcode wi_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return functions.curl_easy_setopt(handle, option, value);
}

CURLcode wi_curl_set_writer(CURL *handle, CURLoption option, curl_write_callback value) {
    return functions.curl_easy_setopt(handle, option, value);
}

CURLcode wi_curl_set_prerequest(CURL *handle, curl_prereq_callback value) {
    return functions.curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

CURLcode wi_curl_set_opensocket(CURL *handle, curl_opensocket_callback value) {
    return functions.curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

long wi_curl_get_long(CURL *handle, CURLINFO info) {
    long value = 0;
    functions.curl_easy_getinfo(handle, info, &value);
    return value;
}

curl_off_t wi_curl_get_size(CURL *handle, CURLINFO info) {
    curl_off_t value = 0;
    functions.curl_easy_getinfo(handle, info, &value);
    return value;
}

void *wi_curl_get_pointer(CURL *handle, CURLINFO info) {
    char *value = NULL;
    functions.curl_easy_getinfo(handle, info, &value);
    return value;
}

struct curl_slist *wi_curl_get_list(CURL *handle, CURLINFO info) {
    struct curl_slist *value = NULL;
    functions.curl_easy_getinfo(handle, info, &value);
    return value;
}

CURLMcode wi_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return functions.curl_multi_setopt(multi, option, value);
}

CURLcode wi_curl_message_result(const CURLMsg *message) {
    return message->data.result;
}

CURLSHcode wi_curl_share_set_data(CURLSH *share, CURLSHoption option, curl_lock_data data) {
    return functions.curl_share_setopt(share, option, (int)data);
}

CURLSHcode wi_curl_share_set_lock(CURLSH *share, curl_lock_function lock, curl_unlock_function unlock, void *user) {
    CURLSHcode code = functions.curl_share_setopt(share, CURLSHOPT_LOCKFUNC, lock);
    if (code == CURLSHE_OK) code = functions.curl_share_setopt(share, CURLSHOPT_UNLOCKFUNC, unlock);
    if (code == CURLSHE_OK) code = functions.curl_share_setopt(share, CURLSHOPT_USERDATA, user);
    return code;
}

void wi_curl_easy_cleanup(CURL *curl) { functions.curl_easy_cleanup(curl); }

CURL *wi_curl_easy_init(void) { return functions.curl_easy_init(); }

void wi_curl_easy_reset(CURL *handle) { functions.curl_easy_reset(handle); }

CURLcode wi_curl_easy_pause(CURL *handle, int bitmask) { return functions.curl_easy_pause(handle, bitmask); }

const char *wi_curl_easy_strerror(CURLcode code) { return functions.curl_easy_strerror(code); }

void wi_curl_free(void *p) { functions.curl_free(p); }

CURLcode wi_curl_global_init(long flags) { return functions.curl_global_init(flags); }

CURLMcode wi_curl_multi_add_handle(CURLM *multi_handle, CURL *curl_handle) {
    return functions.curl_multi_add_handle(multi_handle, curl_handle);
}

CURLMcode wi_curl_multi_cleanup(CURLM *multi_handle) { return functions.curl_multi_cleanup(multi_handle); }

CURLMsg *wi_curl_multi_info_read(CURLM *multi_handle, int *msgs_in_queue) {
    return functions.curl_multi_info_read(multi_handle, msgs_in_queue);
}

CURLM *wi_curl_multi_init(void) { return functions.curl_multi_init(); }

CURLMcode wi_curl_multi_perform(CURLM *multi_handle, int *running_handles) {
    return functions.curl_multi_perform(multi_handle, running_handles);
}

CURLMcode wi_curl_multi_poll(
    CURLM *multi_handle, struct curl_waitfd *extra_fds, unsigned int extra_nfds, int timeout_ms, int *ret) {
    return functions.curl_multi_poll(multi_handle, extra_fds, extra_nfds, timeout_ms, ret);
}

CURLMcode wi_curl_multi_remove_handle(CURLM *multi_handle, CURL *curl_handle) {
    return functions.curl_multi_remove_handle(multi_handle, curl_handle);
}

CURLMcode wi_curl_multi_wakeup(CURLM *multi_handle) { return functions.curl_multi_wakeup(multi_handle); }

CURLSHcode wi_curl_share_cleanup(CURLSH *share) { return functions.curl_share_cleanup(share); }

CURLSH *wi_curl_share_init(void) { return functions.curl_share_init(); }

struct curl_slist *wi_curl_slist_append(struct curl_slist *list, const char *data) {
    return functions.curl_slist_append(list, data);
}

void wi_curl_slist_free_all(struct curl_slist *list) { functions.curl_slist_free_all(list); }

CURLU *wi_curl_url(void) { return functions.curl_url(); }

void wi_curl_url_cleanup(CURLU *handle) { functions.curl_url_cleanup(handle); }

CURLUcode wi_curl_url_get(CURLU *handle, CURLUPart what, char **part, unsigned int flags) {
    return functions.curl_url_get(handle, what, part, flags);
}

CURLUcode wi_curl_url_set(CURLU *handle, CURLUPart what, const char *part, unsigned int flags) {
    return functions.curl_url_set(handle, what, part, flags);
}

const char *wi_curl_url_strerror(CURLUcode code) { return functions.curl_url_strerror(code); }
