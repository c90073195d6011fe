internal import CWebImageCurl
internal import WebImageCore

/// One request on the wire. Lives on the engine's thread; libcurl's callbacks get a pointer to it.
final class Transfer {
    /// The most of an unwanted body that is read off to save the connection, and how long that may take.
    private static let drainLimit = 64 << 10
    private static let drainTime = Duration.seconds(1)
    /// The receive buffer of libcurl: larger means fewer callbacks for large pictures, but twice this leaves the cache of
    /// the processor and costs 30 % of a load of 30 KB.
    private static let bufferSize = 64 << 10

    let easy: CurlEasy
    unowned let loop: TransferLoop
    private(set) var identifier: UInt64 = 0
    private var shared: TransferPlan.Shared?
    private var handler: (any TransferHandler)?
    private var headBytes: [UInt8] = []
    /// What the lines of the request's head were made from; nil where there are none yet.
    private var sentFields: (headers: HTTPHeaders, credentials: TransferOptions.Credentials?)?
    /// The options that are set and that another plan must not find.
    private var special: TransferPlan.SpecialOptions?
    /// A head that libcurl may answer by itself with credentials; told when a body or the end follows.
    private var heldHead: TransferHead?
    private var hasHead = false
    private var wasStopped = false
    private var drained: Int?
    private(set) var isPaused = false
    /// Set by the address guard when it refused a connection.
    var wasRefusedAddress = false
    /// When the server was last heard of; nil while connecting.
    var lastActivity: Duration?
    /// When an unwanted body has been read off for long enough.
    private(set) var drainDeadline: Duration?

    /// Nil where there is no memory.
    init?(_ loop: TransferLoop) {
        self.loop = loop
        guard let easy = CurlEasy() else { return nil }
        self.easy = easy
        configure()
    }

    /// The options that all transfers have.
    private func configure() {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_PRIVATE, pointer)
        easy.set(CURLOPT_NOSIGNAL, true)
        easy.set(CURLOPT_PROTOCOLS_STR, "http,https")
        easy.set(CURLOPT_FOLLOWLOCATION, false)
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
        easy.set(CURLOPT_BUFFERSIZE, Self.bufferSize)
        easy.set(CURLOPT_ACCEPT_ENCODING, "")
        easy.set(CURLOPT_WRITEDATA, pointer)
        wi_curl_set_writer(easy.handle, CURLOPT_WRITEFUNCTION, TransferCallbacks.write)
        easy.set(CURLOPT_HEADERDATA, pointer)
        wi_curl_set_writer(easy.handle, CURLOPT_HEADERFUNCTION, TransferCallbacks.header)
        easy.set(CURLOPT_PREREQDATA, pointer)
        wi_curl_set_prerequest(easy.handle, TransferCallbacks.prerequest)
    }

    var plan: TransferPlan? { shared?.plan }

    /// Whether another plan may use this handle: all but cookies can be taken off it.
    var isReusable: Bool { plan?.cookies == nil }

    // MARK: - Start

    func prepare(_ shared: TransferPlan.Shared, identifier: UInt64, handler: any TransferHandler) {
        self.shared = shared
        let plan = shared.plan
        self.identifier = identifier
        self.handler = handler
        headBytes.removeAll(keepingCapacity: true)
        heldHead = nil
        hasHead = false
        wasStopped = false
        drained = nil
        drainDeadline = nil
        isPaused = false
        wasRefusedAddress = false
        lastActivity = nil
        // Credentials that libcurl has used once leave a state behind, so they are never set twice.
        let wanted = plan.specialOptions
        let staysAsIs = wanted == special && wanted?.credentials == nil
        if !staysAsIs, special != nil {
            easy.reset()
            configure()
            sentFields = nil
        }
        easy.clearError()
        easy.set(CURLOPT_URL, plan.address.text)
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, plan.options.connectTimeout.milliseconds)
        easy.set(CURLOPT_TIMEOUT_MS, plan.remainingTime?.milliseconds ?? 0)
        // Multiplexing where TLS offers it; the wait for it costs nothing only there.
        easy.set(CURLOPT_HTTP_VERSION, plan.address.isSecure ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1)
        easy.set(CURLOPT_PIPEWAIT, plan.address.isSecure)
        // Most loads have the same fields, even the same array of them.
        if sentFields.map({ $0.headers == plan.headers && $0.credentials == plan.credentials }) != true {
            easy.setHeaders(plan.headerLines)
            sentFields = (plan.headers, plan.credentials)
        }
        if !staysAsIs, let wanted { prepareSpecial(plan, wanted) }
        special = wanted
    }

    /// The options that most transfers don't need.
    private func prepareSpecial(_ plan: TransferPlan, _ options: TransferPlan.SpecialOptions) {
        if options.method == "HEAD" {
            easy.set(CURLOPT_NOBODY, true)
        } else if options.method != "GET" {
            easy.set(CURLOPT_CUSTOMREQUEST, options.method)
        }
        easy.set(CURLOPT_COOKIE, options.cookieLine)
        if !options.acceptsEncodings { easy.set(CURLOPT_ACCEPT_ENCODING, nil as String?) }
        if case .password(let user, let password) = options.credentials {
            easy.set(CURLOPT_USERNAME, user)
            easy.set(CURLOPT_PASSWORD, password)
            easy.set(CURLOPT_HTTPAUTH, Int(bitPattern: wi_curl_auth_basic_digest))
        }
        easy.set(CURLOPT_SSL_VERIFYPEER, options.verifiesServer)
        easy.set(CURLOPT_SSL_VERIFYHOST, options.verifiesServer ? 2 : 0)
        if let file = options.certificateAuthorityFile { easy.set(CURLOPT_CAINFO, file) }
        easy.set(CURLOPT_SSLCERT, options.clientCertificateFile)
        easy.set(CURLOPT_SSLKEY, options.clientKeyFile)
        easy.set(CURLOPT_PROXY, options.proxy)
        if options.refusesPrivateAddresses {
            // A proxy from the environment would be asked instead of the host. One that was named guards by itself.
            if options.proxy == nil { easy.set(CURLOPT_PROXY, "") }
            if (options.proxy ?? "").isEmpty {
                easy.set(CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
                wi_curl_set_opensocket(easy.handle, TransferCallbacks.openSocket)
            } else {
                easy.set(CURLOPT_NOPROXY, "")
            }
        }
        plan.cookies?.attach(to: easy)
    }

    // MARK: - What libcurl brings

    /// Takes a line of the head.
    ///
    /// - Returns: False stops the transfer.
    func receive(headLine line: UnsafeBufferPointer<UInt8>) -> Bool {
        if line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
            // A new head: after a 1xx, or after libcurl has answered a challenge.
            headBytes.removeAll(keepingCapacity: true)
            heldHead = nil
            hasHead = false
        }
        // Fields after the body are trailers; nothing here needs them.
        guard !hasHead else { return true }
        headBytes.append(contentsOf: line)
        guard line.first == UInt8(ascii: "\r") || line.first == UInt8(ascii: "\n") else { return true }
        guard let head = headBytes.withUnsafeBufferPointer({ TransferHead($0) }) else { return true }
        guard head.status >= 200 else { return true }
        hasHead = true
        if head.status == 407 || head.status == 401 && mayAnswerChallenge {
            heldHead = head
            return true
        }
        return tell(head)
    }

    /// Takes a piece of the body; returns what a write callback of libcurl has to.
    func receive(body bytes: UnsafeRawBufferPointer) -> Int {
        if let head = heldHead {
            heldHead = nil
            guard tell(head) else { return 0 }
        }
        if let drained {
            self.drained = drained + bytes.count
            return drained + bytes.count <= Self.drainLimit ? bytes.count : 0
        }
        switch handler?.transfer(identifier, didReceive: bytes) {
        case .taken: return bytes.count
        case .pause:
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        case .stop, nil:
            wasStopped = true
            return 0
        }
    }

    /// Goes on after ``TransferFlow/pause``.
    func resume() {
        guard isPaused else { return }
        isPaused = false
        wi_curl_easy_pause(easy.handle, CURLPAUSE_CONT)
    }

    /// Ends the transfer: tells the handler and lets it go.
    func end(_ code: CURLcode, error: WebImageError? = nil) {
        if code == CURLE_OK, let head = heldHead {
            heldHead = nil
            _ = tell(head)
        }
        guard let handler else { return }
        self.handler = nil
        var end = TransferEnd(error: error, wasStopped: wasStopped, metrics: metrics)
        if error == nil, code != CURLE_OK, !wasStopped { end.error = TransferFailure.error(code, of: self) }
        handler.transfer(identifier, didEnd: end)
    }

    private func tell(_ head: TransferHead) -> Bool {
        guard let handler else { return true }
        switch handler.transfer(identifier, didReceive: head) {
        case .receive: return true
        case .stop:
            wasStopped = true
            return false
        case .detach:
            self.handler = nil
            drained = 0
            let deadline = loop.now + Self.drainTime
            drainDeadline = deadline
            loop.watch(deadline)
            let length = head.headers["Content-Length"].flatMap { Int($0) }
            return (length ?? Self.drainLimit) <= Self.drainLimit
        }
    }

    private var mayAnswerChallenge: Bool {
        guard let plan else { return false }
        if case .password = plan.credentials { return true }
        return plan.address.text.contains("@")
    }

    private var metrics: TransferMetrics {
        var metrics = TransferMetrics()
        metrics.nameLookup = easy.duration(CURLINFO_NAMELOOKUP_TIME_T)
        metrics.connect = easy.duration(CURLINFO_CONNECT_TIME_T)
        metrics.secureConnect = easy.duration(CURLINFO_APPCONNECT_TIME_T)
        metrics.firstByte = easy.duration(CURLINFO_STARTTRANSFER_TIME_T)
        metrics.total = easy.duration(CURLINFO_TOTAL_TIME_T)
        metrics.receivedBytes = easy.size(CURLINFO_SIZE_DOWNLOAD_T)
        metrics.reusedConnection = easy.integer(CURLINFO_NUM_CONNECTS) == 0
        switch easy.integer(CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: metrics.httpVersion = "1.0"
        case CURL_HTTP_VERSION_1_1: metrics.httpVersion = "1.1"
        case CURL_HTTP_VERSION_2_0: metrics.httpVersion = "2"
        case CURL_HTTP_VERSION_3: metrics.httpVersion = "3"
        default: metrics.httpVersion = nil
        }
        return metrics
    }
}
