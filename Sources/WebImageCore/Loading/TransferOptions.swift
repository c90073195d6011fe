/// How bytes are fetched: limits, trust and credentials of one request.
public struct TransferOptions: Sendable, Equatable {
    /// Who asks, for servers that want to know.
    public enum Credentials: Sendable, Hashable {
        /// Basic or Digest, as the server asks (RFC 7617, RFC 7616).
        case password(user: String, password: String)
        /// A bearer token (RFC 6750).
        case bearer(String)
    }

    /// Time to connect, TLS included. Default: 15 s.
    public var connectTimeout: Duration
    /// Time without a byte, before the answer and during it. Default: 60 s.
    public var idleTimeout: Duration
    /// Time for the whole transfer, redirects included; nil is no limit. Default: nil.
    public var totalTimeout: Duration?
    /// The most bytes of a body, as received and as unpacked. Default: 512 MiB.
    public var maximumBytes: Int
    /// Default: 10.
    public var maximumRedirects: Int
    /// Whether certificates are not verified. Default: false; for tests only.
    public var allowsInsecureTLS: Bool
    /// A file of certificates (PEM) to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// Client certificate and key (PEM files).
    public var clientCertificateFile: String?
    /// The key of the client certificate (a PEM file); nil where the certificate's file holds it.
    public var clientKeyFile: String?
    /// Who asks; nil is nobody. Never sent to another host after a redirect.
    public var credentials: Credentials?
    /// A proxy's URL; nil asks the environment (`http_proxy`, `https_proxy`, `no_proxy`), empty is none.
    public var proxy: String?
    /// Whether loopback, link-local and private addresses are refused, also after DNS and redirects. Default: false;
    /// for servers that take addresses from their users.
    public var refusesPrivateAddresses: Bool
    /// Whether cookies are kept and sent. Default: false.
    public var handlesCookies: Bool
    /// Whether kept bytes of a broken transfer are continued (Range, If-Range). Default: true.
    public var resumes: Bool
    /// Statuses that are a success. Default: 200…299.
    public var acceptableStatuses: ClosedRange<Int>
    /// Media types that are accepted, such as `image/*`; empty accepts all, and the bytes decide. Default: empty.
    public var acceptableMediaTypes: [String]

    /// Makes options with all defaults.
    public init() {
        connectTimeout = .seconds(15)
        idleTimeout = .seconds(60)
        totalTimeout = nil
        maximumBytes = 512 << 20
        maximumRedirects = 10
        allowsInsecureTLS = false
        certificateAuthorityFile = nil
        clientCertificateFile = nil
        clientKeyFile = nil
        credentials = nil
        proxy = nil
        refusesPrivateAddresses = false
        handlesCookies = false
        resumes = true
        acceptableStatuses = 200...299
        acceptableMediaTypes = []
    }
}
