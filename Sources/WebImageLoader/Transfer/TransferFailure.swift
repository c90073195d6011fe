internal import CWebImageCurl
internal import WebImageCore

/// Turns libcurl's results into errors.
enum TransferFailure {
    static func error(_ code: CURLcode, of transfer: Transfer) -> WebImageError {
        let words = transfer.easy.lastError
        let underlying = words.isEmpty ? String(cString: wi_curl_easy_strerror(code)) : words
        let host = transfer.plan?.address.host ?? "the host"
        if transfer.wasRefusedAddress {
            return WebImageError(
                .addressRefused,
                "\(host) leads to a loopback, link-local or private address, and such addresses are refused here.")
        }
        let (kind, message) = describe(code, words: words, host: host)
        return WebImageError(kind, message, underlying: underlying)
    }

    private static func describe(_ code: CURLcode, words: String, host: String) -> (WebImageError.Code, String) {
        switch code {
        case CURLE_URL_MALFORMAT:
            return (.invalidURL, "The address is no URL: check host, port and spelling.")
        case CURLE_UNSUPPORTED_PROTOCOL:
            return (.connectionLost, "\(host) answered something that isn't HTTP. Check the port.")
        case CURLE_COULDNT_RESOLVE_HOST:
            return (.cannotConnect, "The host \(host) wasn't found. Check its name and the network.")
        case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY:
            return (.cannotConnect, "The proxy can't be used. Check its address.")
        case CURLE_COULDNT_CONNECT:
            return (.cannotConnect, "\(host) doesn't take the connection. Check the port, and whether a server runs.")
        case CURLE_OPERATION_TIMEDOUT:
            return (.timeout, "\(host) took longer than the time limit. Try again or raise the limit.")
        case CURLE_PARTIAL_FILE:
            return (.truncated, "The connection to \(host) closed before the whole body had come. Try again.")
        case CURLE_SSL_CONNECT_ERROR where isInterruption(words):
            return (.connectionLost, "The connection to \(host) broke during the TLS handshake. Try again.")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_CRL_BADFILE, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_CLIENTCERT, CURLE_USE_SSL_FAILED:
            return (.tls, "The secure connection to \(host) was refused. Check certificate, host name and clock.")
        case CURLE_BAD_CONTENT_ENCODING:
            return (.corruptImage, "The body from \(host) can't be unpacked: its Content-Encoding is wrong or damaged.")
        case CURLE_FILESIZE_EXCEEDED:
            return (.tooLarge, "The body from \(host) is larger than the limit.")
        case CURLE_OUT_OF_MEMORY:
            return (.tooLarge, "There is not enough memory for the transfer.")
        default:
            return (.connectionLost, "The connection to \(host) broke. Try again.")
        }
    }

    /// A handshake that the network broke, not the certificate.
    private static func isInterruption(_ words: String) -> Bool {
        words.contains("SYSCALL") || words.contains("reset") || words.contains("unexpected eof")
    }
}
